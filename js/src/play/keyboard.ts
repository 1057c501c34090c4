// Keys on the board: a roving focus over the spaces and the commands of keys.ts. Both guards against the host's
// shortcuts are set here (stopPropagation) and on the root (data-lm-suppress-shortcuts).
import { type Command, altGraph, commandOf, walk } from "../keys";
import type { BoardView } from "../view/board";
import type { Popups } from "../view/popups";
import type { BoardInput } from "./board-input";
import type { Space } from "./directory";
import type { Session } from "./session";

const REASON_MS = 120;

export class Keyboard {
  private focus: Space | null = null;
  private timer = 0;
  private readonly stop = new AbortController();

  constructor(
    node: HTMLElement,
    private readonly session: Session,
    private readonly board: BoardView,
    private readonly input: BoardInput,
    private readonly popups: Popups,
    private readonly speak: (space: Space, reason?: string) => void,
    private readonly speakUnit: () => void,
  ) {
    const { signal } = this.stop;
    node.addEventListener("keydown", (event) => this.key(event), { signal });
    node.addEventListener("pointerdown", () => this.board.showFocus(null), { signal });
    // Coming back from a list, the ring is where it was.
    node.addEventListener("focus", () => node.matches(":focus-visible") && this.board.showFocus(this.focus), { signal });
    node.addEventListener("blur", () => this.board.showFocus(null), { signal });
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop.abort();
  }

  private key(event: KeyboardEvent): void {
    const command = commandOf(event);
    if (event.key === "Tab" || event.metaKey || (event.ctrlKey && !altGraph(event))) return;
    event.stopPropagation();
    // A button inside the board (curtain, help) keeps its own keys, but Escape always leads back.
    if (!command || (event.target !== event.currentTarget && command.do !== "back")) return;
    event.preventDefault();
    this.carryOut(command);
  }

  private carryOut(command: Command): void {
    if (this.popups.curtained) return;
    const { stage, ground } = this.board;
    switch (command.do) {
      case "walk":
        return this.step(command.dx, command.dy);
      case "act":
        return this.act(this.here());
      case "back":
        return this.input.back();
      case "undo":
        return void this.session.undo();
      case "redo":
        return void this.session.redo();
      case "help":
        return this.popups.toggleHelp();
      case "fit":
        return stage.show(ground.fit);
      case "front":
        return stage.show(ground.front ?? ground.fit);
      case "in":
        return stage.zoomBy(1.4);
      case "out":
        return stage.zoomBy(1 / 1.4);
      case "cycle":
        return this.cycle(command.step);
    }
  }

  /** Plays or selects what is here; where nothing can be done, says why. */
  private act(space: Space | null): void {
    if (!space || this.input.space(space, { keyboard: true })) return;
    clearTimeout(this.timer);
    void this.reason(space, this.session.idle ?? "Nothing to do here");
  }

  private step(dx: number, dy: number): void {
    if (!this.focus) return this.go(this.here());
    const near = this.board.directory.neighbours(this.focus.index);
    this.go(walk(this.focus, near, dx, dy) ?? this.focus);
  }

  private cycle(step: 1 | -1): void {
    const piece = this.session.cycle(step);
    const space = this.board.directory.find(piece?.at);
    if (space) this.go(space, false);
    // In a stack the space says little; what is wanted is the unit.
    if (piece) this.speakUnit();
  }

  /** The focused space; at first that of the selected piece, else the one in the middle of the view. */
  private here(): Space | null {
    if (this.focus) return this.focus;
    const selected = this.session.piece(this.session.selection[0]);
    return this.board.directory.find(selected?.at) ?? this.middle();
  }

  private middle(): Space | null {
    const box = this.board.stage.board.getBoundingClientRect();
    const [x, y] = this.board.stage.toWorld(box.left + box.width / 2, box.top + box.height / 2);
    const by = (space: Space) => Math.hypot(space.x - x, space.y - y);
    return this.board.directory.spaces.reduce<Space | null>((a, b) => (a && by(a) <= by(b) ? a : b), null);
  }

  private go(space: Space | null, aloud = true): void {
    clearTimeout(this.timer);
    this.focus = space;
    if (!space) return;
    this.board.stage.reveal(space.x, space.y);
    this.board.showFocus(space);
    const [first] = this.session.at(space);
    this.board.showHover(first ? space : null, first ?? null, this.board.origin(this.session.selection));
    const top = this.board.pieces.at(space).at(-1);
    if (top) this.board.pieces.fan(top.id, this.board.stage.across);
    else this.board.pieces.fold();
    if (aloud) this.speak(space);
    if (aloud && !first && this.session.selection.length) this.timer = window.setTimeout(() => void this.reason(space), REASON_MS);
  }

  private async reason(space: Space, otherwise = ""): Promise<void> {
    const text = (await this.session.why(space)) ?? otherwise;
    if (!text || (this.focus ?? space) !== space) return;
    this.popups.why(text, this.board.stage.toBoard(space.x, space.y));
    this.speak(space, text);
  }
}
