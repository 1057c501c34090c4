"""The board on a page: where its spaces and pieces are, and what a hand or a keyboard does with them."""

from __future__ import annotations

import re
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

# What changes with every answer: what could be undone, the log, the question.
TOLD = """root => {
  const texts = (css) => [...root.querySelectorAll(css)].map((node) => node.textContent);
  return [root.querySelector(".bw-history button").title, ...texts(".bw-log"), ...texts(".bw-question")].join("|");
}"""
# The place among all buttons of the first one that is called so, and can be seen; null if there is none.
ENTRY = """(root, [css, text]) => {
  const called = (node) => {
    const label = node.getAttribute("aria-label") ?? "";
    const own = [...node.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE).map((each) => each.data);
    return [label, label.replace(/^Select /, ""), node.querySelector(".bw-order-text")?.textContent, own.join("")];
  };
  const buttons = [...root.querySelectorAll("button")];
  const found = buttons.findIndex((node) => node.matches(css) && node.checkVisibility() && called(node).includes(text));
  return found < 0 ? null : found;
}"""
AWAITED = f"""([root, told, ...entries]) => {{
  if (({TOLD})(root) !== told) return {{ place: null }};
  const places = entries.map((entry) => ({ENTRY})(root, entry)).filter((place) => place !== null);
  return places.length ? {{ place: places[0] }} : null;
}}"""
# Points of the window where a click falls on a part of the board and on nothing that lies over it.
FREE = """(root, [css, n, on]) => {
  const node = root.querySelectorAll(css)[n];
  const box = node.getBoundingClientRect();
  const within = (x, y) => node.isPointInFill(new DOMPoint(x, y).matrixTransform(node.getScreenCTM().inverse()));
  const round = [[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]]; // nobody aims at an edge
  const inside = (x, y) => !(node instanceof SVGGeometryElement) || round.every(([dx, dy]) => within(x + dx, y + dy));
  const board = root.querySelector(".bw-board");
  const bare = (top) => top?.closest(".bw-board, .bw-popups, .bw-tools, .bw-piece") === board;
  const free = [];
  for (let i = 1; i < 12; i++) {
    for (let j = 1; j < 12; j++) {
      const [x, y] = [box.x + (box.width * i) / 12, box.y + (box.height * j) / 12];
      const top = document.elementFromPoint(x, y);
      if ((on ? node.contains(top) : bare(top)) && inside(x, y)) free.push([Math.hypot(i - 6, j - 6), x, y]);
    }
  }
  return free.sort((a, b) => a[0] - b[0]).map(([, x, y]) => [x, y]);
}"""
PATIENCE = 60_000  # ms, for an answer on a busy machine
CLOSER = 3  # turns of the wheel to come to a crowded space
LEGAL = ".bw-legal > *"
# The place of the yellow field round a point of the world; -1 if the point is not yellow.
FIELD = """(root, [x, y]) => [...root.querySelectorAll(".bw-legal > *")].findIndex((field) => {
  const back = field.getCTM().inverse().multiply(root.querySelector(".bw-live > g").getCTM());
  return field.isPointInFill(new DOMPoint(x, y).matrixTransform(back));
})"""
# Which space each piece is drawn in.
STANDING = r"""(root, spaces) => {
  const pen = document.createElement("canvas").getContext("2d");
  const paths = spaces.map(({ id, d, x, y }) => ({ id, x, y, path: d ? new Path2D(d) : null }));
  const away = ({ x, y }, [px, py]) => Math.hypot(x - px, y - py);
  const at = (spot) => {
    const round = paths.filter(({ path }) => path && pen.isPointInPath(path, ...spot));
    return (round[0] ?? paths.reduce((a, b) => (away(a, spot) <= away(b, spot) ? a : b))).id;
  };
  const spot = (node) => /translate\(([-\d.]+)px, ?([-\d.]+)px\)/.exec(node.style.transform).slice(1).map(Number);
  const pieces = [...root.querySelectorAll(".bw-pieces .bw-piece")];
  return Object.fromEntries(pieces.map((node) => [node.dataset.piece, at(spot(node))]));
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
        self.root.locator(".bw-switches *").first.wait_for(state="attached")  # the panels come after the map
        self.areas = spaces_of(page.value(f'{name}.ground["spaces"]'))
        self._shapes = [{"id": name, "d": at.get("d"), "x": at["x"], "y": at["y"]} for name, at in self.areas.items()]

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

    def told(self) -> str:
        """What the board tells of the game: it changes with every answer."""
        text: str = self.root.evaluate(TOLD)
        return text

    def entry(self, css: str, text: str) -> int | None:
        """The place among all buttons of the one that is called so."""
        place: int | None = self.root.evaluate(ENTRY, [css, text])
        return place

    def await_entry(self, told: str, *entries: tuple[str, str]) -> int | None:
        """Wait for the first of some entries of lists; None if the board tells of an answer instead."""
        found = self.page.page.wait_for_function(
            AWAITED, arg=[self.root.element_handle(), told, *entries], timeout=PATIENCE
        )
        place: int | None = found.evaluate("found => found.place")
        return place

    def await_answer(self, told: str) -> None:
        """Wait until the board tells of an answer."""
        changed = f"([root, told]) => ({TOLD})(root) !== told"
        self.page.page.wait_for_function(changed, arg=[self.root.element_handle(), told], timeout=PATIENCE)

    def is_chosen(self, piece: str, say: str = "") -> bool:
        """Whether a piece is selected, on the map or in its box."""
        boxed = f', .bw-box .bw-unit[aria-pressed="true"][aria-label="{say}"]' if say else ""
        return self.find(f'.bw-pieces .bw-selected[data-piece="{piece}"]{boxed}').count() > 0

    def standing(self) -> dict[str, str]:
        """Which space each piece is drawn in."""
        self.settle()
        standing: dict[str, str] = self.root.evaluate(STANDING, self._shapes)
        return standing

    def free(self, css: str, n: int = 0, *, on: bool = False) -> list[tuple[float, float]]:
        """Points of a part of the board where a click falls on it; `on`: on the part itself, not the map under it."""
        found: list[list[float]] = self.root.evaluate(FREE, [css, n, on])
        return [(x, y) for x, y in found]

    def bring_into_view(self, x: float, y: float) -> None:
        """Show the whole board if a point of the world is out of sight."""
        self.settle()
        box = self.find(".bw-board").bounding_box()
        assert box is not None
        px, py = self.root.evaluate(PLACE, [x, y])
        if not (
            box["x"] + 20 < px < box["x"] + box["width"] - 20 and box["y"] + 20 < py < box["y"] + box["height"] - 60
        ):
            self.find('.bw-tool[title^="Whole board"]').click()
            self.settle()

    def click_field(self, space: str) -> None:
        """Click into a yellow space where it is bare, closer if need be; else on whoever stands there."""
        area = self.areas[space]
        self.bring_into_view(area["x"], area["y"])
        place = self.root.evaluate(FIELD, [area["x"], area["y"]])
        assert place >= 0, f"{space} is not yellow"
        for _ in range(CLOSER):
            if self.free(LEGAL, place):
                break
            self.mouse.move(*self.point(space))
            self.mouse.wheel(0, -240)
        spots = self.free(LEGAL, place)
        self.mouse.click(*(spots[0] if spots else self.point(space)))

    def click_unit(self, piece: str) -> None:
        """Click on a counter; a stack fans out as soon as the pointer is over it."""
        css = f'.bw-pieces .bw-piece[data-piece="{piece}"]'
        told = re.search(r"translate\(([-\d.]+)px, ?([-\d.]+)px\)", self.find(css).get_attribute("style") or "")
        assert told is not None
        self.bring_into_view(float(told[1]), float(told[2]))
        x, y = self._middle(self.find(css))
        self.mouse.move(x - 2, y)
        self.mouse.move(x, y)
        self.settle()
        spots = self.free(css, on=True)
        assert spots, f"{piece} is covered"
        self.mouse.click(*spots[0])

    def click_middle(self, part: Locator) -> None:
        """Click on the middle of a part of the view."""
        self.mouse.click(*self._middle(part))

    @staticmethod
    def _middle(part: Locator) -> tuple[float, float]:
        box = part.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
