// Short-lived signs of what just happened at a place: the dice as they fell, a ring where a unit was lost. They
// fade by CSS and take themselves away; with reduced motion nothing is shown, the panel and the log tell it.
import { h } from "../dom";
import { die } from "../panel/dice";
import type { Directory, Space } from "../play/directory";
import type { Point, SceneEvent } from "../scene";
import { boxAt, overlap } from "./placing";
import type { Box } from "./shape";

const MOST = 12; // signs for one scene; more would only delay the player
const STEP_MS = 260;

export class Effects {
  readonly node = h("div", { class: "bw-effects", "aria-hidden": "true" });

  constructor(
    private readonly directory: Directory,
    private readonly toBoard: (x: number, y: number) => Point,
    private readonly boxOf: (space: Space) => Box,
  ) {}

  /** `busy`: where the player is to click next, in px; dice that would cover it are left to the panel. */
  play(events: readonly SceneEvent[], busy: readonly Box[] = []): void {
    this.clear();
    const taken = [...busy];
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const shown = events.filter((event) => event.space && (event.kind === "removed" || (event.kind === "rolled" && event.faces?.length)));
    shown.slice(-MOST).forEach((event, i) => this.show(event, i * STEP_MS, taken));
  }

  /** A pan or a zoom would leave them hanging in the wrong place. */
  clear(): void {
    this.node.replaceChildren();
  }

  /** A place beside the space, inside the board, that covers nothing a player must click; null if there is none. */
  private room(space: Space, faces: number, taken: readonly Box[]): Box | null {
    const [x0, y0, x1, y1] = this.boxOf(space);
    const [left, top] = this.toBoard(x0, y0);
    const [right, bottom] = this.toBoard(x1, y1);
    const [cx, cy] = this.toBoard(space.x, space.y);
    const half = 7 + 11 * Math.min(faces, 13);
    const spots: Point[] = [[cx, top - 20], [cx, bottom + 20], [left - half - 4, cy], [right + half + 4, cy], [cx, cy - 34], [cx, cy + 34]];
    const { clientWidth: w, clientHeight: hgt } = this.node;
    const inside = (box: Box) => !w || (box[0] >= 0 && box[1] >= 0 && box[2] <= w && box[3] <= hgt);
    const free = (box: Box) => taken.every((each) => overlap(each, box) === 0);
    return spots.map(([x, y]) => stripBox(x, y, faces)).find((box) => inside(box) && free(box)) ?? null;
  }

  private show(event: SceneEvent, delay: number, taken: Box[]): void {
    const space = this.directory.find(event.space);
    if (!space) return;
    const sign = event.kind === "removed" ? h("div", { class: "bw-burst" }) : dice(event);
    const middle = this.toBoard(space.x, space.y);
    const place = event.kind === "removed" ? boxAt(...middle, 0, 0) : this.room(space, event.faces?.length ?? 1, taken);
    if (!place) return;
    taken.push(place);
    const [x, y] = [(place[0] + place[2]) / 2, (place[1] + place[3]) / 2];
    sign.style.left = `${x}px`;
    sign.style.top = `${y}px`;
    sign.style.animationDelay = `${delay}ms`;
    sign.addEventListener("animationend", () => sign.remove());
    this.node.append(sign);
  }
}

/** Room for a strip of dice, in px. */
export function stripBox(x: number, y: number, faces: number): Box {
  return boxAt(x, y, 14 + 22 * Math.min(faces, 13), 32);
}

function dice(event: SceneEvent): HTMLElement {
  const faces = event.faces ?? [];
  const row = h("div", { class: "bw-fallen" }, ...faces.slice(0, 12).map((face, i) => die(face, event.hits?.[i])));
  if (faces.length > 12) row.append(`+${faces.length - 12}`);
  return row;
}
