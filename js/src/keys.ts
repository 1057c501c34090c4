// Keys of the board: what a key means, and which neighbour an arrow walks to. Pure; the board carries it out.

export type Command =
  | { do: "walk"; dx: number; dy: number }
  | { do: "act" | "back" | "undo" | "redo" | "help" | "fit" | "front" | "in" | "out" }
  | { do: "cycle"; step: 1 | -1 };

export const HELP: readonly (readonly [string, string])[] = [
  ["← ↑ → ↓", "walk from space to space"],
  ["Enter", "select the unit here, or play the order"],
  ["[  ]", "previous / next unit that can act"],
  ["Esc", "deselect, close a list"],
  ["u  r", "undo / redo"],
  ["+  −", "zoom in / out"],
  ["0", "whole board"],
  ["f", "the front"],
  ["Shift + click", "add a unit to the selection"],
  ["Tab", "leave the board"],
  ["?", "this list"],
];

const PLAIN: Record<string, Command> = {
  ArrowLeft: { do: "walk", dx: -1, dy: 0 },
  ArrowRight: { do: "walk", dx: 1, dy: 0 },
  ArrowUp: { do: "walk", dx: 0, dy: -1 },
  ArrowDown: { do: "walk", dx: 0, dy: 1 },
  Enter: { do: "act" },
  " ": { do: "act" },
  Escape: { do: "back" },
  u: { do: "undo" },
  r: { do: "redo" },
  "?": { do: "help" },
  "[": { do: "cycle", step: -1 },
  "]": { do: "cycle", step: 1 },
  "0": { do: "fit" },
  f: { do: "front" },
  "+": { do: "in" },
  "=": { do: "in" },
  "-": { do: "out" },
};

interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  getModifierState?(name: string): boolean;
}

/** The third level of a key: AltGr, which some systems report as Ctrl+Alt and others as Alt alone. */
export function altGraph(event: KeyLike): boolean {
  return (event.ctrlKey && event.altKey) || event.getModifierState?.("AltGraph") === true;
}

/** Null: not ours. Tab and anything with Ctrl, Meta or Alt belong to the host. */
export function commandOf(event: KeyLike): Command | null {
  // [ and ] lie behind AltGr (or Alt, on a Mac) on many keyboards; the character itself says what was meant.
  const typed = "[]".includes(event.key) && !event.metaKey && (altGraph(event) || !event.ctrlKey);
  if ((event.ctrlKey || event.metaKey || event.altKey) && !typed) return null;
  return PLAIN[event.key] ?? null;
}

interface Spot {
  x: number;
  y: number;
}

/** The candidate least far along plus 2.2 times across the wanted direction; null if none lies ahead. */
export function walk<T extends Spot>(from: Spot, candidates: readonly T[], dx: number, dy: number): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const spot of candidates) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const across = Math.abs((spot.x - from.x) * dy - (spot.y - from.y) * dx);
    const cost = along + 2.2 * across;
    if (along > 1e-6 && cost < least) {
      best = spot;
      least = cost;
    }
  }
  return best;
}
