// What stands beside the map: tracks, boxes, costs in few letters.
import { beforeAll, describe, expect, it, vi } from "vitest";
import { shortCost } from "../src/costs";
import { Choices } from "../src/play/choices";
import { Directory } from "../src/play/directory";
import { BoardView } from "../src/view/board";
import { Layers } from "../src/view/layers";
import { MarksView } from "../src/view/marks";
import widget from "../src/widget";
import { ground, model, reach, scene } from "./sample";

beforeAll(() => {
  Object.assign(globalThis, { Path2D: class {} });
});

function view(change: Parameters<typeof scene>[0]) {
  const el = document.createElement("div");
  document.body.append(el);
  widget.render({ model: model({ ground: ground(), scene: scene(change), reach: reach() }), el });
  return { all: (css: string) => [...el.querySelectorAll<HTMLElement>(css)] };
}

describe("tracks", () => {
  const tracks = [
    { id: "bridges", label: "Bridges", value: 4, max: 9 },
    { id: "ground", label: "Ground", value: 0, max: 1, text: "mud, fog" },
    { id: "fifteenth", label: "Fifteenth Army", value: 1, max: 1 },
    { id: "weather", label: "Weather", value: 2, max: 0, text: "overcast" },
    { id: "lead", label: "Lead", value: 7, max: 40, text: "German 40, Allied -10" },
  ];

  it("have a meter where something is counted, and words where something is or is not", () => {
    const rows = view({ tracks }).all(".bw-track");
    expect(rows.map((row) => row.querySelector("meter") !== null)).toEqual([true, false, false, false, true]);
    expect(rows.map((row) => row.querySelector("b")?.textContent)).toEqual(["4", "mud, fog", "yes", "overcast", "7"]);
    expect(rows[4]?.querySelector(".bw-track-text")?.textContent).toBe("German 40, Allied -10");
  });
});

describe("boxes", () => {
  const pieces = [
    { id: "x", at: "box", side: "german", say: "x, strength 2, due turn 2, west edge" },
    { id: "y", at: "box", side: "german", say: "y, due turn 3" },
    { id: "z", at: "box", side: "german", say: "x, strength 2, due turn 2, west edge" },
  ];

  it("draw their units when they are opened, under the turn they come", () => {
    const { all } = view({ boxes: [{ id: "box", title: "Reinforcements", pieces }] });
    expect(all(".bw-box .bw-unit").length).toBe(0);
    const [box] = all(".bw-box") as HTMLDetailsElement[];
    box!.open = true;
    box!.dispatchEvent(new Event("toggle"));
    expect(all(".bw-due").map((node) => node.textContent)).toEqual(["Due turn 2, west edge", "Due turn 3"]);
    expect(all(".bw-box .bw-units").map((node) => node.childElementCount)).toEqual([2, 1]);
  });
});

describe("a unit chosen in the list", () => {
  it("comes into sight on the map", () => {
    const reveal = vi.spyOn(BoardView.prototype, "revealPiece");
    const [chip] = view({}).all(".bw-orders .bw-unit");
    chip!.click();
    expect(reveal).toHaveBeenCalledWith("ge");
  });
});

describe("the legend", () => {
  it("explains the pips of the qualities that are in play, and none where blocks have none", () => {
    const pieces = ["green", "elite", "green"].map((quality, i) => ({ id: `p${i}`, at: "a", side: "german", quality }));
    const told = (change: Parameters<typeof scene>[0]) => view(change).all(".bw-legend-row").map((row) => row.textContent);
    expect(told({ pieces }).filter((text) => text?.endsWith("step"))).toEqual(["Elite step", "Green step"]);
    expect(told({}).filter((text) => text?.endsWith("step"))).toEqual([]);
  });
});

describe("costs", () => {
  it("are written short", () => {
    expect(["3 3/4", "1/3", "2", "11/2", "1/7", "2 + 1/2"].map(shortCost)).toEqual(["3¾", "⅓", "2", "11/2", "1/7", "2 + 1/2"]);
  });

  it("are left out where hexes are smaller than they, and where they would hide a name", () => {
    const board = { ...ground(), kind: "hexes" as const, spaces: { hexes: { template: "M0,-10L9,-5V5L0,10L-9,5V-5Z", ids: ["a", "b", "c"], xy: [0, 0, 18, 0, 36, 0] } } };
    const directory = new Directory(board);
    const marks = new MarksView(directory, new Layers());
    marks.showLegal(new Choices(scene(), reach(), directory).ofPiece("ge"));
    marks.placeCosts(2, []);
    expect(marks.costs.childElementCount).toBe(2);
    marks.placeCosts(2, [[20, 0, 50, 40]]); // a name across one of them
    expect(marks.costs.childElementCount).toBe(1);
    marks.placeCosts(0.5, []);
    expect(marks.costs.childElementCount).toBe(0);
  });
});
