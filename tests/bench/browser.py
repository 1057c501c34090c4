"""How long a click takes in JupyterLab until its result is painted, beside a widget that does nothing; then boards.

Both are measured in one page, in turns, so that the load of the machine falls on both alike. The bare widget
sends a message and the kernel sends one back: the shortest way there is. `python tests/bench/browser.py`
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import WebSocket, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench import boards  # noqa: E402  found by the line before
from tests.bench.boards import spread  # noqa: E402
from tests.browser import chromium  # noqa: E402
from tests.browser.lab import Lab  # noqa: E402
from tests.browser.page import NotebookPage, write_notebook  # noqa: E402

TURNS = 30
WARM_UP = 3

BARE = '''
import anywidget
class Bare(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const button = document.createElement("button");
      const text = document.createElement("span");
      button.className = "bare"; text.className = "bare-text"; text.textContent = "0";
      button.onclick = () => model.send({ n: Number(text.textContent) + 1 });
      model.on("msg:custom", (message) => { text.textContent = String(message.n); });
      el.append(button, text);
    } }"""
bare = Bare()
bare.on_msg(lambda widget, content, buffers: widget.send(content))
bare
'''
BOARD = """
import bulge_widget as bw
game = bw.new_game("knapp", seed=7)
board = bw.BoardWidget(game, height=600)
board
"""
# Clicks, then waits until a node has changed and the frame after that was painted.
TIMED = """([clicked, watched]) => new Promise((resolve, reject) => {
  const target = document.querySelector(watched);
  const start = performance.now();
  const late = setTimeout(() => reject(new Error("no answer to a click on " + clicked)), 10000);
  new MutationObserver((_, observer) => {
    observer.disconnect();
    clearTimeout(late);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  }).observe(target, { attributes: true, childList: true, characterData: true, subtree: true });
  document.querySelector(clicked).click();
})"""
UNIT = ".bw-orders .bw-unit"
ORDER = ".bw-orders .bw-order"
HISTORY = ".bw-history"  # its tooltips name the last order, so it changes with every action


class Traffic:
    """Bytes that came from the kernel."""

    def __init__(self, page: NotebookPage) -> None:
        self.received = 0
        page.page.on("websocket", self._watch)

    def _watch(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._count)

    def _count(self, frame: bytes | str) -> None:
        self.received += len(frame)


def select_someone(page: NotebookPage) -> None:
    """Select a unit that may act, so that its orders stand there as buttons."""
    page.page.locator(UNIT).first.click()
    page.page.wait_for_selector(ORDER)


def measure(page: NotebookPage, traffic: Traffic) -> tuple[list[float], list[float], list[int]]:
    """Click on the board and on the bare widget in turns."""
    clicks, echoes, bytes_ = [], [], []
    for _ in range(WARM_UP + TURNS):
        echoes.append(page.page.evaluate(TIMED, [".bare", ".bare-text"]))
        select_someone(page)
        page.page.wait_for_timeout(150)  # let the selection's own message pass
        before = traffic.received
        clicks.append(page.page.evaluate(TIMED, [ORDER, HISTORY]))
        page.page.wait_for_timeout(150)
        bytes_.append(traffic.received - before)
        page.run("game.undo(); board.selection = ()")  # so that every turn has as much to draw
        page.page.wait_for_selector(UNIT)
    return clicks[WARM_UP:], echoes[WARM_UP:], bytes_[WARM_UP:]


def main() -> None:
    """Measure and print a table."""
    path = chromium.find()
    if path is None:
        sys.exit(chromium.HELP)
    with (
        tempfile.TemporaryDirectory() as home,
        Lab(Path(home)) as lab,
        sync_playwright() as playwright,
    ):
        write_notebook(lab.notebooks / "bench.ipynb", BARE, BOARD)
        browser = playwright.chromium.launch(executable_path=path, args=list(chromium.ARGUMENTS))
        page = NotebookPage(browser, None)
        traffic = Traffic(page)
        page.open(lab.address("bench.ipynb"))
        page.run_all()
        page.page.wait_for_selector(UNIT)
        clicks, echoes, received = measure(page, traffic)
        page.close()
        write_notebook(lab.notebooks / "boards.ipynb", "1")
        page = NotebookPage(browser, lab.address("boards.ipynb"))
        page.run_all()
        told = boards.report(page)
        browser.close()
    bundle = ROOT / "bulge_widget" / "widget" / "static"
    print(f"JupyterLab, {TURNS} actions in turns   median    p95  worst (ms)")
    print(f"click on an order -> painted        {spread(clicks)}")
    print(f"bare widget, message back -> painted {spread(echoes)}")
    print(f"ratio of the medians                {statistics.median(clicks) / statistics.median(echoes):6.2f}")
    middle, most = statistics.median(received) / 1000, max(received) / 1000
    print(f"received per action: median {middle:.1f} kB, most {most:.1f} kB")
    print(f"bundle: {(bundle / 'board.js').stat().st_size / 1000:.1f} kB of script, ", end="")
    print(f"{(bundle / 'board.css').stat().st_size / 1000:.1f} kB of style")
    print(*told, sep="\n")


if __name__ == "__main__":
    main()
