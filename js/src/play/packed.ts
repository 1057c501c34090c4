// Destinations as they are sent: texts and paths said once, an order a short list of numbers. See scene/packing.py.
import type { PieceReach, Reach, ReachOption } from "../scene";

/** The option's number where it is grouped under this piece, else its whole name; where it leads; its cost, what is
 *  done and by which way as places in `words`; its path as a place in `paths`, left out where the tree gives it. */
type Row = [number | string, number, number, number, number, number?];

interface PackedReach {
  seq: number;
  words: string[];
  /** Each as its first space and one sign a step, the place of the next space among the neighbours: "291:0251". */
  paths: string[];
  pieces: Record<string, { from: number; tree?: PieceReach["tree"]; rows: Row[] }>;
}

/** The destinations of all pieces; what was not packed is left as it is. */
export function unpacked(sent: Reach | PackedReach, neighbours: readonly number[][]): Reach {
  if (!("words" in sent)) return sent;
  const pieces: Reach["pieces"] = {};
  for (const [id, { from, tree, rows }] of Object.entries(sent.pieces)) {
    const seen = new Set<number>();
    const options = rows.map((row) => {
      const option = unpackedRow(sent, id, row, seen.has(row[1]), neighbours);
      seen.add(row[1]);
      return option;
    });
    pieces[id] = { from, options, ...(tree ? { tree } : {}) };
  }
  return { seq: sent.seq, pieces };
}

/** A path from its steps; a step that leads nowhere ends it. */
function walked(steps: string, neighbours: readonly number[][]): number[] {
  const [start = "", signs = ""] = steps.split(":");
  const path = [Number(start)];
  for (const sign of signs) {
    const next = neighbours[path[path.length - 1] as number]?.[parseInt(sign, 36)];
    if (next === undefined) break;
    path.push(next);
  }
  return path;
}

function unpackedRow(
  sent: PackedReach,
  id: string,
  row: Row,
  further: boolean,
  neighbours: readonly number[][],
): ReachOption {
  const [name, to, cost, what, way, path] = row;
  const word = (place: number): string => sent.words[place] ?? "";
  const option: ReachOption = {
    o: typeof name === "number" ? `${id}/${name}` : name,
    to,
    cost: word(cost),
    text: further && word(way) ? word(way).charAt(0).toUpperCase() + word(way).slice(1) : word(what),
    full: `${word(what)} ${word(way)}`.trim(),
  };
  return path === undefined ? option : { ...option, path: walked(sent.paths[path] ?? "", neighbours) };
}
