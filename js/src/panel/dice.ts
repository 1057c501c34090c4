// Dice as they fell, drawn as faces; and the input for a person who rolls real dice.
import { button, h, s } from "../dom";
import type { Session } from "../play/session";
import type { Scene, Throw } from "../scene";

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** One die; faces over six show their number. */
export function die(face: number, good: boolean | undefined): SVGSVGElement {
  const cls = good === undefined ? "bw-die" : good ? "bw-die bw-good" : "bw-die bw-miss";
  const svg = s("svg", { class: cls, viewBox: "-16 -16 32 32", width: 32, height: 32, role: "img", "aria-label": `die ${face}` });
  svg.append(s("rect", { x: -14, y: -14, width: 28, height: 28, rx: 6 }));
  const pips = PIPS[face];
  if (pips) svg.append(...pips.map(([x, y]) => s("circle", { cx: 7.5 * x, cy: 7.5 * y, r: 2.9 })));
  else svg.append(s("text", { y: 6 }, String(face)));
  return svg;
}

/** All throws of the last order, as they fell: one order may set off a chain of them. */
export function throwsOf({ throws, events, dice }: Scene): Throw[] {
  if (throws) return throws;
  const rolled = (events ?? []).filter((event) => event.kind === "rolled" && event.faces?.length);
  if (rolled.length) return rolled.map(({ faces, hits, text }) => ({ faces: faces ?? [], good: hits, text }));
  return dice ? [dice] : [];
}

export class DiceView {
  readonly node = h("section", { class: "bw-dice" });
  private faces: number[] = [];
  private shown = "";

  constructor(private readonly session: Session) {}

  update(scene: Scene): void {
    const { ask } = scene;
    const throws = throwsOf(scene);
    this.node.hidden = !throws.length && !ask;
    const state = JSON.stringify([throws, ask, scene.seq]);
    if (state === this.shown) return;
    this.shown = state;
    this.faces = [];
    this.node.replaceChildren();
    for (const { faces, good, text } of throws) {
      const row = h("div", { class: "bw-dice-row bw-rolled" }, ...faces.map((face, i) => die(face, good?.[i])));
      this.node.append(h("div", { class: "bw-throw" }, row, h("div", { class: "bw-dice-text" }, text ?? "")));
    }
    if (ask) this.node.append(this.input(ask));
  }

  private input(ask: NonNullable<Scene["ask"]>): HTMLElement {
    const chosen = h("div", { class: "bw-dice-row", "aria-live": "polite" });
    const send = button("Use these dice", { class: "bw-button bw-primary" }, () => void this.session.roll(this.faces));
    const draw = () => {
      const blanks = Math.max(ask.n - this.faces.length, 0);
      chosen.replaceChildren(...this.faces.map((face) => die(face, undefined)), ...Array.from({ length: blanks }, () => h("span", { class: "bw-die-blank" })));
      send.disabled = this.faces.length !== ask.n;
    };
    const add = (face: number) => {
      this.faces = [...this.faces, face].slice(-ask.n);
      draw();
    };
    const keys = Array.from({ length: ask.sides }, (_, i) => {
      const key = button("", { class: "bw-die-key", "aria-label": `A ${i + 1} was rolled` }, () => add(i + 1));
      key.append(die(i + 1, undefined));
      return key;
    });
    const clear = button("Clear", { class: "bw-button" }, () => {
      this.faces = [];
      draw();
    });
    draw();
    const label = h("div", { class: "bw-dice-text" }, ask.text || `Roll ${ask.n} dice and enter the faces.`);
    return h("div", { class: "bw-ask" }, label, chosen, h("div", { class: "bw-dice-keys" }, ...keys), h("div", { class: "bw-row" }, send, clear));
  }
}
