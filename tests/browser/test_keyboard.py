"""Knapp by the keyboard alone: the keys, what is spoken, and a move from the first Tab to undo."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.board import OnBoard
from tests.browser.hands import ARROWS, TASKS, Keys
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage
from tests.browser.showing import at_the_start, running
from tests.browser.test_play import BEGIN

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(lab: Lab, browser: Browser) -> Iterator[NotebookPage]:
    with running(lab, browser, "keyboard", BEGIN) as opened:
        yield opened


@pytest.fixture
def board(page: NotebookPage) -> OnBoard:
    return at_the_start(page)


def test_a_unit_is_moved_undone_and_moved_again(page: NotebookPage, board: OnBoard) -> None:
    piece, goal = json.loads(page.run(TASKS))[0]
    origin = page.value(f'next(p.at for p in game.view("umpire").pieces if p.id == "{piece}")')
    Keys(board, page).move(piece, goal)
    board.wait_for_piece(piece, goal)
    page.page.keyboard.press("u")
    board.wait_for_piece(piece, origin)
    page.page.keyboard.press("r")
    board.wait_for_piece(piece, goal)
    assert page.count_cells() == 1


def test_each_space_walked_to_is_spoken_with_its_units(page: NotebookPage, board: OnBoard) -> None:
    keys = page.page.keyboard
    keys.press("]")
    spoken = board.find(".bw-speech")
    expect(spoken).to_contain_text("in reach")
    first = page.value("board.selection[0]")
    at = page.value(f'next(p["at"] for p in board.scene["pieces"] if p["id"] == "{first}")')
    there = page.value(f'next(p["say"] for p in board.scene["pieces"] if p["at"] == "{at}")')
    name, number = page.value(f'(lambda s: [s.name, s.number])(game.board.spaces[game.board.find("{at}")])')
    keys.press("Escape")
    hand = Keys(board, page)
    assert any(walks(page, key, board, name) for key in ARROWS)
    for key in hand.way(neighbour(page, board), at):
        keys.press(key)
    expect(spoken).to_contain_text(f"{name}, area {number}")
    expect(spoken).to_contain_text(there)
    expect(board.find("[role=application]")).to_be_focused()
    expect(spoken).to_have_attribute("aria-live", "polite")


def walks(page: NotebookPage, key: str, board: OnBoard, name: str) -> bool:
    """Press an arrow; whether it led away from a space."""
    page.page.keyboard.press(key)
    return f"{name}, area" not in board.find(".bw-speech").inner_text()


def neighbour(page: NotebookPage, board: OnBoard) -> str:
    """The space that was spoken of last."""
    spoken = board.find(".bw-speech").inner_text()
    areas = page.value("[[s.id, f'{s.name}, area {s.number}'] for s in game.board.spaces]")
    return next(area for area, said in areas if said in spoken)


def test_a_question_mark_lists_the_keys_and_escape_closes_the_list(page: NotebookPage, board: OnBoard) -> None:
    page.page.keyboard.press("?")
    expect(board.find(".bw-help")).to_be_visible()
    expect(board.find(".bw-help")).to_contain_text("walk from space to space")
    page.page.keyboard.press("]")
    page.page.keyboard.press("Escape")
    expect(board.find(".bw-help")).to_be_hidden()
    assert page.value("len(board.selection)") == 1, "Escape closes one thing at a time"
    page.page.keyboard.press("Escape")
    expect(board.find(".bw-selected")).to_have_count(0)
