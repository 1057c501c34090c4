"""The check names everything that is wrong with a board at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bulge_widget.board import check_board, maps_folder

Writer = Callable[..., Path]


def told(folder: Path) -> list[str]:
    return [str(problem) for problem in check_board(folder)]


def edited(folder: Path, name: str, old: str, new: str) -> Path:
    """Change a text in one file of a sound board."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_the_printed_board_is_sound():
    assert check_board(maps_folder("knapp")) == ()


@pytest.mark.parametrize("shape", ["knapp_shape", "bigredone_shape", "botb_shape"])
def test_the_tiny_boards_are_sound(shape: str, request: pytest.FixtureRequest):
    assert told(request.getfixturevalue(shape)()) == []


EAST = "[0.2, 0], [0.2, 0.1], [0.1, 0.1]"
"""Three corners of the middle area, its east side first."""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (EAST, "[0.21, 0], [0.21, 0.1], [0.1, 0.1]", "'pruem' and 'our-gorge' overlap on 10.00 km²"),
        (EAST, "[0.19, 0], [0.19, 0.1], [0.1, 0.1]", "borders.csv row 3: 'pruem' and 'our-gorge' share no border"),
        (EAST, "[0.2, 0.1], [0.2, 0], [0.1, 0.1]", "space 'pruem': the outline is broken: Self-intersection"),
        ('"pruem"', '"prum"', "'prum' is not a known space (valid: 'st-vith', 'pruem'"),
        ('"pruem"', '"prum"', "no polygon for space 'pruem'"),
    ],
)
def test_polygons_that_do_not_fit_are_told(knapp_shape: Writer, old: str, new: str, words: str):
    problems = told(edited(knapp_shape(), "areas.geojson", old, new))
    assert any(words in problem for problem in problems), problems


def test_a_gap_between_polygons_is_told_with_its_size_and_neighbours(knapp_shape: Writer):
    ring = (
        "[[0, 0], [0.3, 0], [0.3, 0.3], [0, 0.3], [0, 0]], [[0.1, 0.1], [0.1, 0.2], [0.2, 0.2], [0.2, 0.1], [0.1, 0.1]]"
    )
    old = "[[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1], [0, 0]]"
    problems = told(edited(knapp_shape(), "areas.geojson", old, ring))
    assert any("areas.geojson: a gap of 100.00 km² between 'st-vith', 'pruem'" in p for p in problems), problems


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        (
            "spaces.csv",
            "0.15,0.05",
            "0.35,0.05",
            "spaces.csv row 3, column 'lon': the site of 'pruem' lies 15.0 km out",
        ),
        ("spaces.csv", "Our gorge", "Prüm", "spaces.csv row 4, column 'name': 'Prüm' stands in row 3 already"),
        ("spaces.csv", "our-gorge,3", "our-gorge,2", "row 4, column 'number': 2 stands in row 3 already"),
        (
            "borders.csv",
            "Our,yes,10,",
            "Our,yes,8.5,",
            "row 2, column 'length_km': 8.5 where the polygons share 10.0 km",
        ),
        ("borders.csv", "pruem,our-gorge,no,,no,10,made up\n", "", "'our-gorge' and 'pruem' share 10.0 km of border"),
        ("borders.csv", "pruem,our-gorge,no,,no,10,made up\n", "", "1 spaces hang apart from the rest: our-gorge"),
    ],
)
def test_tables_that_do_not_fit_the_map_are_told(knapp_shape: Writer, name: str, old: str, new: str, words: str):
    problems = told(edited(knapp_shape(), name, old, new))
    assert any(words in problem for problem in problems), problems


def test_faults_of_several_files_come_together(knapp_shape: Writer):
    folder = knapp_shape(exits="id,space,edge,source\ng1,bonn,east,x\n", lines="{", areas="{")
    edited(folder, "spaces.csv", "rough,0.15", "rough,east")
    problems = told(folder)
    for words in (
        "spaces.csv row 3, column 'lon': 'east' is not a number",
        "exits.csv row 2, column 'edge': 'east' is not one of the words of this column (valid: n, e, s, w)",
        "borders.csv row 2, column 'b': 'pruem' is not a known space",
        "lines.geojson: not JSON",
        "areas.geojson: not JSON",
    ):
        assert any(words in problem for problem in problems), (words, problems)


def test_a_hex_off_the_centre_of_its_id_is_told(bigredone_shape: Writer):
    spaces = "id,terrain,lon,lat,source\n0104,clear,-0.2,-0.0433,x\n0105,clear,-0.2,-0.0433,x\n"
    problems = told(bigredone_shape(spaces=spaces, borders="a,b,source\n", exits="id,space,edge,source\n"))
    assert len(problems) == 1
    assert "row 3, column 'lon': 1.0 hexes off the centre that the id '0105' gives" in problems[0]


def test_a_river_that_does_not_go_on_in_the_next_hex_is_told(botb_shape: Writer):
    sides = "space,side,river,source\nb2,n,Meuse,x\nb1,nw,Meuse,x\n"
    problems = told(botb_shape(river_sides=sides, borders="a,b,source\n"))
    assert len(problems) == 1
    assert "river_sides.csv row 2, column 'side': the river leaves 'b2' here but does not enter 'b1'" in problems[0]
    assert "add side 's' to 'b1'" in problems[0]


def test_a_bank_that_the_hex_does_not_have_is_told(botb_shape: Writer):
    problems = told(botb_shape(borders="a,b,road,road_banks,source\na1,b1,yes,2,x\n"))
    assert len(problems) == 1
    assert "borders.csv row 2, column 'road_banks': there is no bank 2 (valid: 0, 1)" in problems[0]


def test_a_place_that_no_geography_layer_knows_is_told(knapp_shape: Writer):
    folder = knapp_shape(rivers="name,place,source\nOur,Oure,x\n")
    (folder.parent / "geography").symlink_to(maps_folder("geography"))
    assert [p.partition("tiny/")[2] for p in told(folder)] == [
        (
            "rivers.csv row 2, column 'place': 'Oure' is not a known name of the geography layers "
            "(nearest: 'Our', 'Ourthe', 'Sûre')"
        )
    ]
