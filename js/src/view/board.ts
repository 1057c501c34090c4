// The board of one view: stage, ground, marks, labels, pieces and the small overlays, built once per ground.
// It draws what it is told; what a click means is decided in play/.
import { shortCost } from "../costs";
import { h, s } from "../dom";
import type { Directory, Space } from "../play/directory";
import type { Choice } from "../play/choices";
import type { Annotation, Badge, Ground, Label, Piece, Point, SceneEvent } from "../scene";
import { drawBadges } from "./badges";
import { lookOf } from "./counter";
import { boxAt } from "./placing";
import { Effects } from "./effects";
import { GroundView } from "./ground";
import { LabelView, labelsOf } from "./labels";
import { Layers } from "./layers";
import { MarksView } from "./marks";
import { Overlay } from "./overlay";
import { PiecesView } from "./pieces";
import { uncut } from "./opening";
import { grown, nominalScale } from "./scale";
import { type Box, boxOf, boxRound, outline, union } from "./shape";
import { SpaceFinder } from "./spaces";
import { Stage } from "./stage";

/** The side of a piece, in px, at which its strength can just be read; in a small view it is drawn a little larger. */
const LEAST_PX = 21;

/** How far apart the spaces of a way must be, in px, to bear its costs. */
const STEP_PX = 20;

/** As far from the edge nothing hides a unit, in px. */
const CLEAR_PX = 80;

export interface BoardHost {
  node: HTMLElement;
  pans(event: Event): boolean;
  wheelIgnored(): void;
}

/** Pieces and spaces that are to be ringed. */
export type Pointed = { pieces: readonly string[]; spaces: readonly string[] } | null;

export class BoardView {
  readonly ground: Ground;
  readonly stage: Stage;
  readonly pieces: PiecesView;
  readonly marks: MarksView;
  readonly effects: Effects;
  readonly layers = new Layers();
  private readonly finder: SpaceFinder;
  private readonly hover: Overlay;
  private readonly focus: Overlay;
  private readonly drag: Overlay;
  private readonly boxes = new Map<number, Box>();
  private readonly towns: Map<string, SVGElement>;
  private readonly nominal: number;
  private readonly ruler = s("path", { visibility: "hidden" });
  private readonly labels: LabelView;
  private readonly homes = new Map<Label, { at: Point; r: number } | null>();

  constructor(
    readonly directory: Directory,
    host: BoardHost,
  ) {
    const { ground } = directory;
    this.ground = ground;
    const prefix = `bw${Math.random().toString(36).slice(2, 8)}`;
    this.finder = new SpaceFinder(this.directory);
    this.stage = new Stage(host.node, {
      fit: ground.fit,
      opening: ground.front ?? ground.fit,
      pans: (event) => host.pans(event),
      wheelIgnored: () => host.wheelIgnored(),
    });
    this.effects = new Effects(this.directory, (x, y) => this.stage.toBoard(x, y), (space) => this.boxOf(space));
    this.stage.onMove(() => this.effects.clear());
    this.stage.node.after(this.effects.node);
    const { live, ground: floor } = this.stage;
    const map = new GroundView(floor, ground, this.layers, prefix);
    this.marks = new MarksView(this.directory, this.layers, `${prefix}-held`);
    live.append(this.ruler, this.marks.control, this.marks.washes, this.marks.legal, this.marks.refused, this.marks.pointed);
    this.towns = drawBadges(live, ground.badges, this.layers);
    this.labels = new LabelView(live, labelsOf(ground), this.layers, (label) => this.homeOf(label));
    live.append(this.marks.markers);
    this.pieces = new PiecesView(live, this.directory, lookOf(ground));
    live.append(this.marks.costs, this.marks.notes);
    this.hover = new Overlay(this.stage, "hover");
    this.focus = new Overlay(this.stage, "focus");
    this.drag = new Overlay(this.stage, "drag");
    const nominal = nominalScale(ground.fit);
    this.nominal = nominal;
    const fit = () => {
      const { k } = this.stage.now;
      map.fitWidths(k);
      this.labels.fit(this.stage.liveSvg, k, nominal);
      this.pieces.fit(this.stage.liveSvg, k);
      this.makeRoom();
    };
    this.stage.onSettle(fit);
    fit();
  }

  spaceAt(clientX: number, clientY: number): Space | null {
    const [x, y] = this.stage.toWorld(clientX, clientY);
    return this.finder.at(x, y);
  }

