// What lies beside the map: boxes with pieces (reinforcements, eliminated), tracks, and the switches of the view.
import { button, h } from "../dom";
import type { Session } from "../play/session";
import type { Box, Ground, Piece, Scene, Track } from "../scene";
import { type PieceLook, portrait } from "../view/counter";
import { MOST_PARTS } from "./bar";

/** Letters beside the meter of a track, and where it has none; a longer text stands under it. */
const [ROOM, FREE_ROOM] = [9, 20];

export class Boxes {
  readonly node = h("section", { class: "bw-boxes", "aria-label": "Beside the map" });
  private readonly open = new Map<string, boolean>();
  private shown: { scene: Scene; held: string } | null = null;

  constructor(
    private readonly session: Session,
    private readonly look: () => PieceLook | null,
  ) {}

  update(): void {
    const { scene } = this.session;
    if (!scene) return;
    const boxes = (scene.boxes ?? []).filter((box) => box.pieces.length);
    // A selection on the map changes nothing here, and must show in the same frame.
    const boxed = new Set(boxes.flatMap((box) => box.pieces.map((piece) => piece.id)));
    const held = this.session.selection.filter((id) => boxed.has(id)).join(" ");
    if (this.shown?.scene === scene && this.shown.held === held) return;
    this.shown = { scene, held };
    const tracks = (scene.tracks ?? []).filter((track) => track.id !== "turn"); // the bar shows it
    const parts = scene.score?.parts ?? [];
    const sums = parts.length > MOST_PARTS ? [this.sums(parts)] : [];
    this.node.replaceChildren(...tracks.map(trackRow), ...sums, ...boxes.map((box) => this.box(box)));
    this.node.hidden = !this.node.children.length;
  }

  private sums(parts: NonNullable<NonNullable<Scene["score"]>["parts"]>): HTMLElement {
    const rows = parts.map(([label, value]) => h("div", { class: "bw-sum" }, h("span", {}, label), h("b", {}, String(value))));
    return this.fold("score", "Points, one by one", parts.length, false, () => h("div", { class: "bw-sums" }, ...rows));
  }

  /** A part that opens and closes and stays as the reader left it. */
  private fold(id: string, title: string, count: number, open: boolean, body: () => HTMLElement): HTMLElement {
    const node = h("details", { class: "bw-box", "data-box": id, open: this.open.get(id) ?? open });
    node.append(h("summary", {}, title, h("span", { class: "bw-count" }, String(count))));
    // Hundreds of units may wait in a box: they are drawn when somebody looks.
    const fill = () => node.childElementCount < 2 && node.append(body());
    node.addEventListener("toggle", () => {
      this.open.set(id, node.open);
      if (node.open) fill();
    });
    if (node.open) fill();
    return node;
  }

  private box(box: Box): HTMLElement {
    const live = box.pieces.some((piece) => piece.live);
    return this.fold(box.id, box.title, box.pieces.length, live, () => this.units(box.pieces));
  }

  /** The units of a box; those that come turn by turn under the turn each comes. */
  private units(pieces: readonly Piece[]): HTMLElement {
    const body = h("div", { class: "bw-box-body" });
    for (const due of new Set(pieces.map(dueOf))) {
      const here = pieces.filter((piece) => dueOf(piece) === due);
      body.append(...(due ? [h("div", { class: "bw-due" }, `Due ${due}`)] : []), h("div", { class: "bw-units" }, ...here.map((piece) => this.unit(piece))));
    }
    return body;
  }

  private unit(piece: Piece): HTMLElement {
    const name = piece.say ?? piece.name ?? piece.id;
    const held = this.session.selection.includes(piece.id);
    const cls = `bw-unit${held ? " bw-chosen" : ""}${piece.live ? " bw-live-unit" : ""}`;
    const unit = button("", { class: cls, title: name, "aria-label": name, "aria-pressed": String(held) }, (event) => this.session.toggle(piece.id, event.shiftKey));
    const look = this.look();
    if (look) unit.append(portrait(piece, look, 38));
    return unit;
  }
}

/** When a unit comes, as it is spoken at the end of its line; empty where it does not. */
function dueOf({ say = "" }: Piece): string {
  return /, due ([^,]+(, .+)?)$/.exec(say)?.[1] ?? "";
}

/** Of what is only yes or no, or a word such as the weather, no part can be full: a meter is for what is counted. */
function trackRow({ label, value, max = 0, text = "" }: Track): HTMLElement {
  const meter = max > 1 ? h("meter", { min: 0, max, value, "aria-label": label }) : null;
  const plain = max === 1 ? (value ? "yes" : "no") : String(value);
  const aside = text.length > (meter ? ROOM : FREE_ROOM) && h("span", { class: "bw-track-text" }, text);
  return h("div", { class: "bw-track" }, h("span", {}, label), meter, h("b", {}, aside ? plain : text || plain), aside);
}

export class Switches {
  readonly node = h("details", { class: "bw-switches" });
  private shown = "";

  constructor(private readonly session: Session) {}

  update(scene: Scene, ground: Ground, viewpoint: string, layers: Record<string, boolean>): void {
    const state = JSON.stringify([scene.viewpoints, viewpoint, layers, ground.layers, scene.by_hand, scene.mode]);
    if (state === this.shown) return;
    this.shown = state;
    const body = h("div", { class: "bw-switch-body" });
    if (scene.viewpoints.length > 1) body.append(this.viewpoint(scene.viewpoints, viewpoint));
    if (scene.mode === "study") body.append(this.dice(scene.by_hand === true));
    body.append(...ground.layers.map(({ id, label, on }) => this.layer(id, label, layers[id] ?? on, layers)));
    this.node.replaceChildren(h("summary", {}, "View, layers, dice"), body);
  }

  private viewpoint(all: readonly string[], now: string): HTMLElement {
    const options = all.map((name) => h("option", { value: name, selected: name === now }, name === "active" ? "Active player" : this.session.word(name)));
    const select = h("select", { class: "bw-select" }, ...options);
    select.addEventListener("change", () => this.session.set("viewpoint", select.value));
    return h("label", { class: "bw-field" }, "Seen by ", select);
  }

  private dice(byHand: boolean): HTMLElement {
    const box = h("input", { type: "checkbox", class: "bw-by-hand", checked: byHand });
    box.addEventListener("change", () => void this.session.dice(box.checked));
    return h("label", { class: "bw-check" }, box, "Dice entered by hand");
  }

  private layer(id: string, label: string, on: boolean, layers: Record<string, boolean>): HTMLElement {
    const box = h("input", { type: "checkbox", checked: on });
    box.addEventListener("change", () => this.session.set("layers", { ...layers, [id]: box.checked }));
    return h("label", { class: "bw-check" }, box, label);
  }
}
