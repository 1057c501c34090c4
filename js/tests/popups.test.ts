import { describe, expect, it, vi } from "vitest";
import { Popups } from "../src/view/popups";

function open() {
  const board = document.createElement("div");
  board.tabIndex = 0;
  const popups = new Popups(board);
  board.append(popups.node);
  document.body.append(board);
  return { board, popups, entries: () => [...popups.node.querySelectorAll<HTMLButtonElement>(".bw-pick")] };
}

describe("pick list", () => {
  it("lists the default first and plays what is pressed", () => {
    const { popups, entries } = open();
    const acts = [vi.fn(), vi.fn()];
    popups.pick("Furth", [{ text: "by road", note: "2", act: acts[0]! }, { text: "across country", act: acts[1]! }], [10, 10], true);
    expect(entries()[0]?.classList.contains("bw-default")).toBe(true);
    expect(document.activeElement).toBe(entries()[0]);
    entries()[1]?.click();
    expect(acts[1]).toHaveBeenCalledOnce();
    expect(popups.picking).toBe(false);
  });

  it("is walked by arrows and closed by Escape, giving the focus back", () => {
    const { board, popups, entries } = open();
    popups.pick("x", [{ text: "a", act: vi.fn() }, { text: "b", act: vi.fn() }], [0, 0], true);
    const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    press("ArrowDown");
    expect(document.activeElement).toBe(entries()[1]);
    press("ArrowDown");
    expect(document.activeElement).toBe(entries()[0]);
    press("Escape");
    expect(popups.picking).toBe(false);
    expect(document.activeElement).toBe(board);
  });

  it("shows text as text", () => {
    const { popups } = open();
    popups.pick("<img src=x onerror=alert(1)>", [{ text: "<b>bold</b>", act: vi.fn() }], [0, 0], false);
    popups.toast("<script>1</script>");
    popups.why("<i>why</i>", [0, 0]);
    expect(popups.node.querySelector("img, b, script, i")).toBeNull();
  });
});
