// What lies on the map besides terrain and pieces: who controls what, destinations with their cost, markers,
// and the arrows, rings and texts of a teacher.
import { s } from "../dom";
import { type Choice, byDestination } from "../play/choices";
import type { Directory, Space } from "../play/directory";
import type { Annotation, Point, Scene } from "../scene";
import { userColour } from "../theme";
import type { Layers } from "./layers";
import { outline } from "./shape";

export class MarksView {
  readonly control = s("g", { class: "bw-control" });
  readonly legal = s("g", { class: "bw-legal" });
  readonly markers = s("g", { class: "bw-markers" });
  readonly costs = s("g", { class: "bw-costs" });
  readonly notes = s("g", { class: "bw-notes" });

  constructor(
    private readonly directory: Directory,
    layers: Layers,
  ) {
    layers.add("control", this.control);
    layers.add("markers", this.markers);
    layers.add("annotations", this.notes);
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

  showMarkers(markers: Scene["markers"]): void {
    const count = new Map<string, number>();
    const nodes = (markers ?? []).flatMap((marker) => {
      const space = this.directory.find(marker.at);
      if (!space) return [];
      const n = count.get(marker.at) ?? 0;
      count.set(marker.at, n + 1);
      const text = marker.text || marker.kind.replaceAll("-", " ");
      const mark = tag(text, `bw-marker bw-marker-${marker.kind.replace(/[^a-z-]/g, "")}`);
      mark.append(s("title", {}, marker.say ?? text));
      return [at(space.x, space.y, s("g", { transform: `translate(0 ${22 + 15 * n})` }, mark))];
    });
    this.markers.replaceChildren(...nodes);
  }

  showNotes(notes: readonly Annotation[], tokens: Record<string, string>, whereIsPiece: (id: string) => Point | null): void {
    const spot = (id: string | undefined): Point | null => {
      const space = this.directory.find(id);
      return space ? [space.x, space.y] : id ? whereIsPiece(id) : null;
    };
    this.notes.replaceChildren(...notes.flatMap((note) => this.note(note, userColour(note.colour, tokens), spot)));
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
    // Left of a town badge on areas, where neither name nor stars stand; in the middle of a hex.
    const pill = s("g", { transform: space.d === null ? "translate(0 0)" : `translate(${-(14 + width / 2)} 0)` });
    pill.append(s("rect", { x: -width / 2, y: -9, width, height: 18, rx: 9 }), s("text", { y: 4 }, cost));
    return at(space.x, space.y, pill);
  }
}

/** A group at a world point whose contents are measured in px, whatever the zoom. */
function at(x: number, y: number, content: SVGElement): SVGElement {
  return s("g", { transform: `translate(${x} ${y})` }, s("g", { class: "bw-in-px" }, content));
}

function tag(text: string, cls: string): SVGElement {
  const width = 10 + 5.6 * text.length;
  return s("g", { class: cls }, s("rect", { x: -width / 2, y: -7, width, height: 14, rx: 3 }), s("text", { y: 3.4 }, text));
}

function noteText(note: Annotation, where: Point, from: Point | null): SVGElement {
  const [x, y] = note.kind === "arrow" && from ? [(from[0] + where[0]) / 2, (from[1] + where[1]) / 2] : where;
  const lift = note.kind === "ring" ? -34 : note.kind === "text" ? 0 : -12;
  return at(x, y + (note.kind === "ring" ? lift : 0), s("text", { y: note.kind === "ring" ? 0 : lift }, note.text ?? ""));
}

/** A tapering arrow with a slight bend, as drawn on campaign maps. */
export function arrow([x0, y0]: Point, [x1, y1]: Point): SVGElement[] {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [nx, ny] = [-uy, ux];
  const bend = Math.min(length * 0.12, 30);
  const [cx, cy] = [(x0 + x1) / 2 + nx * bend, (y0 + y1) / 2 + ny * bend];
  const head = Math.min(18, length * 0.35);
  const [bx, by] = [x1 - ux * head + nx * bend * 0.25, y1 - uy * head + ny * bend * 0.25];
  const p = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;
  const shaft = `M${p(x0 + nx * 1.5, y0 + ny * 1.5)} Q${p(cx + nx * 2, cy + ny * 2)} ${p(bx + nx * 4, by + ny * 4)} L${p(bx - nx * 4, by - ny * 4)} Q${p(cx - nx * 2, cy - ny * 2)} ${p(x0 - nx * 1.5, y0 - ny * 1.5)} Z`;
  const point = `M${p(x1, y1)} L${p(bx + nx * 10, by + ny * 10)} L${p(bx - nx * 10, by - ny * 10)} Z`;
  return [s("path", { d: `${shaft} ${point}` })];
}
