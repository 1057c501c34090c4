import { describe, expect, it } from "vitest";
import { paint, resolveTheme, tokensFor, userColour } from "../src/theme";
import { ground } from "./sample";

describe("theme", () => {
  it("follows the trait, then JupyterLab, then the system", () => {
    const body = document.createElement("body");
    expect(resolveTheme("dark", body, false)).toBe("dark");
    expect(resolveTheme("auto", body, true)).toBe("dark");
    body.setAttribute("data-vscode-theme-kind", "vscode-light");
    expect(resolveTheme("auto", body, true)).toBe("light");
    body.setAttribute("data-jp-theme-light", "true");
    expect(resolveTheme("auto", body, true)).toBe("light");
    body.setAttribute("data-jp-theme-light", "false");
    expect(resolveTheme("auto", body, false)).toBe("dark");
  });

  it("turns the colour table into variables of the root", () => {
    const root = document.createElement("div");
    paint(root, "dark", ground());
    expect(root.style.getPropertyValue("--bw-land")).toBe("#000000");
    expect(root.dataset.theme).toBe("dark");
    expect(tokensFor("light", null)).toEqual({});
  });

  it("wears colours of its own round the map where the host is of the other theme", () => {
    const root = document.createElement("div");
    for (const [host, own] of [["true", true], ["false", false]] as const) {
      document.body.setAttribute("data-jp-theme-light", host);
      paint(root, "dark", ground());
      expect(root.hasAttribute("data-own")).toBe(own);
    }
    document.body.removeAttribute("data-jp-theme-light");
    paint(root, "dark", ground());
    expect(root.hasAttribute("data-own")).toBe(false);
  });

  it("takes tokens, names and hex colours for annotations, nothing else", () => {
    const tokens = tokensFor("light", ground());
    expect(userColour("red", tokens)).toBe("var(--bw-red)");
    expect(userColour("teal", tokens)).toBe("teal");
    expect(userColour("#0af", tokens)).toBe("#0af");
    expect(userColour("url(http://example.org/x)", tokens)).toBeNull();
    expect(userColour(undefined, tokens)).toBeNull();
  });
});
