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

type Kind = readonly [number, number, number];

interface PackedReach {
  seq: number;
  words: string[];
  /** Cost, what is done and by which way, as places in `words`. */
  kinds: Kind[];
  fans: Fan[];
  pieces: Record<string, number>;
}

const BASE = 91;
const [SILENT, AGAIN, FAR, ROOT] = [BASE - 4, BASE - 3, BASE - 2, BASE - 1]; // values of signs that are no steps
const WIDE = 3; // signs of a number
const NEAR = 45;
const NO_KIND: Kind = [-1, -1, -1];

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
  const steps = stepsOf(fan, paths, kinds.map((kind) => sent.kinds[kind] ?? NO_KIND), sent.words);
  const first = new Map<number, string>(); // what the first order does that leads to a space
  return names.flatMap((o, i) => {
    const path = paths[i];
    const kind = sent.kinds[kinds[i] as number];
    const to = path?.[path.length - 1];
    if (!path || !kind || to === undefined) return [];
    const [cost, plain, between] = kind.map((place) => sent.words[place] ?? "") as [string, string, string];
    const what = named(plain, path[0] as number, to, directory);
    const way = listed(between, path, directory);
    const full = `${what} ${way}`.trim();
    const again = first.get(to) === what && way;
    const text = again ? way.charAt(0).toUpperCase() + way.slice(1) : first.has(to) ? full : what;
    if (!first.has(to)) first.set(to, what);
    return [{ o, to, cost, path, steps: () => steps(i), text, full }];
  });
}

/** What each way has cost at the steps between its ends; asked for the way under the pointer alone. It is told for the
 *  step itself; or by the first order that stops there or that tells it, and does the same; or by the first that stops
 *  there, whatever it does. See scene/steps.py. */
function stepsOf(fan: Fan, paths: number[][], kinds: readonly Kind[], words: string[]): (option: number) => string[] {
  const odd = new Map((fan.steps ?? []).map(([option, place, word]) => [`${option} ${place}`, word]));
  let known: Map<string, number> | null = null;
  return (option) => {
    known ??= costsOf(fan, paths, kinds);
    const path = paths[option] ?? [];
    return path.slice(1, -1).map((_, i) => {
      const way = path.slice(0, i + 2).join();
      const word = odd.get(`${option} ${i + 1}`) ?? known?.get(`${kinds[option]?.[1]}:${way}`) ?? known?.get(`:${way}`);
      return words[word ?? -1] ?? "";
    });
  };
}

/** The word of what each way costs: by the first order that goes it and does the same, by the first of all. */
function costsOf(fan: Fan, paths: number[][], kinds: readonly Kind[]): Map<string, number> {
  const found = new Map<string, number>();
  const learn = (way: string, cost?: number) => cost === undefined || found.has(way) || found.set(way, cost);
  paths.forEach((path, i) => {
    learn(`${kinds[i]?.[1]}:${path.join()}`, kinds[i]?.[0]);
    learn(`:${path.join()}`, kinds[i]?.[0]);
  });
  for (const [option, place, word] of fan.steps ?? []) learn(`${kinds[option]?.[1]}:${paths[option]?.slice(0, place + 1).join()}`, word);
  return found;
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
