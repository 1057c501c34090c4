// The whole widget on a model without a kernel.
import { beforeAll, describe, expect, it } from "vitest";
import widget from "../src/widget";
import { ground, model, reach, scene } from "./sample";

beforeAll(() => {
  // happy-dom draws nothing; hit tests on areas are for a real browser.
  Object.assign(globalThis, { Path2D: class {} });
});

function view(made = model({ ground: ground(), scene: scene(), reach: reach() })) {
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: made, el });
  return { made, el, close, all: (css: string) => [...el.querySelectorAll(css)], text: (css: string) => el.querySelector(css)?.textContent ?? "" };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a view", () => {
  it("draws pieces, question, rule and the plain orders", () => {
    const { all, text } = view();
    expect(all(".bw-pieces .bw-piece").length).toBe(2);
    expect(text(".bw-question")).toContain("Move.");
    expect(text(".bw-question")).toContain("6.1");
    expect(text(".bw-strip-orders")).toBe("Pass");
  });

  it("bears the heading it was given, and none otherwise", () => {
    const titled = view(model({ ground: ground(), scene: scene({ title: "16 December <b>" }), reach: reach() }));
    expect(titled.text(".bw-title")).toBe("16 December <b>");
    expect((view().all(".bw-title")[0] as HTMLElement).hidden).toBe(true);
  });

  it("lets a person enter the dice, but not in a fair game", () => {
    const { made, all } = view(model({ ground: ground(), scene: scene({ mode: "study" }), reach: reach() }));
    (all(".bw-by-hand")[0] as HTMLInputElement).click();
    expect(made.sent.at(-1)).toMatchObject({ kind: "dice", by_hand: true });
    expect(view(model({ ground: ground(), scene: scene({ mode: "fair" }), reach: reach() })).all(".bw-by-hand")).toEqual([]);
  });

  it("offers an earlier game until it is taken or left", async () => {
    const { made, all, text } = view(model({ ground: ground(), scene: scene({ kept: "A game was played here." }), reach: reach() }));
    expect(text(".bw-kept")).toContain("A game was played here.");
    for (const node of all(".bw-kept button")) (node as HTMLButtonElement).click();
    expect(made.sent.map(({ kind }) => kind)).toEqual(["resume", "forget"]);
    made.set("scene", scene({ seq: 6 }));
    await settled();
    expect((all(".bw-kept")[0] as HTMLElement).hidden).toBe(true);
  });

  it("lights up destinations with their cost without asking the kernel", () => {
    const { made, all } = view();
    made.set("selection", ["ge"]);
    expect(all(".bw-legal path").length).toBe(2);
    expect(all(".bw-costs text").map((node) => node.textContent)).toEqual(["1", "2"]);
    expect(made.sent).toEqual([]);
  });

  it("shows no destination of another position", () => {
    const { made, all } = view(model({ ground: ground(), scene: scene({ options: [] }), reach: reach({ seq: 4 }) }));
    made.set("selection", ["ge"]);
    expect(all(".bw-legal path").length).toBe(0);
  });

  it("sends what a button says", () => {
    const { made, all } = view();
    (all(".bw-strip-orders button")[0] as HTMLButtonElement).click();
    expect(made.sent[0]).toMatchObject({ kind: "choose", seq: 5, option: "/0" });
  });

  it("says a refusal with its rule", async () => {
    const { made, all, text } = view();
    (all(".bw-strip-orders button")[0] as HTMLButtonElement).click();
    made.reply("refused", { text: "Not yet", rule: "3.1" });
    await settled();
    expect(text(".bw-toast")).toBe("Not yet (rule 3.1)");
    expect(text(".bw-status-line")).toBe("Not yet (rule 3.1)");
  });

  it("waits in words while nothing has come, and starts when it does", async () => {
    const { made, all, text } = view(model({ ground: {}, scene: {}, reach: {} }));
    expect(text(".bw-status-line")).toContain("Waiting");
    for (const [name, value] of Object.entries({ ground: ground(), scene: scene(), reach: reach() })) made.set(name, value);
    await settled();
    expect(all(".bw-pieces .bw-piece").length).toBe(2);
  });

  it("keeps the last board when the scene goes missing", async () => {
    const { made, all } = view();
    made.set("scene", null);
    await settled();
    expect(all(".bw-pieces .bw-piece").length).toBe(2);
  });

  it("shares one model with other views and leaves nothing behind", () => {
    const made = model({ ground: ground(), scene: scene(), reach: reach() });
    const [one, two] = [view(made), view(made)];
    made.set("selection", ["ge"]);
    expect([one, two].map(({ all }) => all(".bw-legal path").length)).toEqual([2, 2]);
    one.close();
    expect(one.el.childElementCount).toBe(0);
    made.set("selection", []);
    expect(two.all(".bw-legal path").length).toBe(1);
  });

  it("puts no word of a hidden unit on its block, and no markup anywhere", () => {
    const hidden = { id: "b7", at: "b", side: "german", hidden: true, name: "1st SS", type: "armor", strength: "9", say: "a hidden unit" };
    const loud = "<img src=x onerror=alert(1)>";
    const { all, el } = view(model({ ground: ground(), scene: scene({ pieces: [hidden], prompt: { seat: "german", text: loud }, log: [{ n: 1, node: 1, text: loud }] }), reach: null }));
    expect(all(".bw-pieces text").length).toBe(0);
    expect(el.querySelector("img")).toBeNull();
    expect(el.textContent).toContain(loud);
  });

  it("draws the curtain until the player lifts it", () => {
    const { all, el } = view(model({ ground: ground(), scene: scene({ curtain: true }), reach: reach() }));
    expect(el.querySelector(".bw-curtained")).not.toBeNull();
    (all(".bw-curtain button")[0] as HTMLButtonElement).click();
    expect(el.querySelector(".bw-curtained")).toBeNull();
  });

  it("is light on paper, out of every box of its host, and as it was afterwards", () => {
    const { el, all } = view(model({ ground: ground(), scene: scene(), reach: reach(), theme: "dark" }));
    const theme = () => (all(".bw")[0] as HTMLElement).dataset.theme;
    const boxed = () => [el, document.body, document.documentElement].filter((node) => node.classList.contains("bw-carries")).length;
    expect([theme(), boxed()]).toEqual(["dark", 0]);
    window.dispatchEvent(new Event("beforeprint"));
    expect([theme(), boxed()]).toEqual(["light", 3]);
    window.dispatchEvent(new Event("afterprint"));
    expect([theme(), boxed()]).toEqual(["dark", 0]);
  });

  it("takes typed dice one face at a time", () => {
    const { made, all } = view(model({ ground: ground(), scene: scene({ ask: { n: 2, sides: 6, text: "Roll." } }), reach: null }));
    const [use] = all(".bw-ask .bw-primary") as HTMLButtonElement[];
    for (const face of [5, 0]) (all(".bw-die-key")[face] as HTMLButtonElement).click();
    use?.click();
    expect(made.sent[0]).toMatchObject({ kind: "roll", seq: 5, faces: [6, 1] });
  });
});