  /** Tint and lines over the ground a side holds, and its colours on the discs of the towns there. */
  showControl(control: Record<string, string> | undefined): void {
    this.marks.showControl(control);
    for (const { id, x, y } of this.directory.spaces) this.towns.get(`${x} ${y}`)?.setAttribute("data-side", control?.[id] ?? "");
  }

  /** Shows what happened at its place; what may be clicked next, piece or space, stays in sight. */
  playEffects(events: readonly SceneEvent[], live: readonly Piece[], targets: readonly Space[]): void {
    const S = this.ground.piece.size;
    const pieces = live.map((piece) => this.pieces.position(piece.id)).filter((at): at is Point => at !== null);
    const spaces = live.map((piece) => this.directory.find(piece.at)).filter((space): space is Space => space !== null);
    const boxes = [...pieces.map((at) => boxRound([at], S * 0.6)), ...[...spaces, ...targets].map((space) => boxRound([[space.x, space.y]], S))];
    this.effects.play(events, boxes.map(([x0, y0, x1, y1]): Box => [...this.stage.toBoard(x0, y0), ...this.stage.toBoard(x1, y1)]));
  }

  showLegal(choices: readonly Choice[]): void {
    this.marks.showLegal(choices);
    this.makeRoom();
  }

  /** Finds names, markers and costs places where they hide nothing, as far as there is room. */
  makeRoom(): void {
    const { k } = this.stage.now;
    const S = this.ground.piece.size * k * grown(this.ground.piece.size, k);
    const pieces = this.pieces.places().map(([x, y]) => boxAt(x * k, y * k, S, S));
    const marks = this.ground.badges.map((badge) => markBox(badge, k));
    this.labels.dodge(k, this.nominal, { pieces, marks });
    const taken = [...this.labels.boxes(k, this.nominal), ...marks, ...pieces];
    this.marks.placeCosts(k, [...taken, ...this.marks.placeMarkers(k, this.nominal, taken)]);
  }

  /** The mark on the map that a name belongs to: the disc or the houses in the middle of its space. */
  private homeOf(label: Label): { at: Point; r: number } | null {
    const known = this.homes.get(label);
    if (known !== undefined) return known;
    const away = (space: Space) => Math.hypot(space.x - label.x, space.y - label.y);
    const near = this.directory.spaces.reduce<Space | null>((a, b) => (a && away(a) <= away(b) ? a : b), null);
    const home = near && { at: [near.x, near.y] as Point, r: this.marks.discRadius };
    this.homes.set(label, home);
    return home;
  }

  /** Rings what is pointed at in the panel, and brings it into sight; null lets go of it. */
  pointOut(pointed: Pointed): void {
    this.pieces.point(new Set(pointed?.pieces ?? []));
    this.marks.showPointed(pointed?.spaces ?? []);
    const first = this.directory.find(pointed?.spaces[0]);
    if (first) this.stage.reveal(first.x, first.y);
  }

  /** Brings a unit that was chosen elsewhere into sight, clear of the edge and of the tools that lie on it. */
  revealPiece(id: string): void {
    const at = this.pieces.position(id);
    if (at) this.stage.reveal(at[0], at[1], CLEAR_PX);
  }

  /** Outline under the pointer; with an order, also its way and the cost so far, from where the piece itself stands. */
  showHover(space: Space | null, choice: Choice | null = null, from: Point | null = null): void {
    if (!space) return this.hover.hide();
    const [path, allowed] = [choice?.path ?? [], choice !== null];
    const cls = allowed ? "bw-hover bw-allowed" : "bw-hover";
    const nodes: SVGElement[] = [outline(this.directory, space, { class: cls })];
    let box = this.boxOf(space);
    const points = path.map((i) => this.directory.at(i)).filter((each): each is Space => each !== null);
    if (points.length > 1) {
      const way = points.map((each): Point => [each.x, each.y]);
      if (from) way[0] = from;
      nodes.push(...drawPath(way, this.roomy(way) ? (choice?.steps?.() ?? []) : []));
      box = union(box, boxRound(way, 10));
    }
    this.hover.show(box, ...nodes);
  }

  /** Whether the costs of the steps have room between each other. */
  private roomy(way: readonly Point[]): boolean {
    const { k } = this.stage.now;
    return way.every(([x, y], i) => i === 0 || Math.hypot(x - (way[i - 1] as Point)[0], y - (way[i - 1] as Point)[1]) * k >= STEP_PX);
  }

