// What lies on the map besides terrain and pieces: who controls what, destinations with their cost, markers,
// and the arrows, rings and texts of a teacher.
import { s } from "../dom";
import { type Choice, byDestination } from "../play/choices";
import type { Directory, Space } from "../play/directory";
import type { Annotation, Point, Scene } from "../scene";
import { userColour } from "../theme";
import type { Layers } from "./layers";
import { outline } from "./shape";
import { reachOf } from "./spaces";

/** Signs in a disc of radius 7; crossed swords for ground both sides hold. */
const SIGNS: Record<string, string> = {
  contested: "M-3.4,-3.4 L3.4,3.4 M3.4,-3.4 L-3.4,3.4 M-3.9,1.4 L-1.4,3.9 M3.9,1.4 L1.4,3.9",
  bridge: "M-4,-1.6 H4 M-4,1.6 H4 M-4.6,-3 L-4,-1.6 M4.6,-3 L4,-1.6 M-4.6,3 L-4,1.6 M4.6,3 L4,1.6",
};

export class MarksView {
  readonly control = s("g", { class: "bw-control" });
  readonly legal = s("g", { class: "bw-legal" });
  readonly markers = s("g", { class: "bw-markers" });
  readonly costs = s("g", { class: "bw-costs" });
  readonly notes = s("g", { class: "bw-notes" });
  /** Highlighted spaces of the notes: under names and pieces, the other notes over them. */
  readonly washes = s("g", { class: "bw-notes" });

  /** Centre to corner of a hex. */
  private readonly radius: number;

  constructor(
    private readonly directory: Directory,
    layers: Layers,
  ) {
    this.radius = reachOf(directory.template ?? "");
    layers.add("control", this.control);
    layers.add("markers", this.markers);
    layers.add("annotations", this.notes);
    layers.add("annotations", this.washes);
  }

  showControl(control: Record<string, string> | undefined): void {
    const nodes: SVGElement[] = [];
    for (const [id, side] of Object.entries(control ?? {})) {
      const space = this.directory.find(id);
      if (space && side) nodes.push(outline(this.directory, space, { class: `bw-held-${side}` }));
    }
    this.control.replaceChildren(...nodes);
  }

  /** Destinations in yellow, each with the cost of its default option. */
  showLegal(choices: readonly Choice[]): void {
    const fields: SVGElement[] = [];
    const costs: SVGElement[] = [];
    for (const [index, [first]] of byDestination(choices)) {
      const space = this.directory.at(index);
      if (!space) continue;
      fields.push(outline(this.directory, space, {}));
      if (first?.cost) costs.push(this.cost(space, first.cost));
    }
    this.legal.replaceChildren(...fields);
    this.costs.replaceChildren(...costs);
  }

  /** Markers sit on the rim of the town badge like a notice; the known ones as a sign, others as their text. */
  showMarkers(markers: Scene["markers"]): void {
    const count = new Map<string, number>();
    const nodes = (markers ?? []).flatMap((marker) => {
      const space = this.directory.find(marker.at);
      if (!space) return [];
      const n = count.get(marker.at) ?? 0;
      count.set(marker.at, n + 1);
      const text = marker.text || marker.kind.replaceAll("-", " ");
      const mark = SIGNS[marker.kind] ? sign(marker.kind) : tag(text, "bw-marker");
      mark.append(s("title", {}, marker.say ?? text));
      const place = SIGNS[marker.kind] ? `translate(${9 + 13 * n} -9)` : `translate(0 ${24 + 15 * n})`;
      return [at(space.x, space.y, s("g", { transform: place }, mark))];
    });
    this.markers.replaceChildren(...nodes);
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

  private cost(space: Space, cost: string): SVGElement {
    const width = 11 + 6.2 * cost.length;
    // Left of a town badge, where neither name nor stars stand; at the foot of a hex, clear of its counters.
    const left = space.d === null ? 0 : -(14 + width / 2);
    const down = space.d === null ? 0.66 * this.radius : 0;
    const pill = s("g", { transform: `translate(${left} 0)` });
    pill.append(s("rect", { x: -width / 2, y: -9, width, height: 18, rx: 9 }), s("text", { y: 4 }, cost));
    return at(space.x, space.y + down, pill);
  }
}

/** A group at a world point whose contents are measured in px, whatever the zoom. */
function at(x: number, y: number, content: SVGElement): SVGElement {
  return s("g", { transform: `translate(${x} ${y})` }, s("g", { class: "bw-in-px" }, content));
}

function sign(kind: string): SVGElement {
  return s("g", { class: "bw-sign" }, s("circle", { r: 7 }), s("path", { d: SIGNS[kind] }));
}

function tag(text: string, cls: string): SVGElement {
  const width = 10 + 5.6 * text.length;
  return s("g", { class: cls }, s("rect", { x: -width / 2, y: -7, width, height: 14, rx: 3 }), s("text", { y: 3.4 }, text));
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
