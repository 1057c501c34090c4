// What a hand or a key must come to: orders under pieces, in stacks, on borders, in long lists; and nothing by a curtain.
import { beforeAll, expect, it } from "vitest";
import { Choices, byDestination } from "../src/play/choices";
import { Directory } from "../src/play/directory";
import type { Option, Piece } from "../src/scene";
import widget from "../src/widget";
import { ground, model, reach, scene } from "./sample";

beforeAll(() => {
  Object.assign(globalThis, { Path2D: class {} });
});

function view(change: Parameters<typeof scene>[0] = {}) {
  const made = model({ ground: ground(), scene: scene(change), reach: reach() });
  const el = document.createElement("div");
  document.body.append(el);
  widget.render({ model: made, el });
  const all = (css: string) => [...el.querySelectorAll<HTMLElement>(css)];
  const press = (key: string) => all(".bw-board")[0]?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  return { made, el, all, press };
}

const strike: Option = { id: "/0", text: "Strike c", key: null, to: "c" };

it("a click on a piece that has no orders of its own plays what the space under it is chosen for", () => {
  const { made, all } = view({ options: [strike] });
  all(".bw-pieces .bw-piece[data-piece='us']")[0]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(made.sent.map((sent) => sent.option)).toEqual(["/0"]);
});

it("a unit taken out of a stack by its list goes on to its orders", () => {
  const pieces: Piece[] = ["one", "two"].map((id) => ({ id, at: "a", side: "german", name: id, live: true }));
  const options: Option[] = pieces.flatMap(({ id }) => ["dig in", "rest"].map((text, n) => ({ id: `${id}/${n}`, text, key: id })));
  const { made, all, press } = view({ pieces, options });
  made.set("selection", ["one"]);
  press("ArrowLeft"); // the ring comes to the unit
  made.set("selection", []);
  press("Enter");
  expect(all(".bw-pick").map((node) => node.textContent)).toEqual(["Select one", "Select two"]);
  all(".bw-pick")[1]?.click();
  expect(made.get("selection")).toEqual(["two"]);
  expect(all(".bw-pick").map((node) => node.textContent)).toEqual(["dig in", "rest"]);
});

it("an order about a border is clicked at either end of it", () => {
  const blow: Option = { id: "x/0", text: "Blow the bridge", key: "x", to: "a b" };
  const choices = new Choices(scene({ options: [blow] }), null, new Directory(ground()));
  expect([...byDestination(choices.ofPiece("x")).keys()]).toEqual([0, 1]);
});

it("of a long list the rest is folded away, and comes when it is opened", async () => {
  const options: Option[] = Array.from({ length: 75 }, (_, n) => ({ id: `ge/${n}`, text: `Order ${n}`, key: "ge" }));
  const { made, all } = view({ options, pieces: [{ id: "ge", at: "a", side: "german" }] });
  made.set("reach", reach({ pieces: {} }));
  await Promise.resolve();
  made.set("selection", ["ge"]);
  expect(all(".bw-orders .bw-order").length).toBe(60);
  const fold = all(".bw-orders .bw-more")[0] as HTMLDetailsElement;
  expect(fold.querySelector("summary")?.textContent).toBe("15 more");
  fold.open = true;
  fold.dispatchEvent(new Event("toggle"));
  expect(all(".bw-orders .bw-order").at(-1)?.textContent).toContain("Order 74");
});

it("orders that name no space come before those that can be clicked on the map", () => {
  const { made, all } = view({ options: [{ id: "ge/9", text: "Dig in", key: "ge" }] });
  made.set("selection", ["ge"]);
  expect(all(".bw-orders .bw-order-text").map((node) => node.textContent)).toEqual(["Dig in", "to b", "to c by road", "to c across country"]);
});

it("behind the curtain no key walks or speaks, and the curtain's button takes the focus", () => {
  const { made, all, press } = view();
  all(".bw-board")[0]?.focus();
  made.set("scene", scene({ seq: 6, curtain: true, events: [{ kind: "moved", text: "A secret move" }] }));
  return Promise.resolve().then(() => {
    expect(document.activeElement).toBe(all(".bw-curtain button")[0]);
    expect(all(".bw-speech")[0]?.textContent).toBe("The German player decides");
    press("]");
    press("ArrowRight");
    expect(made.get("selection")).toEqual([]);
    expect(all(".bw-speech")[0]?.textContent).toBe("The German player decides");
  });
});
