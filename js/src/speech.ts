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

/** "fight, then rest" from parts, empty ones left out. */
export function line(...parts: (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(". ").replace(/\.\./g, ".");
}
