// Arithmetic of zoom: what is a width, a label size, a detail level at k px per world unit. No DOM.
import type { Width } from "../scene";

export interface Transform {
  k: number;
  x: number;
  y: number;
}

/** A width in world units, clamped in px, so that a line reads at 0.5x and at 5x. */
export function clampedWidth(width: Width, k: number): number {
  if (typeof width === "number") return width;
  const [world, least, most] = width;
  return Math.min(Math.max(world * k, least), most) / k;
}

const CLASSES = [1.6, 2.6, 4.2];

/** The scale at which names were placed: the whole board in 1200 x 860 px. A smaller view shows no more of them. */
export function nominalScale(whole: readonly number[]): number {
  return framing(whole, 1200, 860).k;
}

/** 0..3: which labels show; classes begin at 1x, 1.6x, 2.6x, 4.2x of the nominal scale. */
export function zoomClass(k: number, nominal: number): number {
  const ratio = k / nominal + 1e-9;
  return CLASSES.filter((start) => ratio >= start).length;
}

/** Labels grow slowly with the zoom: (k / nominal)^0.28; in a small view they shrink to 10 px. */
export function labelScale(k: number, nominal: number): number {
  return Math.min(Math.max((k / nominal) ** 0.28, 0.84), 1.5);
}

/** How much larger than its place a piece is drawn: up to 21 px, and no more than 1.3 times. */
export function grown(pieceSize: number, k: number): number {
  return Math.min(Math.max(21 / (pieceSize * k), 1), 1.3);
}

/** 2 = all, 1 = no formation text, 0 = symbol only; by the side of a piece in px. */
export function detail(pieceSize: number, k: number): 0 | 1 | 2 {
  const px = pieceSize * k;
  return px >= 30 ? 2 : px >= 20 ? 1 : 0;
}

/** The transform that shows a world rectangle whole and centred. */
export function framing(rect: readonly number[], width: number, height: number, margin = 12): Transform {
  const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = rect;
  const w = Math.max(width - 2 * margin, 10);
  const h = Math.max(height - 2 * margin, 10);
  const k = Math.min(w / Math.max(x1 - x0, 1), h / Math.max(y1 - y0, 1));
  return { k, x: width / 2 - (k * (x0 + x1)) / 2, y: height / 2 - (k * (y0 + y1)) / 2 };
}

/** Shifts a view so that it shows as little as can be beyond the whole board. */
export function snug(view: Transform, whole: readonly number[], width: number, height: number): Transform {
  const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = whole;
  const slide = (at: number, low: number, high: number, room: number) => {
    const [start, end] = [low * view.k + at, high * view.k + at];
    if (end - start <= room) return at + (room - end - start) / 2;
    return at - Math.max(start, 0) + Math.max(room - end, 0);
  };
  return { k: view.k, x: slide(view.x, x0, x1, width), y: slide(view.y, y0, y1, height) };
}

/** The CSS transform that makes a stage painted at `painted` look as at `now`. */
export function between(painted: Transform, now: Transform): Transform {
  const k = now.k / painted.k;
  return { k, x: now.x - painted.x * k, y: now.y - painted.y * k };
}

interface WheelLike {
  deltaY: number;
  deltaMode: number;
  ctrlKey: boolean;
}

/**
 * d3-zoom multiplies a wheel with Ctrl by ten, meant for a pinch on a touch pad (small deltas). A mouse notch
 * with Ctrl (|delta| of 100 and more) would zoom 5x at once; it must count like a plain notch.
 */
export function wheelDelta(event: WheelLike): number {
  const unit = event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.002;
  const pinch = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < 50;
  return -event.deltaY * unit * (pinch ? 10 : 1);
}

/** The wheel belongs to the page unless the board has the focus or a modifier is held. */
export function wheelIsOurs(event: { ctrlKey: boolean; metaKey: boolean }, focused: boolean): boolean {
  return focused || event.ctrlKey || event.metaKey;
}
