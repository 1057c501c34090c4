// What lies on the map besides terrain and pieces: who controls what, destinations with their cost, markers,
// and the arrows, rings and texts of a teacher.
import { shortCost } from "../costs";
import { s } from "../dom";
import { type Choice, byDestination } from "../play/choices";
import type { Directory, Space } from "../play/directory";
import type { Annotation, Point, Refused, Scene } from "../scene";
import { userColour } from "../theme";
import type { Layers } from "./layers";
import { boxAt, freest, overlap, round } from "./placing";
import { type Box, outline } from "./shape";
import { sign } from "./signs";
import { reachOf } from "./spaces";

/** Half the width of a town disc, in world units. */
const DISC = 9.2;
const PILL_PX = 15;
/** How much of a cost may lie on a name or a piece where a hex has but one place for it. */
const MOST_COVERED = 0.3;
/** The discs of markers: their width in px, and how far they may shrink in a small view. */
const SIGN_PX = 14;
const LEAST_SIGN = 0.72;

export class MarksView {
  readonly control = s("g", { class: "bw-control" });
  readonly legal = s("g", { class: "bw-legal" });
  readonly markers = s("g", { class: "bw-markers" });
  readonly refused = s("g", { class: "bw-refused-rings" });
  readonly pointed = s("g", { class: "bw-pointed-rings" });
  readonly costs = s("g", { class: "bw-costs" });
  readonly notes = s("g", { class: "bw-notes" });
  /** Highlighted spaces of the notes: under names and pieces, the other notes over them. */
  readonly washes = s("g", { class: "bw-notes" });

  private readonly hatch: string;
  private priced: { space: Space; cost: string }[] = [];
  private readonly signs = new Map<Space, SVGElement[]>();

  /** Centre to corner of a hex. */
  private readonly radius: number;

  constructor(
    private readonly directory: Directory,
    layers: Layers,
    hatch = "",
  ) {
    this.hatch = hatch;
    this.radius = reachOf(directory.template ?? "");
    layers.add("control", this.control);
    layers.add("markers", this.markers);
    layers.add("annotations", this.notes);
    layers.add("annotations", this.washes);
  }

  showControl(control: Record<string, string> | undefined): void {
    const nodes: SVGElement[] = this.hatch ? [hatching(this.hatch)] : [];
    for (const [id, side] of Object.entries(control ?? {})) {
      const space = this.directory.find(id);
      if (!space || !side) continue;
      nodes.push(outline(this.directory, space, { class: `bw-held bw-held-${side}` }));
      // Lines as well as a tint: to be told apart in print and by every kind of colour vision.
      if (this.hatch) nodes.push(outline(this.directory, space, { class: `bw-hatch bw-hatch-${side}`, fill: `url(#${this.hatch})` }));
    }
    this.control.replaceChildren(...nodes);
  }

  /** Rings the spaces of a battle that is pointed at in the panel. */
  showPointed(ids: readonly string[]): void {
    const spaces = ids.map((id) => this.directory.find(id)).filter((space): space is Space => space !== null);
    this.pointed.replaceChildren(...spaces.map((space) => outline(this.directory, space, {})));
  }

  /** Rings the spaces that stand in the way of an order. */
  showRefused(refused: readonly Refused[] | undefined): void {
    const spaces = (refused ?? []).map(({ at }) => this.directory.find(at)).filter((space): space is Space => space !== null);
    this.refused.replaceChildren(...spaces.map((space) => outline(this.directory, space, {})));
  }

  /** Destinations in yellow, each with the cost of its default option. */
  showLegal(choices: readonly Choice[]): void {
    const fields: SVGElement[] = [];
    this.priced = [];
    for (const [index, [first]] of byDestination(choices)) {
      const space = this.directory.at(index);
      if (!space) continue;
      fields.push(outline(this.directory, space, {}));
      if (first?.cost) this.priced.push({ space, cost: shortCost(first.cost) });
    }
    this.legal.replaceChildren(...fields);
  }

