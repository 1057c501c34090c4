// Destinations as they are sent: a step a sign, texts said once, options that follow each other and are alike told
// together. See scene/packing.py.
import type { Reach, ReachOption } from "../scene";
import type { Directory } from "./directory";

interface Fan {
  /** The first number and the count of options grouped under the piece, or the whole name of one. */
  names: ([number, number] | string)[];
  /** Where they lead: a tree of places, each a step on from another, and at most of them one option ends. */
  ways: string;
  /** How far on the place of the next kind is, and how many options have it. */
  kinds: string;
  /** Steps with a cost of their own: the number of the option, the place in its path, the place of the cost in `words`. */
  steps?: [number, number, number][];
}

interface PackedReach {
  seq: number;
  words: string[];
  /** Cost, what is done and by which way, as places in `words`. */
  kinds: [number, number, number][];
  fans: Fan[];
  pieces: Record<string, number>;
}

const BASE = 91;
const [SILENT, AGAIN, FAR, ROOT] = [BASE - 4, BASE - 3, BASE - 2, BASE - 1]; // values of signs that are no steps
const WIDE = 3; // signs of a number
const NEAR = 45;

/** The destinations of all pieces; what was not packed is left as it is. */
export function unpacked(sent: Reach | PackedReach, directory: Directory): Reach {
  if (!("fans" in sent)) return sent;
  const all = sent.fans.map((fan) => pathsOf(fan.ways, directory.near));
  const pieces: Reach["pieces"] = {};
  for (const [id, place] of Object.entries(sent.pieces)) {
    const fan = sent.fans[place];
    const paths = all[place] ?? [];
    if (fan) pieces[id] = { from: paths[0]?.[0] ?? -1, options: optionsOf(sent, id, fan, paths, directory) };
  }
  return { seq: sent.seq, pieces };
}

function optionsOf(sent: PackedReach, id: string, fan: Fan, paths: number[][], directory: Directory): ReachOption[] {
  const names = fan.names.flatMap((name) =>
    typeof name === "string" ? [name] : Array.from({ length: name[1] }, (_, i) => `${id}/${name[0] + i}`),
  );
  const kinds = kindsOf(fan.kinds);
  const steps = stepsOf(fan, paths, kinds.map((kind) => sent.words[sent.kinds[kind]?.[0] ?? -1] ?? ""), sent.words);
  const seen = new Set<number>();
  return names.flatMap((o, i) => {
    const path = paths[i];
    const kind = sent.kinds[kinds[i] as number];
    const to = path?.[path.length - 1];
    if (!path || !kind || to === undefined) return [];
    const [cost, plain, between] = kind.map((place) => sent.words[place] ?? "") as [string, string, string];
    const what = named(plain, path[0] as number, to, directory);
    const way = listed(between, path, directory);
    const text = seen.has(to) && way ? way.charAt(0).toUpperCase() + way.slice(1) : what;
    seen.add(to);
    return [{ o, to, cost, path, steps: () => steps(i), text, full: `${what} ${way}`.trim() }];
  });
}

/** What each way has cost at the steps between its ends: what it costs to stop there by the first order that does,
 *  but where it is told otherwise. Asked for the way under the pointer alone. See scene/steps.py. */
function stepsOf(fan: Fan, paths: number[][], costs: string[], words: string[]): (option: number) => string[] {
  const odd = new Map((fan.steps ?? []).map(([option, place, word]) => [`${option} ${place}`, words[word] ?? ""]));
  let stops: Map<string, string> | null = null;
  return (option) => {
    stops ??= new Map(paths.map((path, i): [string, string] => [path.join(), costs[i] ?? ""]).reverse());
    const path = paths[option] ?? [];
    return path.slice(1, -1).map((_, i) => odd.get(`${option} ${i + 1}`) ?? stops?.get(path.slice(0, i + 2).join()) ?? "");
  };
}

/** The path of each option; a step that leads nowhere ends them. */
function pathsOf(signs: string, neighbours: readonly number[][]): number[][] {
  const most = Math.max(...neighbours.map((around) => around.length));
  const read = new Values(signs);
  const places: number[][] = [];
  const paths: number[][] = [];
  let last = 0;
  let silent = false;
  while (!read.done) {
    const value = read.next();
    if (value === AGAIN) paths.push(places[read.number()] ?? []);
    else if (value === SILENT) silent = true;
    else {
      if (value === ROOT) places.push([read.number()]);
      else {
        last = value === FAR ? read.number() : last + Math.floor(value / most);
        const before = places[last] ?? [];
        const there = neighbours[before[before.length - 1] as number]?.[value === FAR ? read.next() : value % most];
        if (there === undefined) return paths;
        places.push([...before, there]);
      }
      if (!silent) paths.push(places[places.length - 1] as number[]);
      silent = false;
    }
  }
  return paths;
}

/** The kind of each option. */
function kindsOf(signs: string): number[] {
  const read = new Values(signs);
  const kinds: number[] = [];
  let kind = 0;
  while (!read.done) {
    const value = read.next();
    kind = value === BASE - 1 ? read.number() : kind + value - NEAR;
    for (let left = read.next(); left > 0; left -= 1) kinds.push(kind);
  }
  return kinds;
}

/** Signs from # to ~ without the backslash, read one after another. */
class Values {
  #at = 0;
  constructor(private readonly signs: string) {}

  get done(): boolean {
    return this.#at >= this.signs.length;
  }

  next(): number {
    const code = this.signs.charCodeAt(this.#at);
    this.#at += 1;
    return code - 35 - (code > 92 ? 1 : 0);
  }

  number(): number {
    let value = 0;
    for (let k = 0; k < WIDE; k += 1) value = value * BASE + this.next();
    return value;
  }
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
