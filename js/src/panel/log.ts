// What happened, newest first, each with its rule; a click goes back to that moment.
import { button, h } from "../dom";
import type { Session } from "../play/session";
import type { LogEntry, Scene } from "../scene";

export class Log {
  readonly node = h("section", { class: "bw-log", "aria-label": "Log" });
  private shown = "";

  constructor(private readonly session: Session) {}

  update(scene: Scene): void {
    const log = scene.log ?? [];
    const state = JSON.stringify([log.length, log[0]?.n, log.at(-1), scene.seq]);
    if (state === this.shown) return;
    this.shown = state;
    const items: HTMLElement[] = [];
    let chapter = "";
    for (const entry of [...log].reverse()) {
      const heading = [entry.turn !== undefined && `Turn ${entry.turn}`, entry.phase].filter(Boolean).join(" · ");
      if (heading && heading !== chapter) items.push(h("li", { class: "bw-log-chapter" }, heading));
      chapter = heading || chapter;
      items.push(h("li", {}, this.entry(entry)));
    }
    this.node.hidden = !items.length;
    this.node.replaceChildren(h("h3", {}, "Log"), h("ol", { reversed: true }, ...items));
  }

  private entry(entry: LogEntry): HTMLElement {
    const title = `Go to the position after entry ${entry.n}`;
    const node = button("", { class: "bw-entry-line", title, "data-side": entry.seat ?? "", "data-kind": entry.kind ?? "" }, () => void this.session.goto(entry.node));
    node.append(h("span", { class: "bw-log-text" }, entry.text));
    if (entry.rule) node.append(h("span", { class: "bw-rule", title: `Rule ${entry.rule}` }, entry.rule));
    return node;
  }
}