  /** Puts each cost where it hides neither name nor piece, as far as there is room. Boxes in px at this scale. */
  placeCosts(k: number, obstacles: readonly Box[]): void {
    const taken = [...obstacles];
    const nodes = this.priced.flatMap(({ space, cost }) => {
      const width = 9 + 5.6 * cost.length;
      // Where hexes are smaller than their costs these would hide the map and each other; the pointer still tells them.
      if (space.d === null && width > Math.sqrt(3) * this.radius * k) return [];
      const spots = space.d === null ? [[0, 0.66 * this.radius * k] as Point] : round(DISC * k, width, PILL_PX);
      const candidates = spots.map(([dx, dy]) => ({ dx, dy, box: boxAt(space.x * k + dx, space.y * k + dy, width, PILL_PX) }));
      const best = freest(candidates, taken) ?? candidates[0];
      if (space.d === null && best && obstacles.some((box) => overlap(best.box, box) > MOST_COVERED * width * PILL_PX)) return [];
      if (best) taken.push(best.box);
      return [at(space.x, space.y, pill(cost, width, best?.dx ?? 0, best?.dy ?? 0))];
    });
    this.costs.replaceChildren(...nodes);
  }

  /** How far what is drawn in the middle of a space reaches, in world units. */
  get discRadius(): number {
    return this.directory.template === null ? DISC : 0.42 * this.radius;
  }

  /** Markers of a space stand in a row; the known ones as a sign, others as their text. */
  showMarkers(markers: Scene["markers"]): void {
    this.signs.clear();
    for (const marker of markers ?? []) {
      const space = this.directory.find(marker.at);
      if (!space) continue;
      const mark = sign(marker.kind);
      mark.append(s("title", {}, marker.say ?? (marker.text || marker.kind.replaceAll("-", " "))));
      const row = this.signs.get(space) ?? [];
      mark.setAttribute("transform", `translate(${13 * row.length} 0)`);
      this.signs.set(space, [...row, mark]);
    }
    const rows = [...this.signs].map(([space, row]) => at(space.x, space.y, s("g", {}, ...row)));
    this.markers.replaceChildren(...rows);
  }

  /** Puts each row of markers beside the town, on the map, not on its name; gives the boxes they take, in px. */
  placeMarkers(k: number, nominal: number, obstacles: readonly Box[]): Box[] {
    const size = Math.min(Math.max(k / nominal, LEAST_SIGN), 1);
    const taken: Box[] = [];
    [...this.signs].forEach(([space, row], i) => {
      const width = (13 * (row.length - 1) + SIGN_PX) * size;
      const spots = round(this.discRadius * k, width, SIGN_PX * size);
      const candidates = spots.map(([dx, dy]) => ({ dx, dy, box: boxAt(space.x * k + dx, space.y * k + dy, width, SIGN_PX * size) }));
      const best = freest(candidates, [...obstacles, ...taken]) ?? candidates[0];
      if (!best) return;
      taken.push(best.box);
      const left = best.dx - width / 2 + (SIGN_PX / 2) * size;
      this.markers.children[i]?.firstElementChild?.firstElementChild?.setAttribute("transform", `translate(${left.toFixed(1)} ${best.dy.toFixed(1)}) scale(${size.toFixed(2)})`);
    });
    return taken;
  }

  showNotes(notes: readonly Annotation[], tokens: Record<string, string>, whereIsPiece: (id: string) => Point | null): void {
    const spot = (id: string | undefined): Point | null => {
      const space = this.directory.find(id);
      return space ? [space.x, space.y] : id ? whereIsPiece(id) : null;
    };
    const draw = (some: readonly Annotation[]) => some.flatMap((note) => this.note(note, userColour(note.colour, tokens), spot));
    this.washes.replaceChildren(...draw(notes.filter((note) => note.kind === "highlight")));
    this.notes.replaceChildren(...draw(notes.filter((note) => note.kind !== "highlight")));
  }

