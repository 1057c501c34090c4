import { grown } from "../src/view/scale";
import { describe, expect, it } from "vitest";
import { between, clampedWidth, detail, framing, labelScale, nominalScale, snug, wheelDelta, wheelIsOurs, zoomClass } from "../src/view/scale";

describe("widths", () => {
  it("are world widths between two limits in px", () => {
    const width: [number, number, number] = [2, 1.5, 6];
    expect(clampedWidth(width, 1)).toBe(2);
    expect(clampedWidth(width, 0.5) * 0.5).toBeCloseTo(1.5);
    expect(clampedWidth(width, 5) * 5).toBeCloseTo(6);
    expect(clampedWidth(3, 5)).toBe(3);
  });
});

describe("zoom", () => {
  it("has four label classes", () => {
    expect([0.8, 1, 1.59, 1.6, 2.6, 4.2, 9].map((k) => zoomClass(k, 1))).toEqual([0, 0, 0, 1, 2, 3, 3]);
  });

  it("grows labels slowly and within limits", () => {
    expect(labelScale(1, 1)).toBe(1);
    expect(labelScale(0.1, 1)).toBe(0.84);
    expect(labelScale(99, 1)).toBe(1.5);
  });

  it("is measured against the view the names were placed for", () => {
    expect(nominalScale([0, 0, 1176, 836])).toBe(1);
  });

  it("shows three levels of detail", () => {
    expect([19, 20, 29, 30].map((px) => detail(px, 1))).toEqual([0, 1, 1, 2]);
  });

  it("frames a rectangle in the middle", () => {
    const view = framing([0, 0, 100, 100], 224, 124, 12);
    expect(view).toEqual({ k: 1, x: 62, y: 12 });
  });

  it("shows no more beyond the board than it must", () => {
    expect(snug({ k: 1, x: 50, y: 0 }, [0, 0, 300, 100], 200, 100).x).toBe(0);
    expect(snug({ k: 1, x: -150, y: 0 }, [0, 0, 300, 100], 200, 100).x).toBe(-100);
    expect(snug({ k: 1, x: 7, y: 0 }, [0, 0, 100, 100], 200, 100).x).toBe(50);
  });

  it("turns a gesture into one CSS transform", () => {
    const painted = { k: 2, x: 10, y: 20 };
    const now = { k: 3, x: 1, y: 2 };
    const css = between(painted, now);
    expect(css.k * (painted.k * 7 + painted.x) + css.x).toBeCloseTo(now.k * 7 + now.x);
  });
});

describe("the wheel", () => {
  const notch = { deltaY: 120, deltaMode: 0, ctrlKey: false };

  it("counts a notch with Ctrl like one without", () => {
    expect(wheelDelta({ ...notch, ctrlKey: true })).toBe(wheelDelta(notch));
  });

  it("still magnifies the small steps of a pinch", () => {
    expect(wheelDelta({ deltaY: 4, deltaMode: 0, ctrlKey: true })).toBeCloseTo(-0.08);
  });

  it("belongs to the page unless focused or with a modifier", () => {
    expect(wheelIsOurs({ ctrlKey: false, metaKey: false }, false)).toBe(false);
    expect(wheelIsOurs({ ctrlKey: true, metaKey: false }, false)).toBe(true);
    expect(wheelIsOurs({ ctrlKey: false, metaKey: true }, false)).toBe(true);
    expect(wheelIsOurs({ ctrlKey: false, metaKey: false }, true)).toBe(true);
  });
});

describe("pieces in a small view", () => {
  it("grow until they can be read, but not over their neighbours", () => {
    expect(grown(32, 1)).toBe(1);
    expect(32 * 0.56 * grown(32, 0.56)).toBeCloseTo(21);
    expect(grown(32, 0.3)).toBe(1.3);
  });
});
