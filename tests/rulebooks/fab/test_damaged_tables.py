"""Tables that lack a row, have one twice or name what is not there are refused when they are read; so are bad edits."""

from __future__ import annotations

import pytest

from bulge_widget.core.opening import begin
from bulge_widget.errors import BoardError, EditError, IllegalActionError, NotationError, UnknownNameError
from bulge_widget.rulebooks.fab import contradictions
from bulge_widget.rulebooks.fab.rules import load
from tests.rulebooks.damage import copied, rewrite
from tests.rulebooks.fab.table import BOOK, PARTS, situation


@pytest.fixture
def maps(tmp_path):
    return copied(PARTS, tmp_path)


# -- tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("board.csv", "the key 'notice' is missing"),
        ("spaces.csv", "'96' is not a known space"),
        (
            "borders.csv",
            "borders.csv: no row with '95' in column 'a' and '96' in column 'b', which share a border in areas.geojson",
        ),
        ("vp.csv", "vp.csv: no row '96', whose source evidence.csv tells"),
        ("reserve_markers.csv", "reserve_markers.csv: no row 'us-reserve-56-2', whose source evidence.csv tells"),
        ("counts.csv", "counts.csv: no row 'scenario_facts'"),
        ("rivers.csv", "is not a known river"),
        ("exits.csv", "exits.csv: no entry area 'z', by which fifth-panzer comes in armies.csv"),
        ("armies.csv", "armies.csv: no army 'xxx-corps', which uk-29bde of counters.csv belongs to"),
        ("counters.csv", "'uk-53id' is neither in counters.csv nor in chits.csv"),
        ("chits.csv", "no reusable Special Action of the allied side"),
        ("turns.csv", "turns.csv: no row for turn 9 of campaign"),
        ("draws.csv", "draws.csv: no row for turn 3 of introductory"),
        ("scenarios.csv", "scenarios.csv: no scenario 'introductory', which draws.csv has a row of"),
        ("victory.csv", "victory.csv: introductory: no levels of victory for a result of -60"),
    ],
)
def test_a_missing_row_is_named(maps, name, said):
    rewrite(maps, name, lambda lines: lines[:-1])
    with pytest.raises(BoardError, match=said):
        load(maps)


@pytest.mark.parametrize("name", ["borders.csv", *contradictions.KEYS])
def test_any_row_that_is_missing_is_told_with_its_table(maps, name):
    whole = (maps / "fab" / name).read_text("utf-8").splitlines(keepends=True)
    for gone in {1, len(whole) // 3, len(whole) // 2, len(whole) - 2}:
        rewrite(maps, name, lambda _, gone=gone: [*whole[:gone], *whole[gone + 1 :]])
        with pytest.raises(BoardError, match=r"\w+\.csv.*: .*(no |neither|needs|rows, where counts.csv)"):
            load(maps)


def test_a_row_lost_from_the_middle_of_a_table_is_missed_by_its_count(maps):
    rewrite(maps, "vp.csv", lambda lines: [line for line in lines if not line.startswith("6,")])
    with pytest.raises(BoardError, match=r"vp.csv: 18 rows, where counts.csv, row 'vp', column 'rows' says 19"):
        load(maps)


@pytest.mark.parametrize("name", ["board.csv", "spaces.csv", "borders.csv", "rivers.csv", "exits.csv"])
def test_a_row_of_the_map_that_is_there_twice_is_named(maps, name):
    rewrite(maps, name, lambda lines: [*lines, lines[-1]])
    with pytest.raises(BoardError, match=rf"{name} row \d+, column '\w+': '.+' stands in row \d+ already"):
        load(maps)


@pytest.mark.parametrize("name", contradictions.KEYS)
def test_a_row_that_is_there_twice_is_named(maps, name):
    rewrite(maps, name, lambda lines: [*lines, lines[-1]])
    with pytest.raises(BoardError, match=rf"{name}: there is a second row for"):
        load(maps)


@pytest.mark.parametrize(
    "name", ["board.csv", "spaces.csv", "borders.csv", "rivers.csv", "exits.csv", *contradictions.KEYS]
)
def test_a_table_without_rows_is_refused(maps, name):
    rewrite(maps, name, lambda lines: lines[:1])
    with pytest.raises(BoardError):
        load(maps)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("setup.csv", ",23,", ",230,", "setup.csv: no area '230' on the map, which campaign us-st-vith-garrison names"),
        ("vp.csv", "\n47,", "\n470,", "vp.csv: no area '470' on the map"),
        ("scenarios.csv", "15-16", "15-160", "scenarios.csv: no area '160' on the map, which campaign names"),
        ("setup.csv", "campaign,ge-peiper", "campaign,ge-peipr", "campaign: 'ge-peipr' is neither in counters.csv"),
        ("chits.csv", "ge-heydte", "ge-heydt", "'ge-heydte' is neither in counters.csv nor in chits.csv"),
        ("chits.csv", ",von-der-heydte,", ",infantry,", "chits.csv: no chit of the kind 'von-der-heydte'"),
        ("counters.csv", ",fifth-panzer,", ",fith-panzer,", "armies.csv: no army 'fith-panzer', which ge-"),
        (
            "victory.csv",
            "campaign,vp-level,1,3",
            "campaign,vp-level,2,3",
            "campaign: no levels of victory for a result of 1",
        ),
        (
            "victory.csv",
            "campaign,vp-level,1,3",
            "campaign,vp-level,0,3",
            "campaign: 2 levels of victory for a result of 0",
        ),
        (
            "victory.csv",
            "objective-control,,,german",
            "objective-control,,,allied",
            "there is a second row for introductory",
        ),
        (
            "scenario_facts.csv",
            "campaign,overstacked-turn",
            "campaign,crowded-turn",
            r"scenario_facts.csv row \d+, column 'key': 'crowded-turn'",
        ),
        ("scenario_facts.csv", "introductory,objective,47", "introductory,objective,147", "no area '147' on the map"),
        ("turns.csv", "\n2,", "\n20,", "turns.csv: no row for turn 2 of campaign"),
        ("chits.csv", ",engineer,", ",enginer,", "chits.csv: .*: 'enginer' is no kind of chit; there are engineer,"),
        ("counters.csv", ",infantry,infantry,", ",infantri,infantry,", "counters.csv: .*: 'infantri' is no symbol"),
        ("setup.csv", ",field-works,", ",field-work,", r"setup.csv row \d+, column 'markers'"),
        (
            "reserve_markers.csv",
            "campaign tournament",
            "campaign tournement",
            "no scenario 'tournement', in which",
        ),
        (
            "setup.csv",
            "campaign,ge-peiper",
            "tournment,ge-peiper",
            "no scenario 'tournment', which setup.csv has a row of",
        ),
    ],
)
def test_a_wrong_value_is_named(maps, name, old, new, said):
    rewrite(maps, name, lambda lines: "".join(lines).replace(old, new, 1))
    with pytest.raises(BoardError, match=said):
        load(maps)


