"""Hex arithmetic of both numberings: the printed cases, then properties over all hexes."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bulge_widget.board import COLUMN_LETTERS, ROW_FIRST, HexGrid

rows_first = st.builds(lambda r, c: f"{r:02d}{c:02d}", st.integers(1, 19), st.integers(1, 26))
letters = st.builds(lambda c, r: chr(97 + c % 26) * (1 + c // 26) + str(r), st.integers(0, 49), st.integers(1, 33))
hexes = st.one_of(
    st.tuples(st.just(ROW_FIRST), rows_first, rows_first, rows_first),
    st.tuples(st.just(COLUMN_LETTERS), letters, letters, letters),
)


def test_odd_rows_of_a_row_first_board_have_these_neighbours():
    assert ROW_FIRST.neighbours("0705") == {
        "ne": "0604", "e": "0704", "se": "0804", "sw": "0805", "w": "0706", "nw": "0605",
    }  # fmt: skip


def test_even_rows_of_a_row_first_board_lie_half_a_hex_further_west():
    assert ROW_FIRST.neighbours("0605") == {
        "ne": "0505", "e": "0604", "se": "0705", "sw": "0706", "w": "0606", "nw": "0506",
    }  # fmt: skip
    assert ROW_FIRST.centre("0605")[0] - ROW_FIRST.centre("0705")[0] == pytest.approx(-0.5)


def test_even_columns_of_a_letter_board_lie_half_a_hex_further_south():
    assert COLUMN_LETTERS.neighbours("b2") == {
        "n": "b1", "ne": "c2", "se": "c3", "s": "b3", "sw": "a3", "nw": "a2",
    }  # fmt: skip
    assert COLUMN_LETTERS.neighbours("c2") == {
        "n": "c1", "ne": "d1", "se": "d2", "s": "c3", "sw": "b2", "nw": "b1",
    }  # fmt: skip


def test_letters_go_on_with_doubled_letters():
    assert COLUMN_LETTERS.neighbours("z5")["se"] == "aa6"
    assert COLUMN_LETTERS.direction("tt3", "uu3") == "ne"
    assert COLUMN_LETTERS.direction("tt3", "uu4") == "se"


def test_a_corner_has_only_neighbours_that_an_id_can_say():
    assert list(ROW_FIRST.neighbours("0101")) == ["sw", "w"]
    assert list(COLUMN_LETTERS.neighbours("a1")) == ["se", "s"]


@pytest.mark.parametrize(
    ("grid", "text"),
    [(ROW_FIRST, "104"), (ROW_FIRST, "0100"), (ROW_FIRST, "tt15"), (COLUMN_LETTERS, "TT15"), (COLUMN_LETTERS, "ab3")],
)
def test_a_text_that_is_no_id_is_refused_with_what_an_id_looks_like(grid: HexGrid, text: str):
    with pytest.raises(ValueError, match=r"is not a hex id; valid: .* such as"):
        grid.axial(text)


def test_a_line_visits_the_hexes_between():
    assert ROW_FIRST.line("0710", "0706") == ("0710", "0709", "0708", "0707", "0706")
    assert COLUMN_LETTERS.line("a1", "a1") == ("a1",)


@given(hexes)
def test_ids_go_to_coordinates_and_back(case: tuple[HexGrid, str, str, str]):
    grid, a, *_ = case
    assert grid.write(grid.axial(a)) == a


@given(hexes)
def test_neighbours_are_mutual_in_opposite_directions_and_one_step_away(case: tuple[HexGrid, str, str, str]):
    grid, a, *_ = case
    for side, b in grid.neighbours(a).items():
        assert grid.neighbours(b)[grid.opposite(side)] == a
        assert grid.direction(a, b) == side
        assert grid.distance(a, b) == 1
        assert math.dist(grid.centre(a), grid.centre(b)) == pytest.approx(1)


@given(hexes)
def test_a_direction_name_is_where_it_points(case: tuple[HexGrid, str, str, str]):
    grid, a, *_ = case
    x, y = grid.centre(a)
    for side, b in grid.neighbours(a).items():
        east, north = grid.centre(b)[0] - x, grid.centre(b)[1] - y
        assert ("n" in side) == (north > 0.1)
        assert ("s" in side) == (north < -0.1)
        assert ("e" in side) == (east > 0.1)
        assert ("w" in side) == (east < -0.1)


@given(hexes)
def test_neighbours_share_two_corners_on_the_side_between_them(case: tuple[HexGrid, str, str, str]):
    grid, a, *_ = case
    corners = grid.polygon(a)
    for i, side in enumerate(grid.directions):
        b = grid.neighbours(a).get(side)
        if b is not None:
            mine = (corners[i], corners[(i + 1) % 6])
            assert all(any(math.dist(p, q) < 1e-9 for q in grid.polygon(b)) for p in mine)


@given(hexes)
def test_distance_is_a_distance(case: tuple[HexGrid, str, str, str]):
    grid, a, b, c = case
    assert grid.distance(a, b) == grid.distance(b, a)
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(hexes)
def test_a_line_is_a_shortest_way(case: tuple[HexGrid, str, str, str]):
    grid, a, b, _ = case
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    if len(line) == grid.distance(a, b) + 1:  # no hex without an id on the way
        assert all(grid.distance(p, q) == 1 for p, q in itertools.pairwise(line))
