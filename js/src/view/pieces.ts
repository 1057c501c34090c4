// All pieces on the map: where they stand, stacks and their fan-out, selection marks, moves and hits.
import { s } from "../dom";
import type { Directory, Space } from "../play/directory";
import type { Piece, Point, SceneEvent } from "../scene";
import { type PieceLook, drawPiece, tuck } from "./counter";
import { boxRound } from "./shape";
import { detail, grown } from "./scale";

interface Standing {
  piece: Piece;
  node: SVGGElement;
  look: string;
  at: Point;
}

interface Place {
  piece: Piece;
  at: Point;
}

/** Of a counter's side: what must be free of one under others for its strength to be read. */
const LEAST_STEP = 0.46;

const MOVED = new Set(["moved", "retreated", "advanced", "continued"]);

export class PiecesView {
  readonly node = s("g", { class: "bw-pieces" });
  private readonly standing = new Map<string, Standing>();
  private larger = 1;
  private fanned: { ids: string[]; box: [number, number, number, number] } | null = null;

  constructor(
    parent: SVGGElement,
    private readonly directory: Directory,
    private readonly look: PieceLook,
  ) {
    parent.append(this.node);
  }

  fit(svg: SVGSVGElement, k: number): void {
    // In a small view counters grow a little beyond their places, so that they can still be read.
    const larger = grown(this.look.size, k);
    if (larger !== this.larger) {
      this.larger = larger;
      if (!this.fanned) this.tuckAll();
    }
    svg.style.setProperty("--bw-grow", larger.toFixed(3));
    const level = detail(this.look.size * larger, k);
    for (const i of [0, 1, 2]) svg.classList.toggle(`bw-lod-${i}`, i === level);
  }

  /** Draws the pieces of a scene; a piece whose looks are unchanged keeps its node. */
  update(pieces: readonly Piece[], live: ReadonlySet<string>): void {
    this.fold();
    const gone = new Set(this.standing.keys());
    const count = new Map<string, number>();
    const places: Place[] = [];
    for (const piece of pieces) {
      const space = this.directory.find(piece.at);
      if (!space) continue; // off the map: the panel shows its box
      gone.delete(piece.id);
      const n = piece.slot ?? count.get(piece.at) ?? 0;
      count.set(piece.at, (count.get(piece.at) ?? 0) + 1);
      places.push({ piece, at: this.directory.slot(space, n, this.shift) });
    }
    for (const { piece, at } of spread(places, LEAST_STEP * this.look.size)) this.stand(piece, at);
    for (const id of gone) this.drop(id);
    for (const [id, { node }] of this.standing) node.classList.toggle("bw-may", live.has(id));
    this.tuckAll();
  }

