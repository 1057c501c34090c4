// What must be in the first frame of a view, and what comes after it.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { LabelView } from "../src/view/labels";
import { Layers } from "../src/view/layers";
import widget from "../src/widget";
import { ground, model, reach, scene } from "./sample";

vi.unmock("../src/frame");
beforeAll(() => {
  Object.assign(globalThis, { Path2D: class {} });
});

const traits = () => ({ ground: ground(), scene: scene({ log: [{ n: 1, node: 1, text: "Begun" }] }), reach: reach() });

describe("the first frame", () => {
  it("has the map and the question; the panels follow", async () => {
    const el = document.createElement("div");
    document.body.append(el);
    widget.render({ model: model(traits()), el });
    expect(el.querySelectorAll(".bw-pieces .bw-piece").length).toBe(2);
    expect(el.querySelector(".bw-strip-orders")?.textContent).toBe("Pass");
    expect(el.querySelector(".bw-log-text")).toBeNull();
    await vi.waitFor(() => expect(el.querySelector(".bw-log-text")?.textContent).toBe("Begun"));
    expect(el.querySelector(".bw-orders .bw-unit")).not.toBeNull();
  });

  it("waits for the page the view will stand in, and is called off with it", async () => {
    const [shown, closed] = [document.createElement("div"), document.createElement("div")];
    widget.render({ model: model(traits()), el: shown });
    widget.render({ model: model(traits()), el: closed })();
    expect(shown.childElementCount).toBe(0);
    document.body.append(shown, closed);
    await vi.waitFor(() => expect(shown.querySelectorAll(".bw-piece").length).toBeGreaterThan(0));
    expect(closed.childElementCount).toBe(0);
  });

  it("has no names that show at a closer look only; they are drawn once it is reached, as their layer is", () => {
    const live = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const [group, layers] = [document.createElementNS("http://www.w3.org/2000/svg", "g"), new Layers()];
    const label = (text: string, from: number) => ({ text, x: 0, y: 0, cls: "hexid", px: 8, from, layer: "ids" });
    const view = new LabelView(group, [label("0101", 3), label("St. Vith", 0)], layers);
    layers.apply([{ id: "ids", label: "Ids", on: false }], {});
    expect(group.textContent).toBe("St. Vith");
    view.fit(live, 5, 1);
    view.fit(live, 6, 1);
    expect([...group.querySelectorAll("text")].map((node) => node.textContent)).toEqual(["0101", "St. Vith"]);
    expect(group.querySelectorAll(".bw-off").length).toBe(2);
  });
});
