"""Tables that lack a row, or have one twice, are refused when they are read, not when the die is thrown."""

from __future__ import annotations

import pytest

from bulge_widget.errors import BoardError
from bulge_widget.rulebooks.bigredone.rules import load
from tests.rulebooks.bigredone.table import PARTS
from tests.rulebooks.damage import copied, rewrite


@pytest.fixture
def maps(tmp_path):
    return copied(PARTS, tmp_path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("turns.csv", "18 turns, but the track has 17"),
        ("weather.csv", "no row for 18"),
        ("variable_weather.csv", "no row for 7"),
        ("out_of_supply.csv", "no row for 6"),
        ("scatter.csv", "no row for 6"),
        ("crt.csv", "lacks a face of the die"),
    ],
)
def test_a_missing_row_is_named(maps, name, said):
    rewrite(maps, name, lambda lines: lines[:-1])
    with pytest.raises(BoardError, match=said):
        load(maps)


@pytest.mark.parametrize(
    "name",
    [
        "turns.csv",
        "weather.csv",
        "variable_weather.csv",
        "out_of_supply.csv",
        "scatter.csv",
        "crt.csv",
        "terrain.csv",
        "counters.csv",
    ],
)
def test_a_row_that_is_there_twice_is_named(maps, name):
    rewrite(maps, name, lambda lines: [*lines, lines[-1]])
    with pytest.raises(BoardError, match=rf"{name}: there is a second row for"):
        load(maps)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("board.csv", "the key 'id' is missing"),
        ("spaces.csv", "is not a known space"),
        ("borders.csv", "borders.csv: no hexside carries a road"),
        ("exits.csv", "exits.csv: no road off the map is german"),
        ("rivers.csv", "is not a known river"),
        ("counters.csv", "a header but no rows"),
        ("crt.csv", "a header but no rows"),
        ("turns.csv", "a header but no rows"),
        ("weather.csv", "a header but no rows"),
        ("variable_weather.csv", "a header but no rows"),
        ("terrain.csv", "a header but no rows"),
        ("out_of_supply.csv", "a header but no rows"),
        ("scatter.csv", "a header but no rows"),
    ],
)
def test_a_table_without_rows_is_named(maps, name, said):
    rewrite(maps, name, lambda lines: lines[:1])
    with pytest.raises(BoardError, match=said):
        load(maps)


def test_every_table_of_the_folder_is_read_or_counts_the_markers(maps):
    read = {case[0] for case in test_a_table_without_rows_is_named.pytestmark[0].args[1]}
    assert {path.name for path in (maps / "bigredone").glob("*.csv")} - read == {"counts.csv", "markers.csv"}


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("counters.csv", ",uk,", ",gb,", "column 'nation'.*'gb'"),
        ("counters.csv", ",infantry,infantry,", ",foot,infantry,", "column 'type'.*'foot'"),
        ("counters.csv", ",wehrmacht,", ",army group,", "column 'arm'.*'army group'"),
        ("counters.csv", ",xx,", ",xxx,", "column 'size'.*'xxx'"),
        ("counters.csv", ",0104,,,", ",0104,3,e,", "ge-326vg: a unit has either"),
        ("counters.csv", ",0104,,,", ",,,,", "ge-326vg: a unit has either"),
        ("counters.csv", ",0104,,,", ",,3,,", "ge-326vg: 'arrival_turn' and 'arrival_edge' go together"),
        ("counters.csv", ",0104,,,", ",,3,w,", "ge-326vg: no german road leads off the w edge"),
        ("exits.csv", ",Verviers,2,", ",Verviers,,", "0110: a road off the n edge needs a multiple"),
        ("scatter.csv", "1,ne,", "1,north,", "die 1, field 'direction': 'north'"),
        ("counters.csv", ",0403,", ",0104,", "second row for '0104'"),
        ("turns.csv", "\n2,", "\n20,", "no row for 2"),
        ("counters.csv", ",0104,,,", ",0199,,,", "ge-326vg, field 'setup_hex': no hex '0199'"),
        ("terrain.csv", "heavy-woods,4,", "heavy-woods,5,", "a hex beside a unit may cost at most 5 points"),
        ("terrain.csv", "west-wall,", "wall,", "no row for 'west-wall'"),
        ("terrain.csv", "bridge,", "brigde,", "no ground, tag or hexside of the map is called 'brigde'"),
        ("crt.csv", "primary,3,+1,1,1,", "primary,3,+1,1,2,", r"rows of column '\+1' tell it other differentials"),
        ("crt.csv", "primary,3,+1,1,1,", "primary,3,+1,1,,", r"rows of column '\+1' tell it other differentials"),
    ],
)
def test_a_wrong_value_is_named(maps, name, old, new, said):
    rewrite(maps, name, lambda lines: "".join(lines).replace(old, new, 1))
    with pytest.raises(BoardError, match=said):
        load(maps)


def test_a_combat_table_is_open_at_both_ends(maps):
    rewrite(maps, "crt.csv", lambda lines: [line.replace(",+12 or more,12,,", ",+12 or more,12,20,") for line in lines])
    with pytest.raises(BoardError, match="first and the last column of the primary table are open"):
        load(maps)


def test_a_map_without_the_meuse_is_refused(maps):
    for name in ("borders.csv", "rivers.csv"):
        rewrite(maps, name, lambda lines: [line.replace("Meuse", "Maas") for line in lines])
    with pytest.raises(BoardError, match="no hexside is on the Meuse"):
        load(maps)
