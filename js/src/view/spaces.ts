// Which space lies under a point: areas by their path, hexes by the nearest centre in a coarse grid.
import type { Directory, Space } from "../play/directory";

export class SpaceFinder {
  private readonly find: (x: number, y: number) => Space | null;

  constructor(directory: Directory) {
    this.find = directory.template === null ? byPath(directory) : byCentre(directory, directory.template);
  }

  at(x: number, y: number): Space | null {
    return this.find(x, y);
  }
}

function byPath(directory: Directory) {
  const pen = document.createElement("canvas").getContext("2d");
  const paths = directory.spaces.map((space) => ({ space, path: new Path2D(space.d ?? "") }));
  let last = paths[0];
  return (x: number, y: number): Space | null => {
    const inside = (each: (typeof paths)[number]) => pen?.isPointInPath(each.path, x, y) ?? false;
    if (last && inside(last)) return last.space; // a pointer mostly stays where it was
    const hit = paths.find(inside);
    if (hit) last = hit;
    return hit?.space ?? null;
  };
}

function byCentre(directory: Directory, template: string) {
  const cell = reachOf(template);
  const grid = new Map<string, Space[]>();
  const key = (x: number, y: number) => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
  for (const space of directory.spaces) {
    const name = key(space.x, space.y);
    const list = grid.get(name);
    if (list) list.push(space);
    else grid.set(name, [space]);
  }
  return (x: number, y: number): Space | null => {
    let best: Space | null = null;
    let least = cell * cell;
    for (const dx of [-cell, 0, cell]) {
      for (const dy of [-cell, 0, cell]) {
        for (const space of grid.get(key(x + dx, y + dy)) ?? []) {
          const d = (space.x - x) ** 2 + (space.y - y) ** 2;
          if (d < least) [best, least] = [space, d];
        }
      }
    }
    return best;
  };
}

/** The greatest coordinate of the template: the distance of a corner from the centre. */
export function reachOf(template: string): number {
  const numbers = (template.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  let most = 1;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    most = Math.max(most, Math.hypot(numbers[i] as number, numbers[i + 1] as number));
  }
  return most;
}
