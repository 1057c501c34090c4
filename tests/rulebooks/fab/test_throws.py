"""Every throw of the book is foretold with its chances and explained as a sum of named parts, if it has a number."""

from __future__ import annotations

import itertools
import math

import pytest

from bulge_widget.core import chance
from bulge_widget.core.decision import CHANCE, SEATS, Part, Sum
from bulge_widget.core.odds import explained
from bulge_widget.core.opening import begin
from bulge_widget.errors import NoTotalError
from bulge_widget.rulebooks.fab import fire, forecast, heydte, throws
from bulge_widget.rulebooks.fab.admin import Play
from bulge_widget.rulebooks.fab.aftermath import Exploit
from bulge_widget.rulebooks.fab.chapters import CHAPTERS
from bulge_widget.rulebooks.fab.combat import Fight
from bulge_widget.rulebooks.fab.support import Assign
from bulge_widget.scene.forecast import is_foretold
from tests.rulebooks import play
from tests.rulebooks.fab.battles import BOOK, EAST, Scene, unit
from tests.rulebooks.fab.table import situation

CHITS = {"us-333fa-arty": "available"}
DICELESS = {"Drawing", "Sorting", "Dealing"}  # what CHANCE answers without dice
TABLES = {"LandingRoll", "BaseRoll", "CaptureRoll"}  # every face has its result, and no number is to be beaten


def shares(odds):
    return {each.label: each.weight for each in odds.chances}


