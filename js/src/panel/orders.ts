// The open orders as real buttons: the way to play without a pointer, and for screen readers.
import { shortCost } from "../costs";
import { button, focused, h, orderButton } from "../dom";
import { type Choice, leadsHome } from "../play/choices";
import type { Session } from "../play/session";
import type { Piece } from "../scene";
import { stripChoices } from "./bar";
import { type PieceLook, portrait } from "../view/counter";

const MOST = 60; // buttons at once; the rest is folded away

export class Orders {
  readonly node = h("section", { class: "bw-orders", "aria-label": "Orders" });

  constructor(
    private readonly session: Session,
    private readonly look: () => PieceLook | null,
    private readonly point: (choice: Choice | null) => void,
    private readonly reveal: (piece: Piece) => void = () => undefined,
  ) {}

  update(): void {
    const { session } = this;
    const choices = session.choices;
    if (!choices) return;
    const always = stripChoices(session).length ? [] : choices.buttons();
    const parts: HTMLElement[] = [];
    if (session.selection.length) parts.push(...this.selected());
    if (always.length) parts.push(this.list(always, "bw-order bw-wide"));
    if (!session.selection.length) parts.push(...this.open());
    const held = [...this.node.querySelectorAll("button")].indexOf(focused(this.node) as HTMLButtonElement);
    this.node.replaceChildren(...parts);
    this.node.hidden = !parts.length;
    if (held >= 0) this.refocus(held);
  }

  /** Someone who plays by these buttons must not be thrown out of them by a new scene. */
  private refocus(place: number): void {
    const buttons = [...this.node.querySelectorAll("button")];
    buttons[Math.min(place, buttons.length - 1)]?.focus({ preventScroll: true });
  }

  /** Someone who read on in the panel and then picks a unit wants its card, not the log. */
  bringIntoView(panel: HTMLElement): void {
    if (panel.scrollHeight <= panel.clientHeight) return;
    const [outer, mine] = [panel.getBoundingClientRect(), this.node.getBoundingClientRect()];
    const below = Math.min(mine.bottom, mine.top + outer.height) > outer.bottom + 1;
    if (mine.top < outer.top || below) panel.scrollTop += mine.top - outer.top;
  }

  private selected(): HTMLElement[] {
    const { session } = this;
    const pieces = session.selection.map((id) => session.piece(id)).filter((piece): piece is Piece => piece !== null);
    const always = new Set(session.choices?.buttons().map((choice) => choice.id));
    const mine = session.current.filter((choice) => !always.has(choice.id));
    const note = mine.length ? `${mine.length} order${mine.length > 1 ? "s" : ""} open` : "No order open";
    // An order that leads back to where the unit stands is rarely meant.
    const home = mine.filter(leadsHome);
    // What the map cannot give comes first: orders that name no space.
    const away = [...mine.filter(({ to }) => to === null), ...mine.filter((choice) => choice.to !== null && !leadsHome(choice))];
    const more = home.length ? [h("details", { class: "bw-more", open: !away.length }, h("summary", {}, `More (${home.length})`), this.list(home.slice(0, MOST), "bw-order"))] : [];
    return [...pieces.map((piece) => this.card(piece)), h("div", { class: "bw-small" }, note), ...this.long(away), ...more];
  }

  private card(piece: Piece): HTMLElement {
    const look = this.look();
    const name = piece.hidden ? "Unknown unit" : (piece.name ?? piece.id);
    const drop = button("×", { class: "bw-icon", title: "Deselect", "aria-label": `Deselect ${name}` }, () => this.session.toggle(piece.id, true));
    const text = h("div", { class: "bw-card-text" }, h("b", {}, name), h("span", {}, detailOf(piece, name)));
    return h("div", { class: "bw-card" }, look && portrait(piece, look, 46), text, drop);
  }

  /** Nothing selected: orders that name a space, then the units that may act. */
  private open(): HTMLElement[] {
    const { session } = this;
    const spaces = session.choices?.ofSpaces() ?? [];
    const live = session.choices?.live() ?? [];
    const parts: HTMLElement[] = [];
    parts.push(...this.long(spaces));
    if (live.length) parts.push(h("div", { class: "bw-small" }, `${live.length} unit${live.length > 1 ? "s" : ""} to choose from`), this.units(live));
    return parts;
  }

  private units(live: readonly Piece[]): HTMLElement {
    const look = this.look();
    const buttons = live.slice(0, MOST).map((piece) => {
      const name = piece.name ?? piece.id;
      const node = button("", { class: "bw-unit bw-chip", title: piece.say ?? name, "aria-label": `Select ${piece.say ?? name}` }, (event) => {
        const only = this.session.choices?.single(piece.id);
        if (only) void this.session.choose(only);
        else this.session.toggle(piece.id, event.shiftKey);
        this.reveal(piece);
      });
      if (look) node.append(portrait(piece, look, 30));
      node.append(h("span", {}, piece.short || name));
      return node;
    });
    return h("div", { class: "bw-chips" }, ...buttons);
  }

  /** A long list ends in a fold that is filled when it is opened. */
  private long(choices: readonly Choice[]): HTMLElement[] {
    if (!choices.length) return [];
    const rest = choices.slice(MOST);
    const first = this.list(choices.slice(0, MOST), "bw-order");
    if (!rest.length) return [first];
    const fold = h("details", { class: "bw-more" }, h("summary", {}, `${rest.length} more`));
    fold.addEventListener("toggle", () => fold.append(this.list(rest, "bw-order")), { once: true });
    return [first, fold];
  }

  private list(choices: readonly Choice[], cls: string): HTMLElement {
    const buttons = choices.map((choice) => {
      const node = orderButton("", { class: cls }, () => void this.session.choose(choice));
      node.append(h("span", { class: "bw-order-text" }, choice.full));
      if (choice.cost) node.append(h("span", { class: "bw-cost" }, shortCost(choice.cost)));
      for (const name of ["pointerenter", "focus"] as const) node.addEventListener(name, () => this.point(choice));
      for (const name of ["pointerleave", "blur"] as const) node.addEventListener(name, () => this.point(null));
      return node;
    });
    return h("div", { class: "bw-order-list" }, ...buttons);
  }
}

function detailOf(piece: Piece, name: string): string {
  const say = piece.say ?? "";
  return say.startsWith(name) ? say.slice(name.length).replace(/^[\s,;.:]+/, "") : say;
}
