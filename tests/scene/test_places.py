"""Where an answer may be pointed at on the map."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bulge_widget.scene.actions import places_of

BOARD = SimpleNamespace(index={"1": 0, "2": 1, "14": 2}, exits=())
STANDING = {"us-4id": "14", "b7": "2", "ge-late": "reinforcements"}


@pytest.mark.parametrize(
    ("answer", "places"),
    [
        ({"area": "2"}, ("2",)),
        ({"path": ("1", "2", "14"), "on": ("1",)}, ("14",)),
        ({"on": ("14",)}, ("14",)),
        ({"on": ("1-2",)}, ("1", "2")),
        ({"on": ("1-14", "1-2")}, ("1", "14", "2")),
        ({"on": ("us-4id",)}, ("14",)),
        ({"on": ("b7", "ge-reserve-6")}, ("2",)),
        ({"on": ("ge-late",)}, ()),
        ({"on": ()}, ()),
        ({"unit": "us-4id"}, ()),
    ],
)
def test_an_answer_is_about_a_space_the_ends_of_a_border_or_where_a_piece_stands(answer, places):
    assert places_of(SimpleNamespace(**answer), BOARD, STANDING) == places
