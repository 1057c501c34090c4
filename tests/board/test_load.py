"""One format for four boards: a tiny board of each shape is written, loaded and looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bulge_widget.board import Board, load_board, maps_folder
from bulge_widget.errors import BoardError, UnknownNameError

Writer = Callable[..., Path]


def ids(board: Board, indexes: tuple[int, ...]) -> list[str]:
    return [board.spaces[i].id for i in indexes]


def border(board: Board, a: str, b: str):
    return board.borders[board.index[a], board.index[b]]


def test_areas_with_names_load_with_their_neighbours_both_ways(knapp_shape: Writer):
    board = load_board(knapp_shape())
    assert [ids(board, n) for n in board.neighbours] == [["pruem"], ["st-vith", "our-gorge"], ["pruem"]]
    assert border(board, "pruem", "st-vith").kinds == ("road", "river", "bridge")
    assert (border(board, "pruem", "st-vith").a, border(board, "pruem", "st-vith").b) == (1, 0)
    assert [ids(board, n) for n in board.roads] == [["pruem"], ["st-vith"], []]
    assert board.spaces[1].x == pytest.approx(15)
    assert board.exits[0].space == 2
    assert board.exit("G1").towards == "Bonn"


def test_a_space_is_found_by_printed_case_number_or_name_without_umlaut(knapp_shape: Writer):
    board = load_board(knapp_shape())
    for text in ("pruem", "PRUEM", "Prüm", "Prum", "2", 2, " prüm "):
        assert board.find(text) == 1, text
    assert board.find("St Vith") == board.find("st. vith") == board.find("ST-VITH") == 0


def test_an_unknown_space_is_answered_with_the_nearest(knapp_shape: Writer):
    board = load_board(knapp_shape())
    with pytest.raises(UnknownNameError, match=r"unknown area 'Sankt Vith'.*'st-vith'"):
        board.find("Sankt Vith")
    with pytest.raises(UnknownNameError, match="unknown area 7"):
        board.find(7)
    with pytest.raises(UnknownNameError, match=r"unknown exit 'g9'.*'g1'"):
        board.exit("g9")


def test_numbered_areas_carry_zones_army_boundaries_and_bridges_without_roads(fab_shape: Path):
    board = load_board(fab_shape)
    assert board.space(23).id == "23"
    assert board.space(1).tag("zone") == "7"
    assert board.space(1).tag("star") == ""
    assert board.space(23).has("star:yellow")
    assert border(board, "1", "2").kinds == ("river", "bridge", "army-boundary")
    assert not border(board, "2", "1").road
    assert border(board, "23", "2").kinds == ("restricted", "barred:armor")
    assert [(e.id, e.side) for e in board.exits] == [("x", "german"), ("h", "allied")]
    assert board.rivers == {"Prüm": "Prüm"}


def test_hexes_numbered_by_rows_have_neighbours_by_arithmetic_and_features_on_hexsides(bigredone_shape: Writer):
    board = load_board(bigredone_shape())
    assert ids(board, board.neighbours[board.index["0104"]]) == ["0105", "0203", "0204"]
    assert border(board, "0104", "0105").side == "w"
    assert border(board, "0105", "0104").side == "e"
    assert border(board, "0105", "0104").bridge
    assert border(board, "0104", "0204").river == "Roer"
    assert border(board, "0104", "0203").kinds == ()
    assert board.space("0104").has("west-wall")
    assert board.space("0105").x < board.space("0104").x
    assert board.exits[0].multiple == 2


def test_a_hex_is_found_by_a_plain_integer_that_lost_its_zero(bigredone_shape: Writer):
    board = load_board(bigredone_shape())
    assert board.spaces[board.find(104)].id == "0104"
    assert board.spaces[board.find("0104")].id == "0104"
    assert board.spaces[board.find("monschau")].id == "0105"


def test_hexes_numbered_by_letters_carry_rivers_inside_with_banks(botb_shape: Writer):
    board = load_board(botb_shape())
    b1, b2 = board.space("B1"), board.space("B2")
    assert b2.rivers == (("n", "Meuse"),)
    assert b2.banks == (("ne", "se", "s", "sw", "nw"),)  # a headwater has one bank
    assert b1.banks == (("sw",), ("n", "ne", "se"))
    assert border(board, "b1", "a2").banks == ((0, 0),)
    assert border(board, "b1", "c2").banks == ((1, 0),)


def test_banks_go_on_along_a_river_and_all_meet_in_a_town(botb_shape: Writer):
    board = load_board(botb_shape())
    assert border(board, "b1", "b2").banks == ((0, 0), (1, 0))
    assert border(board, "b2", "b1").banks == ((0, 0), (0, 1))
    assert border(board, "b1", "a1").banks == ((0, 0), (1, 0))
    assert border(board, "a1", "b1").road_banks == (1,)
    assert border(board, "c1", "c2").cliff


def test_an_exit_without_a_point_lies_in_its_space(botb_shape: Writer):
    board = load_board(botb_shape())
    assert (board.exits[0].x, board.exits[0].hexside) == (pytest.approx(board.space("c1").x), "ne")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("borders", "a,b,source\nst-vith,prum,x\n", ["borders.csv row 2", "'b'", "'prum'", "'pruem'"]),
        ("borders", "a,b,source\npruem,pruem,x\n", ["row 2", "cannot border on itself"]),
        (
            "borders",
            "a,b,source\npruem,st-vith,x\nst-vith,pruem,x\n",
            ["row 3", "'pruem st-vith' stands in row 2 already"],
        ),
        ("borders", "a,b,river,source\npruem,st-vith,Kyll,x\n", ["'river'", "'Kyll'", "valid: 'Our'"]),
        ("borders", "a,b,bridge,source\npruem,st-vith,yes,x\n", ["'bridge'", "without a river"]),
        ("borders", "a,b,lon,source\npruem,st-vith,6,x\n", ["'lon'", "stand together"]),
        ("rivers", "name,source\nOur,x\nOur,x\n", ["rivers.csv row 3", "'name'", "'Our' stands in row 2"]),
        ("exits", "id,space,edge,hexside,source\ng1,pruem,e,ne,x\n", ["'hexside'", "an area has no hexside 'ne'"]),
        ("exits", "id,space,edge,source\ng1,bonn,e,x\n", ["exits.csv row 2", "'space'", "'bonn'", "'st-vith'"]),
        ("exits", "id,space,edge,source\ng1,pruem,e,x\ng1,pruem,e,x\n", ["row 3", "'g1' stands in row 2"]),
        ("spaces", "id,terrain,lon,lat,source\na,open,1,1,x\na,open,1,1,x\n", ["spaces.csv row 3", "'id'", "row 2"]),
        ("spaces", "id,terrain,source\na,open,x\n", ["spaces.csv row 2", "an area needs lon and lat"]),
    ],
)
def test_tables_that_contradict_each_other_are_refused_by_file_row_and_column(
    knapp_shape: Writer, name: str, text: str, words: list[str]
):
    with pytest.raises(BoardError) as caught:
        load_board(knapp_shape(**{name: text}))
    assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"projection": "5.7 50"}, ["board.csv", "'projection'", "2 numbers", "lon0 lat0"]),
        ({"projection": "5 50 nan 1"}, ["'projection'", "not all of it are numbers"]),
        ({"hex_km": "0"}, ["'hex_km'", "'0' is no size", "above 0"]),
        ({"projection": "5 50 0 0"}, ["'projection'", "fall together"]),
        ({"kind": "squares"}, ["'kind'", "'squares'", "'areas'", "'hexes'"]),
        ({"kind": "hexes"}, ["'grid' is missing"]),
        ({"title": ""}, ["'title' is missing"]),
        ({"terrains": "open hilly"}, ["spaces.csv row 3", "'terrain'", "'rough'", "'open', 'hilly'"]),
    ],
)
def test_settings_that_make_no_board_are_refused_with_what_is_valid(
    knapp_shape: Writer, settings: dict[str, str], words: list[str]
):
    with pytest.raises(BoardError) as caught:
        load_board(knapp_shape(settings))
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_leading_zero_that_a_spreadsheet_has_eaten_is_told(bigredone_shape: Writer):
    spaces = "id,terrain,source\n104,clear,x\n0105,clear,x\n"
    with pytest.raises(BoardError, match=r"spaces.csv row 2, column 'id': '104'.*eaten a leading zero: '0104'"):
        load_board(bigredone_shape(spaces=spaces))
    with pytest.raises(BoardError, match=r"exits.csv row 2, column 'space': '105'.*'0105' was meant"):
        load_board(bigredone_shape(exits="id,space,edge,source\n0105,105,n,x\n"))


def test_hexes_that_do_not_touch_have_no_border(botb_shape: Writer):
    borders = "a,b,road,source\na1,c3,yes,x\n"
    with pytest.raises(BoardError, match=r"borders.csv row 2, column 'b': 'c3' does not touch 'a1' \(valid: b1, a2"):
        load_board(botb_shape(borders=borders))


def test_a_river_side_must_be_a_direction_of_the_grid(botb_shape: Writer):
    sides = "space,side,river,source\nb1,e,Meuse,x\n"
    with pytest.raises(BoardError, match=r"river_sides.csv row 2, column 'side': 'e'.*'n', 'ne'"):
        load_board(botb_shape(river_sides=sides))


def test_a_missing_file_is_told_with_those_beside_it(knapp_shape: Writer):
    folder = knapp_shape()
    (folder / "exits.csv").unlink()
    with pytest.raises(BoardError, match=r"tiny/exits.csv.*missing; beside it are board.csv, borders.csv"):
        load_board(folder)


def test_a_book_without_components_is_told_with_those_there_are(tmp_path: Path):
    (tmp_path / "fab").mkdir()
    with pytest.raises(BoardError, match=r"no components of 'knap'.*there are: fab"):
        maps_folder("knap", tmp_path)
    assert maps_folder("fab", tmp_path) == tmp_path / "fab"
    assert maps_folder("knapp").name == "knapp"