  /** A counter under others shows its strength in the strip they leave free. */
  private tuckAll(): void {
    const all = [...this.standing.values()].sort((a, b) => (a.node.compareDocumentPosition(b.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    all.forEach((each, i) => tuck(each.node, this.look.size, stripOf(each, all.slice(i + 1), this.look.size, this.larger)));
  }

  select(ids: ReadonlySet<string>): void {
    for (const [id, { node }] of this.standing) {
      node.classList.toggle("bw-selected", ids.has(id));
      if (ids.has(id)) this.node.append(node);
    }
    if (!this.fanned) this.tuckAll();
  }

  /** Marks pieces that a click would play at once, such as "take the hit here". */
  mark(ids: ReadonlySet<string>): void {
    for (const [id, { node }] of this.standing) node.classList.toggle("bw-target", ids.has(id));
  }

  /** Marks pieces that are pointed at in the panel. */
  point(ids: ReadonlySet<string>): void {
    for (const [id, { node }] of this.standing) node.classList.toggle("bw-pointed", ids.has(id));
  }

  pieceOf(target: EventTarget | null): Piece | null {
    const node = target instanceof Element ? target.closest<SVGGElement>(".bw-piece[data-piece]") : null;
    return node ? (this.standing.get(node.dataset.piece ?? "")?.piece ?? null) : null;
  }

  get(id: string): Piece | null {
    return this.standing.get(id)?.piece ?? null;
  }

  position(id: string): Point | null {
    return this.standing.get(id)?.at ?? null;
  }

  places(): Point[] {
    return [...this.standing.values()].map(({ at }) => at);
  }

  at(space: Space): Piece[] {
    return [...this.standing.values()].filter(({ piece }) => piece.at === space.id).map(({ piece }) => piece);
  }

  /** Spreads the pieces that cover each other at one place into a row, between the edges of what is seen. */
  fan(id: string, [left, right]: Point): void {
    const origin = this.standing.get(id);
    if (!origin || this.fanned?.ids.includes(id)) return;
    this.fold();
    const ids = this.stackOf(origin);
    if (ids.length < 2) return;
    const S = this.look.size * this.larger;
    const step = 1.12 * 1.12 * S;
    const half = (ids.length * step) / 2;
    const middle = Math.max(Math.min(origin.at[0], right - half), left + half);
    const spots = ids.map((each, i): [string, Point] => [each, [middle - half + (i + 0.5) * step, origin.at[1] - 0.15 * S]]);
    for (const each of ids) this.node.append(this.standing.get(each)?.node as SVGGElement);
    this.node.getBoundingClientRect(); // a node put elsewhere starts a transition only after a layout
    for (const [each, [x, y]] of spots) {
      this.place(each, x, y, 1.12);
      tuck(this.standing.get(each)?.node as SVGGElement, this.look.size, null);
    }
    this.fanned = { ids, box: boxRound([origin.at, ...spots.map(([, at]) => at)], 0.75 * S) };
  }

  /** Folds the fan when the pointer has left it. */
  unfan(x: number, y: number): void {
    const box = this.fanned?.box;
    if (box && (x < box[0] || x > box[2] || y < box[1] || y > box[3])) this.fold();
  }

  fold(): void {
    for (const id of this.fanned?.ids ?? []) {
      const each = this.standing.get(id);
      if (each) this.place(id, each.at[0], each.at[1], 1);
    }
    if (this.fanned) this.tuckAll();
    this.fanned = null;
  }

  /** Shows what happened since the last scene: moves along their paths, flashes for hits. */
  play(events: readonly SceneEvent[]): void {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let delay = 0;
    for (const event of events) {
      const each = event.piece ? this.standing.get(event.piece) : undefined;
      if (each && MOVED.has(event.kind) && event.path && event.path.length > 1) {
        delay = this.travel(each, event.path, delay);
      } else if (each && event.kind === "placed") {
        const [x, y] = each.at;
        const from = `translate(${x}px,${y - 14}px) scale(1.25)`;
        this.animate(each.node, [{ transform: from, opacity: 0 }, { transform: to(x, y, 1), opacity: 1 }], 200, delay);
      } else if (each && (event.kind === "steps-lost" || event.kind === "steps_lost")) {
        const face = each.node.firstElementChild;
        face?.classList.add("bw-hit");
        setTimeout(() => face?.classList.remove("bw-hit"), 1400);
      }
    }
  }

  /** A copy to drag about; it carries its colours and no id. */
  ghost(id: string): SVGGElement | null {
    const node = this.standing.get(id)?.node.cloneNode(true) as SVGGElement | undefined;
    if (!node) return null;
    node.removeAttribute("data-piece");
    node.classList.add("bw-ghost");
    return node;
  }

  private get shift(): number {
    return this.look.size * (this.directory.template === null ? 0.12 : 0.08);
  }

  private stand(piece: Piece, at: Point): void {
    const look = JSON.stringify([piece, at]);
    const known = this.standing.get(piece.id);
    if (known?.look === look) {
      known.piece = piece;
      this.node.append(known.node);
      return;
    }
    const node = drawPiece(piece, this.look);
    node.dataset.piece = piece.id;
    known?.node.remove();
    this.node.append(node);
    this.standing.set(piece.id, { piece, node, look, at });
    this.place(piece.id, at[0], at[1], 1);
  }

  private drop(id: string): void {
    this.standing.get(id)?.node.remove();
    this.standing.delete(id);
  }

  private stackOf(origin: Standing): string[] {
    const near = this.look.size * this.larger * 0.6;
    const found = new Set([origin]);
    // Whoever lies on one of the stack belongs to it; the set grows while it is walked.
    for (const one of found) {
      for (const other of this.standing.values()) {
        if (other.piece.at === one.piece.at && Math.hypot(other.at[0] - one.at[0], other.at[1] - one.at[1]) < near) found.add(other);
      }
    }
    return [...this.standing.values()].filter((each) => found.has(each)).map(({ piece }) => piece.id);
  }

  private place(id: string, x: number, y: number, scale: number): void {
    const each = this.standing.get(id);
    if (each) each.node.style.transform = to(x, y, scale);
  }

  private travel(each: Standing, path: readonly string[], delay: number): number {
    const via = path.slice(0, -1).map((id) => this.directory.find(id)).filter((space) => space !== null);
    const frames = [...via.map((space) => to(space.x, space.y, 1.08)), to(each.at[0], each.at[1], 1)];
    const time = Math.min(140 + 40 * via.length, 300);
    this.node.append(each.node);
    this.animate(each.node, frames.map((transform) => ({ transform })), time, delay);
    return Math.min(delay + 120, 1500);
  }

  private animate(node: Element, frames: Keyframe[], duration: number, delay: number): void {
    node.animate?.(frames, { duration, delay, easing: "ease-in-out", fill: "backwards" });
  }
}

/** Counters of one side and row in a small space stand at least a step apart, about the same middle. */
export function spread(places: readonly Place[], least: number): Place[] {
  const rows = new Map<string, Place[]>();
  for (const place of places) {
    const key = `${place.piece.at} ${place.piece.side} ${place.at[1]}`;
    rows.set(key, [...(rows.get(key) ?? []), place]);
  }
  const step = (row: Place[]) => Math.min(...row.slice(1).map(({ at }, i) => Math.abs(at[0] - (row[i]?.at[0] ?? 0))));
  return places.map((place) => {
    const row = rows.get(`${place.piece.at} ${place.piece.side} ${place.at[1]}`) ?? [];
    const now = row.length > 1 ? step(row) : least;
    if (now >= least || now <= 0) return place;
    const middle = row.reduce((sum, { at }) => sum + at[0], 0) / row.length;
    return { piece: place.piece, at: [middle + ((place.at[0] - middle) * least) / now, place.at[1]] };
  });
}

/** The part of a counter that the later ones of its space leave free; null where its strength shows anyway. */
function stripOf(one: Standing, above: readonly Standing[], S: number, larger: number): { side: "left" | "right" | "top"; width: number } | null {
  let found: { side: "left" | "right" | "top"; width: number } | null = null;
  for (const other of above) {
    const [dx, dy] = [(other.at[0] - one.at[0]) / larger, (other.at[1] - one.at[1]) / larger];
    if (other.piece.at !== one.piece.at || Math.abs(dx) >= 0.68 * S || Math.abs(dy) >= S) continue;
    const [beside, above_] = [Math.abs(dx), dy];
    if (above_ < -0.72 * S) continue; // the strength is below its edge
    const strip = beside >= above_ ? { side: dx > 0 ? ("left" as const) : ("right" as const), width: beside } : { side: "top" as const, width: above_ };
    if (!found || strip.width < found.width) found = strip;
  }
  return found && found.width > 0.1 * S ? found : null;
}

function to(x: number, y: number, scale: number): string {
  return `translate(${x.toFixed(2)}px,${y.toFixed(2)}px)${scale === 1 ? "" : ` scale(${scale})`}`;
}
