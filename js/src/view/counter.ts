// One piece as a drawing, centred on (0, 0) with side S: a counter, a block, or a hidden block. What each level
// of detail shows is decided by a class on the drawing as a whole, so no node comes or goes with the zoom.
import { s } from "../dom";
import type { Ground, Piece, SymbolPath } from "../scene";

export interface PieceLook {
  size: number;
  style: "counter" | "block";
  symbols: Record<string, SymbolPath[]>;
  /** Colours that the table holds, and those of a piece of which only the side is known. */
  tokens?: Record<string, string>;
  coats?: Record<string, string>;
  words?: Record<string, string>;
}

export function lookOf(ground: Ground): PieceLook {
  const { piece, symbols, tokens, coats, words } = ground;
  return { ...piece, symbols, tokens: tokens.light, coats, words };
}

const PLAIN = "army";

/** The name of the colours a piece wears: those of its nation, its arm or its side, the first the table has. */
export function coat(piece: Pick<Piece, "side" | "nation" | "arm">, look: Pick<PieceLook, "tokens" | "coats">): string {
  const names = [piece.nation, piece.arm, look.coats?.[piece.side], piece.side];
  return names.find((name) => name && look.tokens?.[`${name}-ink`]) ?? PLAIN;
}

export function drawPiece(piece: Piece, look: PieceLook): SVGGElement {
  const S = look.size;
  const node = s("g", { class: "bw-piece" });
  const name = coat(piece, look);
  node.style.setProperty("--b", `var(--bw-${name})`);
  node.style.setProperty("--e", `var(--bw-${name}-edge)`);
  node.style.setProperty("--i", `var(--bw-${name}-ink)`);
  const face = s("g", { class: "bw-face" });
  const round = (look.style === "block" ? 0.1 : 0.07) * S;
  const slab = { x: -S / 2, y: -S / 2, width: S, height: S, rx: round };
  face.append(s("rect", { class: "bw-halo", x: -S * 0.56, y: -S * 0.56, width: S * 1.12, height: S * 1.12, rx: round * 1.6 }));
  face.append(shadow(look, slab));
  face.append(s("rect", { class: "bw-body", ...slab, "stroke-width": 0.03 * S }));
  if (look.tokens?.[`${name}-stripe`]) face.append(s("rect", { class: "bw-stripe", x: -S / 2 + 0.03 * S, y: -S / 2 + round, width: 0.06 * S, height: S - 2 * round }));
  if (piece.hidden) face.append(...backOf(S));
  else face.append(...(look.style === "block" ? blockFace(piece, look) : counterFace(piece, look)));
  face.append(...(piece.badges ?? []).map((badge, i) => status(badge, i, S, look.words?.[badge])));
  node.append(face);
  return node;
}

type Slab = { x: number; y: number; width: number; height: number; rx: number };

function shadow(look: PieceLook, slab: Slab): SVGElement {
  const unit = look.size / 37;
  if (look.style === "block") {
    return s("rect", { class: "bw-thick", ...slab, transform: `translate(${1.6 * unit} ${1.8 * unit})` });
  }
  return s("rect", { class: "bw-shadow", ...slab, transform: `translate(${0.9 * unit} ${unit})` });
}

function counterFace(piece: Piece, look: PieceLook): SVGElement[] {
  const S = look.size;
  const parts = [
    symbol(piece, look, 0.52 * S, -0.1 * S),
    text(sizeMark(piece.size), 0, -0.32 * S, 0.15 * S, "bw-mark"),
    text(String(piece.strength ?? ""), 0, 0.4 * S, 0.3 * S, "bw-strength"),
    sideText(piece.formation, -0.36 * S, S, -90),
    sideText(piece.short, 0.36 * S, S, 90),
  ];
  if (needsDots(piece)) parts.push(...stepDots(piece, S));
  return parts.filter((part): part is SVGElement => part !== null);
}

function blockFace(piece: Piece, look: PieceLook): SVGElement[] {
  const S = look.size;
  const parts = [
    symbol(piece, look, 0.56 * S, -0.12 * S),
    text(sizeMark(piece.size), 0, -0.345 * S, 0.14 * S, "bw-mark"),
    tray(piece, S),
    text(piece.short ?? piece.name ?? "", 0, 0.455 * S, 0.2 * S, "bw-name"),
  ];
  return parts.filter((part): part is SVGElement => part !== null);
}

function backOf(S: number): SVGElement[] {
  const r = 0.31 * S;
  const q = 0.21 * S;
  return [
    s("rect", { class: "bw-back-line", x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 0.07 * S, "stroke-width": 0.03 * S }),
    s("path", { class: "bw-back-mark", d: `M0,${-q} L${q},0 L0,${q} L${-q},0 Z` }),
  ];
}

