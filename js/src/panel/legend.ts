// What the colours and signs mean, read from the ground and from what is on the board.
import { h, s } from "../dom";
import { wordOf } from "../play/session";
import type { Badge, Ground, Piece, Scene, Shape } from "../scene";
import { token } from "../theme";
import { draw } from "../view/badges";
import { coat, drawPiece, lookOf, status, tray } from "../view/counter";
import { sign } from "../view/signs";

const QUALITIES = ["elite", "veteran", "green"];

export class Legend {
  readonly node = h("details", { class: "bw-legend" });
  private shown = "";
  /** Badges and markers met so far: a sign that was seen once stays explained. */
  private readonly badges = new Set<string>();
  private readonly markers = new Set<string>(["contested"]);

  update(ground: Ground, scene: Scene): void {
    const pieces = [...scene.pieces, ...(scene.boxes ?? []).flatMap((box) => box.pieces)];
    const types = [...new Set(pieces.map((piece) => piece.type ?? ""))].filter((type) => ground.symbols[type]);
    for (const badge of pieces.flatMap((piece) => piece.badges ?? [])) this.badges.add(badge);
    for (const { kind } of scene.markers ?? []) this.markers.add(kind);
    const coats = coatsOf(ground, pieces);
    const qualities = QUALITIES.filter((quality) => pieces.some((piece) => piece.quality === quality));
    const sides = [...new Set(Object.values(scene.control ?? {}))].sort();
    const state = [ground.id, ...types.sort(), ...this.badges, ...this.markers, ...coats.keys(), ...qualities, ...sides].join(" ");
    if (state === this.shown) return;
    this.shown = state;
    const parts: [string, HTMLElement[]][] = [
      ["Play", [...signs(ground, sides), ...[...this.markers].flatMap(marker)]],
      ["Counters", [...[...coats].map(([name, piece]) => row(pieceSwatch(ground, piece), wordOf(ground, name))), ...qualities.map((quality) => row(pipSwatch(quality), `${wordOf(ground, quality)} step`)), ...[...this.badges].sort().map((badge) => row(badgeSwatch(badge), wordOf(ground, badge)))]],
      ["Unit types", types.map((type) => row(symbolSwatch(ground, type), wordOf(ground, type)))],
      ["Map", [...printed(ground), ...terrain(ground)]],
    ];
    const body = parts.filter(([, rows]) => rows.length).flatMap(([title, rows]) => [h("h4", {}, title), h("div", { class: "bw-legend-rows" }, ...rows)]);
    this.node.replaceChildren(h("summary", {}, "Legend"), ...body);
  }
}

function signs(ground: Ground, sides: readonly string[]): HTMLElement[] {
  return [
    row(patch("bw-key-legal"), "Destination"),
    row(costSwatch(), "Cost of going there"),
    row(patch("bw-key-live"), "Unit that can act"),
    row(patch("bw-key-refused"), "Stands in the way of an order"),
    ...sides.map((side) => row(patch(`bw-key-held bw-key-${side}`, true), `${wordOf(ground, side)} control`)),
  ];
}

function marker(kind: string): HTMLElement[] {
  const mark = sign(kind);
  return mark ? [row(box(mark, 9), kind === "contested" ? "Both sides are here" : wordOf(null, kind))] : [];
}

/** One piece for each colour on the board. */
function coatsOf(ground: Ground, pieces: readonly Piece[]): Map<string, Piece> {
  const look = lookOf(ground);
  return new Map(pieces.filter((piece) => !piece.hidden).map((piece) => [coat(piece, look), piece]));
}

/** Marks printed on the map, one of each kind there is. */
function printed(ground: Ground): HTMLElement[] {
  const first = (kind: string, ...texts: string[]) => ground.badges.find((badge) => badge.kind === kind && (!texts.length || texts.includes(String(badge.text))));
  const counted = ground.badges.find(({ kind, text }) => kind === "vp" && Number(text) > 0);
  const rows: [Badge | undefined, string][] = [
    [first("town"), "Town with the number of its space"],
    [counted && { ...counted, text: "3" }, "Victory value, one star a point"],
    [first("vp", "star", "gold"), "Victory space"],
    [first("vp", "white"), "Victory space, white"],
    [first("vp", "cross"), "Cross"],
    [first("entry"), "Entry road"],
    [first("fort"), "Fort"],
  ];
  const bridge = ground.shapes.some(({ paints }) => paints.some(({ stroke }) => stroke === "bridge")) ? [row(bridgeSwatch(), "Bridge")] : [];
  const marks = rows.flatMap(([badge, text]) => (badge ? [row(printedSwatch(badge), text)] : []));
  return [...marks, ...bridge];
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

function box(content: SVGElement, high: number, wide = (high * 28) / 16): SVGElement {
  return s("svg", { viewBox: `${-wide} ${-high} ${2 * wide} ${2 * high}`, width: 28, height: 16, class: "bw-swatch" }, content);
}

function printedSwatch(badge: Badge): SVGElement {
  const mark = s("g", { class: "bw-badges" }, draw({ ...badge, angle: badge.angle === undefined ? undefined : 0 }));
  return badge.kind === "vp" && Number(badge.text) > 0 ? box(mark, 6.6) : box(mark, 10.5);
}

function bridgeSwatch(): SVGElement {
  const line = (d: string, name: string, width: number) => s("path", { d, fill: "none", stroke: token(name), "stroke-width": width, "stroke-linecap": "round" });
  const svg = s("svg", { viewBox: "0 0 28 16", width: 28, height: 16, class: "bw-swatch" });
  svg.append(line("M14,0V16", "river", 5), line("M6,4.5L8.5,6.5H19.5L22,4.5M6,11.5L8.5,9.5H19.5L22,11.5", "bridge", 1.5));
  return svg;
}

function costSwatch(): SVGElement {
  const pill = s("g", { class: "bw-cost-key" }, s("rect", { x: 5, y: 1, width: 18, height: 14, rx: 7 }), s("text", { x: 14, y: 12 }, "2"));
  return s("svg", { viewBox: "0 0 28 16", width: 28, height: 16, class: "bw-swatch" }, pill);
}

function pieceSwatch(ground: Ground, piece: Piece): SVGElement {
  const S = ground.piece.size;
  const plain: Piece = { id: "", at: "", side: piece.side, nation: piece.nation, arm: piece.arm, type: piece.type };
  return s("svg", { viewBox: `${-0.56 * S} ${-0.56 * S} ${1.12 * S} ${1.12 * S}`, width: 28, height: 22, class: "bw-portrait" }, drawPiece(plain, lookOf(ground)));
}

function pipSwatch(quality: string): SVGElement {
  return box(s("g", { transform: "translate(0 -6.5)" }, tray({ id: "", at: "", side: "", quality, steps: 2, full: 2 }, 35)), 5);
}

function badgeSwatch(badge: string): SVGElement {
  const mark = s("g", { transform: "translate(-16.1 16.1)" }, status(badge, 0, 35));
  return box(mark, 8);
}

/** The lines of held ground as a few strokes: a pattern would need an id of its own. */
function patch(cls: string, lined = false): SVGElement {
  const frame = s("rect", { class: cls, x: 2, y: 2, width: 24, height: 12, rx: 2 });
  return s("svg", { viewBox: "0 0 28 16", width: 28, height: 16, class: "bw-swatch" }, frame, lined && s("path", { class: `${cls} bw-key-lines`, d: "M4,14L14,2M11,14L21,2M18,14L26,4.5" }));
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
