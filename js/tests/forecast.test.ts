// Odds before an order is given, and the battles of a phase: drawn from what Python sends.
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Odds, Plan } from "../src/odds";
import widget from "../src/widget";
import { ground, model, reach, scene } from "./sample";

beforeAll(() => {
  Object.assign(globalThis, { Path2D: class {} });
});

const THROW: Odds = {
  title: "Fire in C", rule: "6.28", mean: "0.5 hits expected",
  why: [{ text: "1st, 2 dice at", total: "4", parts: [["base", "5", "2.1"], ["terrain", "-1", "2.4"]] }],
  chances: [{ text: "no hit", share: 0.5, percent: "50 %" }, { text: "1 hit", share: 0.5, percent: "50 %" }],
};
const PLAN: Plan = {
  title: "Battles of this phase", rule: "9.1", units: ["ge"], spaces: ["b"],
  battles: [{ at: ["c"], by: ["ge"], on: ["us"], ratio: "3-1", chances: THROW.chances }],
};

function view(change: Parameters<typeof scene>[0] = {}) {
  const made = model({ ground: ground(), scene: scene(change), reach: reach() });
  const el = document.createElement("div");
  document.body.append(el);
  widget.render({ model: made, el });
  const all = (css: string) => [...el.querySelectorAll<HTMLElement>(css)];
  return { made, el, all, text: (css: string) => el.querySelector(css)?.textContent ?? "", hidden: (css: string) => el.querySelector<HTMLElement>(css)?.hidden };
}

describe("odds", () => {
  it("of the throw that is due stand in the panel, each number with its parts and rules", () => {
    const { all, text } = view({ odds: [THROW] });
    expect(text(".bw-odds-head b")).toBe("Fire in C");
    expect(all(".bw-why li").map((each) => [each.textContent, each.title])).toEqual([["base5", "Rule 2.1"], ["terrain-1", "Rule 2.4"]]);
    expect(all(".bw-chance").map((each) => each.textContent)).toEqual(["no hit50 %", "1 hit50 %"]);
    expect(all(".bw-chance-bar")[0]?.style.getPropertyValue("--share")).toBe("0.5");
    expect(text(".bw-odds-note")).toBe("0.5 hits expected");
  });

  it("are hidden where no dice are near", () => {
    expect(view().hidden(".bw-odds")).toBe(true);
  });

  it("of an order are asked for once when the pointer rests on it, and shown before it is given", async () => {
    vi.useFakeTimers();
    const { made, all, text } = view({ foretold: true });
    const order = all(".bw-strip-orders button, .bw-order").find((node) => node.textContent?.includes("Pass")) as HTMLElement;
    order.dispatchEvent(new Event("pointerenter"));
    expect(made.sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(made.sent.map(({ kind, option }) => [kind, option])).toEqual([["odds", "/0"]]);
    made.reply("odds", { odds: [THROW] });
    await vi.advanceTimersByTimeAsync(0);
    expect(text(".bw-odds h3")).toBe("Pass");
    expect(all(".bw-chance").length).toBe(2);
    order.dispatchEvent(new Event("pointerleave"));
    await vi.advanceTimersByTimeAsync(200);
    order.dispatchEvent(new Event("pointerenter"));
    await vi.advanceTimersByTimeAsync(200);
    expect(made.sent.length).toBe(1);
    vi.useRealTimers();
  });

  it("are not asked for where the book foretells nothing", async () => {
    vi.useFakeTimers();
    const { made, all } = view();
    for (const node of all("button")) node.dispatchEvent(new Event("pointerenter"));
    await vi.advanceTimersByTimeAsync(300);
    expect(made.sent).toEqual([]);
    vi.useRealTimers();
  });
});

describe("a plan", () => {
  it("lists its battles with ratio, sides and outcomes, and who is in none", () => {
    const { all, text } = view({ plan: PLAN });
    expect(text(".bw-ratio")).toBe("3-1");
    expect(text(".bw-battle-sides")).toBe("ge against us");
    expect(all(".bw-outcomes span").map((each) => each.title)).toEqual(["no hit: 50 %", "1 hit: 50 %"]);
    expect(all(".bw-open-unit").map((each) => each.textContent)).toEqual(["ge", "B"]);
  });

  it("marks pieces and spaces of what is pointed at, and lets go of them", () => {
    const { all } = view({ plan: PLAN });
    const [battle] = all(".bw-battle");
    battle?.dispatchEvent(new Event("pointerenter"));
    expect(all(".bw-piece.bw-pointed").map((each) => each.dataset.piece).sort()).toEqual(["ge", "us"]);
    expect(all(".bw-pointed-rings path").length).toBe(1);
    battle?.dispatchEvent(new Event("pointerleave"));
    expect(all(".bw-piece.bw-pointed").length + all(".bw-pointed-rings path").length).toBe(0);
  });

  it("selects the unit that is clicked, so that it can be set against an enemy", () => {
    const { made, all } = view({ plan: PLAN });
    all(".bw-open-unit")[0]?.click();
    expect(made.get("selection")).toEqual(["ge"]);
  });
});
