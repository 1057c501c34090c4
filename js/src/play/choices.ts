// Which options the present scene offers: by piece, by space, as buttons. A pure reading of `scene` and
// `reach`; what is legal was decided in Python.
import type { Option, Piece, Reach, Scene } from "../scene";
import type { Directory } from "./directory";

export interface Choice {
  id: string;
  text: string;
  /** The order in full, for the panel. */
  full: string;
  /** Index of the destination, null when the option has none. */
  to: number | null;
  /** Further spaces where the order may be clicked. */
  also: number[];
  cost: string;
  mode: string;
  /** Spaces passed through, start and goal included; empty when unknown. */
  path: number[];
  /** What the way has cost at each step between its ends; missing where there is no way. */
  steps?: () => string[];
}

/** A reach that belongs to another scene must never be shown. */
export function freshReach(scene: Scene | null, reach: Reach | null): Reach | null {
  return scene && reach && reach.seq === scene.seq ? reach : null;
}

export class Choices {
  private readonly reach: Reach | null;
  private readonly listed: Map<string, Option>;
  /** The options a piece takes part in. */
  private readonly byPiece = new Map<string, Option[]>();
  private readonly memo = new Map<string, Choice[]>();

  constructor(
    private readonly scene: Scene,
    reach: Reach | null,
    private readonly directory: Directory,
  ) {
    this.reach = freshReach(scene, reach);
    this.listed = new Map(scene.options.map((option) => [option.id, option]));
    for (const option of scene.options) {
      for (const id of new Set([option.key, ...(option.pieces ?? [])])) {
        if (id === null) continue;
        const others = this.byPiece.get(id);
        if (others) others.push(option);
        else this.byPiece.set(id, [option]);
      }
    }
  }

  /** All options of one piece, destinations first in the order Python gave. */
  ofPiece(id: string): Choice[] {
    let found = this.memo.get(id);
    if (!found) this.memo.set(id, (found = this.gather(id)));
    return found;
  }

  /** Options every selected piece takes part in; with nothing in common, those of the first piece. */
  ofSelection(ids: readonly string[]): Choice[] {
    const [first, ...rest] = ids;
    if (first === undefined) return [];
    const all = this.ofPiece(first);
    const others = rest.map((id) => new Set(this.ofPiece(id).map((choice) => choice.id)));
    const common = all.filter((choice) => others.every((set) => set.has(choice.id)));
    return common.length ? common : all;
  }

  /** Options that name a space and no piece: clicking the space plays them. */
  ofSpaces(): Choice[] {
    return this.scene.options
      .filter((option) => option.key === null && option.to !== undefined && !option.pieces?.length)
      .map((option) => this.fromOption(option));
  }

  /** Options without piece and space, or marked so: always shown as buttons. */
  buttons(): Choice[] {
    const wanted = (option: Option) =>
      option.button || (option.key === null && option.to === undefined && !option.pieces?.length);
    return this.scene.options.filter(wanted).map((option) => this.fromOption(option));
  }

  /** The one thing a click on this piece can mean, if there is just one and it is no move. */
  single(id: string): Choice | null {
    const all = this.ofPiece(id);
    const only = all.length === 1 ? all[0] : undefined;
    return only && only.to === null ? only : null;
  }

  /** Pieces that may act, in scene order, then those in boxes. */
  live(): Piece[] {
    const boxed = (this.scene.boxes ?? []).flatMap((box) => box.pieces);
    return [...this.scene.pieces, ...boxed].filter((piece) => piece.live || this.ofPiece(piece.id).length > 0);
  }

  /** Nothing may be answered from this seat: another side is to decide, or the dice. */
  get none(): boolean {
    return !this.scene.options.length && !this.live().length;
  }

  private gather(id: string): Choice[] {
    const found: Choice[] = [];
    const seen = new Set<string>();
    for (const option of this.reach?.pieces[id]?.options ?? []) {
      const known = this.listed.get(option.o);
      seen.add(option.o);
      found.push({
        id: option.o,
        text: option.text || known?.text || "",
        full: option.full || known?.full || option.text || known?.text || "",
        to: option.to >= 0 ? option.to : null,
        also: [],
        cost: String(option.cost ?? ""),
        mode: option.mode ?? "",
        path: option.path ?? [],
        ...(option.steps ? { steps: option.steps } : {}),
      });
    }
    for (const option of this.byPiece.get(id) ?? []) {
      if (!seen.has(option.id)) found.push(this.fromOption(option));
    }
    return found;
  }

  private fromOption(option: Option): Choice {
    const places = (option.to?.split(" ") ?? []).map((id) => this.directory.find(id)?.index).filter((index) => index !== undefined);
    const [to = null, ...also] = places;
    return { id: option.id, text: option.text, full: option.full || option.text, to, also, cost: "", mode: "", path: [] };
  }
}

/** Leads back to where the piece stands. */
export function leadsHome(choice: Choice): boolean {
  return choice.to !== null && choice.to === choice.path[0];
}

/**
 * Destinations in order, each with its choices; the first choice of a space is the default. An order that leads
 * back to where the piece stands is in the list of orders only: a slip of the hand must not play it.
 */
export function byDestination(choices: readonly Choice[]): Map<number, Choice[]> {
  const found = new Map<number, Choice[]>();
  for (const choice of choices) {
    if (choice.to === null || leadsHome(choice)) continue;
    for (const place of [choice.to, ...choice.also]) {
      const list = found.get(place);
      if (list) list.push(choice);
      else found.set(place, [choice]);
    }
  }
  return found;
}
