// Over a copy of the game: that it is one, and how it ends. On the game's own board: the button that opens one.
import { button, h, s } from "../dom";
import type { Session } from "../play/session";

/** The heading of a copy. */
export function copyBar(session: Session): HTMLElement {
  const adopt = button("Play on from here", { class: "bw-button", title: "The game goes on as the copy stands; undo leads back" }, () => void session.ask("adopt"));
  const close = button("Close the copy", { class: "bw-button", title: "Forget what was tried; the game stays as it is" }, () => void session.ask("close"));
  const told = h("span", { class: "bw-copy-text" }, h("b", {}, "A copy to try things in."), " Orders here leave the game as it is.");
  return h("div", { class: "bw-copy" }, told, adopt, close);
}

/** Two ways from one: a fork in the road. */
export function forkButton(session: Session): HTMLButtonElement {
  const title = "Try this in a copy: a second board beside this one";
  const node = button("", { class: "bw-icon bw-fork", title, "aria-label": title }, () => void session.ask("fork"));
  const ways = s("path", { d: "M8,15V9C8,6 3,7 3,2M8,9C8,6 13,7 13,2M1,4L3,1.5L5,4M11,4L13,1.5L15,4", fill: "none", stroke: "currentColor", "stroke-width": 1.7, "stroke-linejoin": "round", "stroke-linecap": "round" });
  node.append(s("svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, ways));
  return node;
}
