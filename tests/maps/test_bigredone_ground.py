"""The drawn ground of the divisional hex board: the checked-in files are sound and are what the drawing makes."""

from __future__ import annotations

import io
import itertools
import json
import re
from pathlib import Path

import numpy as np
import pytest
import shapely
from PIL import Image

from bulge_widget.board import load_board
from bulge_widget.scene.ground import ground_of
from bulge_widget.scene.svg import board_svg
from maps.build import hex_roads, hex_terrain, hex_water
from maps.build.ground import dumps
from maps.build.hex_book import HEX_BOOKS, build_hexes
from maps.build.hex_drawing import HexDrawing
from maps.build.hex_marks import dots, gate_badges, houses
from maps.build.lettering import ZOOMS, box_of, room_of
from tests.maps.drawn import labels_of

MAPS = Path(__file__).parents[2] / "maps"
FOLDER = MAPS / "bigredone"


@pytest.fixture(scope="module")
def ground():
    return json.loads((FOLDER / "ground.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def drawing():
    return HexDrawing(load_board(FOLDER), HEX_BOOKS["bigredone"])


@pytest.fixture(scope="module")
def land(drawing):
    return hex_terrain.terrain(drawing)


def test_the_middle_of_every_hex_has_the_colour_of_its_terrain(drawing, land):
    classes = drawing.style.terrain
    for space in drawing.board.spaces:
        core = shapely.Point(space.x, space.y).buffer(0.25 * drawing.km)
        wanted = classes.get(space.terrain)
        for name, outline in land.items():
            assert outline.contains(core) if name == wanted else not outline.intersects(core), (space.id, name)


def test_terrain_never_overlaps_and_leaves_no_gaps_inside(land):
    for a, b in itertools.combinations(land.values(), 2):
        assert a.intersection(b).area < 0.01
    joined = shapely.union_all([g.buffer(0.05) for g in land.values()])
    holes = [shapely.Polygon(ring) for part in shapely.get_parts(joined) for ring in part.interiors]
    assert not any(0.05 < hole.area < 5 for hole in holes), "a speck of bare land between two classes"


def test_each_river_passes_the_middle_of_all_its_hexsides_and_is_whole(drawing):
    water = hex_water.rivers_of(drawing)
    for (a, b), border in drawing.board.borders.items():
        if a < b and border.river:
            middle = shapely.Point(drawing.middle(a, border.side))
            assert water[border.river].distance(middle) < 0.09 * drawing.km, border
    parts = {name: len(shapely.get_parts(line)) for name, line in water.items()}
    assert parts == dict.fromkeys(water, 1) | {"Sauer": 2}, "one hexside of the Sauer bears the name of the Our"


def test_tributaries_reach_the_river_they_flow_into(drawing):
    water = hex_water.rivers_of(drawing)
    for one, other in (("Lesse", "Meuse"), ("Salm", "Amblève"), ("Our", "Sauer"), ("Clerf", "Wiltz")):
        assert water[one].distance(water[other]) < 0.05, one


def test_roads_cross_every_road_hexside_in_its_middle_and_no_other(drawing):
    roads = shapely.union_all(hex_roads.road_lines(drawing))
    for (a, b), border in drawing.board.borders.items():
        if a < b:
            middle = shapely.Point(drawing.middle(a, border.side))
            assert (roads.distance(middle) < 0.01) == border.road, (drawing.board.spaces[a].id, border.side)


def test_each_bridge_has_two_rails_across_its_river(drawing):
    rails, water = hex_water.bridges(drawing), shapely.union_all(list(hex_water.rivers_of(drawing).values()))
    assert len(rails) == 2 * 35
    assert all(rail.crosses(water) for rail in rails)
    roads = shapely.union_all(hex_roads.road_lines(drawing))
    assert not any(rail.intersects(roads) for rail in rails)


def test_the_grid_draws_every_hexside_once(drawing):
    rows = hex_terrain.grid(drawing)
    assert sum(len(row["d"]) for row in rows) < 6_000
    sides = set()
    for row in rows:
        for run in row["d"].removeprefix("M").split("M"):
            numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", run)]
            line = np.cumsum(np.array(numbers).reshape(-1, 2), axis=0)
            for x, y in zip(row["at"][::2], row["at"][1::2], strict=True):
                for a, b in itertools.pairwise(line + np.array([x, y])):
                    steps = max(1, round(float(np.hypot(*(b - a))) / 31.75))
                    sides |= {tuple(np.round(a + (b - a) * (k + 0.5) / steps).astype(int)) for k in range(steps)}
    inner = sum(a < b for a, b in drawing.board.borders)
    assert len(sides) == 6 * len(drawing.board.spaces) - inner


def test_every_road_off_the_map_has_a_mark_beyond_the_edge_that_says_what_it_counts(drawing, ground):
    gates = hex_roads.gates_of(drawing)
    assert [row["text"] for row in gate_badges(drawing, gates)] == [row["text"] for row in ground["badges"]]
    board = drawing.to_units(drawing.outline)
    texts = [row["text"] for row in ground["badges"]]
    assert {text: texts.count(text) for text in set(texts)} == {"×4": 7, "×3": 7, "×2": 3, "×0": 1, "G": 7, "A": 6}  # noqa: RUF001
    for row in ground["badges"]:
        disc = shapely.Point(row["x"], row["y"]).buffer(8)
        assert not disc.intersects(board), row["say"]
        assert shapely.box(0, 0, *ground["size"]).contains(disc)


def test_the_cheap_parts_of_the_checked_in_ground_are_what_the_drawing_makes(ground, drawing):
    hexes = ground["spaces"]["hexes"]
    assert hexes["ids"] == [s.id for s in drawing.board.spaces]
    assert hexes["xy"] == pytest.approx([v for s in drawing.board.spaces for v in drawing.page.point(s.x, s.y)])
    shapes = {row["class"]: row["d"] for row in ground["shapes"]}
    assert shapes["road-wide"] == hex_roads.road_path(drawing)
    assert houses(drawing) in ground["shapes"]
    assert any(row["d"] == dots(drawing) for row in ground["shapes"])
    assert ground["piece"]["size"] == drawing.piece


@pytest.mark.slow
def test_a_fresh_drawing_is_the_checked_in_one_byte_for_byte(ground):
    drawn, shade = build_hexes("bigredone", MAPS, MAPS / "geography")
    if drawn["geos"] != ground["geos"]:
        pytest.skip(f"drawn with GEOS {ground['geos']}, this is {drawn['geos']}")
    assert dumps(drawn) == (FOLDER / "ground.json").read_text("utf-8")
    assert shade == (FOLDER / "shade.png").read_bytes()


def test_every_printed_name_is_there_from_the_first_zoom_class_at_its_hex(ground, drawing):
    names = {n["text"]: n for n in ground["labels"] if n["cls"] == "place"}
    named = [s for s in drawing.board.spaces if s.name]
    assert names.keys() == {s.name for s in named}
    for space in named:
        x, y = drawing.page.point(space.x, space.y)
        row = names[space.name]
        assert row["from"] == 0
        assert abs(row["x"] - x) <= 14.1
        assert abs(row["y"] - y) < 26


@pytest.mark.parametrize("zoom", range(len(ZOOMS)))
def test_no_two_labels_overlap_at_any_zoom_class(ground, zoom):
    shown = [n for n in labels_of(ground) if n.shown <= zoom]
    boxes = [(n.text, box) for n in shown for box in room_of(n, n.place, zoom)]
    for (a, one), (b, two) in itertools.combinations(boxes, 2):
        assert a == b or one.intersection(two).area < 1.0, (a, b)


def test_a_name_leaves_the_strength_of_a_piece_in_its_hex_free_once_zoomed_in(ground, drawing):
    half = ground["piece"]["size"] / 2
    sites = {s.name: drawing.page.point(s.x, s.y) for s in drawing.board.spaces if s.name}
    for label in labels_of(ground):
        if label.cls == "place":
            x, y = sites[label.text]
            piece = shapely.box(x - half, y - half, x + half, y + half)
            assert box_of(label, label.place, 3).intersection(piece).area < 60, label.text


def test_the_relief_is_a_small_palette_picture_clear_off_the_board():
    data = (FOLDER / "shade.png").read_bytes()
    assert len(data) <= 50_000
    picture = Image.open(io.BytesIO(data))
    assert picture.mode == "P"
    assert np.array(picture.convert("RGBA"))[0, :, 3].max() == 0


def test_a_still_picture_has_the_grid_and_close_by_the_ids(ground):
    drawn = ground_of(load_board(FOLDER))
    whole, close = (board_svg(drawn, {}, box=box) for box in (None, (900, 250, 1150, 420)))
    assert whole.count("<use ") >= sum(len(row["at"]) // 2 for row in ground["shapes"] if row["layer"] == "grid")
    assert ">0707<" not in whole
    assert ">0707<" in close
    assert len(whole) < 150_000


def test_a_hex_is_spoken_with_what_is_printed_in_it():
    hexes = ground_of(load_board(FOLDER))["spaces"]["hexes"]
    texts = hexes["say"]["texts"]
    say = [texts[number].replace("{}", name) for name, number in zip(hexes["ids"], hexes["say"]["of"], strict=True)]
    assert "St. Vith, hex 0707, rough, town" in say
    assert "hex 0804, heavy woods, west wall" in say


def test_the_whole_ground_stays_small_enough_to_send():
    sent = json.dumps(ground_of(load_board(FOLDER)), ensure_ascii=False, separators=(",", ":"))
    assert len(sent.encode()) < 250_000
