// What the colours and signs mean, read from the ground and from what is on the board.
import { h, s } from "../dom";
import type { Ground, Scene, Shape } from "../scene";
import { token } from "../theme";

export class Legend {
  readonly node = h("details", { class: "bw-legend" });
  private shown = "";

  update(ground: Ground, scene: Scene): void {
    const pieces = [...scene.pieces, ...(scene.boxes ?? []).flatMap((box) => box.pieces)];
    const types = [...new Set(pieces.map((piece) => piece.type ?? ""))].filter((type) => ground.symbols[type]);
    const state = [ground.id, ...types.sort()].join(" ");
    if (state === this.shown) return;
    this.shown = state;
    const rows = [...signs(), ...terrain(ground), ...types.map((type) => row(symbolSwatch(ground, type), type.replaceAll("-", " ")))];
    this.node.replaceChildren(h("summary", {}, "Legend"), h("div", { class: "bw-legend-rows" }, ...rows));
  }
}

function signs(): HTMLElement[] {
  return [
    row(patch("bw-key-legal"), "destination"),
    row(patch("bw-key-live"), "unit that can act"),
    row(patch("bw-key-german"), "German control"),
    row(patch("bw-key-allied"), "Allied control"),
  ];
}

function terrain(ground: Ground): HTMLElement[] {
  const labels = new Map(ground.layers.map((layer) => [layer.id, layer.label]));
  const rows: HTMLElement[] = [];
  for (const shape of ground.shapes) {
    const label = labels.get(shape.layer);
    if (!label || !shape.paints.some((paint) => paint.fill || paint.stroke)) continue;
    labels.delete(shape.layer); // once each
    rows.push(row(swatch(shape), label));
  }
  return rows;
}

function row(picture: SVGElement, text: string): HTMLElement {
  return h("div", { class: "bw-legend-row" }, picture, h("span", {}, text));
}

function patch(cls: string): SVGElement {
  const frame = s("rect", { class: cls, x: 2, y: 2, width: 24, height: 12, rx: 2 });
  return s("svg", { viewBox: "0 0 28 16", width: 28, height: 16, class: "bw-swatch" }, frame);
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
