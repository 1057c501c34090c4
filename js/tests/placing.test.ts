import { describe, expect, it } from "vitest";
import { Directory } from "../src/play/directory";
import { uncut } from "../src/view/board";
import { Effects } from "../src/view/effects";
import { boxAt, freest, labelBox, overlap, round } from "../src/view/placing";
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
  it("cuts no piece", () => {
    const sight = (rect: readonly number[]) => rect as [number, number, number, number];
    expect(uncut([0, 0, 100, 100], [[50, -5]], 20, sight)[1]).toBeLessThanOrEqual(-25);
    expect(uncut([0, 0, 100, 100], [[50, -30], [50, 50]], 20, sight)).toEqual([0, 0, 100, 100]);
  });
});
