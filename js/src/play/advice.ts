// What to do next, in one sentence: for the status line while nothing is pointed at.
import type { BoardView } from "../view/board";
import type { Session } from "./session";

export const WAITING = "Waiting for the board from the kernel.";

export function adviceOf(session: Session, board: BoardView | null): string {
  const { scene, selection, destinations, choices } = session;
  if (!scene || !choices) return WAITING;
  if (destinations.size) return "Click a yellow space or drag the unit there; Esc deselects";
  if (selection.length && session.idle) return session.idle;
  if (selection.length) return "The selected unit has no space to go to; Esc deselects";
  if (choices.ofSpaces().length) return "Click a yellow space";
  const live = choices.live();
  if (!live.length) return session.idle ?? "";
  if (live.every((piece) => choices.single(piece.id))) return "Click one of the marked units";
  if (!live.some((piece) => board?.pieces.get(piece.id))) return "Choose a unit beside the map";
  return "Click a unit to see where it can go; ? lists the keys";
}
