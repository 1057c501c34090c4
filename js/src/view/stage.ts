// The composited stage: ground and live SVG in one div that is always its own layer. During a gesture only the
// CSS transform of the stage changes; 90 ms after the last event the transform is written into the drawings.
// Measured without a GPU: 16.7 ms a frame; an attribute transform on one SVG took 217 ms.
import { select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from "d3-zoom";
import { focused, h, s } from "../dom";
import type { Point } from "../scene";
import { type Transform, between, framing, snug, wheelDelta, wheelIsOurs } from "./scale";

const SETTLE_MS = 90;
/** As wide a map is drawn for paper, in px; the page then makes it as large as it can. */
const PAPER_PX = 1000;

export interface StageOptions {
  fit: readonly number[];
  opening: readonly number[];
  /** False where a press begins a drag of a piece and must not pan. */
  pans(event: Event): boolean;
  wheelIgnored(): void;
}

export class Stage {
  readonly node = h("div", { class: "bw-stage" });
  readonly ground = s("g");
  readonly live = s("g");
  readonly groundSvg = s("svg", { class: "bw-ground", "aria-hidden": "true" }, this.ground);
  readonly liveSvg = s("svg", { class: "bw-live", "aria-hidden": "true" }, this.live);
  now: Transform = { k: 1, x: 0, y: 0 };
  painted: Transform = this.now;
  fitScale = 1;
  moving = false;
  private size: Point = [0, 0];
  /** The part last shown as a whole, until a hand moves the view: another size of the board shows it again. */
  private shown: (() => readonly number[]) | null = null;
  /** Whether a hand chose how large the map is: then a print shows this part of it. */
  private enlarged = false;
  /** The view in the window while the map is on paper. */
  private kept: Transform | null = null;
  private timer = 0;
  private frame = 0;
  private readonly listeners: (() => void)[] = [];
  private readonly moved: (() => void)[] = [];
  private readonly zoom: ZoomBehavior<HTMLElement, unknown>;
  private readonly watch: ResizeObserver;

  constructor(
    readonly board: HTMLElement,
    private readonly options: StageOptions,
  ) {
    this.node.append(this.groundSvg, this.liveSvg);
    board.prepend(this.node);
    this.zoom = this.behaviour();
    select(board).call(this.zoom).on("dblclick.zoom", null);
    this.watch = new ResizeObserver(() => this.resize());
    this.watch.observe(board);
    this.resize();
  }

  /** Called whenever widths, labels and overlays must be fitted to a new scale. */
  onSettle(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Called on every step of a gesture. */
  onMove(listener: () => void): void {
    this.moved.push(listener);
  }

  toWorld(clientX: number, clientY: number): Point {
    const box = this.board.getBoundingClientRect();
    const { k, x, y } = this.now;
    return [(clientX - box.left - x) / k, (clientY - box.top - y) / k];
  }

  /** World to px inside the board. */
  toBoard(x: number, y: number): Point {
    const { now } = this;
    return [x * now.k + now.x, y * now.k + now.y];
  }

  /** Shows a part whole; a part that depends on the size of the board comes as a function. */
  show(part: readonly number[] | (() => readonly number[]), smooth = true): void {
    const [w, hgt] = this.size;
    const rect = typeof part === "function" ? part : () => part;
    this.shown = rect;
    this.enlarged = false;
    if (!w) return; // not laid out yet: it is shown when it is
    this.glide(snug(framing(rect(), w, hgt), this.options.fit, w, hgt), smooth);
  }

  get width(): number {
    return this.size[0];
  }

  /** From where to where the world is seen now, left to right. */
  get across(): Point {
    const { k, x } = this.now;
    return [-x / k, (this.width - x) / k];
  }

  /** What of the world would be seen if this part were shown; without a part, what is seen now. */
  sight(rect?: readonly number[]): [number, number, number, number] {
    const [w, hgt] = this.size;
    const { k, x, y } = rect ? snug(framing(rect, w, hgt), this.options.fit, w, hgt) : this.now;
    return [-x / k, -y / k, (w - x) / k, (hgt - y) / k];
  }

  zoomBy(factor: number): void {
    this.shown = null;
    this.enlarged = true;
    const [w, hgt] = this.size;
    const k = Math.min(Math.max(this.now.k * factor, this.fitScale * 0.6), this.fitScale * 14);
    const f = k / this.now.k;
    this.glide({ k, x: w / 2 - (w / 2 - this.now.x) * f, y: hgt / 2 - (hgt / 2 - this.now.y) * f }, true);
  }

  /** Pans just enough to bring a world point into view; for the keyboard. */
  reveal(x: number, y: number, margin = 60): void {
    const [px, py] = this.toBoard(x, y);
    const [w, hgt] = this.size;
    const dx = Math.max(margin - px, 0) + Math.min(w - margin - px, 0);
    const dy = Math.max(margin - py, 0) + Math.min(hgt - margin - py, 0);
    if (dx || dy) this.shown = null;
    if (dx || dy) this.glide({ k: this.now.k, x: this.now.x + dx, y: this.now.y + dy }, true);
  }

  /** Draws the map for paper, whole or the part that a hand enlarged; and back for the window. */
  print(on: boolean): void {
    if (on === (this.kept !== null) || !this.size[0]) return;
    if (on) return this.toPaper();
    this.now = this.kept ?? this.now;
    this.kept = null;
    for (const svg of [this.groundSvg, this.liveSvg]) svg.removeAttribute("viewBox");
    this.measure();
    this.settle();
    this.resize();
  }

  private toPaper(): void {
    const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = this.enlarged ? this.sight() : this.options.fit;
    const high = Math.ceil((PAPER_PX * (y1 - y0)) / (x1 - x0));
    this.kept = this.now;
    this.now = framing([x0, y0, x1, y1], PAPER_PX, high, 0);
    for (const svg of [this.groundSvg, this.liveSvg]) svg.setAttribute("viewBox", `0 0 ${PAPER_PX} ${high}`);
    this.board.style.setProperty("--bw-paper", String(PAPER_PX / high));
    this.settle();
  }

  close(): void {
    this.watch.disconnect();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    select(this.board).on(".zoom", null);
  }

  private behaviour(): ZoomBehavior<HTMLElement, unknown> {
    return zoom<HTMLElement, unknown>()
      .filter((event: Event) => this.accepts(event))
      .wheelDelta((event: WheelEvent) => wheelDelta(event))
      .clickDistance(4)
      .on("start", () => cancelAnimationFrame(this.frame))
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) {
          this.shown = null;
          this.enlarged ||= event.transform.k !== this.now.k;
        }
        this.move(event.transform);
      });
  }

  private accepts(event: Event): boolean {
    if (event instanceof WheelEvent) {
      const ours = wheelIsOurs(event, this.board.contains(focused(this.board)));
      if (!ours) this.options.wheelIgnored();
      return ours;
    }
    if (event instanceof MouseEvent && (event.button || event.ctrlKey)) return false;
    return this.options.pans(event);
  }

  private move(to: Transform): void {
    this.now = { k: to.k, x: to.x, y: to.y };
    this.moving = true;
    const css = between(this.painted, this.now);
    this.node.style.transform = `translate(${css.x}px,${css.y}px) scale(${css.k})`;
    for (const listener of this.moved) listener();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(), SETTLE_MS);
  }

  private settle(): void {
    clearTimeout(this.timer);
    this.moving = false;
    this.painted = this.now;
    const { k, x, y } = this.now;
    for (const world of [this.ground, this.live]) world.setAttribute("transform", `translate(${x} ${y}) scale(${k})`);
    this.node.style.transform = "none";
    for (const listener of this.listeners) listener();
  }

  private resize(): void {
    const { clientWidth: w, clientHeight: hgt } = this.board;
    if (this.kept || !w || !hgt || (w === this.size[0] && hgt === this.size[1])) return;
    const [oldW, oldH] = this.size;
    this.size = [w, hgt];
    this.measure();
    this.fitScale = framing(this.options.fit, w, hgt).k;
    this.limit(w, hgt);
    if (!oldW && !this.shown) this.show(this.options.opening, false);
    else if (this.shown) this.show(this.shown, false);
    else this.glide({ k: this.now.k, x: this.now.x + (w - oldW) / 2, y: this.now.y + (hgt - oldH) / 2 }, false);
    this.settle();
  }

  private measure(): void {
    for (const svg of [this.groundSvg, this.liveSvg]) {
      svg.setAttribute("width", String(this.size[0]));
      svg.setAttribute("height", String(this.size[1]));
    }
  }

  private limit(w: number, hgt: number): void {
    const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = this.options.fit;
    const [mx, my] = [w / this.fitScale / 2, hgt / this.fitScale / 2];
    const room: [Point, Point] = [
      [x0 - mx, y0 - my],
      [x1 + mx, y1 + my],
    ];
    this.zoom.scaleExtent([this.fitScale * 0.6, this.fitScale * 14]).translateExtent(room).extent([[0, 0], [w, hgt]]);
  }

  private glide(to: Transform, smooth: boolean): void {
    cancelAnimationFrame(this.frame);
    const from = this.now;
    const still = !smooth || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) return this.jump(to);
    const start = performance.now();
    const step = (time: number) => {
      const t = Math.min(Math.max((time - start) / 260, 0), 1);
      const ease = 1 - (1 - t) ** 3;
      this.jump({ k: from.k + (to.k - from.k) * ease, x: from.x + (to.x - from.x) * ease, y: from.y + (to.y - from.y) * ease });
      if (t < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  private jump({ k, x, y }: Transform): void {
    select(this.board).call(this.zoom.transform, zoomIdentity.translate(x, y).scale(k));
  }
}
