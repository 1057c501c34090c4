"""The ground as it is sent to a board, for areas and for hexes."""

from __future__ import annotations

import json
import re

import pytest

import bulge_widget as bw
from bulge_widget.board import load_board, maps_folder
from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.registry import open_rulebook
from bulge_widget.scene import ground
from bulge_widget.scene.ground import assemble, load_shapes
from bulge_widget.scene.palette import LIGHT
from bulge_widget.scene.svg import board_svg
from maps.build.hex_ground import HexStyle, draw_hexes

HEXES = {
    "id": "tiny",
    "title": "Tiny",
    "kind": "hexes",
    "hex_km": "5",
    "grid": "row-first",
    "projection": "0 0 100 100",
    "terrains": "clear rough woods",
    "credit": "nobody",
    "notice": "made up",
}


@pytest.fixture
def hex_board(tmp_path):
    folder = tmp_path / "tiny"
    folder.mkdir()
    settings = "".join(f"{key},{value},made up\n" for key, value in HEXES.items())
    (folder / "board.csv").write_text("key,value,source\n" + settings, "utf-8")
    (folder / "spaces.csv").write_text(
        "id,name,terrain,source\n0104,,woods,x\n0105,Monschau,rough,x\n0204,,clear,x\n0205,,woods,x\n", "utf-8"
    )
    (folder / "borders.csv").write_text(
        "a,b,road,river,bridge,source\n0104,0105,yes,Roer,yes,x\n0104,0204,no,Roer,no,x\n0105,0205,yes,,no,x\n", "utf-8"
    )
    (folder / "rivers.csv").write_text("name,source\nRoer,x\n", "utf-8")
    (folder / "exits.csv").write_text("id,space,edge,source\n", "utf-8")
    return load_board(folder)


def test_the_ground_is_plain_json_of_at_most_330_kilobytes(knapp_ground):
    assert len(json.dumps(knapp_ground, ensure_ascii=False).encode()) <= 330_000


def test_it_says_all_that_a_board_needs(knapp_ground):
    wanted = "id title kind size tokens words coats shapes shade patterns labels badges"
    wanted += " spaces neighbours piece symbols layers fit front"
    assert set(wanted.split()) | {"credit", "notice", "printed"} == set(knapp_ground)


def test_every_area_is_there_in_the_order_of_the_board_with_its_neighbours(start, knapp_ground):
    spaces = start.board.spaces
    assert [row["id"] for row in knapp_ground["spaces"]["areas"]] == [space.id for space in spaces]
    assert [row["index"] for row in knapp_ground["spaces"]["areas"]] == list(range(len(spaces)))
    later = knapp_ground["neighbours"]
    earlier = [[a for a, row in enumerate(later) if b in row] for b in range(len(later))]
    whole = [before + after for before, after in zip(earlier, later, strict=True)]
    assert whole == [list(near) for near in start.board.neighbours], "each pair once, in the order of the board"


def test_every_area_is_spoken(knapp_ground):
    says = {row["id"]: row["say"] for row in knapp_ground["spaces"]["areas"]}
    assert says["st-vith"] == "St. Vith, area 10, open, value 4"
    assert says["schleiden"] == "Schleiden, area 39, rough"


def test_every_colour_and_pattern_that_a_shape_names_exists(knapp_ground):
    for shape in knapp_ground["shapes"]:
        for paint in shape["paints"]:
            assert {paint[key] for key in ("fill", "stroke") if key in paint} <= set(LIGHT)
            assert paint.get("pattern", "trees") in knapp_ground["patterns"]


def test_every_path_can_be_read_by_a_browser(knapp_ground):
    step = r"[mMlLqQzZ](?:[ ]?-?(?:\d+\.?\d*|\.\d+))*"
    paths = [s["d"] for s in knapp_ground["shapes"]] + [a["d"] for a in knapp_ground["spaces"]["areas"]]
    for d in paths:
        assert re.fullmatch(f"(?:{step})*", d)
        assert not re.search(r"[lLqQ](?![-\d .])", d)