  private note(note: Annotation, colour: string | null, spot: (id: string | undefined) => Point | null): SVGElement[] {
    const group = s("g", { class: `bw-note bw-note-${note.kind}` });
    if (colour) group.style.setProperty("--n", colour);
    const where = spot(note.at ?? note.to);
    if (!where) return [];
    if (note.kind === "arrow") {
      const from = spot(note.from);
      if (!from) return [];
      group.append(...arrow(from, where));
    } else if (note.kind === "ring") {
      group.append(s("circle", { cx: where[0], cy: where[1], r: 26 }));
    } else if (note.kind === "highlight") {
      const space = this.directory.find(note.at);
      if (space) group.append(outline(this.directory, space, {}));
    }
    if (note.text) group.append(noteText(note, where, spot(note.from)));
    return [group];
  }
}

/** A group at a world point whose contents are measured in px, whatever the zoom. */
function at(x: number, y: number, content: SVGElement): SVGElement {
  return s("g", { transform: `translate(${x} ${y})` }, s("g", { class: "bw-in-px" }, content));
}

function pill(cost: string, width: number, x: number, y: number): SVGElement {
  const half = PILL_PX / 2;
  return s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, s("rect", { x: -width / 2, y: -half, width, height: PILL_PX, rx: half }), s("text", { y: 3.6 }, cost));
}

/** Slanting lines over held ground, in world units. */
function hatching(id: string): SVGElement {
  const tile = s("pattern", { id, width: 13, height: 13, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  tile.append(s("path", { d: "M0,0V13", class: "bw-hatch-line" }));
  return s("defs", {}, tile);
}

function noteText(note: Annotation, where: Point, from: Point | null): SVGElement {
  if (note.kind === "arrow" && from) {
    return at((from[0] + where[0]) / 2, (from[1] + where[1]) / 2, s("text", { y: -12 }, note.text ?? ""));
  }
  // Over the name of the space; over the circle of a ring.
  return at(where[0], where[1] - (note.kind === "ring" ? 32 : 0), s("text", { y: note.kind === "ring" ? 0 : -30 }, note.text ?? ""));
}

/** A tapering arrow with a slight bend, as drawn on campaign maps; it stops short of both ends. */
export function arrow(start: Point, end: Point): SVGElement[] {
  const whole = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const gap = Math.min(16, whole * 0.2);
  const [ux, uy] = [(end[0] - start[0]) / whole, (end[1] - start[1]) / whole];
  const [x0, y0] = [start[0] + ux * gap, start[1] + uy * gap];
  const [x1, y1] = [end[0] - ux * gap, end[1] - uy * gap];
  const length = Math.max(whole - 2 * gap, 1);
  const bend = Math.min(length * 0.1, 24);
  const [cx, cy] = [(x0 + x1) / 2 - uy * bend, (y0 + y1) / 2 + ux * bend];
  // The head points along the end of the curve, not along the chord.
  const tangent = Math.hypot(x1 - cx, y1 - cy) || 1;
  const [tx, ty] = [(x1 - cx) / tangent, (y1 - cy) / tangent];
  const head = Math.min(20, length * 0.4);
  const [bx, by] = [x1 - tx * head, y1 - ty * head];
  const p = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const beside = (x: number, y: number, n: number) => p(x - ty * n, y + tx * n);
  const d = `M${p(x0 - uy * 1.6, y0 + ux * 1.6)} Q${p(cx - uy * 3, cy + ux * 3)} ${beside(bx, by, 4.5)} L${beside(bx, by, 11)} L${p(x1, y1)} L${beside(bx, by, -11)} L${beside(bx, by, -4.5)} Q${p(cx + uy * 3, cy - ux * 3)} ${p(x0 + uy * 1.6, y0 - ux * 1.6)} Z`;
  return [s("path", { d })];
}
