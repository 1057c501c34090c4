// Mouse, pen and finger on the board: hover, click, tap, drag and drop. Panning and zooming are the stage's.
import type { Piece } from "../scene";
import type { BoardView } from "../view/board";
import type { Popups } from "../view/popups";
import type { BoardInput } from "./board-input";
import type { Space } from "./directory";
import type { Session } from "./session";

const REASON_MS = 120;
const DRAG_PX = 5;
const DOUBLE_MS = 600;

interface Press {
  piece: Piece;
  x: number;
  y: number;
  dragging: boolean;
}

export class Pointer {
  private press: Press | null = null;
  private over: Space | null = null;
  private timer = 0;
  private touch = false;
  private swallow = false;
  private played = -Infinity;
  private readonly stop = new AbortController();

  constructor(
    private readonly node: HTMLElement,
    private readonly session: Session,
    private readonly board: BoardView,
    private readonly input: BoardInput,
    private readonly popups: Popups,
    private readonly describe: (space: Space | null) => void,
  ) {
    const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
      node.addEventListener(name, act, { signal: this.stop.signal });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", () => this.endDrag());
    on("pointerleave", () => this.leave());
    on("click", (event) => this.click(event));
    board.stage.onMove(() => this.quiet());
  }

  /** A press on a piece that may act begins a drag, so it must not pan. A finger always pans. */
  pans(event: Event): boolean {
    if (event.type.startsWith("touch")) return true;
    const piece = this.board.pieces.pieceOf(event.target);
    return !piece || !this.mayDrag(piece);
  }

  /** Draws the hover again after the scene or the selection changed under a pointer at rest. */
  again(): void {
    const space = this.over;
    this.over = null;
    if (space) this.enter(space, null);
    else this.board.showHover(null);
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop.abort();
  }

  private mayDrag(piece: Piece): boolean {
    return (this.session.choices?.ofPiece(piece.id) ?? []).some((choice) => choice.to !== null);
  }

  private down(event: PointerEvent): void {
    this.touch = event.pointerType === "touch";
    this.swallow = false;
    this.node.focus({ preventScroll: true });
    const piece = this.board.pieces.pieceOf(event.target);
    if (this.touch || event.button !== 0 || !piece || !this.mayDrag(piece)) return;
    this.press = { piece, x: event.clientX, y: event.clientY, dragging: false };
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (press) this.drag(press, event);
    if (event.pointerType === "touch" || this.board.stage.moving) return;
    const [x, y] = this.board.stage.toWorld(event.clientX, event.clientY);
    const piece = press?.dragging ? null : this.board.pieces.pieceOf(event.target);
    if (piece) this.board.pieces.fan(piece.id, this.board.stage.across);
    else if (!press?.dragging) this.board.pieces.unfan(x, y);
    // A fanned piece belongs to its space, wherever it is drawn.
    const space = piece ? this.board.directory.find(piece.at) : this.board.spaceAt(event.clientX, event.clientY);
    if (space !== this.over) this.enter(space, event);
  }

  private drag(press: Press, event: PointerEvent): void {
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
      press.dragging = true;
      this.node.setPointerCapture(event.pointerId);
      this.node.classList.add("bw-dragging");
      this.popups.closePick();
      if (!this.session.selection.includes(press.piece.id)) this.session.select([press.piece.id]);
    }
    this.board.showGhost(press.piece, this.board.stage.toWorld(event.clientX, event.clientY));
  }

  private up(event: PointerEvent): void {
    const { press } = this;
    const dropped = press?.dragging ?? false;
    this.endDrag();
    if (!dropped) return;
    this.swallow = true;
    const space = this.board.spaceAt(event.clientX, event.clientY);
    if (!space || !press || space.id === press.piece.at) return;
    if (this.session.destinations.has(space.index)) this.input.space(space);
    else void this.session.why(space).then((text) => text && this.popups.toast(text));
  }

  private endDrag(): void {
    this.press = null;
    this.node.classList.remove("bw-dragging");
    this.board.showGhost(null, [0, 0]);
  }

  private click(event: MouseEvent): void {
    if (this.swallow) {
      this.swallow = false;
      return;
    }
    // The second half of a double click that played an order would fall on what came in its place.
    const again = event.detail > 1 && event.timeStamp - this.played < DOUBLE_MS;
    if (again) return;
    const before = this.session.orders;
    const piece = this.board.pieces.pieceOf(event.target);
    const space = this.board.spaceAt(event.clientX, event.clientY);
    const manner = { add: event.shiftKey, confirm: this.touch };
    if (piece) this.input.piece(piece, this.board.directory.find(piece.at), manner);
    else this.input.space(space, manner);
    if (this.session.orders !== before) this.played = event.timeStamp;
    if (this.touch) this.describe(space);
  }

  private enter(space: Space | null, event: PointerEvent | null): void {
    this.over = space;
    clearTimeout(this.timer);
    this.popups.hideWhy();
    this.describe(space);
    if (!space) return this.board.showHover(null);
    const [first] = this.session.at(space);
    this.board.showHover(space, first ?? null, this.board.origin(this.session.selection));
    this.node.classList.toggle("bw-can-click", first !== undefined);
    if (event && !first && this.session.selection.length) this.timer = window.setTimeout(() => this.reason(space, event), REASON_MS);
  }

  private async reason(space: Space, event: PointerEvent): Promise<void> {
    const text = await this.session.why(space);
    if (!text || this.over !== space) return;
    const box = this.node.getBoundingClientRect();
    this.popups.why(text, [event.clientX - box.left, event.clientY - box.top]);
    this.node.dispatchEvent(new CustomEvent("bw-status", { detail: text }));
  }

  private leave(): void {
    if (this.press?.dragging) return;
    this.over = null;
    this.quiet();
    this.board.pieces.fold();
    this.describe(null);
  }

  private quiet(): void {
    clearTimeout(this.timer);
    this.over = null;
    this.popups.hideWhy();
    if (!this.popups.picking) this.board.showHover(null);
  }
}
