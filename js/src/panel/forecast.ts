// What may come of an order before it is given: each number with its reasons, each outcome with its chance; and
// the battles of a phase with who is in none yet. Everything is worked out in Python; here it is only drawn.
import { button, h } from "../dom";
import { sentence } from "../messages";
import type { Chance, Odds, PlannedBattle } from "../odds";
import type { Choice } from "../play/choices";
import type { Session } from "../play/session";
import type { Pointed } from "../view/board";
import type { Piece, Scene } from "../scene";

/** A pointer that only passes over an order asks nothing. */
const REST = 120;

export class Forecast {
  readonly node = h("section", { class: "bw-odds", "aria-label": "Odds" });
  private readonly throws = h("div", { class: "bw-throws" });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown: unknown = null;
  private wanted = "";

  constructor(private readonly session: Session) {
    this.node.append(this.throws);
    this.node.hidden = true;
  }

  update(scene: Scene): void {
    this.wanted = "";
    clearTimeout(this.timer);
    this.show(scene.odds ?? [], "Odds");
  }

  /** The odds of an order that is pointed at; else of the first one of what is selected; else of what is thrown now. */
  point(pointed: Pick<Choice, "id" | "full"> | null = null): void {
    const { scene, selection, current } = this.session;
    const choice = pointed ?? (selection.length ? (current[0] ?? null) : null);
    const id = scene?.foretold && choice ? choice.id : "";
    if (!scene || id === this.wanted) return;
    this.wanted = id;
    clearTimeout(this.timer);
    // What was shown stays until the next is known, so that nothing jumps under the pointer.
    this.timer = setTimeout(() => void this.fetch(scene, id, choice?.full ?? ""), REST);
  }

  private async fetch(scene: Scene, id: string, title: string): Promise<void> {
    if (!id) return this.show(scene.odds ?? [], "Odds");
    const odds = await this.session.odds(id);
    if (this.wanted === id && this.session.scene === scene && odds) this.show(odds, title);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private show(odds: readonly Odds[], title: string): void {
    if (odds === this.shown) return;
    this.shown = odds;
    this.node.hidden = !odds.length;
    this.throws.replaceChildren(h("h3", {}, title), ...odds.map(throwCard));
  }
}

function throwCard(odds: Odds): HTMLElement {
  const rule = odds.rule ? h("span", { class: "bw-rule", title: `Rule ${odds.rule}` }, odds.rule) : null;
  const head = h("div", { class: "bw-odds-head" }, h("b", {}, odds.title), rule);
  const mean = odds.mean ? h("div", { class: "bw-odds-note" }, odds.mean) : null;
  const note = odds.note ? h("div", { class: "bw-odds-note" }, odds.note) : null;
  return h("div", { class: "bw-odds-throw" }, head, ...odds.why.map(sum), h("div", { class: "bw-chances" }, ...odds.chances.map(chanceRow)), mean, note);
}

/** A number and its parts: the total in front, then what it is made of, in the order Python gives. */
function sum({ text, total, parts }: Odds["why"][number]): HTMLElement {
  const rows = parts.map(([label, value, rule]) => {
    const title = rule ? `Rule ${rule}` : undefined;
    return h("li", { title }, h("span", {}, label), h("b", {}, value));
  });
  return h("div", { class: "bw-why" }, h("div", { class: "bw-why-total" }, h("span", {}, text), h("b", {}, total)), h("ul", {}, ...rows));
}

function chanceRow({ text, share, percent }: Chance): HTMLElement {
  const bar = h("span", { class: "bw-chance-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(share));
  return h("div", { class: "bw-chance" }, bar, h("span", { class: "bw-chance-text" }, text), h("b", {}, percent));
}

export class Plans {
  readonly node = h("section", { class: "bw-plan", "aria-label": "Battles" });
  private shown = "";

  constructor(
    private readonly session: Session,
    private readonly point: (pointed: Pointed) => void,
  ) {
    this.node.hidden = true;
  }

  update({ plan }: Scene): void {
    const state = JSON.stringify(plan ?? null);
    if (state === this.shown) return;
    this.shown = state;
    const units = plan?.units ?? [];
    const spaces = plan?.spaces ?? [];
    this.node.hidden = !plan || !(plan.battles.length + units.length + spaces.length);
    if (!plan) return this.node.replaceChildren();
    const left = units.length + spaces.length;
    const rows = plan.battles.map((battle) => this.battle(battle));
    this.node.replaceChildren(
      h("h3", {}, plan.title),
      h("div", { class: "bw-battles" }, ...rows),
      ...(left ? [h("div", { class: "bw-small bw-unassigned" }, sentence({ text: "In no battle yet", rule: plan.rule })), h("div", { class: "bw-plan-open" }, ...units.map((id) => this.unit(id)), ...spaces.map((id) => this.space(id)))] : []),
    );
  }

  private battle(battle: PlannedBattle): HTMLElement {
    const at = battle.at.map((id) => this.nameOf(id)).join(" and ");
    const node = button("", { class: "bw-battle" }, () => this.session.select(battle.by.filter((id) => this.session.piece(id))));
    const sides = `${this.names(battle.by)} against ${this.names(battle.on)}`;
    node.append(h("span", { class: "bw-battle-at" }, at), h("b", { class: "bw-ratio" }, battle.ratio), h("span", { class: "bw-battle-sides" }, sides));
    if (battle.chances?.length) node.append(strip(battle.chances));
    return this.pointing(node, { pieces: [...battle.by, ...battle.on], spaces: battle.at });
  }

  private unit(id: string): HTMLElement {
    const piece = this.session.piece(id);
    const node = button(labelOf(piece, id), { class: "bw-open-unit", title: `${piece?.say ?? id}: must still attack` }, () => this.session.select([id]));
    return this.pointing(node, { pieces: [id], spaces: [] });
  }

  private space(id: string): HTMLElement {
    const name = this.nameOf(id);
    const node = button(name, { class: "bw-open-unit bw-open-space", title: `${name} must still be attacked` }, () => this.point({ pieces: [], spaces: [id] }));
    return this.pointing(node, { pieces: [], spaces: [id] });
  }

  private pointing(node: HTMLElement, pointed: Pointed): HTMLElement {
    for (const name of ["pointerenter", "focus"] as const) node.addEventListener(name, () => this.point(pointed));
    for (const name of ["pointerleave", "blur"] as const) node.addEventListener(name, () => this.point(null));
    return node;
  }

  private names(ids: readonly string[]): string {
    return ids.map((id) => labelOf(this.session.piece(id), id)).join(" + ") || "nobody";
  }

  private nameOf(space: string): string {
    const found = this.session.directory?.find(space);
    return found?.name && found.name.toLowerCase() !== space ? `${found.name} ${space.toUpperCase()}` : space.toUpperCase();
  }
}

/** All outcomes of a battle as one bar, each as wide as it is likely. */
function strip(chances: readonly Chance[]): HTMLElement {
  const parts = chances.map(({ text, share, percent }, n) => {
    const node = h("span", { class: `bw-outcome-${n % 6}`, title: `${text}: ${percent}` });
    node.style.flexGrow = String(share);
    return node;
  });
  const told = chances.map(({ text, percent }) => `${text} ${percent}`).join(", ");
  return h("span", { class: "bw-outcomes", role: "img", "aria-label": told }, ...parts);
}

function labelOf(piece: Piece | null, id: string): string {
  if (!piece) return id;
  return piece.hidden ? "unknown unit" : (piece.formation && piece.short ? `${piece.formation}/${piece.short}` : (piece.short ?? piece.name ?? id));
}