# -- how far the forecast reaches ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "rare"),
    [
        ({}, {"GreifRoll", "CaptureRoll"}),
        ({"panzer_brigade_150": True, "maintaining_field_works": True}, {"RuseRoll", "WorksCheck"}),
    ],
)
def test_every_throw_of_random_games_is_foretold_and_explained(options, rare):
    met = set()
    for seed in range(4):
        game = begin(BOOK, scenario="campaign", seed=seed, options=options, dice="ask")
        for state, decision in play.answers(game, seed):
            step = type(state.stack[-1]).__name__
            if decision.seat != CHANCE or step in DICELESS:
                continue
            met.add(step)
            told = explained(BOOK, state, decision.options[0])
            assert told.odds[0].whole == 10 or step == "Fire"
            weights = [each.weight for each in told.odds[0].chances]
            assert [n // math.gcd(*weights) for n in weights] == list(decision.weights), step
            if step in TABLES:
                assert told.parts == ()
            else:
                assert all(part.label and part.rule for total in told.sums or (told,) for part in total.parts)
                assert (told.sums or (told,))[0].parts[0].label in ("base", "defender retreated", "defender destroyed")
    assert {"Fire", "BridgeRoll", "Check", "ExploitRoll"} | rare <= met


def test_no_step_with_dice_is_left_out():
    """Each chapter with a die is asked in the test above or in one below."""
    rolled = {step.__name__ for step in CHAPTERS if step.__name__.endswith(("Roll", "Check", "Fire"))}
    assert rolled == {
        "BaseRoll",
        "BridgeRoll",
        "CaptureRoll",
        "Check",
        "DemolitionRoll",
        "ExploitRoll",
        "Fire",
        "GreifRoll",
        "LandingRoll",
        "OverrunRoll",
        "RuseRoll",
        "WorksCheck",
    }


# -- orders that lead to dice ---------------------------------------------------------------------------------


def test_5_35d_an_order_to_blow_a_bridge_tells_its_chance():
    game = situation({"ge-lehr": "12", "us-106id": "23"}, "move ge-lehr 12>23", german=EAST)
    told = game.explain("blow")
    assert str(told) == (
        "success number: 5 = base 5\nBridge between Lutzkampen [12] and St. Vith [23]: fails 50 %, blown 50 %"
    )
    assert game.explain("spare").odds == ()


def test_17_12_an_engineer_against_a_greif_team_needs_a_die_and_is_told_so():
    rest = {"chits": {"ge-greif-team-bridge": "on-bridge", "us-35eng": "available"}, "german": EAST}
    units = {"ge-9pz": unit("5"), "us-2ad": unit("23")}
    scene = Scene(units, "admin", "allied", turn=3, attached={"ge-greif-team-bridge": "12-23"}, **rest)
    (held,) = explained(BOOK, scene.state, Play("us-35eng", "blow", ("12-23",))).odds
    assert (held.title, shares(held), held.rule) == ("Bridge 12-23", {"fails": 5, "blown": 5}, "17.12")
    assert explained(BOOK, scene.state, Play("us-35eng", "blow", ("23-25",))).odds == ()
    scene.answer(Play("us-35eng", "blow", ("12-23",)))
    assert BOOK.odds(scene.state, None, "german") == (held,)


def test_17_14_bodenplatte_tells_what_becomes_of_every_mission():
    chits = dict.fromkeys(["ge-operation-bodenplatte", "us-air-mission-t4", "us-air-mission-t6"], "available")
    scene = Scene({"ge-9pz": unit("5"), "us-2ad": unit("55")}, "admin", turn=7, chits=chits, german=EAST)
    told = explained(BOOK, scene.state, Play("ge-operation-bodenplatte", "attack-bases")).odds
    assert [shares(each) for each in told] == [{"eliminated": 1, "returned to the cup": 4, "unaffected": 5}] * 2


def test_16_11_the_landing_is_foretold_to_both_sides():
    scene = Scene({"us-7ad": unit("30"), "ge-9pz": unit("5")}, german=EAST)
    (told,) = throws.of_step(BOOK.parts, scene.state, heydte.LandingRoll("us-7ad"), "german")
    assert shares(told) == {"intact": 1, "partly scattered": 4, "scattered": 5}


def test_17_11_the_move_of_a_unit_led_astray_tells_its_check():
    units = {"us-7ad": {"at": "24", "status": ("greif-team",)}}
    team = {"ge-greif-team-interdict-t2": "on-unit"}
    rest = {"chits": team, "attached": {"ge-greif-team-interdict-t2": "us-7ad"}, "phasing": "allied", "german": EAST}
    game = situation(units, **rest)
    for order in ("move us-7ad 24>35", "entrench us-7ad"):
        (odds,) = game.explain(order).odds
        assert (odds.why[0].total, shares(odds)) == (7, {"fails": 3, "does as ordered": 7})


def test_17_11_the_board_asks_for_the_odds_of_moves_only_where_a_team_leads_one_astray():
    units = {"us-7ad": {"at": "24", "status": ("greif-team",)}, "us-2id": "92"}
    team = {"ge-greif-team-interdict-t2": "on-unit"}
    rest = {"chits": team, "attached": {"ge-greif-team-interdict-t2": "us-7ad"}, "phasing": "allied", "german": EAST}
    game = situation(units, **rest)
    risky = {
        key: {game.rulebook.foretells(game.state, o) for o in game.legal_actions().of(key)}
        for key in ("us-7ad", "us-2id")
    }
    assert risky == {"us-7ad": {True}, "us-2id": {False}}
    assert is_foretold(game, game.legal_actions())
    quiet = situation({"us-2id": "92"}, phasing="allied", german=EAST)
    assert not is_foretold(quiet, quiet.legal_actions())


def test_6_8_trying_to_exploit_tells_its_chance():
    units = {"ge-116pz": unit("22"), "us-106id": unit("22")}
    rest = {"areas": {"new": ["22"]}, "german": EAST, "chits": {"us-special-action": "available"}}
    scene = Scene(units, **rest).fight("22")
    scene.answer(scene.decision.options.of(None)[0])
    scene.answer(scene.decision.options[0])
    (odds,) = explained(BOOK, scene.state, Exploit("ge-116pz")).odds
    assert (odds.why[0].total, shares(odds)) == (7, {"fails": 3, "exploits": 7})


def test_18_7_every_gun_that_may_be_overrun_has_its_chance():
    units = {"ge-116pz": unit("22"), "us-112rct": unit("22")}
    rest = {"areas": {"new": ["22"]}, "german": EAST, "options": {"overrunning_artillery": True}}
    chits = CHITS | {"us-406fa-arty": "available"}
    scene = (
        Scene(units, chits=chits, **rest).fight("22").answer(Assign("us-333fa-arty")).answer(Assign("us-406fa-arty"))
    )
    scene.roll(10, 10).roll(10).roll(1, 1, 10).absorb("stand").skip("Exploiting")
    told = BOOK.odds(scene.state, None, "allied")[:2]
    assert [(each.title, shares(each)) for each in told] == [
        ("Overrun of 333rd FA Arty", {"fails": 7, "overrun": 3}),
        ("Overrun of 406th FA Arty", {"fails": 7, "overrun": 3}),
    ]


# -- totals -----------------------------------------------------------------------------------------------------


def test_6_24_dice_with_numbers_of_their_own_have_no_total():
    base, more = Part("base", 5, "2.1"), Part("armor fires", 1, "6.28")
    with pytest.raises(NoTotalError, match=r"A 5; B 6 \(see .sums\)"):
        _ = Sum("numbers", (), (Sum("A", (base,)), Sum("B", (base, more)))).total
    assert Sum("numbers", (), (Sum("A", (base, more)), Sum("B", (more, base)))).total == 6
    assert Sum("numbers", (base, more)).total == 6


# -- who may know -----------------------------------------------------------------------------------------------


def test_what_a_seat_is_foretold_is_the_same_whatever_stands_behind_the_backs():
    differing = 0
    for seed in (91, 92):
        game = begin(BOOK, scenario="campaign", seed=seed, dice="ask")
        for number, (state, decision) in enumerate(play.answers(game, seed)):
            if number % 3:
                continue
            risky = [o for o in itertools.islice(decision.options, 12) if isinstance(o, forecast.RISKS)]
            for seat in SEATS[:2]:
                other = BOOK.resample(state, seat, chance.stream(number))
                for action in [None, *(risky if decision.seat == seat else [])]:
                    assert BOOK.odds(state, action, seat) == BOOK.odds(other, action, seat)
                differing += other != state
    assert differing


def test_2_2_a_morale_check_of_a_hidden_block_is_foretold_to_its_owner_alone():
    around = {"ge-26vg": "33", "us-1id": "25", "us-9adr": "52", "us-2id": "31"}
    scene = Scene({n: unit(a) for n, a in around.items()}, "supply", german=[*EAST, "33"])
    assert scene.step == "Check"
    assert BOOK.odds(scene.state, None, "allied") == ()
    (own,) = BOOK.odds(scene.state, None, "german")
    assert shares(own) == {"passed": 4, "disordered": 6}
    assert throws.sees(BOOK.parts, scene.state, "umpire", "ge-26vg")


def test_6_24_a_fight_is_explained_with_a_sum_for_every_piece_that_fires():
    units = {"ge-116pz": unit("22"), "us-106id": unit("22", 2)}
    scene = Scene(units, areas={"new": ["22"]}, german=EAST)
    told = explained(BOOK, scene.state, Fight("22")).odds
    assert [(odds.rule, [total.total for total in odds.why]) for odds in told] == [("6.27", [2]), ("6.28", [7])]
    assert set(fire.RULES.values()) == {"6.25", "6.26", "6.27", "6.28"}