def test_a_unit_that_neither_stands_nor_arrives_is_named(maps):
    rewrite(maps, "setup.csv", lambda lines: [line for line in lines if not line.startswith("campaign,us-14cav")])
    with pytest.raises(BoardError, match="campaign: us-14cav neither stands on the map nor arrives"):
        load(maps)


def test_a_unit_that_stands_and_arrives_is_named(maps):
    rewrite(maps, "reinforcements.csv", lambda lines: [*lines, "campaign,us-14cav,3,a,,,test\n"])
    with pytest.raises(BoardError, match="campaign: us-14cav stands on the map at the start already"):
        load(maps)


# -- edits and orders -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda draft: draft.place("ge-2pzz", "24"), "unknown unit 'ge-2pzz'"),
        (lambda draft: draft.place("ge-2pz", "240"), "unknown area '240'"),
        (lambda draft: draft.strength("ge-2pz", 9), "9 steps is not between 1 and 4"),
        (lambda draft: draft.strength("ge-9pz", 1), "ge-9pz is not in the game"),
        (lambda draft: draft.control("12", "allied"), "12: is not controlled by the only side in it"),
        (lambda draft: draft.marker("mines", "12"), "unknown marker 'mines'"),
        (lambda draft: draft.marker("blown-bridge", "12-47"), "no river border '12-47'"),
        (lambda draft: draft.marker("field-works-german", "92"), "of both sides lie in one area"),
        (lambda draft: draft.turn(10), "turn 10 is not on the track"),
        (lambda draft: draft.phase("night", "german"), "night"),
    ],
)
def test_an_edit_that_makes_no_sense_is_told_by_name_and_changes_nothing(change, said):
    game = situation({"ge-2pz": "12", "us-2id": "92"}, areas={"works-allied": ["92"]}, german=["12"])
    before = game.state
    with pytest.raises((EditError, UnknownNameError, BoardError)) as error, game.edit() as draft:
        draft.place("us-2id", "92")
        change(draft)
    assert said in str(error.value)
    assert game.state is before


def test_an_edit_out_of_the_area_of_play_is_told_by_name():
    game = situation({"ge-2pz": "21", "us-10ad": "46"}, scenario="introductory", german=["21"])
    with pytest.raises(EditError, match="ge-2pz: stands in 30, which is not in play"), game.edit() as draft:
        draft.place("ge-2pz", "30")


@pytest.mark.parametrize(
    ("order", "error", "said"),
    [
        ("move ge-2pz 12>47", IllegalActionError, "5.32: Lutzkampen"),
        ("move us-2id 92>91", IllegalActionError, "5.2: Block b.+ is no unit of the German side"),
        ("assign ge-401arty", IllegalActionError, "5.2"),
        ("march ge-2pz 12>22", NotationError, "march"),
        ("move ge-2pzz 12>22", UnknownNameError, "ge-2pz"),
    ],
)
def test_an_illegal_order_changes_nothing(order, error, said):
    game = situation({"ge-2pz": "12", "us-2id": "92"}, german=["12"])
    before, played = game.state, len(game.history)
    with pytest.raises(error, match=said):
        game.play(order)
    assert game.state is before
    assert len(game.history) == played


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"areas": {"new": ["12"]}, "stack": []}, "newly contested: areas are not contested"),
        ({"chits": {"ge-401arty": "12"}}, "ge-401arty: lies on the map"),
        (
            {"units": {"ge-2pz": {"at": "47", "status": ("disordered", "recovering")}}},
            "disordered and recovering at once",
        ),
        ({"units": {"ge-2pz": {"at": "eliminated", "status": ("disordered",)}}}, "has a marker off the map"),
        ({"attached": {"ge-greif-team-bridge": "12-23"}}, "ge-greif-team-bridge: is not where it is noted"),
        (
            {"phase": "combat", "units": {n: {"at": "12"} for n in ("ge-2pz", "ge-9pz", "ge-1ss")}},
            "12: holds 3 german units",
        ),
        ({"german": ["12"], "units": {"us-2id": {"at": "12"}}}, "12: is not controlled by the only side in it"),
    ],
)
def test_an_impossible_position_is_refused_with_the_invariant_it_breaks(wrong, said):
    start = {"turn": 2, "phase": "operational-movement", "phasing": "german", "units": {"ge-2pz": {"at": "12"}}}
    with pytest.raises(EditError, match=said):
        BOOK.position(start | wrong)


def test_a_game_goes_on_after_all_of_that():
    assert begin(BOOK, scenario="campaign", seed=1).decision is not None
