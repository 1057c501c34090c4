import { describe, expect, it } from "vitest";
import { Directory } from "../src/play/directory";
import { Effects } from "../src/view/effects";
import { boxAt, crowdedOut, freest, labelBox, overlap, round } from "../src/view/placing";
import { LabelView } from "../src/view/labels";
import { Layers } from "../src/view/layers";
import { MarksView } from "../src/view/marks";
import { uncut } from "../src/view/opening";
import { boxRound } from "../src/view/shape";
import { ground } from "./sample";

describe("a small sign", () => {
  it("stands where it covers least, the first place being the default", () => {
    const spots = round(10, 20, 14).map(([x, y]) => ({ box: boxAt(x, y, 20, 14) }));
    expect(freest(spots, [])).toBe(spots[0]);
    const name = boxAt(-30, 0, 40, 14);
    expect(overlap(freest(spots, [name])?.box ?? name, name)).toBe(0);
    expect(freest([], [])).toBeNull();
  });

  it("knows where a name is written", () => {
    const [x0, , x1] = labelBox({ text: "Losheim Gap", x: 100, y: 50, px: 12, anchor: "end", dx: -5 }, 1, 1);
    expect(x1).toBe(95);
    expect(x1 - x0).toBeGreaterThan(60);
  });

  it("that is a name under a piece goes to another side of its town, and back when the piece is gone", () => {
    const live = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const label = { text: "Bucholz", x: 100, y: 109, px: 12, anchor: "middle", dx: 0, dy: 10, cls: "place" };
    const labels = new LabelView(live, [label], new Layers(), () => ({ at: [100, 100], r: 9 }));
    const usual = labelBox(label, 1, 1);
    expect(labels.boxes(1, 1)).toEqual([usual]);
    const piece = boxAt(100, 127, 37, 37);
    labels.dodge(1, 1, { pieces: [piece], marks: [] });
    const [box] = labels.boxes(1, 1);
    expect(overlap(box ?? piece, piece)).toBe(0);
    expect(live.querySelector("text")?.getAttribute("text-anchor")).toBe("start");
    labels.dodge(1, 1, { pieces: [], marks: [] });
    expect(labels.boxes(1, 1)).toEqual([usual]);
    expect(live.querySelector("text")?.getAttribute("text-anchor")).toBe("middle");
  });

  it("that is a marker stands beside the disc of its town, smaller in a small view", () => {
    const marks = new MarksView(new Directory(ground()), new Layers());
    marks.showMarkers([{ kind: "field-works", at: "b" }, { kind: "contested", at: "b" }]);
    const name = boxAt(60, 0, 30, 16);
    const [row] = marks.placeMarkers(1, 1, [name]);
    expect(overlap(row ?? name, name)).toBe(0);
    expect(overlap(row ?? name, boxAt(100, 0, 18, 18))).toBe(0);
    expect(row?.[2]).toBe((row?.[0] ?? 0) + 27);
    expect(marks.markers.querySelectorAll("circle").length).toBe(2);
    const [small] = marks.placeMarkers(0.4, 1, []);
    expect((small?.[2] ?? 0) - (small?.[0] ?? 0)).toBeCloseTo(27 * 0.72);
  });

  it("gives way in a small view to a more important name it would touch", () => {
    const marche = { text: "Marche", x: 560.3, y: 647.7, px: 12, anchor: "middle", dx: 0, dy: 10 };
    const laRoche = { text: "La Roche", x: 718.1, y: 664.3, px: 12, anchor: "end", dx: -3, dy: 4 };
    const names = [marche, laRoche];
    const nominal = 836 / 1466;
    expect([...crowdedOut(names, 546 / 1574.8, nominal)]).toEqual([laRoche]);
    expect(crowdedOut(names, nominal, nominal).size).toBe(0);
    const shown = (k: number) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const live = document.createElementNS("http://www.w3.org/2000/svg", "g");
      svg.append(live);
      const labels = names.map((name, rank) => ({ ...name, rank, cls: "place" }));
      new LabelView(live, labels, new Layers()).fit(svg, k, nominal);
      return [...live.querySelectorAll(":not(.bw-crowded) > .bw-label text")].map((text) => text.textContent);
    };
    expect(shown(546 / 1574.8)).toEqual(["Marche"]);
    expect(shown(nominal)).toEqual(["La Roche", "Marche"]);
  });
});

describe("dice on the map", () => {
  const directory = new Directory(ground());
  const effects = () => {
    const made = new Effects(directory, (x, y) => [x + 300, y + 300], (space) => boxRound([[space.x, space.y]], 20));
    Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
    return made;
  };
  const roll = [{ kind: "rolled", space: "b", faces: [3, 4], hits: [true, false] }];

  it("never cover what is to be clicked", () => {
    const busy = boxAt(400, 300, 60, 60);
    const made = effects();
    made.play(roll, [busy]);
    const [strip] = made.node.querySelectorAll<HTMLElement>(".bw-fallen");
    const box = boxAt(Number.parseFloat(strip?.style.left ?? ""), Number.parseFloat(strip?.style.top ?? ""), 58, 32);
    expect(overlap(box, busy)).toBe(0);
  });

  it("are left to the panel where there is no room", () => {
    const made = effects();
    made.play(roll, [boxAt(400, 300, 900, 900)]);
    expect(made.node.childElementCount).toBe(0);
  });
});

describe("the opening view", () => {
  const sight = (rect: readonly number[]) => rect as [number, number, number, number];

  it("cuts no piece", () => {
    const open = (...pieces: [number, number][]) => uncut([0, 0, 100, 100], { pieces, wanted: [], half: 5, widest: 110 }, sight);
    const cut = (box: readonly number[], y: number) => Math.abs((box[1] ?? 0) - y) < 5 || Math.abs((box[3] ?? 0) - y) < 5;
    for (const y of [-3, 2, 97, 104]) expect(cut(open([50, y], [50, 50]), y)).toBe(false);
    expect(open([50, -30], [50, 50])).toEqual([0, 0, 100, 100]);
  });

  it("stays close enough for strengths to be read", () => {
    const crowd = Array.from({ length: 40 }, (_, i): [number, number] => [50, 8 * i - 100]);
    const [x0, , x1] = uncut([0, 0, 100, 100], { pieces: crowd, wanted: [], half: 5, widest: 100 }, sight);
    expect(x1 - x0).toBeLessThanOrEqual(100.001);
  });

  it("keeps in sight what may act", () => {
    const [x0] = uncut([0, 0, 100, 100], { pieces: [], wanted: [[2, 50]], half: 5, widest: 110 }, sight);
    expect(x0).toBeLessThanOrEqual(-3);
  });
});
