// A copy of the game beside the board: one model, two boards that do not meddle with each other.
import { beforeAll, describe, expect, it } from "vitest";
import widget from "../src/widget";
import { ground, model, reach, scene } from "./sample";

beforeAll(() => {
  Object.assign(globalThis, { Path2D: class {} });
});

const BESIDE = { scene: scene({ seq: 9, prompt: { seat: "german", text: "In the copy.", rule: "6.1" } }), reach: reach({ seq: 9 }) };
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function pair(beside: object = BESIDE) {
  const made = model({ ground: ground(), scene: scene(), reach: reach(), beside });
  const el = document.createElement("div");
  document.body.append(el);
  const close = widget.render({ model: made, el });
  const boards = () => [...el.querySelectorAll<HTMLElement>(".bw")];
  return { made, el, close, boards, texts: (css: string) => [...el.querySelectorAll(css)].map((node) => node.textContent) };
}

describe("a copy beside the board", () => {
  it("is there for as long as the kernel sends one", async () => {
    const { made, boards, texts } = pair({});
    expect(boards().length).toBe(1);
    made.set("beside", BESIDE);
    await settled();
    expect(texts(".bw-question-text")).toEqual(["Move.", "In the copy."]);
    made.set("beside", {});
    await settled();
    expect(boards().length).toBe(1);
  });

  it("is asked for by a button, which the copy itself has not", () => {
    const { made, el } = pair();
    const forks = el.querySelectorAll<HTMLButtonElement>(".bw-fork");
    expect(forks.length).toBe(1);
    forks[0]?.click();
    expect(made.sent.at(-1)).toMatchObject({ kind: "fork" });
    expect(made.sent.at(-1)).not.toHaveProperty("board");
  });

  it("sends its own orders as such", () => {
    const { made, boards } = pair();
    boards()[1]?.querySelector<HTMLButtonElement>(".bw-strip-orders button")?.click();
    expect(made.sent.at(-1)).toMatchObject({ kind: "choose", seq: 9, option: "/0", board: "beside" });
    const [adopt, close] = [...(boards()[1]?.querySelectorAll<HTMLButtonElement>(".bw-copy button") ?? [])];
    adopt?.click();
    expect(made.sent.at(-1)).toMatchObject({ kind: "adopt", board: "beside" });
    close?.click();
    expect(made.sent.at(-1)).toMatchObject({ kind: "close", board: "beside" });
  });

  it("has a selection of its own, without what has gone", async () => {
    const { made, boards } = pair();
    const selected = () => boards().map((board) => board.querySelectorAll(".bw-pieces .bw-selected").length);
    boards()[1]?.querySelector<HTMLButtonElement>(".bw-orders .bw-unit")?.click();
    expect(selected()).toEqual([0, 1]);
    expect(made.get("selection")).toEqual([]);
    made.set("beside", { scene: scene({ seq: 10, pieces: [], options: [] }), reach: reach({ seq: 10, pieces: {} }) });
    await settled();
    expect(boards()[1]?.querySelector(".bw-card")).toBeNull();
  });

  it("draws no marks of the notebook, and shares theme and layers", () => {
    const { made, boards } = pair();
    made.set("annotations", [{ kind: "text", at: "a", text: "here" }]);
    expect(boards().map((board) => board.querySelector(".bw-live")?.textContent?.includes("here"))).toEqual([true, false]);
    made.set("theme", "dark");
    expect(boards().map((board) => board.dataset["theme"])).toEqual(["dark", "dark"]);
  });

  it("goes with the view", () => {
    const { el, close } = pair();
    close();
    expect(el.children.length).toBe(0);
  });
});
