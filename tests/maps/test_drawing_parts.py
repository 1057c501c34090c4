"""The parts drawings are made of, on tiny examples."""

from __future__ import annotations

import numpy as np
import pytest
from shapely import LineString, Polygon, box

from maps.build.arcs import Arc, assemble, conflicts, cut
from maps.build.lettering import Candidate, Label, text_width
from maps.build.lines import chaikin, resampled, shifted
from maps.build.paths import Page
from maps.build.placing import place_labels
from maps.build.recut import areas_of, recut
from maps.build.sheet import Area
from maps.build.signs import hills_path, signs_of
from maps.build.slots import GRID, slots_of

TWO = [Polygon([(0, 0), (5, 0), (5, 5), (5, 10), (0, 10)]), Polygon([(5, 0), (10, 0), (10, 10), (5, 10), (5, 5)])]


def test_two_areas_share_one_arc_and_have_one_outer_arc_each():
    arcs = cut(TWO)
    assert sorted(a.owners for a in arcs) == [(0, -1), (0, 1), (1, -1)]
    assert [f.area for f in assemble(arcs, 2)] == [50, 50]


def test_a_border_for_a_river_is_redrawn_along_it_and_both_areas_follow():
    river = LineString([(5, -1), (5, 1), (6.5, 3), (4, 6), (5, 9), (5, 11)])
    drawn = recut(cut(TWO), {(0, 1): river}, 2)
    shared = next(a.line for a in drawn if a.owners == (0, 1))
    assert shared.hausdorff_distance(river.intersection(box(0, 0, 10, 10))) < 0.3
    assert sum(f.area for f in areas_of(drawn, 2)) == pytest.approx(
        100, rel=0.1
    )  # the corners of the frame are rounded


def test_arcs_that_cross_are_found_and_those_that_only_meet_at_ends_are_not():
    a, b = (Arc((0, 1), np.array(p, dtype=float)) for p in ([(0, 0), (4, 4)], [(0, 4), (4, 0)]))
    c = Arc((1, 2), np.array([(4.0, 4.0), (8.0, 0.0)]))
    assert conflicts([a, b, c]) == {0, 1}
    assert conflicts([a, c]) == set()


def test_faces_that_belong_to_nobody_are_an_error():
    arcs = cut(TWO)
    with pytest.raises(ValueError, match="3 faces for 2 areas"):
        assemble([*arcs, Arc((7, 8), np.array([(20.0, 0), (21, 0), (21, 1), (20, 0)]))], 2)


def test_smoothing_keeps_the_ends_of_a_line():
    line = np.array([(0.0, 0.0), (1.0, 2.0), (2.0, 0.0)])
    smooth = chaikin(line, 3)
    assert smooth[0].tolist() == [0, 0]
    assert smooth[-1].tolist() == [2, 0]
    assert smooth[:, 1].max() < 2


def test_a_shift_of_an_end_fades_along_the_line():
    line = resampled(np.array([(0.0, 0.0), (10.0, 0.0)]), 11)
    moved = shifted(line, np.array([0.0, 2.0]), line[-1])
    assert moved[:, 1].tolist() == pytest.approx([2 - 0.2 * k for k in range(11)])


def test_path_data_is_relative_compact_and_in_tenths_of_a_unit():
    assert Page(0, 10).path(LineString([(0, 0), (1, 1.23), (2, -0.5)]), 0) == "M0 100l10-12.3 10 17.3"
    assert Page(0, 10).path(LineString([(0, 10), (0.05, 9.95)]), 0) == "M0 0l.5 .5"


def test_a_line_that_shrinks_to_a_point_leaves_no_broken_path_behind():
    page = Page(0, 10)
    assert page.path([LineString([(0, 0), (0.01, 0.01)]), LineString([(0, 0), (1, 0)])], 0, 10) == "M0 100l10 0"
    assert page.path(box(0, 0, 0.02, 0.02), 0, 10) == ""


def test_a_longer_text_takes_more_room_and_accents_cost_nothing():
    assert text_width("Bastogne", 12) > text_width("Spa", 12)
    assert text_width("Prüm", 12) == text_width("Prum", 12)


def test_the_more_important_of_two_labels_that_collide_gets_the_place():
    here = [Candidate(500, 500)]
    great, small = Label("Great", "place", 12, 0, 0, here), Label("Small", "town", 9.5, 6, 0, here)
    assert place_labels([small, great], [], box(0, 0, 1000, 1000)) == [great]


def test_a_label_waits_for_the_zoom_class_that_has_room_for_it():
    names = [Label("Neufchâteau", "place", 12, k, 0, [Candidate(300, 300 + 14 * k)]) for k in range(2)]
    placed = place_labels(names, [], box(0, 0, 1000, 1000))
    assert placed[0].shown == 0
    assert placed[1].shown > 0


def test_slots_lie_side_by_side_in_a_large_area_and_the_germans_in_the_east():
    step, slots = slots_of(box(0, 0, 300, 200), [box(130, 80, 170, 120)], [], (150, 100), 32, 3)
    assert step >= GRID
    assert np.mean([x for x, _ in slots[:3]]) > np.mean([x for x, _ in slots[3:]])


def test_slots_become_shingles_in_a_small_area_and_are_refused_in_a_tiny_one():
    step, slots = slots_of(box(0, 0, 90, 75), [], [], (45, 37), 32, 3)
    assert 0 < step < GRID
    assert len(slots) == 6
    assert slots_of(box(0, 0, 20, 20), [], [], (10, 10), 32, 3) == (0, [])


def test_two_pieces_a_side_stand_apart_wherever_they_fit():
    face, badge = box(0, 0, 100, 100), [box(38, 38, 62, 62)]
    step, slots = slots_of(face, badge, [], (50, 50), 32, 2)
    assert step >= 8
    assert len(set(slots)) == 4
    assert np.mean([x for x, _ in slots[:2]]) >= np.mean([x for x, _ in slots[2:]])


def test_what_pieces_had_better_not_cover_is_left_free_where_there_is_a_choice():
    road = box(0, 90, 300, 110)
    _, slots = slots_of(box(0, 0, 300, 200), [], [(road, 5.0)], (150, 100), 32, 2)
    assert not any(road.intersects(box(x - 16, y - 16, x + 16, y + 16)) for x, y in slots)


def test_marks_stand_off_the_water_and_hills_inside_the_area():
    area = Area("1", "1", "Town", "", "difficulty-2", (0, 0), box(-6, -6, 6, 6), ("zone:5",))
    river = LineString([(2, -6), (2, 6)])
    signs = signs_of(area, ("star", "cross"), area.polygon, (0, 0), river)
    assert not signs.east
    assert [word for word, _, _ in signs.spots((0, 0))] == ["star", "cross"]
    assert (signs.hills, area.zone) == (2, "5")
    low = signs_of(area, (), area.polygon, (0, -5), river)
    assert not low.below
    assert hills_path(0, 0, low).count("M") == 2