  /** The opening view: the front, and the pieces close to it that may act now. */
  openOn(pieces: readonly string[]): void {
    const { fit, front, piece } = this.ground;
    if (!front) return this.stage.show(fit, false);
    const [x0, y0, x1, y1] = front;
    const [mx, my] = [0.15 * (x1 - x0), 0.15 * (y1 - y0)];
    const close = (at: Point | null): at is Point =>
      at !== null && at[0] > x0 - mx && at[0] < x1 + mx && at[1] > y0 - my && at[1] < y1 + my;
    const acting = pieces.map((id) => this.pieces.position(id)).filter(close);
    const wide = acting.length ? union(front, boxRound(acting, piece.size * 0.8)) : front;
    const places = this.pieces.places();
    const sight = (rect: Box): Box => this.stage.sight(rect);
    this.stage.show(() => {
      const widest = (this.stage.width * piece.size * 1.1) / LEAST_PX;
      const [left, , right] = sight(wide);
      const scenery = { pieces: places, wanted: acting, half: piece.size * 0.56, widest };
      // All that may act, if they can still be read so; else the front alone.
      return uncut(right - left > widest ? (front as Box) : wide, scenery, sight);
    }, false);
  }

  /** Where a path of the selected pieces begins on the map. */
  origin(selection: readonly string[]): Point | null {
    return selection[0] === undefined ? null : this.pieces.position(selection[0]);
  }

  showFocus(space: Space | null): void {
    if (!space) return this.focus.hide();
    this.focus.show(this.boxOf(space), outline(this.directory, space, { class: "bw-focus" }));
  }

  showGhost(piece: Piece | null, at: Point): void {
    const ghost = piece ? this.pieces.ghost(piece.id) : null;
    if (!ghost) return this.drag.hide();
    const S = this.ground.piece.size;
    ghost.style.transform = `translate(${at[0]}px,${at[1]}px) scale(1.1)`;
    this.drag.show([at[0] - S, at[1] - S, at[0] + S, at[1] + S], ghost);
  }

  showNotes(notes: readonly Annotation[], tokens: Record<string, string>): void {
    this.marks.showNotes(notes, tokens, (id) => this.pieces.position(id));
  }

  close(): void {
    this.stage.close();
    this.stage.node.remove();
    this.effects.node.remove();
  }

  private boxOf(space: Space): Box {
    let box = this.boxes.get(space.index);
    if (!box) this.boxes.set(space.index, (box = boxOf(this.directory, space, this.ruler)));
    return box;
  }
}

/** The box of a printed mark in px. */
function markBox({ x, y, kind, text }: Badge, k: number): Box {
  const [width, height] = kind === "vp" ? [Number(text) * 6.6 * k || 15, 7 * k] : [18 * k, 18 * k];
  return boxAt(x * k, y * k, width, height);
}

function drawPath(points: readonly Point[], costs: readonly string[]): SVGElement[] {
  const d = `M${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`;
  const dots = points.slice(1, -1).map(([x, y], i) => (costs[i] ? stepCost(x, y, shortCost(costs[i])) : s("circle", { class: "bw-way-dot", cx: x, cy: y, r: 3 })));
  const [ex, ey] = points[points.length - 1] as Point;
  const end = s("circle", { class: "bw-way-end", cx: ex, cy: ey, r: 5 });
  return [s("path", { class: "bw-way-case", d }), s("path", { class: "bw-way", d }), ...dots, end];
}

/** What a way has cost when it comes by here. */
function stepCost(x: number, y: number, cost: string): SVGElement {
  const wide = Math.max(15, 5 + 6.5 * cost.length);
  const plate = s("rect", { x: -wide / 2, y: -7.5, width: wide, height: 15, rx: 7.5 });
  return s("g", { class: "bw-way-costs", transform: `translate(${x} ${y})` }, s("g", { class: "bw-in-px" }, plate, s("text", { y: 3.7 }, cost)));
}

/** The element the board lives in: one stop for Tab, walked by arrow keys. */
export function boardNode(): HTMLElement {
  return h("div", {
    class: "bw-board",
    tabindex: 0,
    role: "application",
    "aria-roledescription": "map board",
    "aria-label": "Map",
    "data-lm-suppress-shortcuts": "true",
  });
}
