"""The drawn ground of the regimental hex board: the checked-in files are sound and are what the drawing makes."""

from __future__ import annotations

import io
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import shapely
from PIL import Image

from bulge_widget.board import load_board
from bulge_widget.board.banks import bank_at
from bulge_widget.rulebooks.registry import open_rulebook
from bulge_widget.scene.ground import ground as ground_sent
from bulge_widget.scene.ground import ground_of
from bulge_widget.scene.svg import board_svg
from maps.build import hex_courses, hex_crossings, hex_roads, hex_signs, hex_terrain
from maps.build.ground import dumps
from maps.build.hex_book import HEX_BOOKS, build_hexes
from maps.build.hex_drawing import HexDrawing
from maps.build.hex_marks import houses
from maps.build.lettering import ZOOMS, room_of
from tests.maps.drawn import labels_of

MAPS = Path(__file__).parents[2] / "maps"
FOLDER = MAPS / "botb"


@pytest.fixture(scope="module")
def ground():
    return json.loads((FOLDER / "ground.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def drawing():
    return HexDrawing(load_board(FOLDER), HEX_BOOKS["botb"])


@pytest.fixture(scope="module")
def water(drawing):
    return hex_courses.courses_of(drawing)


@pytest.fixture(scope="module")
def land(drawing):
    return hex_terrain.terrain(drawing)


def test_the_middle_of_every_hex_has_the_colour_of_its_terrain(drawing, land):
    for name, outline in land.items():
        shapely.prepare(outline)
        for space in drawing.board.spaces:
            core = shapely.Point(space.x, space.y).buffer(0.25 * drawing.km, 4)
            wanted = drawing.style.terrain.get(space.terrain) == name
            assert outline.contains(core) if wanted else not outline.intersects(core), (space.id, name)


def test_each_river_passes_the_middle_of_all_its_hexsides(drawing, water):
    for space in drawing.board.spaces:
        for side, name in space.rivers:
            assert water[name].distance(shapely.Point(drawing.middle(space.index, side))) < 0.03, (space.id, name)
    assert all(line.geom_type == "LineString" and line.is_simple for line in water.values())


def test_tributaries_reach_the_river_they_flow_into(water):
    for one, other in (("Lesse", "Meuse"), ("Ourthe", "Meuse"), ("Salm", "Amblève"), ("Our", "Sûre"), ("Urft", "Roer")):
        assert water[one].distance(water[other]) < 0.01, one


def test_a_piece_in_a_river_hex_leaves_the_water_to_be_seen_beside_it(drawing, water):
    half = drawing.piece / 20
    wet = [s for s in drawing.board.spaces if len(s.banks) > 1]
    joined = shapely.union_all(list(water.values()))
    for space in wet:
        piece = shapely.box(space.x - half, space.y - half, space.x + half, space.y + half)
        seen = joined.intersection(drawing.polygons[space.index]).difference(piece)
        assert seen.length > 0.13 * drawing.km, space.id


def test_roads_cross_rivers_only_in_towns_and_on_bridges(drawing, water):
    joined = shapely.union_all(list(water.values()))
    bridges = {s.index for s in drawing.board.spaces if s.has("bridge") or s.has("bridge:blown")}
    for piece in hex_roads.pieces_of(drawing):
        if piece.hex not in bridges | drawing.towns:
            assert not piece.line.crosses(joined), drawing.board.spaces[piece.hex].id


def test_roads_keep_to_their_bank_and_off_the_water(drawing, water):
    joined = shapely.union_all(list(water.values()))
    for space in drawing.board.spaces:
        mine = [piece.line for piece in hex_roads.pieces_of(drawing) if piece.hex == space.index]
        if len(space.banks) > 1 and mine and not (space.has("bridge") or space.has("bridge:blown")):
            assert min(line.distance(joined) for line in mine) > 0.09 * drawing.km, space.id


def test_roads_pass_every_road_hexside_and_no_other(drawing):
    roads = shapely.union_all(hex_roads.road_lines(drawing))
    for (a, b), border in drawing.board.borders.items():
        if a < b:
            one, two = drawing.side(a, border.side)
            side = shapely.LineString([one + 0.1 * (two - one), two - 0.1 * (two - one)])
            assert (roads.distance(side) < 0.001) == border.road, (drawing.board.spaces[a].id, border.side)


def test_each_of_the_18_bridges_has_two_rails_over_its_river(drawing, water):
    rails, joined = hex_crossings.crossing_rails(drawing), shapely.union_all(list(water.values()))
    assert len(rails) == 2 * 18
    assert all(rail.crosses(joined) for rail in rails)


def test_cliffs_are_drawn_once_with_their_marks_down_to_the_river(drawing):
    lines = hex_signs.cliffs(drawing)
    assert len(lines) == 20 * (1 + len(hex_signs.TICKS))
    for (a, b), border in drawing.board.borders.items():
        if a < b and border.cliff:
            middle = shapely.Point(drawing.middle(a, border.side))
            assert min(line.distance(middle) for line in lines) < 0.001


def test_signs_stand_in_the_hexes_that_have_them(drawing, ground):
    rows = {}
    for row in ground["shapes"]:
        rows.setdefault(row["class"], []).append(row)
    count = {name: sum(len(row["at"]) // 2 for row in found) for name, found in rows.items() if name.startswith("sign")}
    assert count == {
        "sign-fort": 7, "sign-light": 8, "sign-dark": 3, "sign-white": 2, "sign-gold": 7, "sign-ring": 2,
        "sign-fuel": 2,
    }  # fmt: skip
    assert rows["arrow-pink"][0]["d"].count("M") == 3
    assert rows["arrow-red"][0]["d"].count("M") == 5
    assert hex_signs.sign_rows(drawing) == [r for r in ground["shapes"] if r["layer"] == "signs"]


def test_the_grid_draws_every_hexside_once(drawing):
    rows = hex_terrain.grid(drawing)
    assert sum(len(row["d"]) for row in rows) < 6_000
    assert sum(len(row["at"]) // 2 for row in rows) == 50


def test_the_cheap_parts_of_the_checked_in_ground_are_what_the_drawing_makes(ground, drawing):
    hexes = ground["spaces"]["hexes"]
    assert hexes["ids"] == [s.id for s in drawing.board.spaces]
    assert hexes["xy"] == pytest.approx([v for s in drawing.board.spaces for v in drawing.page.point(s.x, s.y)])
    assert {row["class"]: row["d"] for row in ground["shapes"]}["road"] == hex_roads.road_path(drawing)
    assert houses(drawing) in ground["shapes"]
    assert len(houses(drawing)["at"]) == 2 * 58
    assert ground["piece"]["size"] == drawing.piece


@pytest.mark.slow
def test_a_fresh_drawing_is_the_checked_in_one_byte_for_byte(ground):
    drawn, shade = build_hexes("botb", MAPS, MAPS / "geography")
    if drawn["geos"] != ground["geos"]:
        pytest.skip(f"drawn with GEOS {ground['geos']}, this is {drawn['geos']}")
    assert dumps(drawn) == (FOLDER / "ground.json").read_text("utf-8")
    assert shade == (FOLDER / "shade.png").read_bytes()


def test_all_58_towns_and_16_rivers_are_named(ground, drawing):
    texts = {cls: {n["text"]: n for n in ground["labels"] if n["cls"] == cls} for cls in ("place", "river")}
    assert len(texts["place"]) == 58
    assert all(row["from"] == 0 for row in texts["place"].values())
    assert texts["river"].keys() >= {"Meuse", "Ourthe", "Our", "Sûre", "Lesse", "Amblève", "Roer"}
    for index in drawing.towns:
        x, y = drawing.page.point(*drawing.centres[index])
        row = texts["place"][drawing.board.spaces[index].name]
        assert abs(row["x"] - x) <= 14.1
        assert abs(row["y"] - y) < 0.5 * 10 * drawing.km


@pytest.mark.parametrize("zoom", range(len(ZOOMS)))
def test_no_two_labels_overlap_at_any_zoom_class(ground, zoom):
    shown = [n for n in labels_of(ground) if n.shown <= zoom]
    boxes = [(n.text, box) for n in shown for box in room_of(n, n.place, zoom)]
    tree = shapely.STRtree([box for _, box in boxes])
    for k, (a, one) in enumerate(boxes):
        for j in tree.query(one):
            b, two = boxes[j]
            assert k == j or a == b or one.intersection(two).area < 1.0, (a, b)


def test_the_relief_is_a_small_palette_picture_clear_off_the_board():
    data = (FOLDER / "shade.png").read_bytes()
    assert len(data) <= 50_000
    picture = Image.open(io.BytesIO(data))
    assert picture.mode == "P"
    assert np.array(picture.convert("RGBA"))[0, :, 3].max() == 0


def test_a_still_picture_has_the_grid_and_close_by_the_ids():
    drawn = ground_of(load_board(FOLDER))
    whole, close = (board_svg(drawn, {}, box=box) for box in (None, (900, 330, 1150, 500)))
    assert ">mm15<" not in whole
    assert ">mm16<" in close
    assert len(whole) < 200_000


def test_a_hex_is_spoken_with_what_is_printed_in_it():
    hexes = ground_of(load_board(FOLDER))["spaces"]["hexes"]
    texts = hexes["say"]["texts"]
    say = [texts[number].replace("{}", name) for name, number in zip(hexes["ids"], hexes["say"]["of"], strict=True)]
    assert "St. Vith, hex mm15, town" in say
    assert "Namur, hex c9, town, fort" in say
    assert "hex tt15, forest" in say


def test_the_whole_ground_stays_small_enough_to_send():
    sent = json.dumps(ground_sent(open_rulebook("botb")), ensure_ascii=False, separators=(",", ":"))
    assert len(sent.encode()) < 250_000


def test_a_port_beside_the_river_lies_on_the_bank_of_its_road(drawing):
    found = 0
    for (a, _), border in drawing.board.borders.items():
        banks = drawing.board.spaces[a].banks
        if len(border.road_banks) == 1 and banks and bank_at(banks, border.side) is None:
            ends = itertools.chain.from_iterable((p.start, p.end) for p in hex_roads.pieces_of(drawing) if p.hex == a)
            middle, out = drawing.middle(a, border.side), drawing.outward(a, border.side)
            near = min(
                (e for e in ends if abs((e - middle) @ out) < 0.01), key=lambda e: float(np.hypot(*(e - middle)))
            )
            order = drawing.grid.directions
            after = order[(order.index(border.side) + 1) % 6]
            toward = drawing.outward(a, after) @ (near - middle)
            assert (toward > 0) == (bank_at(banks, after) in border.road_banks)
            found += 1
    assert found == 2
