"""3 The sequence of a turn; 13.2, 13.3 armies and classes; 14.2 entry areas; 24 what a scenario is made of."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import PhaseBegan
from bulge_widget.core.opening import begin
from bulge_widget.rulebooks.fab import entry, supply, troops, victory
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, bits
from tests.records.make_fab import FOLDER as RECORDS
from tests.records.make_fab import endings
from tests.rulebooks import play
from tests.rulebooks.fab.battles import Scene, unit
from tests.rulebooks.fab.table import BOOK, PARTS, asked, situation, state

EAST = [str(n) for n in range(1, 17)]
EIGHT = [
    "admin",
    "operational-movement",
    "strategic-movement",
    "combat",
    "reaction",
    "breakthrough-movement",
    "breakthrough-combat",
    "supply",
]


def start(scenario, **options):
    """The whole position at the start of a scenario."""
    return BOOK.snapshot(BOOK.setup(scenario, options)[0])


def names(mask):
    return {PARTS.area_ids[area] for area in bits(mask)}


# -- 3 The sequence -------------------------------------------------------------------------------------------


def test_3_3_the_allies_follow_with_the_same_eight_phases():
    scene = Scene({"ge-9pz": unit("5"), "us-2ad": unit("55")}, "admin", "german", german=EAST)
    while scene.state.turn == 2 or scene.state.phase < 2:
        if scene.decision is None:
            break
        scene.answer(scene.decision.options.of(None)[-1])
    told = [(event.turn, event.phase, event.phasing) for event in scene.events if isinstance(event, PhaseBegan)]
    assert told[:18] == [
        *((2, phase, "german") for phase in EIGHT[1:]),
        *((2, phase, "allied") for phase in EIGHT),
        (2, "victory", ""),
        (3, "reinforcement", "german"),
        (3, "reinforcement", "allied"),
    ]


# -- 13, 14.2 Armies ------------------------------------------------------------------------------------------


def test_13_2_there_are_four_echelons_on_each_side():
    armies = {side: {a.id for a in PARTS.armies.values() if a.side == side} for side in ("german", "allied")}
    assert armies["german"] == {"fifth-panzer", "sixth-panzer", "seventh", "german-reserve"}
    assert armies["allied"] == {"first", "third", "us-reserve", "xxx-corps"}
    assert {unit.command for unit in PARTS.units} <= {*PARTS.armies}
    assert troops.commands(PARTS, PARTS.chit_index["ge-401arty"]) == {"fifth-panzer"}


@pytest.mark.parametrize(
    ("piece", "armor"),
    [
        ("us-14cav", True),  # armored cavalry
        ("ge-3pzg", True),  # mechanized infantry
        ("us-10ad", True),
        ("ge-741-902armor", True),
        ("us-82ab", False),
        ("ge-6ss", False),  # mountain infantry
        ("us-35eng", False),
        ("us-333fa-arty", False),
        ("ge-15rocket-arty", False),
        ("ge-heydte", False),
    ],
)
def test_13_3_cavalry_counts_as_armor_and_guns_as_infantry(piece, armor):
    assert troops.is_armor(PARTS, piece) == armor


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("ge-fbb", "xyz"),  # 5th Panzer Army
        ("ge-2ss", "yz"),  # 6th Panzer Army
        ("ge-79vg", "xy"),  # 7th Army
        ("ge-10ss", "yz"),  # Strategic Reserve (R47)
        ("us-7ad", "abcdefghj"),  # 1st Army: north and west
        ("us-4ad", "klmnpq"),  # 3rd Army: the whole south edge (R6)
        ("us-82ab", "fghj"),  # Strategic Reserve: west
        ("uk-43id", "cdefgh"),
    ],
)
def test_14_2_every_army_has_its_entry_areas(name, letters):
    found = entry.appropriate(PARTS, state({}), PARTS.unit_index[name])
    assert set(found) == {PARTS.entry[letter] for letter in letters}


# -- 24 Scenarios ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "turns"), [("campaign", 9), ("tournament", 5), ("introductory", 3)])
def test_24_12_22_32_a_scenario_has_its_turns(scenario, turns):
    level = {"german": [], "phase": "victory", "scenario": scenario, "stack": []}
    assert victory.is_over(PARTS, state({"us-2ad": "47"}, turn=turns, **level))
    assert not victory.is_over(PARTS, state({"us-2ad": "47"}, turn=1, **level))


def tracks(game):
    return {track.id for track in game.view("umpire").tracks}


def test_24_22_the_tournament_may_end_by_sudden_death_on_turn_4_alone():
    """The Allies hold all six objectives and Monschau: seven points, more than the five that are asked."""
    position = {"phase": "victory", "stack": [], "german": EAST}
    ends = [victory.sudden(PARTS, state({}, turn=n, scenario="tournament", **position)) for n in (3, 4, 5)]
    assert ends == [None, ALLIED, None]
    assert ["sudden-death" in tracks(situation(turn=n, scenario="tournament")) for n in (3, 4, 5)] == [0, 1, 0]


@pytest.mark.parametrize(
    ("level", "end"), [(8, "german-sudden-death"), (7, "german-operational"), (-8, "allied-sudden-death")]
)
def test_19_4_24_17_the_last_turn_of_the_campaign_too_may_end_by_sudden_death(level, end, monkeypatch):
    """Eight points on turn 9 by the turn track; the table of the scenario is for who has fewer."""
    monkeypatch.setattr(victory, "level", lambda *_: level)
    assert victory.outcome(PARTS, state({}, turn=9, phase="over")).level == end
    assert "sudden-death" in tracks(situation(turn=9))


@pytest.mark.parametrize("scenario", ["campaign", "tournament"])
def test_24_13_23_33_a_scenario_has_its_map(scenario):
    chosen = PARTS.scenarios[PARTS.scenario_ids.index(scenario)]
    assert chosen.play == PARTS.all_areas
    assert names(chosen.german) == {"1", "2", "3", "4", "5", "6", "7", "8", "13", "14", "15", "20"}
    contested = {"9", "10", "11", "12", "16", "18", "19", "21"}  # 24.13: Allied-controlled, though Germans stand there
    assert contested == set(start(scenario)["areas"]["new"])


def test_24_33_the_introductory_map_is_all_there_is_to_play_on():
    small = PARTS.scenarios[PARTS.scenario_ids.index("introductory")]
    assert names(small.german) == {"13", "14", "15", "20"}
    assert {"12", "13", "15", "19", "20", "21", "37", "38", "47", "46", "39", "36", "48", "63", "64"} <= names(
        small.play
    )
    game = situation({"ge-116pz": "12", "us-2id": "46"}, scenario="introductory", german=["12", "13"])
    refusal = game.why_not("move ge-116pz 12>11")
    assert (refusal.code, refusal.rule) == ("out_of_play", "24.33")


@pytest.mark.parametrize("scenario", ["campaign", "tournament"])
def test_24_14_chits_of_the_start_are_at_hand(scenario):
    begun = start(scenario)
    kinds = [PARTS.kind[PARTS.chit_index[name]] for name, box in begun["chits"].items() if box == "available"]
    assert sorted((kind, kinds.count(kind)) for kind in set(kinds)) == [
        ("artillery", 7),
        ("engineer", 3),
        ("fuel", 5),
        ("rocket-artillery", 8),
    ]
    assert begun["units"]["us-4id"]["steps"] == 2
    weak = [
        n for n, u in begun["units"].items() if u.get("at", "").isdecimal() and u["steps"] < PARTS.counters[n].strength
    ]
    assert weak == ["us-4id"]
    assert {n: b for n, b in begun["chits"].items() if b.isdecimal()} == {
        "us-st-vith-garrison": "23",
        "us-spa-garrison": "32",
        "us-wiltz-garrison": "38",
        "us-bastogne-garrison": "47",
    }


def test_24_34_only_what_is_named_is_in_the_introductory_scenario():
    begun = start("introductory")
    on_map = {name: unit["at"] for name, unit in begun["units"].items() if unit.get("at", "absent").isdecimal()}
    assert on_map == {
        "ge-116pz": "12",
        "ge-560vg": "12",
        "ge-lehr": "13",
        "ge-276vg": "15",
        "ge-5fj": "19",
        "ge-26vg": "20",
        "ge-2pz": "21",
        "us-112rct": "12",
        "us-109rct": "19",
        "us-110rct": "21",
        "us-9adr": "37",
    }
    assert {name for name, box in begun["chits"].items() if box == "available"} == {
        "ge-47-605eng",
        "ge-408arty",
        "ge-7rocket-arty",
        "ge-15rocket-arty",
        "ge-401arty",
        "ge-fuel-1",
        "ge-fuel-2",
    }
    later = {"us-reserve-7", "us-reserve-56-2", "ge-reserve-6"}
    assert {name for name, box in begun["markers"].items() if box == "later"} == later


@pytest.mark.parametrize(("scenario", "last"), [("tournament", 5), ("introductory", 3)])
def test_24_25_35_nothing_comes_after_the_last_turn(scenario, last):
    rows = PARTS.scenarios[PARTS.scenario_ids.index(scenario)].arrivals.values()
    assert max(row.turn for row in rows if row.turn) == last
    if scenario == "introductory":
        tenth = next(row for row in rows if row.piece == "us-10ad")
        assert (tenth.turn, tenth.area, tenth.strength) == (2, "46", None)


@pytest.mark.parametrize("scenario", ["campaign", "tournament"])
def test_24_15_the_first_division_comes_with_one_step(scenario):
    begun = start(scenario)["units"]
    short = {n for n, u in begun.items() if u.get("at") == "waiting" and u["steps"] < PARTS.counters[n].strength}
    assert short == {"us-1id"}
    assert (begun["us-1id"]["steps"], begun["us-1id"]["came"]) == (1, 2)


def test_24_36_supply_comes_from_the_edge():
    """Weiswampach lies at the edge of that map, Lullange does not; both sides trace to any friendly edge area."""
    small = PARTS.scenario_ids.index("introductory")
    edge = names(PARTS.scenarios[small].sources[GERMAN])
    assert PARTS.scenarios[small].sources[GERMAN] == PARTS.scenarios[small].sources[ALLIED]
    assert {"22", "46"} <= edge
    assert not {"37", "38", "47", "21", "20"} & edge
    units = {"us-9adr": "37", "ge-2pz": "22", "us-10ad": "46"}
    position = {"scenario": "introductory", "german": ["12", "13", "14", "15", "20", "21", "22"]}
    assert supply.traces(PARTS, state(units, **position), ALLIED) >> PARTS.area_index["37"] & 1
    shut = position | {"german": [a for a in names(PARTS.scenarios[small].play) if a not in ("37", "47")]}
    alone = {"us-9adr": "37", "ge-2pz": "22"}
    assert not supply.traces(PARTS, state(alone, **shut), ALLIED) >> PARTS.area_index["37"] & 1


@pytest.mark.parametrize(
    ("level", "band"),
    [
        (4, "german-operational"),
        (3, "german-marginal"),
        (2, "german-marginal"),
        (1, "allied-marginal"),
        (0, "allied-marginal"),
        (-1, "allied-operational"),
    ],
)
def test_24_27_the_tournament_asks_more_of_the_germans(level, band, monkeypatch):
    monkeypatch.setattr(victory, "level", lambda *_: level)
    end = victory.outcome(PARTS, state({}, scenario="tournament", turn=5, phase="over"))
    assert (end.level, end.rule) == (band, "24.27")


@pytest.mark.parametrize(
    ("level", "band"),
    [
        (4, "german-operational"),
        (3, "german-marginal"),
        (1, "german-marginal"),
        (0, "draw"),
        (-1, "allied-marginal"),
        (-3, "allied-marginal"),
        (-4, "allied-operational"),
    ],
)
def test_24_17_the_campaign_knows_a_draw(level, band, monkeypatch):
    monkeypatch.setattr(victory, "level", lambda *_: level)
    end = victory.outcome(PARTS, state({}, turn=9, phase="over"))
    assert (end.level, end.rule) == (band, "24.17")


@pytest.mark.parametrize("scenario", ["campaign", "tournament", "introductory"])
def test_r34_nothing_is_drawn_on_turn_1(scenario):
    assert PARTS.scenarios[PARTS.scenario_ids.index(scenario)].draws[0] == ((0, 0), (0, 0))
    game = begin(BOOK, scenario=scenario, seed=1)
    assert (game.state.turn, game.phase, asked(game)) == (1, "combat", "Combats")


def test_r36_reusable_special_actions_come_on_turn_2():
    blocks = {"ge-special-action": 2, "us-special-action": 2}
    for scenario, expected in (("campaign", blocks), ("introductory", {"us-special-action": 2})):
        arrivals = PARTS.scenarios[PARTS.scenario_ids.index(scenario)].arrivals
        assert {n: arrivals[n].turn for n in blocks if n in arrivals} == expected
    assert start("introductory")["chits"]["ge-special-action"] == "unused"


def test_r8_r52_what_comes_to_the_german_cup_on_turn_2():
    arrivals = PARTS.scenarios[0].arrivals
    due = {n for n, row in arrivals.items() if row.turn == 2 and n.startswith("ge-") and n in PARTS.chit_index}
    assets = sorted(PARTS.kind[PARTS.chit_index[n]] for n in due if PARTS.chits[PARTS.chit_index[n]].family == "asset")
    assert assets == ["armor", "artillery", "artillery", "von-der-heydte"]
    assert arrivals["ge-command-staff"].turn == 3


def test_r54_five_british_assets_and_no_british_event():
    british = [chit for chit in PARTS.chits if chit.command == "xxx-corps"]
    assert [chit.family for chit in british] == ["asset"] * 5
    assert all(6 <= PARTS.scenarios[0].arrivals[chit.id].turn <= 9 for chit in british)


def test_r20_r21_two_doubtful_connections_lead_over_fields():
    for a, b in (("13", "21"), ("10", "23")):
        assert PARTS.cost[PARTS.area_index[a], PARTS.area_index[b]] == 2


@pytest.mark.parametrize("scenario", ["campaign", "tournament", "introductory"])
@pytest.mark.parametrize("seed", [3, 4])
def test_24_17_every_scenario_is_played_to_its_end(scenario, seed):
    """At random; it ends on its last turn by its own table, or by a sudden death from turn 4 on."""
    game = begin(BOOK, scenario=scenario, seed=seed)
    for _ in play.answers(game, seed):
        pass
    own = {victory.slug(band): band.rule for band in PARTS.bands if band.scenario == scenario}
    end, turns = game.outcome, PARTS.scenarios[PARTS.scenario_ids.index(scenario)].row.turns
    if end.rule == "19.4":
        assert scenario != "introductory"
        assert 4 <= game.state.turn <= {"tournament": 4}.get(scenario, turns)
    else:
        assert (game.state.turn, end.rule) == (turns, own[end.level])


@pytest.mark.parametrize("scenario", ["campaign", "tournament", "introductory"])
def test_24_17_27_37_there_is_a_recorded_game_for_every_ending_of_a_scenario(scenario):
    """That each replays to the ending its name tells is asked of every book alike."""
    found = {path.stem for path in RECORDS.glob(f"{scenario}-*.json")}
    assert found == {f"{scenario}-{level}" for level in endings(PARTS, scenario)}
    assert len(found) == {"campaign": 7, "tournament": 6, "introductory": 4}[scenario]


@pytest.mark.parametrize("seed", range(8, 20))
def test_a_random_campaign_breaks_no_invariant(seed):
    """Twelve games more than every book plays: twenty campaigns in all."""
    game = begin(BOOK, scenario="campaign", seed=seed)
    for now, _ in play.answers(game, seed):
        assert BOOK.invariants(now) == ()
    assert game.outcome is not None
