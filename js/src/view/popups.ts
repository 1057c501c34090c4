// What floats over the board: pick list, reason bubble, toast, one-line hint, list of keys, curtain.
import { button, focused, h } from "../dom";
import { HELP } from "../keys";
import type { Point } from "../scene";

export interface Pick {
  text: string;
  note?: string;
  icon?: Element;
  act(): void;
}

export class Popups {
  readonly node = h("div", { class: "bw-popups" });
  private readonly list = h("div", { class: "bw-picks", role: "menu" });
  private readonly reason = h("div", { class: "bw-reason", role: "tooltip" });
  private readonly toastNode = h("div", { class: "bw-toast" });
  private readonly wireNode = h("div", { class: "bw-wire", role: "status" });
  private readonly hintNode = h("div", { class: "bw-hint" });
  private readonly helpNode = h("div", { class: "bw-help", role: "dialog", "aria-label": "Keys" });
  private readonly curtainNode = h("div", { class: "bw-curtain" });
  private toastTimer = 0;
  private hinted = false;

  constructor(private readonly board: HTMLElement) {
    this.buildHelp();
    for (const part of [this.list, this.reason, this.toastNode, this.wireNode, this.hintNode, this.helpNode, this.curtainNode]) {
      part.hidden = true;
      this.node.append(part);
    }
    this.list.addEventListener("keydown", (event) => this.listKey(event));
    // The popups lie inside the board; their presses must not pan or click the map.
    for (const name of ["pointerdown", "mousedown", "touchstart", "click", "dblclick", "wheel"]) {
      this.node.addEventListener(name, (event) => event.stopPropagation());
    }
  }

  get picking(): boolean {
    return !this.list.hidden;
  }

  /** A menu near a point; the first entry is the default and gets the focus when asked for. */
  pick(title: string, picks: readonly Pick[], at: Point, focus: boolean): void {
    const entries = picks.map((pick, i) => {
      const entry = button(pick.text, { class: i ? "bw-pick" : "bw-pick bw-default", role: "menuitem" }, () => {
        this.closePick();
        pick.act();
      });
      if (pick.icon) entry.prepend(pick.icon);
      if (pick.note) entry.append(h("span", { class: "bw-pick-note" }, pick.note));
      return entry;
    });
    this.list.replaceChildren(h("div", { class: "bw-pick-title" }, title), ...entries);
    this.list.setAttribute("aria-label", title);
    this.put(this.list, at, 14);
    if (focus) entries[0]?.focus();
  }

  closePick(): void {
    if (this.list.hidden) return;
    const held = this.list.contains(focused(this.list));
    this.list.hidden = true;
    if (held) this.board.focus({ preventScroll: true });
  }

  why(text: string, at: Point): void {
    this.reason.textContent = text;
    this.put(this.reason, at, 18);
  }

  hideWhy(): void {
    this.reason.hidden = true;
  }

  toast(text: string, kind: "refused" | "note" = "refused"): void {
    if (!text) return;
    clearTimeout(this.toastTimer);
    this.toastNode.className = `bw-toast bw-toast-${kind}`;
    this.toastNode.textContent = text;
    this.toastNode.hidden = false;
    this.toastTimer = window.setTimeout(() => (this.toastNode.hidden = true), 3000 + 45 * text.length);
  }

  /** Once per view: how to zoom, when the wheel was left to the page. */
  wheelHint(): void {
    if (this.hinted) return;
    this.hinted = true;
    this.hintNode.textContent = "Click the board first, or hold Ctrl, to zoom with the wheel";
    this.hintNode.hidden = false;
    window.setTimeout(() => (this.hintNode.hidden = true), 3200);
  }

  toggleHelp(): void {
    this.helpNode.hidden = !this.helpNode.hidden;
  }

  /** How an order on its way fares; stays until somebody answers. */
  wire(text: string, silent: boolean): void {
    this.wireNode.textContent = text;
    this.wireNode.className = silent ? "bw-wire bw-silent" : "bw-wire";
    this.wireNode.hidden = !text;
  }

  /** Whether the curtain is down: nothing of the map may be seen, walked over or spoken. */
  get curtained(): boolean {
    return !this.curtainNode.hidden;
  }

  curtain(name: string, lift: () => void): void {
    const text = h("p", {}, `The ${name} player decides. Hand over, then lift the curtain.`);
    const open = button(`I am the ${name} player`, { class: "bw-button bw-primary" }, () => {
      this.curtainNode.hidden = true;
      lift();
    });
    const held = this.board.contains(focused(this.board));
    this.curtainNode.replaceChildren(text, open);
    this.curtainNode.hidden = false;
    if (held) open.focus({ preventScroll: true });
  }

  noCurtain(): void {
    this.curtainNode.hidden = true;
  }

  /** Closes what Escape should close first; false when nothing was open. */
  back(): boolean {
    const open = [this.list, this.helpNode].find((part) => !part.hidden);
    if (!open) return false;
    if (open === this.list) this.closePick();
    open.hidden = true;
    return true;
  }

  close(): void {
    clearTimeout(this.toastTimer);
  }

  private listKey(event: KeyboardEvent): void {
    const entries = [...this.list.querySelectorAll<HTMLButtonElement>("button")];
    const now = entries.indexOf(focused(this.list) as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      entries[(now + step + entries.length) % entries.length]?.focus();
      event.preventDefault();
    } else if (event.key === "Escape") {
      this.closePick();
    } else if (event.key === "Tab") {
      this.closePick();
      return;
    }
    event.stopPropagation();
  }

  private put(part: HTMLElement, [x, y]: Point, gap: number): void {
    part.hidden = false;
    const { offsetWidth: w, offsetHeight: hgt } = part;
    const { clientWidth, clientHeight } = this.board;
    const left = x + gap + w > clientWidth ? x - gap - w : x + gap;
    const top = Math.min(Math.max(y - hgt / 3, 8), clientHeight - hgt - 8);
    part.style.left = `${Math.max(left, 8)}px`;
    part.style.top = `${Math.max(top, 8)}px`;
  }

  private buildHelp(): void {
    const rows = HELP.map(([keys, what]) => h("tr", {}, h("th", { scope: "row" }, keys), h("td", {}, what)));
    const close = button("Close", { class: "bw-button" }, () => this.toggleHelp());
    this.helpNode.append(h("h3", {}, "Keys on the board"), h("table", {}, h("tbody", {}, ...rows)), close);
  }
}
