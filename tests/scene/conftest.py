"""A game at its start and a few orders later; a tiny hex board."""

from __future__ import annotations

import pytest

import bulge_widget as bw
from bulge_widget.scene import ground


@pytest.fixture(scope="session")
def start():
    return bw.new_game("knapp", seed=7)


@pytest.fixture
def moving(start):
    """The German move phase of the first turn: the question with the most answers."""
    game = start.fork()
    while game.phase != "movement":
        options = game.legal_actions()  # by road G3, or the area would be too full to end the phase
        game.play(next((a for a in options if getattr(a, "entry", "") == "g3"), options[0]))
    return game


@pytest.fixture(scope="session")
def knapp_ground(start):
    return ground(start.rulebook)
