// Faults that strangers met, each in its whole kind.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { Courier, SILENCE, type Wire } from "../src/messages";
import { throwsOf } from "../src/panel/dice";
import { leadsHome } from "../src/play/choices";
import { line, priced } from "../src/speech";
import { coat, drawPiece, tuck } from "../src/view/counter";
import { GroundView } from "../src/view/ground";
import { Layers } from "../src/view/layers";
import { spread } from "../src/view/pieces";
import widget from "../src/widget";
import { ground, model, reach, scene } from "./sample";

beforeAll(() => {
  Object.assign(globalThis, { Path2D: class {} });
});

function view(change: Parameters<typeof scene>[0] = {}, more: Record<string, unknown> = {}) {
  const made = model({ ground: { ...ground(), words: { german: "German", allied: "Allied", out: "Out" } }, scene: scene(change), reach: reach(), ...more });
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: made, el });
  return { made, el, close, all: (css: string) => [...el.querySelectorAll<HTMLElement>(css)], text: (css: string) => el.querySelector(css)?.textContent ?? "" };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("an order that is asked for and refused", () => {
  const refused = [{ text: "End the move phase", why: "No more than three units may stay.", rule: "5.4", at: "b" }];

  it("stands as a greyed button with its reason in sight, and its place is ringed", () => {
    const { all, text } = view({ refused });
    expect(text(".bw-refused-order")).toBe("End the move phase");
    expect(all(".bw-refused-order")[0]?.getAttribute("aria-disabled")).toBe("true");
    expect(text(".bw-refused-why")).toBe("No more than three units may stay (rule 5.4)");
    expect(all(".bw-refused-rings path").length).toBe(1);
  });

  it("is never sent, and goes when nothing is refused", async () => {
    const { made, all, text } = view({ refused });
    all(".bw-refused-order")[0]?.click();
    expect(made.sent).toEqual([]);
    expect(text(".bw-toast")).toContain("three units");
    made.set("scene", scene({ seq: 6 }));
    await settled();
    expect(all(".bw-refused-order, .bw-refused-rings path").length).toBe(0);
  });
});

describe("a second order", () => {
  it("is not sent while the first is on its way, nor from the same position after it", async () => {
    const { made, all } = view();
    const pass = () => all(".bw-strip-orders button")[0]?.click();
    pass();
    pass();
    made.reply("done");
    await settled();
    pass();
    expect(made.sent.length).toBe(1);
    made.set("scene", scene({ seq: 6 }));
    await settled();
    pass();
    expect(made.sent.length).toBe(2);
  });

  it("may follow a refusal, and the second half of a double click is none", async () => {
    const { made, all } = view();
    const press = (detail: number) => all(".bw-strip-orders button")[0]?.dispatchEvent(new MouseEvent("click", { detail, bubbles: true }));
    press(1);
    made.reply("refused", { text: "No" });
    await settled();
    press(2);
    expect(made.sent.length).toBe(1);
    press(1);
    expect(made.sent.length).toBe(2);
  });
});