function symbol(piece: Piece, look: PieceLook, width: number, y: number): SVGElement | null {
  const paths = look.symbols[piece.type ?? ""];
  if (!paths) return text((piece.type ?? "").slice(0, 3).toUpperCase(), 0, y + width * 0.1, width * 0.4, "bw-word bw-sym");
  // The symbols' box is 150 x 100 round (100, 100).
  const scale = width / 150;
  const drawing = s("g", { transform: `scale(${scale.toFixed(4)}) translate(-100 -100)` });
  drawing.append(s("rect", { class: "bw-wash", x: 25, y: 50, width: 150, height: 100, "stroke-width": 9 }));
  for (const { d, fill } of paths) drawing.append(s("path", { d, class: fill ? "bw-solid" : "bw-line", "stroke-width": fill ? 2 : 8 }));
  return s("g", { class: "bw-sym", transform: `translate(0 ${y.toFixed(2)})` }, drawing);
}

function text(content: string, x: number, y: number, size: number, cls: string): SVGElement | null {
  if (!content) return null;
  // Long words shrink instead of leaving the counter.
  const room = cls === "bw-strength" ? 4.4 : cls === "bw-name" ? 8 : 12;
  const px = content.length > room ? (size * room) / content.length : size;
  return s("text", { x, y: y.toFixed(2), "font-size": px.toFixed(2), class: cls }, content);
}

function sideText(content: string | undefined, x: number, S: number, turn: number): SVGElement | null {
  if (!content) return null;
  const size = Math.min(0.13 * S, (0.78 * S) / Math.max(content.length, 1));
  return s(
    "text",
    { transform: `translate(${x.toFixed(2)} ${(-0.1 * S).toFixed(2)}) rotate(${turn})`, y: size * 0.35, "font-size": size.toFixed(2), class: "bw-side" },
    content,
  );
}

/** Where the printed strength already counts the steps, dots would only repeat it until one is lost. */
function needsDots({ full, steps, strength }: Piece): boolean {
  if (!full || full < 2 || steps === undefined) return false;
  return steps < full || String(strength) !== String(steps);
}

function stepDots(piece: Piece, S: number): SVGElement[] {
  const full = Math.min(piece.full ?? 0, 8);
  const steps = piece.steps ?? 0;
  return Array.from({ length: full }, (_, i) =>
    s("circle", { class: i < steps ? "bw-dot" : "bw-dot bw-lost", cx: -0.4 * S, cy: (0.4 - i * 0.1) * S, r: 0.036 * S, "stroke-width": 0.014 * S }),
  );
}

/** A pip for each step, of a shape that tells how good the troops are; lost ones pale. */
export function tray(piece: Piece, S: number): SVGElement {
  const full = Math.max(1, Math.min(piece.full ?? piece.steps ?? 1, 6));
  const steps = piece.steps ?? full;
  const step = 0.15 * S;
  const y = 0.185 * S;
  const width = full * step + 0.08 * S;
  const group = s("g", { class: `bw-tray bw-pips-${piece.quality ?? "veteran"}` });
  group.append(s("rect", { class: "bw-tray-floor", x: -width / 2, y: y - 0.09 * S, width, height: 0.18 * S, rx: 0.09 * S }));
  for (let i = 0; i < full; i++) {
    const x = (i - (full - 1) / 2) * step;
    group.append(s("path", { class: i < steps ? "bw-pip" : "bw-pip bw-lost", d: pip(piece.quality, x, y, 0.055 * S) }));
  }
  return group;
}

function pip(quality: string | undefined, x: number, y: number, r: number): string {
  const f = (n: number) => n.toFixed(2);
  if (quality === "elite") return `M${f(x)},${f(y - r * 1.25)} l${f(r * 1.25)},${f(r * 1.25)} l${f(-r * 1.25)},${f(r * 1.25)} l${f(-r * 1.25)},${f(-r * 1.25)} Z`;
  if (quality === "green") return `M${f(x - r)},${f(y)} a${f(r)},${f(r)} 0 1,0 ${f(2 * r)},0 a${f(r)},${f(r)} 0 1,0 ${f(-2 * r)},0 Z`;
  return `M${f(x - r)},${f(y - r)} h${f(2 * r)} v${f(2 * r)} h${f(-2 * r)} Z`;
}

