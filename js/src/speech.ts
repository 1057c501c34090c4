// What a screen reader hears: one polite live region, one line at a time.
import { h } from "./dom";

export class Speech {
  readonly node = h("div", { class: "bw-speech", "aria-live": "polite", "aria-atomic": "true" });
  private last = "";

  say(text: string): void {
    if (!text) return;
    // The same line twice in a row is not announced unless it differs: a trailing blank makes it differ.
    const line = text === this.last ? `${text}\u00a0` : text;
    this.last = line;
    this.node.textContent = line;
  }
}

/** "Fight. Then rest" from parts, empty ones left out; a part that ends with a stop gets no second one. */
export function line(...parts: (string | null | undefined | false)[]): string {
  const said = parts.filter((part): part is string => Boolean(part));
  return said.map((part, i) => (i + 1 < said.length ? part.replace(/[.\s]+$/, "") : part)).join(". ");
}

/** An order with its cost as one phrase: "Move to Clervaux, cost 1". */
export function priced(text: string, cost: string): string {
  return cost ? `${text.replace(/[.\s]+$/, "")}, cost ${cost}` : text;
}
