"""The board on a page: where its spaces and pieces are, and what a hand or a keyboard does with them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from tests.browser.page import NotebookPage

# World to window; the drawing's own matrix knows zoom, pan and scroll.
PLACE = """(root, [x, y]) => {
  const matrix = root.querySelector(".bw-live > g").getScreenCTM();
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  return [point.x, point.y];
}"""
STANDS = """([root, piece, spots]) => {
  const node = root.querySelector(`.bw-piece[data-piece="${piece}"]`);
  const told = /translate\\(([-\\d.]+)px, ?([-\\d.]+)px\\)/.exec(node?.style.transform ?? "");
  return told !== null && spots.some(([x, y]) => Math.hypot(told[1] - x, told[2] - y) < 12);
}"""
# Resolves when zoom, page and notebook have come to rest: four frames without a change.
SETTLED = """async (root) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // What may be clicked pulses for as long as it may.
  const flies = (each) => each.playState === "running" && each.effect.getTiming().iterations !== Infinity;
  const now = () => {
    const box = root.querySelector(".bw-board").getBoundingClientRect();
    const matrix = root.querySelector(".bw-live > g").getScreenCTM();
    const moving = root.querySelector(".bw-stage").style.transform !== "none";
    const flying = root.getAnimations({ subtree: true }).some(flies);
    return [box.x, box.y, box.width, matrix.a, matrix.e, matrix.f, moving, flying].join();
  };
  const late = performance.now() + 20000;
  for (let calm = 0, last = ""; calm < 4; ) {
    await frame();
    if (performance.now() > late) throw new Error("the board does not come to rest");
    const next = now();
    calm = next === last && next.endsWith("false,false") ? calm + 1 : 0;
    last = next;
  }
}"""


def spaces_of(spaces: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Each space of an area or hex board with its middle and the slots of its pieces."""
    if "areas" in spaces:
        return {area["id"]: area for area in spaces["areas"]}
    xy = spaces["hexes"]["xy"]
    ids = enumerate(spaces["hexes"]["ids"])
    return {hex_id: {"x": xy[2 * n], "y": xy[2 * n + 1], "slots": []} for n, hex_id in ids}


class OnBoard:
    """One view of a board.

    Parameters
    ----------
    page : NotebookPage
        The notebook it is in.
    name : str
        The variable that holds the widget in the kernel.
    index : int, optional
        Which of the views on the page.
    """

    def __init__(self, page: NotebookPage, name: str = "board", index: int = 0) -> None:
        self.page = page
        self.mouse = page.page.mouse
        self.root: Locator = page.page.locator(".bw").nth(index)
        self.root.locator(".bw-piece").first.wait_for()
        self.areas = spaces_of(page.value(f'{name}.ground["spaces"]'))

    def find(self, css: str) -> Locator:
        """Find parts of this view."""
        return self.root.locator(css)

    def show_whole(self) -> None:
        """Bring the view into the window and zoom out to the whole board."""
        box = self.find(".bw-board")
        box.scroll_into_view_if_needed()
        box.focus()
        self.page.page.keyboard.press("0")
        self.settle()

    def settle(self) -> None:
        """Wait until nothing moves any more."""
        self.root.evaluate(SETTLED)

    def point(self, space: str) -> tuple[float, float]:
        """Where the middle of a space is in the window."""
        self.settle()
        area = self.areas[space]
        x, y = self.root.evaluate(PLACE, [area["x"], area["y"]])
        return x, y

    def click_space(self, space: str) -> None:
        """Click into a space."""
        self.mouse.click(*self.point(space))

    def hover_space(self, space: str) -> None:
        """Let the pointer rest on a space."""
        x, y = self.point(space)
        self.mouse.move(x - 3, y)
        self.mouse.move(x, y)

    def piece(self, piece: str) -> Locator:
        """Find a piece on the map."""
        return self.find(f'.bw-pieces .bw-piece[data-piece="{piece}"]')

    def click_piece(self, piece: str) -> None:
        """Click on a piece."""
        self.settle()
        box = self.piece(piece).bounding_box()
        assert box is not None
        self.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def wait_for_piece(self, piece: str, space: str) -> None:
        """Wait until a piece is drawn in a space."""
        area = self.areas[space]
        spots = [*area["slots"], [area["x"], area["y"]]]
        self.page.page.wait_for_function(STANDS, arg=[self.root.element_handle(), piece, spots])
