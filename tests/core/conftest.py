"""Games to test the core with: small positions of Knapp, the smallest book."""

from __future__ import annotations

import pytest

from bulge_widget import new_game

BATTLE = {
    "turn": 2,
    "units": {
        "ge-1ss": {"at": "hallschlag"},
        "ge-12ss": {"at": "hallschlag"},
        "ge-26vg": {"at": "neuerburg"},
        "us-14cav": {"at": "losheim-gap"},
        "us-28id": {"at": "bastogne"},
    },
}
"""A German move phase: one overrun possible, nothing else near."""


@pytest.fixture
def battle():
    """The battle, with dice from a seed."""
    return new_game("knapp", seed=11, position=BATTLE)


@pytest.fixture
def dictated():
    """The same battle with dictated dice."""
    return lambda *faces, **choices: new_game("knapp", seed=11, position=BATTLE, dice=faces, **choices)


OVERRUN = "overrun ge-1ss hallschlag>losheim-gap"