describe("a kernel that is slow or gone", () => {
  it("is told of in steps, and the word goes when it answers", () => {
    vi.useFakeTimers();
    const made = model();
    const told: Wire[] = [];
    const courier = new Courier(made, (wire) => told.push(wire));
    void courier.ask({ kind: "redo" });
    vi.advanceTimersByTime(350);
    expect(told).toEqual(["sending"]);
    vi.advanceTimersByTime(3500);
    expect(told).toEqual(["sending", "silent"]);
    courier.again();
    expect(told.at(-1)).toBe("silent");
    made.reply("done");
    expect(told.at(-1)).toBeNull();
    vi.useRealTimers();
  });

  it("says nothing of questions asked in passing", () => {
    vi.useFakeTimers();
    const told = vi.fn();
    void new Courier(model(), told).why(1, "a", "b");
    vi.advanceTimersByTime(5000);
    expect(told).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it("shows on the board until a position comes", async () => {
    const { made, all, text } = view();
    made.send = () => {
      throw new Error("closed");
    };
    all(".bw-strip-orders button")[0]?.click();
    expect(text(".bw-wire")).toBe(SILENCE);
    made.set("scene", scene({ seq: 6 }));
    await settled();
    expect(all(".bw-wire")[0]?.hidden).toBe(true);
  });
});

describe("a seat that may not answer", () => {
  it("reads whose turn it is, and a click says so", () => {
    const { all, text } = view({ options: [], viewpoint: "allied", pieces: [{ id: "us", at: "c", side: "allied" }] }, { reach: null });
    expect(text(".bw-idle")).toBe("The German side is to decide");
    const [piece] = all(".bw-pieces .bw-piece");
    piece?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    expect(text(".bw-toast")).toBe("The German side is to decide");
  });

  it("is not mistaken for one whose choices are still on the way", () => {
    const { all } = view({ options: [] }, { reach: reach({ seq: 4 }) });
    expect(all(".bw-idle").length).toBe(0);
  });

  it("is not told twice where the question says it", () => {
    const { all } = view({ options: [], pieces: [], prompt: { seat: "german", text: "The German side is to decide: move" } }, { reach: null });
    expect(all(".bw-idle").length).toBe(0);
  });
});

describe("throws of one order", () => {
  it("are all shown, each with its words", () => {
    const events = [{ kind: "rolled", faces: [6], text: "Overrun" }, { kind: "moved" }, { kind: "rolled", faces: [1, 5], hits: [false, true], text: "Parting shots" }];
    const { all } = view({ events, dice: { faces: [1, 5] } });
    expect(all(".bw-throw .bw-dice-text").map((node) => node.textContent)).toEqual(["Overrun", "Parting shots"]);
    expect(throwsOf(scene({ dice: { faces: [2] } })).length).toBe(1);
    expect(throwsOf(scene({ throws: [], dice: { faces: [2] } })).length).toBe(0);
  });
});

describe("orders in the panel", () => {
  it("are written in full; one that leads home comes last", () => {
    const options = [
      { o: "ge/0", to: 0, path: [0, 1, 0], text: "there and back" },
      { o: "ge/1", to: 1, path: [0, 1], text: "to b", full: "moves to b and stops" },
    ];
    const { made, all, text } = view({}, { reach: reach({ pieces: { ge: { from: 0, options } } }) });
    made.set("selection", ["ge"]);
    expect(all(".bw-orders > .bw-order-list .bw-order-text").map((node) => node.textContent)).toEqual(["moves to b and stops"]);
    expect(text(".bw-more")).toContain("there and back");
    expect(leadsHome({ id: "", text: "", full: "", to: null, cost: "", mode: "", also: [], path: [] })).toBe(false);
  });
});

describe("words", () => {
  it("are joined with one stop and a comma before the cost", () => {
    expect(priced("Moves to Clervaux.", "1")).toBe("Moves to Clervaux, cost 1");
    expect(line("One.", "Two", null, "Three.")).toBe("One. Two. Three.");
  });

  it("do not promise what a unit can do", () => {
    expect(view().text(".bw-small")).toBe("2 units to choose from");
  });
});

describe("colours of pieces", () => {
  const tokens = { "us-ink": "#000000", "ss-ink": "#ffffff", "army-ink": "#ffffff" };

  it("come from nation, arm or side, whichever the table has", () => {
    const look = { tokens, coats: { allied: "us" } };
    expect(coat({ side: "allied", nation: "us", arm: "army" }, look)).toBe("us");
    expect(coat({ side: "german", nation: "de", arm: "ss" }, look)).toBe("ss");
    expect(coat({ side: "german", nation: "de", arm: "wehrmacht" }, look)).toBe("army");
    expect(coat({ side: "allied" }, look)).toBe("us");
  });
});

describe("a counter under others", () => {
  it("shows its strength in the strip that is free", () => {
    const node = drawPiece({ id: "a", at: "a", side: "german", strength: "7" }, { size: 40, style: "counter", symbols: {} });
    const strength = node.querySelector(".bw-strength");
    tuck(node, 40, { side: "left", width: 12 });
    expect(Number(strength?.getAttribute("x"))).toBe(-14);
    expect(node.classList.contains("bw-tucked")).toBe(true);
    tuck(node, 40, { side: "top", width: 30 });
    expect(Number(strength?.getAttribute("y"))).toBeCloseTo(4.8);
    tuck(node, 40, null);
    expect([strength?.getAttribute("x"), strength?.getAttribute("y")]).toEqual(["0.00", "16.00"]);
  });
});

describe("counters in a small space", () => {
  it("are drawn apart as far as their strengths need, about the same middle", () => {
    const place = (x: number, side = "german") => ({ piece: { id: `${side}${x}`, at: "a", side }, at: [x, 5] as [number, number] });
    expect(spread([place(10), place(14), place(18)], 10).map(({ at }) => at[0])).toEqual([4, 14, 24]);
    expect(spread([place(10), place(14, "allied")], 10).map(({ at }) => at[0])).toEqual([10, 14]);
    expect(spread([place(10), place(30)], 10).map(({ at }) => at[0])).toEqual([10, 30]);
  });
});

describe("control", () => {
  it("is a tint, lines and the side's colours on the town's disc", () => {
    const made = { ...ground(), badges: [{ x: 100, y: 0, kind: "town", text: "2" }] };
    const { all } = view({ control: { b: "german" } }, { ground: made });
    expect(all(".bw-held-german").length).toBe(1);
    expect(all(".bw-hatch-german")[0]?.getAttribute("fill")).toMatch(/^url\(#/);
    expect(all(".bw-live .bw-town")[0]?.dataset.side).toBe("german");
  });
});

describe("a river that is a border", () => {
  it("leaves the border when rivers are switched off", () => {
    const layers = new Layers();
    const world = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const shapes = [{ layer: "water", d: "M0,0L1,1", paints: [{ stroke: "border", layer: "borders" }, { stroke: "river" }] }];
    new GroundView(world, { ...ground(), shapes }, layers, "x");
    layers.apply([{ id: "water", label: "Rivers", on: true }], { water: false });
    expect([...world.querySelectorAll("path")].map((node) => node.classList.contains("bw-off"))).toEqual([false, true]);
  });
});

describe("the legend", () => {
  it("explains colours, badges, printed marks and signs that there are", () => {
    const badges = [{ x: 0, y: 0, kind: "vp", text: "2" }, { x: 0, y: 0, kind: "entry", text: "A", angle: 90 }];
    const pieces = [{ id: "ge", at: "a", side: "german", badges: ["out"] }];
    const { text } = view({ pieces, control: { b: "german" } }, { ground: { ...ground(), badges, words: { german: "German", out: "Out of supply" } } });
    for (const word of ["Out of supply", "Victory value", "Entry road", "Cost of going there", "German control", "Both sides are here"]) expect(text(".bw-legend")).toContain(word);
    expect(text(".bw-legend")).not.toContain("Fort");
  });
});

describe("the screen", () => {
  it("grows the words and fills the window where full screen is refused", () => {
    const { el, all } = view();
    const tool = (name: string) => all(".bw-tool").find((node) => node.title === name)?.click();
    tool("Larger text");
    expect(el.querySelector<HTMLElement>(".bw")?.style.getPropertyValue("--bw-text")).toBe("1.15");
    tool("Fill the screen, and back");
    expect(el.querySelector(".bw-full")).not.toBeNull();
    tool("Fill the screen, and back");
    expect(el.querySelector(".bw-full")).toBeNull();
  });

  it("shares a row of widgets, and leaves the host as it was", () => {
    const { el, close } = view();
    expect(el.classList.contains("bw-host")).toBe(true);
    close();
    expect(el.classList.contains("bw-host")).toBe(false);
  });
});

describe("keys on the board", () => {
  it("speak the unit that a bracket selects, and why Enter does nothing", async () => {
    const { made, el, text } = view({ options: [] });
    const board = el.querySelector<HTMLElement>(".bw-board");
    const press = (key: string) => board?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    press("]");
    expect(text(".bw-speech")).toContain("a German unit");
    made.set("reach", reach({ pieces: { ge: { from: 0, options: [{ o: "ge/0", to: 1, path: [0, 1] }] } } }));
    await settled();
    press("ArrowRight");
    press("ArrowRight");
    press("Enter");
    made.reply("why", { text: "Too far", rule: "5" });
    await settled();
    await settled();
    expect(text(".bw-reason")).toBe("Too far (rule 5)");
    expect(text(".bw-speech")).toContain("Too far");
  });
});
