// Which part of the board to open on: the front, shifted and widened a little so that no piece is cut by the edge.
import type { Point } from "../scene";
import type { Box } from "./shape";

export interface Scenery {
  pieces: readonly Point[];
  /** Those that should be in sight. */
  wanted: readonly Point[];
  /** Half the side of a piece with its mark. */
  half: number;
  /** The widest view, in world units, in which a piece can still be read. */
  widest: number;
}

const WIDER = [1, 1.04, 1.08, 1.13, 1.18, 1.24, 1.3];
const SHIFTS = [0, -0.03, 0.03, -0.06, 0.06, -0.09, 0.09, -0.12, 0.12];

/** `sight` tells what is really seen when a rectangle is shown: the board has another shape, and an end. */
export function uncut(view: Box, scenery: Scenery, sight: (rect: Box) => Box): Box {
  let best = view;
  let least = Infinity;
  for (const wider of WIDER) {
    for (const right of SHIFTS) {
      for (const down of SHIFTS) {
        const rect = moved(view, wider, right, down);
        const seen = sight(rect);
        if (wider > 1 && seen[2] - seen[0] > scenery.widest) continue;
        const cost = faults(seen, scenery) + Math.abs(right) + Math.abs(down) + (wider - 1);
        if (cost < least) [best, least] = [rect, cost];
      }
    }
    if (least < 1) break;
  }
  return best;
}

/** Pieces cut by the edge, and wanted ones out of sight. */
function faults(seen: Box, { pieces, wanted, half }: Scenery): number {
  const within = ([x, y]: Point, n: number) => x > seen[0] - n && x < seen[2] + n && y > seen[1] - n && y < seen[3] + n;
  const cut = pieces.filter((at) => within(at, half) && !within(at, -half)).length;
  return cut + wanted.filter((at) => !within(at, -half)).length;
}

function moved([x0, y0, x1, y1]: Box, wider: number, right: number, down: number): Box {
  const [w, h] = [x1 - x0, y1 - y0];
  const [cx, cy] = [(x0 + x1) / 2 + right * w, (y0 + y1) / 2 + down * h];
  return [cx - (w / 2) * wider, cy - (h / 2) * wider, cx + (w / 2) * wider, cy + (h / 2) * wider];
}
