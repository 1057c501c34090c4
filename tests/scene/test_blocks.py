"""Blocks in the static picture: the face of the live board, and names that give way to them."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

import bulge_widget as bw
from bulge_widget.core.view import PieceView
from bulge_widget.scene import scene
from bulge_widget.scene.blocks import block_face
from bulge_widget.scene.palette import LIGHT
from bulge_widget.scene.pieces import designation, map_rows
from bulge_widget.scene.placing import box_at, give_way, label_box


def pips(quality: str, steps: int, full: int) -> list[tuple[str, bool]]:
    """The letter that begins the curve of each pip, and whether it is lost."""
    face = block_face({"quality": quality, "steps": steps, "full": full, "short": "2 PZ"}, "XX", 37, LIGHT)
    return [
        (re.sub(r"[^a-z]", "", path)[0], bool(lost)) for path, lost in re.findall(r'<path d="([^"]*)"( opacity)?', face)
    ]


@pytest.mark.parametrize(("quality", "shape"), [("elite", "l"), ("veteran", "h"), ("green", "a")])
def test_a_step_is_a_pip_whose_shape_tells_the_quality(quality: str, shape: str) -> None:
    assert pips(quality, 2, 3) == [(shape, False), (shape, False), (shape, True)]


def test_a_picture_of_blocks_has_trays_and_a_picture_of_counters_has_none() -> None:
    assert f'fill="{LIGHT["tray"]}"' in bw.svg(bw.new_game("fab", seed=1944))
    assert f'fill="{LIGHT["tray"]}"' not in bw.svg(bw.new_game("knapp", seed=1944))


def test_the_quality_of_a_block_is_that_of_the_step_on_top() -> None:
    """The 12th SS-Panzer Division is printed elite with four and three steps, veteran with two and one."""
    game = bw.new_game("fab", seed=1944)
    for steps, quality in ((4, "elite"), (3, "elite"), (2, "veteran"), (1, "veteran")):
        view = SimpleNamespace(pieces=(PieceView("ge-12ss", "german", "7", steps, 4),))
        (row,) = map_rows(view, game.board, game.rulebook.counters, ())
        assert row["quality"] == quality
        assert row["say"] == f"12th SS-Panzer Division, strength {steps} of 4, {quality}"


def test_of_a_hidden_block_the_quality_is_not_told() -> None:
    rows = scene(bw.new_game("fab", seed=1944), "allied")["pieces"]
    hidden = [row for row in rows if row.get("hidden")]
    assert hidden
    assert not any("quality" in row for row in hidden)


def test_a_block_says_what_its_symbol_does_not() -> None:
    assert designation("us-spa-garrison") == "SPA"
    assert designation("us-task-force-3") == "TF 3"
    assert designation("ge-326vg") == "326 VG"


def test_a_name_under_a_piece_goes_to_a_free_side_and_others_stay() -> None:
    town = {"text": "St. Vith", "x": 100, "y": 100, "px": 12, "dy": 20, "cls": "place"}
    other = town | {"text": "Huy", "x": 300}
    piece = box_at(200, 240, 80, 80)  # under the town, where its name is usually
    moved, kept = give_way(
        [town, other], [piece], [box_at(200, 200, 37, 37)], [(100, 100), (300, 100)], k=2, scale=1, radius=9.2
    )
    assert kept == other
    box = label_box(moved, 2, 1)
    assert box[3] <= piece[1] or box[2] <= piece[0] or box[0] >= piece[2] or box[1] >= piece[3]
