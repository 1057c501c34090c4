// Short-lived signs of what just happened at a place: the dice as they fell, a ring where a unit was lost. They
// fade by CSS and take themselves away; with reduced motion nothing is shown, the panel and the log tell it.
import { h } from "../dom";
import { die } from "../panel/dice";
import type { Directory } from "../play/directory";
import type { Point, SceneEvent } from "../scene";

const MOST = 12; // signs for one scene; more would only delay the player
const STEP_MS = 260;

export class Effects {
  readonly node = h("div", { class: "bw-effects", "aria-hidden": "true" });

  constructor(
    private readonly directory: Directory,
    private readonly toBoard: (x: number, y: number) => Point,
  ) {}

  play(events: readonly SceneEvent[]): void {
    this.clear();
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const shown = events.filter((event) => event.space && (event.kind === "removed" || (event.kind === "rolled" && event.faces?.length)));
    shown.slice(-MOST).forEach((event, i) => this.show(event, i * STEP_MS));
  }

  /** A pan or a zoom would leave them hanging in the wrong place. */
  clear(): void {
    this.node.replaceChildren();
  }

  private show(event: SceneEvent, delay: number): void {
    const space = this.directory.find(event.space);
    if (!space) return;
    const sign = event.kind === "removed" ? h("div", { class: "bw-burst" }) : dice(event);
    const [x, y] = this.toBoard(space.x, space.y);
    sign.style.left = `${x}px`;
    sign.style.top = `${y}px`;
    sign.style.animationDelay = `${delay}ms`;
    sign.addEventListener("animationend", () => sign.remove());
    this.node.append(sign);
  }
}

function dice(event: SceneEvent): HTMLElement {
  const faces = event.faces ?? [];
  const row = h("div", { class: "bw-fallen" }, ...faces.slice(0, 12).map((face, i) => die(face, event.hits?.[i])));
  if (faces.length > 12) row.append(`+${faces.length - 12}`);
  return row;
}
