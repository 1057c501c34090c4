/// <reference types="vite/client" />
// House rules that can be read off the sources.
import { describe, expect, it } from "vitest";

const sources = import.meta.glob("../src/**/*.ts", { query: "?raw", import: "default", eager: true }) as Record<string, string>;

describe("the sources", () => {
  it("are there", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(20);
  });

  it.each(Object.entries(sources))("%s builds nodes, never markup, and stays short", (_name, text) => {
    expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|eval\(|new Function/);
    expect(text).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    expect(text.split("\n").length).toBeLessThanOrEqual(300);
  });

  it.each(Object.entries(sources))("%s keeps no state in the module", (_name, text) => {
    // marimo loads the module once for many widgets.
    expect(text).not.toMatch(/^(export )?(let|var) /m);
    expect(text).not.toMatch(/^(export )?const \w+(: [^=]+)? = new (Map|Set|WeakMap|WeakSet)\b(?!\(\[)/m);
  });
});
