import { describe, expect, it } from "vitest";
import { commandOf, walk } from "../src/keys";

const key = (name: string, held: object = {}) => commandOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe("keys", () => {
  it("mean something only without modifiers", () => {
    expect(key("u")).toEqual({ do: "undo" });
    expect(key("z", { ctrlKey: true })).toBeNull();
    expect(key("Enter", { ctrlKey: true })).toBeNull();
    expect(key("Tab")).toBeNull();
  });

  it("reach the brackets on keyboards that need AltGr", () => {
    expect(key("[", { ctrlKey: true, altKey: true })).toEqual({ do: "cycle", step: -1 });
    expect(key("]", { getModifierState: (name: string) => name === "AltGraph" })).toEqual({ do: "cycle", step: 1 });
    expect(key("]", { altKey: true })).toEqual({ do: "cycle", step: 1 });
    expect(key("]", { ctrlKey: true })).toBeNull();
    expect(key("u", { ctrlKey: true, altKey: true })).toBeNull();
  });
});

describe("arrows", () => {
  const from = { x: 0, y: 0 };
  const east = { x: 10, y: 1 };
  const northEast = { x: 7, y: -7 };
  const south = { x: 0, y: 9 };

  it("walk to the neighbour most nearly ahead", () => {
    const near = [south, northEast, east];
    expect(walk(from, near, 1, 0)).toBe(east);
    expect(walk(from, near, 0, -1)).toBe(northEast);
    expect(walk(from, near, 0, 1)).toBe(south);
  });

  it("stay where nothing lies ahead", () => {
    expect(walk(from, [east], -1, 0)).toBeNull();
  });
});
