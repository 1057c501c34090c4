import { describe, expect, it } from "vitest";
import { s } from "../src/dom";
import type { Ground } from "../src/scene";
import { GroundView } from "../src/view/ground";
import { labelsOf } from "../src/view/labels";
import { Layers } from "../src/view/layers";
import { ground } from "./sample";

function hexes(printed?: { y: number; px: number; from: number; but: number[] }): Ground {
  const spaces = { hexes: { template: "M0 0h1v1z", ids: ["0101", "0102"], xy: [30, 40, 10, 40], printed } };
  return { ...ground(), kind: "hexes", spaces };
}

describe("a shape at several places", () => {
  it("is stored once and drawn at each, every paint with its width", () => {
    const world = s("g");
    const grid = { layer: "grid", d: "M0 0l5 5", at: [0, 0, 0, 50], paints: [{ stroke: "grid", width: 2 }] };
    const view = new GroundView(world, { ...hexes(), shapes: [grid] }, new Layers(), "p");
    view.fitWidths(1);
    const uses = [...world.querySelectorAll("use")];
    expect(world.querySelectorAll("path")).toHaveLength(1);
    expect(uses.map((use) => use.getAttribute("y"))).toEqual(["0", "50"]);
    expect(uses[0]?.getAttribute("href")).toBe(`#${world.querySelector("path")?.id}`);
    expect(uses[0]?.parentElement?.getAttribute("stroke-width")).toBe("2.000");
  });
});

describe("ids of hexes", () => {
  it("are printed off the centre from their zoom class on, but not where a name stands", () => {
    const labels = labelsOf(hexes({ y: -24, px: 7.5, from: 3, but: [1] }));
    expect(labels).toEqual([expect.objectContaining({ text: "0101", cls: "hexid", x: 30, y: 16, from: 3 })]);
  });

  it("are left out where the board prints none", () => {
    expect(labelsOf(hexes())).toEqual([]);
  });
});