def test_every_type_of_counter_has_a_symbol(start, knapp_ground):
    assert {counter.type for counter in start.rulebook.counters.values()} <= set(knapp_ground["symbols"])


def test_a_credit_says_that_the_shading_is_no_survey(knapp_ground):
    assert "shading is decorative" in knapp_ground["credit"]
    assert "GeoNames" in knapp_ground["credit"]


def test_opening_view_lies_inside_the_whole_view(knapp_ground):
    (x0, y0, x1, y1), (a0, b0, a1, b1) = knapp_ground["fit"], knapp_ground["front"]
    assert x0 <= a0 < a1 <= x1
    assert y0 <= b0 < b1 <= y1


def test_two_calls_do_not_share_what_a_caller_might_change(start):
    ground(start.rulebook)["shapes"][0]["paints"][0]["fill"] = "broken"
    assert ground(start.rulebook)["shapes"][0]["paints"][0]["fill"] != "broken"


def test_a_board_that_was_never_drawn_says_how_to_draw_it(tmp_path):
    with pytest.raises(BoardError, match="make maps"):
        load_shapes(tmp_path)


def test_a_class_without_paints_is_named(hex_board):
    drawn = {
        "id": "tiny",
        "kind": "hexes",
        "shapes": [{"class": "lava", "layer": "land", "d": ""}],
        "labels": [],
        "badges": [],
    }
    with pytest.raises(BoardError, match="'lava'"):
        assemble(hex_board, drawn, None)


def test_a_hex_board_makes_a_ground_of_the_same_form(hex_board, knapp_ground):
    drawn = draw_hexes(hex_board, HexStyle({"woods": "wood", "rough": "rugged"}, 0.62))
    tiny = assemble(hex_board, json.loads(json.dumps(drawn)), None)
    assert set(tiny) == set(knapp_ground) - {"printed"}, "what is printed on counters comes from the book"
    hexes = tiny["spaces"]["hexes"]
    assert hexes["ids"] == ["0104", "0105", "0204", "0205"]
    assert len(hexes["xy"]) == 8
    assert hexes["template"].startswith("M")
    assert hexes["say"]["texts"][hexes["say"]["of"][1]] == "Monschau, hex {}, rough", "the browser adds the id"
    assert "shade" not in {layer["id"] for layer in tiny["layers"]}


def test_a_piece_on_a_hex_board_stands_on_its_hex(hex_board):
    tiny = assemble(hex_board, draw_hexes(hex_board, HexStyle({"woods": "wood"}, 0.62)), None)
    x, y = tiny["spaces"]["hexes"]["xy"][2:4]
    picture = board_svg(tiny, {"pieces": [{"id": "u", "at": "0105", "side": "german", "say": "unit"}]})
    assert f"translate({x:g} {y:g})" in picture


def test_the_checked_in_ground_is_where_the_loader_looks():
    assert (maps_folder("knapp") / "ground.json").is_file()


def test_a_border_stays_where_its_river_is_switched_off(start):
    rivers = [shape for shape in ground(start.rulebook)["shapes"] if shape["layer"] == "water"]
    under = [[p["stroke"] for p in shape["paints"] if p.get("layer") == "borders"] for shape in rivers]
    assert ["border-glow", "border"] in under


def test_the_words_of_the_legend_name_tokens_and_sides(start):
    drawn = ground(start.rulebook)
    assert set(drawn["coats"].values()) <= set(drawn["tokens"]["light"])
    assert {"german", "allied", *drawn["coats"].values()} <= set(drawn["words"])


@pytest.mark.parametrize("book", list(bw.rulebooks()))
def test_the_board_in_the_browser_calls_a_space_what_the_book_calls_it(book):
    """Destinations are sent without the names of their spaces; the browser takes those of the ground."""
    rulebook = open_rulebook(book)
    drawn = ground(rulebook)["spaces"]
    named = [(area["id"], area["name"]) for area in drawn.get("areas", ())]
    named += list(zip(*(drawn.get("hexes", {}).get(key, ()) for key in ("ids", "names")), strict=True))
    assert named == [(space.id, space.name) for space in rulebook.board.spaces]
