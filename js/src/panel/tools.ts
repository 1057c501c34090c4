// The buttons on the map: zoom, views, full screen, size of the words, keys.
import { button, h, s } from "../dom";
import type { BoardView } from "../view/board";
import type { Popups } from "../view/popups";
import type { Screen } from "./screen";

export function tools(node: HTMLElement, board: () => BoardView | null, popups: Popups, screen: Screen): HTMLElement {
  const tool = (text: string, title: string, act: () => void) =>
    button(text, { class: "bw-tool", title, "aria-label": title, tabindex: -1 }, () => {
      act();
      node.focus({ preventScroll: true });
    });
  const show = (part: "fit" | "front") => {
    const view = board();
    view?.stage.show(view.ground[part] ?? view.ground.fit);
  };
  const box = h(
    "div",
    { class: "bw-tools", role: "toolbar", "aria-label": "Map view" },
    tool("+", "Zoom in (+)", () => board()?.stage.zoomBy(1.4)),
    tool("−", "Zoom out (−)", () => board()?.stage.zoomBy(1 / 1.4)),
    tool("⤢", "Whole board (0)", () => show("fit")),
    tool("◎", "The front (f)", () => show("front")),
    fullScreen(tool("", "Fill the screen, and back", () => screen.toggle())),
    tool("A−", "Smaller text", () => screen.text(-1)),
    tool("A+", "Larger text", () => screen.text(1)),
    tool("?", "Keys (?)", () => popups.toggleHelp()),
  );
  for (const name of ["pointerdown", "mousedown", "touchstart", "click", "dblclick"]) box.addEventListener(name, (event) => event.stopPropagation());
  return box;
}

/** Four corners; the letter for it is missing from many fonts. */
function fullScreen(node: HTMLButtonElement): HTMLButtonElement {
  const corners = s("path", { d: "M2,6V2H6M10,2H14V6M14,10V14H10M6,14H2V10", fill: "none", stroke: "currentColor", "stroke-width": 2 });
  node.append(s("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, corners));
  return node;
}
