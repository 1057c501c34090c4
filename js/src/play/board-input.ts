// What a click, a tap, a drop or Enter on the board means. Shared by pointer and keyboard, so both do the same.
import type { Piece, Point } from "../scene";
import type { BoardView } from "../view/board";
import { portrait, lookOf } from "../view/counter";
import type { Pick, Popups } from "../view/popups";
import type { Choice } from "./choices";
import type { Space } from "./directory";
import type { Session } from "./session";

export interface Manner {
  /** Add to the selection instead of replacing it. */
  add?: boolean;
  /** Ask before playing: a finger hides what it touches. */
  confirm?: boolean;
  /** Move the focus into a list that opens. */
  keyboard?: boolean;
}

export class BoardInput {
  /** The space a finger has asked about; a second tap there confirms. */
  private asked: number | null = null;

  constructor(
    private readonly session: Session,
    private readonly board: BoardView,
    private readonly popups: Popups,
  ) {}

  /** False: there is nothing to do here, and nothing was done. */
  space(space: Space | null, manner: Manner = {}): boolean {
    this.clear();
    const choices = space ? this.session.at(space) : [];
    if (space && choices.length) this.play(choices, space, manner);
    else if (space && manner.keyboard) return this.unitsAt(space, manner);
    else if (this.session.selection.length) this.session.select([]);
    else if (space && this.session.idle) this.session.note(this.session.idle);
    else return false;
    return true;
  }

  piece(piece: Piece, space: Space | null, manner: Manner = {}): void {
    this.clear();
    const { session } = this;
    const own = session.choices?.ofPiece(piece.id) ?? [];
    // Whoever stands on a space that may be chosen must not keep a hand from choosing it.
    const there = space && !session.selection.includes(piece.id) ? session.at(space) : [];
    if (there.length && space) {
      const instead = own.length ? [this.selectPick(piece, manner)] : [];
      return this.play(there, space, manner, instead);
    }
    const only = session.choices?.single(piece.id);
    if (only && !manner.add && !manner.confirm) return void session.choose(only);
    session.toggle(piece.id, manner.add ?? false);
    if (session.idle) session.note(session.idle);
    if (session.selection.includes(piece.id)) this.offer(piece, own, manner);
  }

  /** Plays the only choice, or lists them near the space with the default first. */
  play(choices: readonly Choice[], space: Space, manner: Manner, instead: readonly Pick[] = []): void {
    const [first] = choices;
    const again = manner.confirm && this.asked === space.index;
    this.asked = manner.confirm && !again ? space.index : null;
    if (again && first) return void this.session.choose(first);
    if (choices.length === 1 && first && !instead.length && !manner.confirm) return void this.session.choose(first);
    const picks = [...choices.map((choice, i) => this.orderPick(choice, manner.confirm === true && i === 0)), ...instead];
    const [x, y] = this.board.stage.toBoard(space.x, space.y);
    if (first) this.board.showHover(space, first, this.board.origin(this.session.selection));
    this.popups.pick(space.name, picks, [x, y], manner.keyboard ?? false);
  }

  back(): void {
    if (!this.popups.back()) this.session.select([]);
  }

  private clear(): void {
    if (!this.popups.picking) this.asked = null;
    this.popups.closePick();
    this.popups.hideWhy();
  }

  /** Where a list about a piece should open. */
  private anchor(piece: Piece): Point {
    const [x, y] = this.board.pieces.position(piece.id) ?? [0, 0];
    return this.board.stage.toBoard(x, y);
  }

  private offer(piece: Piece, own: readonly Choice[], manner: Manner): void {
    const plain = own.filter((choice) => choice.to === null);
    if (!plain.length || plain.length !== own.length || !this.board.pieces.get(piece.id)) return;
    const picks = plain.map((choice) => this.orderPick(choice, false));
    this.popups.pick(piece.name ?? "Orders", picks, this.anchor(piece), manner.keyboard ?? false);
  }

  private unitsAt(space: Space, manner: Manner): boolean {
    const live = this.board.pieces.at(space).filter((piece) => this.session.choices?.ofPiece(piece.id).length);
    const [only] = live;
    if (!only) return false;
    if (live.length === 1) {
      this.piece(only, space, manner);
      return true;
    }
    const [x, y] = this.board.stage.toBoard(space.x, space.y);
    this.popups.pick(`Units in ${space.name}`, live.map((piece) => this.selectPick(piece, manner)), [x, y], true);
    return true;
  }

  private orderPick(choice: Choice, confirm: boolean): Pick {
    const text = confirm ? `Confirm: ${choice.text}` : choice.text;
    return { text, note: choice.cost, act: () => void this.session.choose(choice) };
  }

  /** Takes a unit out of a stack, and goes on to what it can do. */
  private selectPick(piece: Piece, manner: Manner): Pick {
    const icon = portrait(piece, lookOf(this.board.ground), 26);
    const act = () => {
      this.session.select([piece.id]);
      this.offer(piece, this.session.choices?.ofPiece(piece.id) ?? [], manner);
    };
    return { text: `Select ${piece.name ?? piece.id}`, icon, act };
  }
}
