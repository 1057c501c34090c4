// The strip over the board, always visible: turn and date, phase, score, undo and redo; under it the question
// that is open and its rule.
import { button, focused, h, orderButton, say } from "../dom";
import { sentence } from "../messages";
import type { Choice } from "../play/choices";
import type { Session } from "../play/session";
import type { Refused, Scene } from "../scene";

/** Parts of the score, and orders, that the strip has room for. */
export const MOST_PARTS = 3;

export class Bar {
  readonly node = h("div", { class: "bw-bar" });
  readonly title = h("div", { class: "bw-title", role: "heading", "aria-level": 2 });
  readonly history = h("div", { class: "bw-history" });
  readonly question = h("div", { class: "bw-question" });
  readonly refused = h("div", { class: "bw-refused", "aria-label": "Not possible now" });
  readonly kept = h("div", { class: "bw-kept", role: "group", "aria-label": "An earlier game" });
  private readonly turn = h("div", { class: "bw-turn" });
  private readonly track = h("div", { class: "bw-turn-track", "aria-hidden": "true" });
  private readonly date = h("div", { class: "bw-date" });
  private readonly phase = h("div", { class: "bw-phase" });
  private readonly score = h("div", { class: "bw-score" });
  private readonly orders = h("div", { class: "bw-strip-orders" });
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;

  constructor(
    private readonly session: Session,
    private readonly showPlace: (space: string) => void,
    private readonly point: (choice: Choice | null) => void = () => undefined,
  ) {
    this.undo = button("↶", { class: "bw-icon", "aria-label": "Undo" }, () => void session.undo());
    this.redo = button("↷", { class: "bw-icon", "aria-label": "Redo" }, () => void session.redo());
    const when = h("div", { class: "bw-when" }, h("div", { class: "bw-turn-line" }, this.turn, this.track), this.date);
    this.history.append(this.undo, this.redo);
    this.node.append(when, this.phase, this.score, this.history);
  }

  update(scene: Scene): void {
    const { turn, phase } = scene;
    say(this.title, scene.title ?? "");
    this.title.hidden = !scene.title;
    say(this.turn, `Turn ${turn.n}${turn.of ? ` of ${turn.of}` : ""}`);
    say(this.date, datesOf(turn));
    this.drawTrack(turn.n, turn.of ?? 0);
    say(this.phase, phase.label);
    this.phase.dataset.side = scene.phasing ?? "";
    this.showScore(scene.score);
    this.state(this.undo, scene.undo ? `Undo: ${scene.undo.text}` : scene.undo_why || "Nothing to undo", !!scene.undo);
    this.state(this.redo, scene.redo ? `Redo: ${scene.redo.text}` : "Nothing to redo", !!scene.redo);
    this.offerKept(scene.kept ?? "");
    this.ask(scene);
    this.refuse(scene.refused ?? []);
  }

  /** A game that was cut short is offered, never put in the place of the new one unasked. */
  private offerKept(text: string): void {
    this.kept.hidden = !text;
    if (this.kept.dataset.text === text) return;
    this.kept.dataset.text = text;
    const take = button("Go on with it", { class: "bw-button bw-primary" }, () => void this.session.ask("resume"));
    const leave = button("Leave it", { class: "bw-button" }, () => void this.session.ask("forget"));
    this.kept.replaceChildren(h("span", { class: "bw-kept-text" }, text), take, leave);
  }

  /** Orders that a player looks for and may not give now: greyed, with the reason beside them in plain sight. */
  private refuse(refused: readonly Refused[]): void {
    const rows = refused.slice(0, MOST_PARTS).map((each) => {
      const why = sentence({ text: each.why, rule: each.rule });
      const node = button(each.text, { class: "bw-button bw-refused-order", "aria-disabled": "true", title: why }, () => {
        this.session.refusal(why);
        if (each.at) this.showPlace(each.at);
      });
      return h("div", { class: "bw-refused-row" }, node, h("span", { class: "bw-refused-why" }, why));
    });
    this.refused.hidden = !rows.length;
    this.refused.replaceChildren(...rows);
  }

  private drawTrack(n: number, of: number): void {
    const dots = of > 1 && of <= 24 ? Array.from({ length: of }, (_, i) => h("i", { class: i + 1 < n ? "bw-past" : i + 1 === n ? "bw-now" : "" })) : [];
    this.track.replaceChildren(...dots);
  }

  private showScore(score: Scene["score"]): void {
    // A long list of parts has its own place in the panel.
    const few = (score?.parts ?? []).slice(0, (score?.parts?.length ?? 0) > MOST_PARTS ? 0 : MOST_PARTS);
    const parts = few.map(([label, value]) => h("span", { class: "bw-score-part" }, h("small", {}, label), h("b", {}, String(value))));
    this.score.title = score?.text ?? "";
    this.score.replaceChildren(...parts, h("span", { class: "bw-score-text" }, score?.text ?? ""));
  }

  // aria-disabled keeps the tooltip, which says why; a truly disabled button would hide it.
  private state(node: HTMLButtonElement, text: string, on: boolean): void {
    node.title = text;
    node.setAttribute("aria-label", text);
    node.setAttribute("aria-disabled", String(!on));
  }

  private ask(scene: Scene): void {
    const { prompt, outcome } = scene;
    const seat = outcome?.winner ?? prompt?.seat ?? "";
    const who = h("span", { class: "bw-seat", "data-side": seat }, outcome ? "Game over" : this.session.word(seat));
    const text = h("span", { class: "bw-question-text" }, outcome?.reason ?? prompt?.text ?? "");
    const told = this.session.idle ?? "";
    // The question may say itself whose it is.
    const idle = outcome || scene.ask || prompt?.text.startsWith(told) ? null : told;
    const rule = outcome?.rule ?? prompt?.rule;
    const held = this.orders.contains(focused(this.orders));
    this.question.replaceChildren(who, text, ...(rule ? [ruleChip(`Rule ${rule}`)] : []), ...(idle ? [h("span", { class: "bw-idle" }, idle)] : []), this.orders);
    this.offer(held);
  }

  /** The few orders that need no place on the map stand here, so that they never scroll away. */
  private offer(held: boolean): void {
    const choices = stripChoices(this.session);
    const act = (choice: Choice) => {
      const node = orderButton(choice.text, { class: "bw-button bw-strip", title: choice.full === choice.text ? null : choice.full }, () => void this.session.choose(choice));
      for (const name of ["pointerenter", "focus"] as const) node.addEventListener(name, () => this.point(choice));
      for (const name of ["pointerleave", "blur"] as const) node.addEventListener(name, () => this.point(null));
      return node;
    };
    this.orders.replaceChildren(...choices.map(act));
    if (held) this.orders.querySelector("button")?.focus({ preventScroll: true });
  }
}

/** The orders without a place, if few enough for the strip; the panel lists them otherwise. */
export function stripChoices(session: Session): Choice[] {
  const all = session.choices?.buttons() ?? [];
  return all.length <= MOST_PARTS ? all : [];
}

/** The printed label of the turn and its dates, without saying one thing twice. */
function datesOf({ n, label = "", date = "" }: Scene["turn"]): string {
  const parts = [label === String(n) ? "" : label, date];
  return [...new Set(parts.filter(Boolean))].join(" · ");
}

export function ruleChip(text: string): HTMLElement {
  return h("span", { class: "bw-rule" }, text);
}
