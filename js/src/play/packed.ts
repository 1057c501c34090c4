// Destinations as they are sent: the ways of a piece as one walk through all of them, texts said once, an order a few
// signs. See scene/packing.py.
import type { Reach, ReachOption } from "../scene";
import type { Directory } from "./directory";

interface Fan {
  /** A space, and the walk from there: one sign a step, the place of the next space among the neighbours, or a
   *  capital letter for steps back. */
  walks: [number, string][];
  /** The first number and the count of options grouped under the piece, or the whole name of one. */
  names: ([number, number] | string)[];
  /** For each option, in as many digits: the step of the walks that is its last, and the place of its texts. */
  ends: string;
  kinds: string;
}

interface PackedReach {
  seq: number;
  words: string[];
  /** Cost, what is done and by which way, as places in `words`. */
  kinds: [number, number, number][];
  fans: Fan[];
  pieces: Record<string, number>;
}

/** The destinations of all pieces; what was not packed is left as it is. */
export function unpacked(sent: Reach | PackedReach, directory: Directory): Reach {
  if (!("fans" in sent)) return sent;
  const all = sent.fans.map((fan) => walked(fan.walks, directory.near));
  const pieces: Reach["pieces"] = {};
  for (const [id, place] of Object.entries(sent.pieces)) {
    const fan = sent.fans[place];
    if (fan) pieces[id] = { from: fan.walks[0]?.[0] ?? -1, options: optionsOf(sent, id, fan, all[place] ?? [], directory) };
  }
  return { seq: sent.seq, pieces };
}

function optionsOf(sent: PackedReach, id: string, fan: Fan, paths: number[][], directory: Directory): ReachOption[] {
  const names = fan.names.flatMap((name) =>
    typeof name === "string" ? [name] : Array.from({ length: name[1] }, (_, i) => `${id}/${name[0] + i}`),
  );
  const ends = numbers(fan.ends, names.length);
  const kinds = numbers(fan.kinds, names.length);
  const seen = new Set<number>();
  return names.flatMap((o, i) => {
    const path = paths[ends[i] as number];
    const kind = sent.kinds[kinds[i] as number];
    const to = path?.[path.length - 1];
    if (!path || !kind || to === undefined) return [];
    const [cost, plain, between] = kind.map((place) => sent.words[place] ?? "") as [string, string, string];
    const what = named(plain, path[0] as number, to, directory);
    const way = listed(between, path, directory);
    const text = seen.has(to) && way ? way.charAt(0).toUpperCase() + way.slice(1) : what;
    seen.add(to);
    return [{ o, to, cost, path, text, full: `${what} ${way}`.trim() }];
  });
}

/** The path to every step of some walks; a step that leads nowhere ends them. */
function walked(walks: Fan["walks"], neighbours: readonly number[][]): number[][] {
  const paths: number[][] = [];
  for (const [start, signs] of walks) {
    const here = [start];
    paths.push([...here]);
    for (const sign of signs) {
      const back = sign.charCodeAt(0) - 64; // A is one step back
      if (back > 0 && back <= 26) {
        here.length = Math.max(0, here.length - back);
        continue;
      }
      const next = neighbours[here[here.length - 1] as number]?.[parseInt(sign, 36)];
      if (next === undefined) return paths;
      here.push(next);
      paths.push([...here]);
    }
  }
  return paths;
}

/** Numbers to base 91, in the signs from # to ~ without the backslash. */
function numbers(digits: string, count: number): number[] {
  const wide = count ? digits.length / count : 1;
  const value = (i: number): number => {
    const code = digits.charCodeAt(i);
    return code - 35 - (code > 92 ? 1 : 0);
  };
  return Array.from({ length: count }, (_, n) => {
    let number = 0;
    for (let k = 0; k < wide; k += 1) number = number * 91 + value(n * wide + k);
    return number;
  });
}

/** A text with the names of both ends of a path for the signs that stand for them. */
function named(text: string, from: number, to: number, directory: Directory): string {
  return text.replace(/\{(both|BOTH|listed|name|id|ID)(0?)\}/g, (whole, form: string, at: string) => {
    const space = directory.at(at ? from : to);
    if (!space) return whole;
    const { id, name } = space;
    const ID = id.toUpperCase();
    return { both: `${id} ${name}`, BOTH: `${ID} ${name}`, listed: `${name} [${id}]`, name, id, ID }[form] ?? whole;
  });
}

/** A text with the spaces between the ends of a path for the sign that stands for them. */
function listed(text: string, path: readonly number[], directory: Directory): string {
  return text.replace(/\{(ids|IDS|names|listed)\}$/, (_, form: string) => {
    const between = path.slice(1, -1).flatMap((at) => directory.at(at) ?? []);
    const called = between.map(({ id, name }) => (form === "names" ? name : form === "listed" ? `${name} [${id}]` : id));
    const told = called.join(", ");
    return form === "IDS" ? told.toUpperCase() : told;
  });
}
