"""The drawn ground of the 96-area board: the checked-in files are sound and are what the drawing makes."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path

import pytest
import shapely

from bulge_widget.board import load_board
from bulge_widget.scene.ground import ground_of
from maps.build.drawing import Drawing
from maps.build.ground import BOOKS, build, dumps, sheet_of
from maps.build.lettering import CHECKS, ZOOMS, box_of, room_of
from tests.maps.drawn import badge_box, labels_of, ring, squares

FOLDER = Path(__file__).parents[2] / "maps" / "fab"
CROWDED = {"12", "21", "52", "53", "54", "55", "65"}
"""Areas so small that four blocks overlap by more than a quarter."""


@pytest.fixture(scope="module")
def ground():
    return json.loads((FOLDER / "ground.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def sheet():
    return sheet_of("fab")


@pytest.fixture(scope="module")
def drawing(sheet):
    return Drawing(sheet, BOOKS["fab"])


@pytest.fixture(scope="module")
def areas(ground):
    return {row["id"]: (row, ring(row["d"])) for row in ground["spaces"]["areas"]}


def test_areas_are_drawn_as_the_board_has_them(sheet, drawing):
    for area, face in zip(sheet.areas, drawing.faces, strict=True):
        assert face.symmetric_difference(area.polygon).area < 1e-3, area.id
    assert shapely.coverage_is_valid(drawing.faces)


def test_every_bridge_is_drawn_where_the_table_has_it(sheet, drawing):
    crossed = {r.pair: r.crossing for r in (*drawing.roads, *drawing.tracks)}
    for pair, edge in sheet.edges.items():
        if edge.bridge:
            assert crossed[pair].distance(shapely.Point(edge.crossing)) < 0.05, pair


def test_tracks_cross_the_border_they_are_meant_for_once(sheet, drawing):
    assert {t.pair for t in drawing.tracks} == {p for p, e in sheet.edges.items() if e.bridge and not e.road}
    for track in drawing.tracks:
        border = shapely.union_all([a.line for a in drawing.arcs if a.owners == track.pair])
        assert border.distance(track.crossing) < 1e-6
        assert len(shapely.get_parts(track.line.intersection(border))) == 1, track.pair


def test_the_polygons_in_the_file_are_those_of_the_drawing(ground, drawing):
    for row, face in zip(ground["spaces"]["areas"], drawing.faces, strict=True):
        assert ring(row["d"]).hausdorff_distance(drawing.to_units(face)) < 0.3


def test_every_symbol_of_the_table_stands_on_the_map(ground, sheet):
    wanted = Counter(word for words in sheet.marks.values() for word in words)
    assert Counter(b["text"] for b in ground["badges"] if b["kind"] == "vp") == wanted
    assert wanted["star"] == 6
    assert sorted(b["text"] for b in ground["badges"] if b["kind"] == "entry") == list("ABCDEFGHJKLMNPQXYZ")
    assert [b["text"] for b in ground["badges"] if b["kind"] == "town"] == [str(n) for n in range(1, 97)]


def test_hills_say_how_hard_the_ground_is(ground, sheet):
    peaks = next(row["d"] for row in ground["shapes"] if row["class"] == "peaks")
    assert peaks.count("M") == sum(area.difficulty for area in sheet.areas) == 86


def test_badges_do_not_touch_each_other(ground):
    boxes = [(b["text"], badge_box(b)) for b in ground["badges"]]
    for (a, one), (b, two) in itertools.combinations(boxes, 2):
        assert one.intersection(two).area < 1.0, (a, b)


def test_the_label_point_lies_in_its_area(areas):
    for row, polygon in areas.values():
        assert polygon.contains(shapely.Point(row["x"], row["y"])), row["id"]


def test_each_area_has_places_for_two_blocks_a_side_of_37_units(ground, areas):
    assert ground["piece"] == {"size": 37.0, "style": "block"}
    for row, _ in areas.values():
        assert len({tuple(slot) for slot in row["slots"]}) == 4, row["id"]


def test_blocks_stand_in_their_area_or_reach_out_of_a_small_one(ground, areas):
    for row, polygon in areas.values():
        middle = [shapely.Point(slot) for slot in row["slots"]]
        assert all(polygon.buffer(8).contains(point) for point in middle), row["id"]
        out = max(square.difference(polygon.buffer(0.6)).area for square in squares(ground, row))
        assert out < 60 or polygon.area < 16_000, row["id"]


def test_blocks_overlap_only_where_there_is_no_room(ground, areas):
    bad = set()
    for row, _ in areas.values():
        pairs = itertools.combinations(squares(ground, row), 2)
        if max(a.intersection(b).area for a, b in pairs) > 0.28 * 37 * 37:
            bad.add(row["id"])
    assert bad <= CROWDED


def test_blocks_of_two_areas_do_not_cover_each_other(ground, areas):
    rooms = [(row["id"], square) for row, _ in areas.values() for square in squares(ground, row)]
    tree = shapely.STRtree([square for _, square in rooms])
    left, right = tree.query([square for _, square in rooms], predicate="intersects")
    for a, b in zip(left, right, strict=True):
        if rooms[a][0] != rooms[b][0]:
            assert rooms[a][1].intersection(rooms[b][1]).area < 1, (rooms[a][0], rooms[b][0])


def test_no_block_covers_a_number_or_a_symbol(ground, areas):
    badges = shapely.union_all([badge_box(b) for b in ground["badges"]])
    for row, _ in areas.values():
        assert not any(square.intersects(badges) for square in squares(ground, row)), row["id"]


def test_no_block_covers_a_name_once_the_board_is_zoomed_in(ground, areas):
    names = labels_of(ground, {"place"})
    last = shapely.union_all([box_of(n, n.place, len(CHECKS) - 1) for n in names])
    for row, _ in areas.values():
        assert not any(square.intersection(last).area > 1 for square in squares(ground, row)), row["id"]


def hidden(names, blocks):
    """The names of which more than an eighth lies under blocks in the whole view."""
    rooms = [(n.text, box_of(n, n.place, 0)) for n in names]
    return [text for text, room in rooms if room.intersection(blocks).area > room.area / 8]


def test_names_stay_free_in_the_whole_view_while_each_side_has_one_block_an_area(ground, areas):
    names = labels_of(ground, {"place"})
    each = [squares(ground, row) for row, _ in areas.values()]
    assert len(hidden(names, shapely.union_all([four[k] for four in each for k in (0, 2)]))) <= 16
    assert len(hidden(names, shapely.union_all([block for four in each for block in four]))) <= 48


@pytest.mark.parametrize("zoom", range(len(ZOOMS)))
def test_no_two_labels_overlap_at_any_zoom_class(ground, zoom):
    shown = [n for n in labels_of(ground, {"place", "river", "wood", "town", "zone"}) if n.shown <= zoom]
    boxes = [(n.text, box) for n in shown for box in room_of(n, n.place, zoom)]
    for (a, one), (b, two) in itertools.combinations(boxes, 2):
        assert a == b or one.intersection(two).area < 1.0, (a, b)


def test_all_zones_are_named_and_bounded(ground):
    assert {n.text for n in labels_of(ground, {"zone"})} == {"Zone 5", "Zone 6", "Zone 7", "British zone"}
    assert any(row["class"] == "boundary" for row in ground["shapes"])


def test_the_ground_stays_small_enough_to_send():
    sent = json.dumps(ground_of(load_board(FOLDER)), ensure_ascii=False, separators=(",", ":")).encode()
    assert len(sent) <= 320_000
    assert (FOLDER / "shade.png").stat().st_size <= 60_000


@pytest.mark.slow
def test_a_fresh_drawing_is_the_checked_in_one_byte_for_byte(sheet):
    drawn, shade = build(sheet, BOOKS["fab"])
    checked_in = json.loads((FOLDER / "ground.json").read_text("utf-8"))
    if drawn["geos"] != checked_in["geos"]:
        pytest.skip(f"drawn with GEOS {checked_in['geos']}, this is {drawn['geos']}")
    assert dumps(drawn) == (FOLDER / "ground.json").read_text("utf-8")
    assert shade == (FOLDER / "shade.png").read_bytes()
