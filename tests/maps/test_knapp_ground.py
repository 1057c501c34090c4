"""The drawn ground of the Knapp board: the checked-in files are sound and are what the drawing makes."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import shapely

from maps.build.arcs import OUTSIDE, assemble, conflicts, cut
from maps.build.drawing import Drawing
from maps.build.ground import BOOKS, build, dumps, sheet_of
from maps.build.lettering import CHECKS, ZOOMS, box_of, room_of
from tests.maps.drawn import badge_box, labels_of, ring, squares

FOLDER = Path(__file__).parents[2] / "maps" / "knapp"


@pytest.fixture(scope="module")
def ground():
    return json.loads((FOLDER / "ground.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def sheet():
    return sheet_of("knapp")


@pytest.fixture(scope="module")
def drawing(sheet):
    return Drawing(sheet, BOOKS["knapp"])


@pytest.fixture(scope="module")
def areas(ground):
    return {row["id"]: (row, ring(row["d"])) for row in ground["spaces"]["areas"]}


def test_every_area_keeps_its_neighbours_when_its_borders_are_redrawn(sheet, drawing):
    before = {a.owners for a in cut([a.polygon for a in sheet.areas])}
    after = {a.owners for a in drawing.arcs}
    assert after == before
    assert {pair for pair in after if OUTSIDE not in pair} == set(sheet.edges)


def test_the_redrawn_borders_never_cross_and_enclose_exactly_the_areas(sheet, drawing):
    assert conflicts(drawing.arcs) == set()
    assert len(assemble(drawing.arcs, len(sheet.areas))) == len(sheet.areas) == 44
    assert shapely.coverage_is_valid(drawing.faces)


def test_no_area_becomes_a_sliver(sheet, drawing):
    for area, face in zip(sheet.areas, drawing.faces, strict=True):
        assert 0.62 <= face.area / area.polygon.area <= 1.6, area.id


def test_each_river_of_the_game_is_one_unbroken_line(drawing):
    for name, line in drawing.game_water.items():
        assert len(shapely.get_parts(line)) == 1, f"the {name} is broken into pieces"


def test_no_river_is_drawn_twice(drawing):
    thick = shapely.union_all(list(drawing.game_water.values())).buffer(0.2)
    for _, line in drawing.water:
        assert line.intersection(thick).length < 3.2, line


def test_every_road_crosses_the_border_it_is_meant_for_and_ends_at_both_towns(sheet, drawing):
    assert {r.pair for r in drawing.roads} == {pair for pair, e in sheet.edges.items() if e.road}
    for road in drawing.roads:
        ends = {tuple(np.round(c, 2)) for c in (road.line.coords[0], road.line.coords[-1])}
        assert ends == {drawing.sites[k] for k in road.pair}
        assert road.crossing is not None


def test_the_cheap_parts_of_the_checked_in_ground_are_what_the_drawing_makes(ground, drawing):
    """Within 10 m and not letter by letter: another release of the geometry library may round otherwise."""
    shapes = {row["class"]: row["d"] for row in ground["shapes"]}
    assert ring(shapes["frame"]).hausdorff_distance(drawing.board) < 0.3
    for row, face, site in zip(ground["spaces"]["areas"], drawing.faces, drawing.sites, strict=True):
        assert ring(row["d"]).hausdorff_distance(drawing.to_units(face)) < 0.3
        assert (row["x"], row["y"]) == pytest.approx(drawing.page.point(*site), abs=0.2)


@pytest.mark.slow
def test_a_fresh_drawing_is_the_checked_in_one_byte_for_byte(sheet):
    drawn, shade = build(sheet, BOOKS["knapp"])
    checked_in = json.loads((FOLDER / "ground.json").read_text("utf-8"))
    if drawn["geos"] != checked_in["geos"]:
        pytest.skip(f"drawn with GEOS {checked_in['geos']}, this is {drawn['geos']}")
    assert dumps(drawn) == (FOLDER / "ground.json").read_text("utf-8")
    assert shade == (FOLDER / "shade.png").read_bytes()


def test_the_relief_is_a_small_palette_picture():
    data = (FOLDER / "shade.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert data[25] == 3, "no palette"
    assert b"tRNS" in data
    assert len(data) <= 60_000


def test_the_label_point_lies_in_its_area(areas):
    for row, polygon in areas.values():
        assert polygon.contains(shapely.Point(row["x"], row["y"])), row["id"]


def test_each_area_has_a_place_for_the_stacking_limit_of_both_sides(areas):
    assert {len(row["slots"]) for row, _ in areas.values()} == {6}


def test_pieces_stand_inside_their_area(ground, areas):
    for row, polygon in areas.values():
        for square in squares(ground, row):
            assert square.difference(polygon.buffer(0.6)).area == 0, row["id"]


def test_pieces_cover_no_name_in_play_and_no_badge(ground, areas):
    names = [box_of(n, n.place, 0) for n in labels_of(ground, {"place"})]
    badges = [badge_box(b) for b in ground["badges"]]
    for row, _ in areas.values():
        for square in squares(ground, row):
            assert not any(square.intersects(g) for g in (*names, *badges)), row["id"]


def test_in_most_areas_the_pieces_of_a_side_lie_side_by_side(ground, areas):
    def roomy(row):
        pairs = itertools.combinations(squares(ground, row), 2)
        return not any(a.intersection(b).area > 1 for a, b in pairs)

    assert sum(roomy(row) for row, _ in areas.values()) >= 30


def test_the_two_sides_never_share_a_place(areas):
    for row, _ in areas.values():
        assert len({tuple(slot) for slot in row["slots"]}) == 6, row["id"]


@pytest.mark.parametrize("zoom", range(len(ZOOMS)))
def test_no_two_labels_overlap_at_any_zoom_class(ground, zoom):
    shown = [n for n in labels_of(ground, {"place", "river", "wood", "town"}) if n.shown <= zoom]
    boxes = [(n.text, box) for n in shown for box in room_of(n, n.place, zoom)]
    for (a, one), (b, two) in itertools.combinations(boxes, 2):
        assert a == b or one.intersection(two).area < 1.0, (a, b)


def test_labels_that_do_not_touch_when_they_appear_do_not_touch_when_zoomed_further(ground):
    last = len(CHECKS) - 1
    boxes = [(n.text, box_of(n, n.place, last)) for n in labels_of(ground, {"place", "river", "wood", "town"})]
    assert not any(a.intersects(b) for (_, a), (_, b) in itertools.combinations(boxes, 2))


def test_every_area_shows_its_name_from_the_first_zoom_class(ground):
    assert sum(n["cls"] == "place" and n["from"] == 0 for n in ground["labels"]) == 44


def test_the_file_stays_small_enough_to_send(ground):
    assert (FOLDER / "ground.json").stat().st_size < 260_000
    assert max(len(row["d"]) for row in ground["shapes"]) < 40_000
