// Where a small sign can stand without hiding what is already there. Arithmetic on boxes in px; no DOM.
import { labelScale } from "./scale";
import type { Box } from "./shape";

export function overlap(a: Box, b: Box): number {
  const w = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const h = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return w > 0 && h > 0 ? w * h : 0;
}

export function boxAt(x: number, y: number, width: number, height: number): Box {
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

/** The candidate that covers least of the obstacles; among equals the first, so order them by taste. */
export function freest<T extends { box: Box }>(candidates: readonly T[], obstacles: readonly Box[]): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const each of candidates) {
    const covered = obstacles.reduce((sum, box) => sum + overlap(each.box, box), 0);
    if (covered < least - 0.5) [best, least] = [each, covered];
  }
  return best;
}

/** Centres round a disc of radius r for a sign of the given size: the sides first, then the corners. */
export function round(r: number, width: number, height: number): [number, number][] {
  const [h, v] = [r + width / 2 + 2, r + height / 2 + 2];
  const d = 0.78;
  return [[-h, 0], [h, 0], [0, -v], [0, v], [-h * d, -v * d], [h * d, -v * d], [-h * d, v * d], [h * d, v * d], [-h - 14, 0], [h + 14, 0], [0, -v - 14], [0, v + 14]];
}

/** Where a name can stand round a mark of radius r: below and above it, at its sides, at its corners. */
export function roundabout([x, y]: readonly [number, number], r: number): { x: number; y: number; dx: number; dy: number; anchor: string }[] {
  const d = 0.75 * r;
  return [
    { x, y: y + r, dx: 0, dy: 11, anchor: "middle" },
    { x: x + r, y, dx: 3, dy: 4, anchor: "start" },
    { x: x - r, y, dx: -3, dy: 4, anchor: "end" },
    { x, y: y - r, dx: 0, dy: -3, anchor: "middle" },
    { x: x + d, y: y - d, dx: 1.5, dy: -1, anchor: "start" },
    { x: x - d, y: y - d, dx: -1.5, dy: -1, anchor: "end" },
    { x: x + d, y: y + d, dx: 1.5, dy: 8.5, anchor: "start" },
    { x: x - d, y: y + d, dx: -1.5, dy: 8.5, anchor: "end" },
    { x, y: y + 1.9 * r, dx: 0, dy: 11, anchor: "middle" },
    { x, y: y - 1.9 * r, dx: 0, dy: -3, anchor: "middle" },
  ];
}

interface Words {
  text: string;
  x: number;
  y: number;
  px: number;
  anchor?: string;
  dx?: number;
  dy?: number;
}

/** The box a name takes at k px per world unit, in px from the world's origin; the width is an estimate. */
export function labelBox(label: Words, k: number, nominal: number): Box {
  const scale = labelScale(k, nominal);
  const width = 0.55 * label.px * label.text.length * scale;
  const start = label.anchor === "start" ? 0 : label.anchor === "end" ? -width : -width / 2;
  const x = label.x * k + (label.dx ?? 0) * scale + start;
  const y = label.y * k + (label.dy ?? 0) * scale;
  return [x, y - 0.8 * label.px * scale, x + width, y + 0.25 * label.px * scale];
}

/** Of names given with the most important first: those that touch one before them at this zoom. */
export function crowdedOut<T extends Words>(names: readonly T[], k: number, nominal: number): Set<T> {
  const out = new Set<T>();
  const kept: Box[] = [];
  for (const name of names) {
    const box = labelBox(name, k, nominal);
    if (kept.some((other) => overlap(box, other) > 0)) out.add(name);
    else kept.push(box);
  }
  return out;
}