const GLYPHS: Record<string, string> = {
  "out-of-supply": "M0,-5.5 C3,-1.5 4,0.4 4,2 A4,4 0 0 1 -4,2 C-4,0.4 -3,-1.5 0,-5.5 Z",
  "low-fuel": "M0,-5.5 C3,-1.5 4,0.4 4,2 A4,4 0 0 1 -4,2 C-4,0.4 -3,-1.5 0,-5.5 Z",
  disrupted: "M-1.2,-5 h2.4 l-0.5,6.2 h-1.4 Z M-1.2,3 h2.4 v2.2 h-2.4 Z",
  moved: "M-4.5,-1.2 h4.5 v-3 l5,4.2 l-5,4.2 v-3 h-4.5 Z",
  fought: "M-4.6,-4.6 l1.4,-0.4 l3.2,3.4 l3.2,-3.4 l1.4,0.4 l-3.2,3.9 l3.2,4 l-1.4,1.4 l-3.2,-3.9 l-3.2,3.9 l-1.4,-1.4 l3.2,-4 Z",
  entrenched: "M-5,3.5 L-2.8,-2.5 L2.8,-2.5 L5,3.5 L3,3.5 L1.7,-0.6 L-1.7,-0.6 L-3,3.5 Z",
  disordered: "M-1.2,-5 h2.4 l-0.5,6.2 h-1.4 Z M-1.2,3 h2.4 v2.2 h-2.4 Z",
  engaged: "M-5.4,-1.1 h2.6 v-2.4 l2.5,3.5 l-2.5,3.5 v-2.4 h-2.6 Z M5.4,-1.1 h-2.6 v-2.4 l-2.5,3.5 l2.5,3.5 v-2.4 h2.6 Z",
  slowed: "M-3.6,-4.4 h2.6 v8.8 h-2.6 Z M1,-4.4 h2.6 v8.8 h-2.6 Z",
  building: "M-4.4,-4.6 h6.4 l2.4,2.2 v1.2 h-2.6 v-0.8 h-1.6 v7.4 h-2.4 v-7.4 h-2.2 Z",
  exploiting: "M-4.4,-4.2 h2.4 l3,4.2 l-3,4.2 h-2.4 l3,-4.2 Z M0,-4.2 h2.4 l3,4.2 l-3,4.2 h-2.4 l3,-4.2 Z",
  "face-up": "M-5.4,0 Q0,-6.4 5.4,0 Q0,6.4 -5.4,0 Z M-2,0 a2,2 0 1,0 4,0 a2,2 0 1,0 -4,0",
  isolated: "M-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0 M-2,0 a2,2 0 1,1 4,0 a2,2 0 1,1 -4,0",
};

/** A status as a disc: the glyph always, the colour second; unknown ones show their first letter. */
export function status(name: string, place: number, S: number, word = name.replaceAll("-", " ")): SVGElement {
  const r = 0.17 * S;
  const known = GLYPHS[name];
  const at = `translate(${(0.46 * S).toFixed(2)} ${(-0.46 * S + place * 0.36 * S).toFixed(2)})`;
  const mark = known
    ? s("path", { d: known, transform: `scale(${(r / 8).toFixed(3)})` })
    : s("text", { y: r * 0.55, "font-size": (r * 1.5).toFixed(2) }, name.slice(0, 1).toUpperCase());
  return s("g", { class: `bw-status bw-is-${name.replace(/[^a-z-]/g, "")}`, transform: at }, s("title", {}, word), s("circle", { r, "stroke-width": 0.03 * S }), mark);
}

/** Where the strength stands on a counter of which others leave only a strip: "left" or "top", so wide. */
export function tuck(node: SVGGElement, S: number, strip: { side: "left" | "right" | "top"; width: number } | null): void {
  const strength = node.querySelector<SVGTextElement>(".bw-strength");
  node.classList.toggle("bw-tucked", strip !== null);
  if (!strength) return;
  const size = strip ? Math.min(0.3 * S, (strip.side === "top" ? 0.9 : 1.25) * strip.width) : 0.3 * S;
  const along = strip ? S / 2 - strip.width / 2 : 0;
  const x = strip?.side === "left" ? -along : strip?.side === "right" ? along : 0;
  // At the foot of the strip, above the ring of the next counter and clear of the symbol as long as there is room.
  const y = strip?.side === "top" ? Math.min(strip.width - 0.63 * S, 0.4 * S) : 0.4 * S;
  strength.setAttribute("x", x.toFixed(2));
  strength.setAttribute("y", y.toFixed(2));
  if (strip) strength.setAttribute("font-size", size.toFixed(2));
}

/** The size mark as drawn over the symbol: xx -> XX, iii -> III. */
function sizeMark(size: string | undefined): string {
  return (size ?? "").toUpperCase().replace(/^BN$/, "II").replace(/^\.+$/, (dots) => "•".repeat(dots.length));
}

/** The same drawing in a small SVG of its own, for panels and lists. */
export function portrait(piece: Piece, look: PieceLook, px: number): SVGSVGElement {
  const S = look.size;
  const svg = s("svg", { class: "bw-portrait", width: px, height: px, viewBox: `${-0.66 * S} ${-0.68 * S} ${1.32 * S} ${1.32 * S}`, "aria-hidden": "true" });
  svg.append(drawPiece(piece, look));
  return svg;
}
