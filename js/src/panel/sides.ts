// What lies beside the map: boxes with pieces (reinforcements, eliminated), tracks, the switches of the view and
// the legend.
import { button, h, s } from "../dom";
import type { Session } from "../play/session";
import type { Box, Ground, Scene, Shape, Track } from "../scene";
import { token } from "../theme";
import { type PieceLook, portrait } from "../view/counter";
import { nameOf } from "./bar";

export class Boxes {
  readonly node = h("section", { class: "bw-boxes", "aria-label": "Beside the map" });
  private readonly open = new Map<string, boolean>();

  constructor(
    private readonly session: Session,
    private readonly look: () => PieceLook | null,
  ) {}

  update(scene: Scene): void {
    const boxes = (scene.boxes ?? []).filter((box) => box.pieces.length);
    const tracks = scene.tracks ?? [];
    this.node.hidden = !boxes.length && !tracks.length;
    this.node.replaceChildren(...tracks.map(trackRow), ...boxes.map((box) => this.box(box)));
  }

  private box(box: Box): HTMLElement {
    const live = box.pieces.some((piece) => piece.live);
    const node = h("details", { class: "bw-box", open: this.open.get(box.id) ?? live });
    node.addEventListener("toggle", () => this.open.set(box.id, node.open));
    const count = h("span", { class: "bw-count" }, String(box.pieces.length));
    const pieces = box.pieces.map((piece) => {
      const name = piece.say ?? piece.name ?? piece.id;
      const held = this.session.selection.includes(piece.id);
      const cls = `bw-unit${held ? " bw-held" : ""}${piece.live ? " bw-live-unit" : ""}`;
      const unit = button("", { class: cls, title: name, "aria-label": name, "aria-pressed": String(held) }, (event) => this.session.toggle(piece.id, event.shiftKey));
      const look = this.look();
      if (look) unit.append(portrait(piece, look, 38));
      return unit;
    });
    node.append(h("summary", {}, box.title, count), h("div", { class: "bw-units" }, ...pieces));
    return node;
  }
}

function trackRow(track: Track): HTMLElement {
  const most = track.max ?? 0;
  const meter = most > 0 ? h("meter", { min: 0, max: most, value: track.value, "aria-label": track.label }) : null;
  return h("div", { class: "bw-track" }, h("span", {}, track.label), meter, h("b", {}, track.text ?? String(track.value)));
}

export class Switches {
  readonly node = h("details", { class: "bw-switches" });
  private shown = "";

  constructor(private readonly session: Session) {}

  update(scene: Scene, ground: Ground, viewpoint: string, layers: Record<string, boolean>): void {
    const state = JSON.stringify([scene.viewpoints, viewpoint, layers, ground.layers]);
    if (state === this.shown) return;
    this.shown = state;
    const body = h("div", { class: "bw-switch-body" });
    if (scene.viewpoints.length > 1) body.append(this.viewpoint(scene.viewpoints, viewpoint));
    body.append(...ground.layers.map(({ id, label, on }) => this.layer(id, label, layers[id] ?? on, layers)));
    this.node.replaceChildren(h("summary", {}, "View and layers"), body);
  }

  private viewpoint(all: readonly string[], now: string): HTMLElement {
    const options = all.map((name) => h("option", { value: name, selected: name === now }, name === "active" ? "Active player" : nameOf(name)));
    const select = h("select", { class: "bw-select" }, ...options);
    select.addEventListener("change", () => this.session.set("viewpoint", select.value));
    return h("label", { class: "bw-field" }, "Seen by ", select);
  }

  private layer(id: string, label: string, on: boolean, layers: Record<string, boolean>): HTMLElement {
    const box = h("input", { type: "checkbox", checked: on });
    box.addEventListener("change", () => this.session.set("layers", { ...layers, [id]: box.checked }));
    return h("label", { class: "bw-check" }, box, label);
  }
}

/** What the colours and signs mean, read from the ground itself. */
export function legend(ground: Ground): HTMLElement {
  const rows: HTMLElement[] = [];
  const labels = new Map(ground.layers.map((layer) => [layer.id, layer.label]));
  const seen = new Set<string>();
  for (const shape of ground.shapes) {
    const label = labels.get(shape.layer);
    if (!label || seen.has(shape.layer)) continue;
    seen.add(shape.layer);
    rows.push(row(swatch(shape), label));
  }
  for (const type of Object.keys(ground.symbols)) rows.push(row(symbolSwatch(ground, type), type.replaceAll("-", " ")));
  return h("details", { class: "bw-legend" }, h("summary", {}, "Legend"), h("div", { class: "bw-legend-rows" }, ...rows));
}

function row(picture: SVGElement, text: string): HTMLElement {
  return h("div", { class: "bw-legend-row" }, picture, h("span", {}, text));
}

function swatch(shape: Shape): SVGElement {
  const svg = s("svg", { viewBox: "0 0 28 16", width: 28, height: 16, class: "bw-swatch" });
  for (const paint of shape.paints) {
    if (paint.stroke) {
      const width = typeof paint.width === "number" ? paint.width : (paint.width?.[0] ?? 1);
      svg.append(s("path", { d: "M1,11 C9,3 18,14 27,5", fill: "none", stroke: token(paint.stroke), "stroke-width": Math.min(width, 8), opacity: paint.opacity, "stroke-dasharray": paint.dash?.join(" ") }));
    } else if (paint.fill) svg.append(s("rect", { width: 28, height: 16, rx: 3, fill: token(paint.fill), opacity: paint.opacity }));
  }
  return svg;
}

function symbolSwatch(ground: Ground, type: string): SVGElement {
  const svg = s("svg", { viewBox: "18 43 164 114", width: 28, height: 19, class: "bw-swatch bw-swatch-symbol" });
  svg.append(s("rect", { x: 25, y: 50, width: 150, height: 100, "stroke-width": 9 }));
  for (const { d, fill } of ground.symbols[type] ?? []) svg.append(s("path", { d, class: fill ? "bw-solid" : "bw-line", "stroke-width": 9 }));
  return svg;
}
