"""Many boards on one game, and many orders on one board: all stay in step, and nothing piles up."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.board import OnBoard
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage, write_notebook
from tests.browser.test_play import TASK, Task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOARDS = 10
TEN = f"""
import bulge_widget as bw
from IPython.display import display
game = bw.new_game("knapp", seed=1944)
boards = [bw.BoardWidget(game, height=300) for _ in range({BOARDS})]
board = boards[0]
display(*boards)
"""
# How many boards have a piece within a few units of one of some spots.
STANDING = """([piece, spots]) => {
  const at = (node) => /translate\\(([-\\d.]+)px, ?([-\\d.]+)px\\)/.exec(node.style.transform);
  const near = (told) => told && spots.some(([x, y]) => Math.hypot(told[1] - x, told[2] - y) < 12);
  return [...document.querySelectorAll(`.bw-piece[data-piece="${piece}"]`)].filter((node) => near(at(node))).length;
}"""
SECONDS = 10
"""For ten boards on a busy machine; on an idle one it is under one."""


def test_ten_boards_on_a_game_stay_in_step(lab: Lab, open_notebook: Callable[..., NotebookPage]) -> None:
    write_notebook(lab.notebooks / "ten.ipynb", TEN)
    page = open_notebook("ten.ipynb")
    page.run_all()
    expect(page.page.locator(".bw .bw-board")).to_have_count(BOARDS)
    board = OnBoard(page)
    task = Task(*json.loads(page.run(TASK)))
    board.show_whole()
    board.click_piece(task.piece)
    begun = time.perf_counter()
    board.click_space(task.goal)
    wait_for_all(page, board, task.piece, task.goal)
    took = time.perf_counter() - begun
    print(f"{BOARDS} boards have followed a click after {took:.2f} s")
    assert took < SECONDS
    assert set(page.value("[board.seq for board in boards]")) == {page.value("board.seq")}
    last = OnBoard(page, index=BOARDS - 1)
    last.find(".bw-history button").first.click()
    wait_for_all(page, board, task.piece, task.start)
    page.run('boards[3].viewpoint = "allied"')
    assert page.value("sorted({board.viewpoint for board in boards})") == ["allied", "umpire"]


def wait_for_all(page: NotebookPage, board: OnBoard, piece: str, space: str) -> None:
    area = board.areas[space]
    spots = [*area["slots"], [area["x"], area["y"]]]
    page.page.wait_for_function(f"given => ({STANDING})(given) === {BOARDS}", arg=[piece, spots])


ACTIONS = 500
LONG = """
import gc, os, random
import bulge_widget as bw
game = bw.new_game("knapp", seed=1944)
board = bw.BoardWidget(game, height=480)
start, rng = game.record.node, random.Random(1944)

def act():
    options = game.legal_actions()
    if not len(options):
        game.goto(start)
        options = game.legal_actions()
    game.play(rng.choice(list(options.of(rng.choice(options.keys())))))

def resident():
    gc.collect()
    with open("/proc/self/statm") as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

board
"""
KERNEL_BYTES = 20_000
"""An action: its node in the record with a state, which is kept on purpose, and what the allocator needs round it."""
PAGE_BYTES = 3_000
"""An action, in a page where JupyterLab lives too; scene and reach of an action have ten times that."""


def test_memory_stays_flat_over_many_actions(lab: Lab, open_notebook: Callable[..., NotebookPage]) -> None:
    write_notebook(lab.notebooks / "long.ipynb", LONG)
    page = open_notebook("long.ipynb")
    page.run_all()
    board = OnBoard(page)
    play(page, 100)
    before = measured(page, board)
    play(page, ACTIONS)
    after = measured(page, board)
    grown = {name: after[name] - before[name] for name in before}
    print({name: f"{before[name]:,} + {grown[name]:,}" for name in before})
    assert grown["kernel"] < KERNEL_BYTES * ACTIONS
    assert grown["page"] < PAGE_BYTES * ACTIONS
    assert grown["nodes"] < 0.05 * before["nodes"]
    assert grown["listeners"] < 0.05 * before["listeners"]


def play(page: NotebookPage, actions: int) -> None:
    """Play, and let the page draw every position."""
    for _ in range(actions):
        page.run("act()")


def measured(page: NotebookPage, board: OnBoard) -> dict[str, int]:
    """What kernel and page hold at the start of the game, after a sweep."""
    page.run("game.goto(start)")
    page.page.wait_for_timeout(2500)  # until the still picture, too, is of this position
    board.settle()
    devtools = page.page.context.new_cdp_session(page.page)
    devtools.send("Performance.enable")
    for _ in range(3):
        devtools.send("HeapProfiler.collectGarbage")
    told: dict[str, Any] = {row["name"]: row["value"] for row in devtools.send("Performance.getMetrics")["metrics"]}
    found = {"page": told["JSHeapUsedSize"], "nodes": told["Nodes"], "listeners": told["JSEventListeners"]}
    return {name: int(value) for name, value in found.items()} | {"kernel": int(page.value("resident()"))}
