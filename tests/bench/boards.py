"""What a board costs in JupyterLab: its first paint and its panning, beside the floor for each; bytes that travel.

The floor of the first paint is a bare anywidget that draws the same number of SVG paths, in the same page, in turns.
"""

from __future__ import annotations

import json
import statistics
from typing import Any

from bulge_widget.rulebooks.registry import rulebooks
from tests.browser.board import OnBoard
from tests.browser.page import NotebookPage

TURNS = 5
FRAMES = 90
PREPARE = """
import json, random, anywidget, traitlets
import bulge_widget as bw

class Paths(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "0 0 1000 640");
      svg.classList.add("bare-paths");
      for (const d of model.get("paths")) {
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", d);
        path.setAttribute("fill", "none");
        path.setAttribute("stroke", "#444");
        svg.append(path);
      }
      el.append(svg);
    } }'''
    paths = traitlets.List().tag(sync=True)

rng = random.Random(1)
games = {}
def game_of(book):
    if book not in games:
        games[book] = bw.new_game(book, seed=1944)
    return games[book]
def paths(count):
    spots = lambda: f"{rng.randrange(1000)},{rng.randrange(640)}"
    return ["M" + spots() + "L" + "L".join(spots() for _ in range(20)) for _ in range(count)]
"""
# Runs a cell and resolves when a node of a kind is there and painted; gives the milliseconds.
SHOWN = """async ([source, css]) => {
  const notebook = window.jupyterapp.shell.currentWidget.content;
  const cells = notebook.model.sharedModel;
  cells.insertCell(cells.cells.length, {cell_type: "code", source});
  notebook.activeCellIndex = cells.cells.length - 1;
  const before = document.querySelectorAll(css).length;
  const begun = performance.now();
  void window.jupyterapp.commands.execute("notebook:run-cell");
  return new Promise((resolve, reject) => {
    const look = () => {
      if (performance.now() - begun > 60000) return reject(new Error("nothing was drawn: " + css));
      if (document.querySelectorAll(css).length === before) return requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    };
    look();
  });
}"""
# Pans by drags of the pointer, one step a frame, and gives the time of each frame.
PANNED = """async ([root, frames]) => {
  const board = root.querySelector(".bw-board");
  const box = board.getBoundingClientRect();
  const at = (type, i, target) => {
    const [x, y] = [box.x + box.width / 2 + 150 * Math.sin(i / 9), box.y + box.height / 2 + 90 * Math.cos(i / 7)];
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, view: window, clientX: x, clientY: y, button: 0 }));
  };
  const frame = () => new Promise(requestAnimationFrame);
  at("mousedown", 0, root.querySelector(".bw-stage"));
  const times = [];
  let moved = false;
  let last = await frame();
  for (let i = 1; i <= frames; i++) {
    at("mousemove", i, window);
    const now = await frame();
    times.push(now - last);
    last = now;
    // On a busy machine a frame may be so late that the stage has come to rest meanwhile.
    moved ||= /translate/.test(root.querySelector(".bw-stage").style.transform);
  }
  at("mouseup", frames, window);
  if (!moved) throw new Error("the board did not pan");
  return times;
}"""
NODES = "root => root.querySelectorAll('.bw-stage path, .bw-stage use, .bw-stage text, .bw-stage rect').length"


def first_paints(page: NotebookPage, book: str) -> tuple[list[float], list[float], int]:
    """Milliseconds from running the cell to the painted board, and to as many painted paths; how many those are."""
    _shown(page, f"board = bw.BoardWidget(game_of('{book}'), height=600); board", ".bw .bw-piece")
    count = int(page.board.evaluate(NODES))
    boards, bares = [], []
    for _ in range(TURNS):
        bares.append(_shown(page, f"Paths(paths=paths({count}))", ".bare-paths"))
        source = f"board = bw.BoardWidget(game_of('{book}'), height=600); board"
        boards.append(_shown(page, source, ".bw .bw-piece"))
    return boards, bares, count


def _shown(page: NotebookPage, source: str, css: str) -> float:
    """Show something in a cell of its own, and take the cell away again but for the last board."""
    cells = page.count_cells()
    if cells > 1:
        page.drop_cells_from(1)
        page.page.wait_for_function("css => document.querySelectorAll(css).length === 0", arg=css)
    page.page.wait_for_timeout(400)
    return float(page.page.evaluate(SHOWN, [source, css]))


def panned(page: NotebookPage) -> list[float]:
    """Milliseconds of each frame while the last board is panned."""
    board = OnBoard(page)
    board.settle()
    board.find(".bw-board").scroll_into_view_if_needed()
    handle = board.root.element_handle()
    page.page.evaluate(PANNED, [handle, 10])
    board.settle()
    times: list[float] = page.page.evaluate(PANNED, [handle, FRAMES])
    return times


BYTES = """
def size(value):
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
def sizes(book, orders):
    game, most = bw.new_game(book, seed=1944), {}
    board, rng = bw.BoardWidget(game, kept=False), random.Random(1944)
    for _ in range(orders):
        state = board.get_state(["ground", "scene", "reach"])
        most = {name: max(most.get(name, 0), size(value)) for name, value in state.items()}
        options = game.legal_actions()
        if not len(options):
            break
        game.play(rng.choice(list(options.of(rng.choice(options.keys())))))
    board.close()
    return most
"""


def sizes(page: NotebookPage, book: str, orders: int = 60) -> dict[str, int]:
    """Most bytes of each trait over some orders of random play."""
    page.run(BYTES)
    told: dict[str, int] = json.loads(page.run(f"print(json.dumps(sizes('{book}', {orders})))"))
    return told


def spread(times: list[float]) -> str:
    """Median, 95th percentile and worst of some milliseconds."""
    worst = sorted(times)
    return f"{statistics.median(times):6.1f} {worst[int(0.95 * (len(worst) - 1))]:6.1f} {worst[-1]:6.1f}"


def report(page: NotebookPage) -> list[str]:
    """Measure every board; lines to print."""
    page.run(PREPARE)
    lines = [
        "first paint after the cell is run      board    bare  ratio  (ms, medians of 5 in turns; nodes of the map)"
    ]
    pans = ["a frame while panning                 median    p95  worst (ms)"]
    bytes_ = ["bytes, most in 60 random orders        ground   scene   reach (kB)"]
    for book in rulebooks():
        boards, bares, count = first_paints(page, book)
        one, other = statistics.median(boards), statistics.median(bares)
        lines.append(f"  {book:<35} {one:6.0f}  {other:6.0f}  {one / other:5.2f}  ({count})")
        pans.append(f"  {book:<35} {spread(panned(page))}")
        size: dict[str, Any] = sizes(page, book)
        bytes_.append(
            f"  {book:<35} {size['ground'] / 1000:7.1f} {size['scene'] / 1000:7.1f} {size['reach'] / 1000:7.1f}"
        )
    return [*lines, *pans, *bytes_]
