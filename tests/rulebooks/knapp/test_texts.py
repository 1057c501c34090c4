"""Every refusal, event, order and sum in plain words."""

from __future__ import annotations

import re

import pytest

from bulge_widget import new_game
from bulge_widget.core.decision import Roll
from bulge_widget.core.event import (
    Answered,
    ControlChanged,
    Edited,
    Ended,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    Rolled,
    Scored,
    StepsLost,
    SupplyChanged,
)
from bulge_widget.rulebooks.knapp.texts import _REFUSALS
from tests.rulebooks import play
from tests.rulebooks.knapp.table import BOOK, position, situation

FIRE = {"phase": "defensive-fire", "phasing": "german"}
PLACING = {"phase": "reinforcement", "phasing": "allied"}
GAP = {"ge-1ss": "hallschlag", "us-14cav": "losheim-gap", "us-106id": "schnee-eifel", "ge-18vg": "pruem"}
FULL = dict.fromkeys(("ge-12vg", "ge-3fj", "ge-18vg"), "losheim-gap")
SHUT = {
    "ge-326vg": "verviers",
    "ge-277vg": "elsenborn",
    "ge-12vg": "malmedy",
    "ge-3fj": "schleiden",
    "ge-1ss": "monschau",
}
FOUR = dict.fromkeys(("us-1id", "us-2id", "us-30id", "us-7ad"), "monschau")
DUE = {"us-1id": {"due": 2}, "us-30id": {"due": 2}, "us-7ad": {"due": 2}}

# code: units, what else the position says, orders given first, dice, the order that is refused, and what a player reads
CASES = {
    "not_asked": (GAP, {}, (), (), "fire st-vith", "3: That is not what is asked now; wanted: a move, an overrun or"),
    "not_yours": (GAP, {}, (), (), "move us-14cav losheim-gap>st-vith", "14th Cavalry Group is no unit of the side"),
    "unknown_area": (GAP, {}, (), (), "move ge-1ss hallschlag>paris", "There is no area paris"),
    "unknown_mode": (GAP, {}, (), (), "move ge-1ss hallschlag>schleiden jump", "Jump is no kind of movement"),
    "no_path": (GAP, {}, (), (), "move ge-1ss hallschlag", "needs the area it starts from and at least one more"),
    "no_units": (GAP, {}, (), (), "overrun - hallschlag>losheim-gap", "one or more different units"),
    "not_in_same_area": (GAP, {}, (), (), "move ge-1ss spa>malmedy", "1. SS-Panzer does not stand in Spa"),
    "already_moved": (
        GAP, {}, ("move ge-1ss hallschlag>schleiden",), (), "move ge-1ss schleiden>monschau",
        "1. SS-Panzer has moved already",
    ),
    "contested_start": (
        GAP | {"ge-3fj": "losheim-gap"}, {}, (), (), "move ge-3fj losheim-gap>st-vith road",
        "3. Fallschirmjäger began beside the enemy in Losheim Gap: no road march, no overrun, a hit for leaving him",
    ),
    "not_contested": (GAP, {}, (), (), "move ge-1ss hallschlag>schleiden exit", "no enemy beside it in Hallschlag"),
    "too_far": (
        GAP, {}, (), (), "move ge-18vg pruem>bitburg>neuerburg>vianden road",
        "5: 18. Volksgrenadier may cover 2 at the most; this way is 3 long.",
    ),
    "not_adjacent": (GAP, {}, (), (), "move ge-1ss hallschlag>bastogne", "Hallschlag and Bastogne share no border"),
    "river_no_bridge": (
        {"ge-lehr": "neuerburg"}, {}, (), (), "move ge-lehr neuerburg>clervaux",
        "Armor cannot cross the Our from Neuerburg to Clervaux: no road, no bridge",
    ),
    "rough_no_road": (
        GAP, {}, (), (), "move ge-1ss hallschlag>schnee-eifel",
        "Armor needs a road into the rough ground of Schnee Eifel; none leads there from Hallschlag",
    ),
    "no_road": (
        {"ge-26vg": "neuerburg"}, {}, (), (), "move ge-26vg neuerburg>clervaux road",
        "No road runs from Neuerburg to Clervaux",
    ),
    "out_of_supply": (
        {"ge-1ss": {"at": "spa", "unsupplied": True}}, {}, (), (), "move ge-1ss spa>malmedy road",
        "1. SS-Panzer is out of supply: no road march and no overrun",
    ),
    "through_enemy_occupied": (
        GAP, {}, (), (), "move ge-1ss hallschlag>losheim-gap>st-vith road", "cannot go through Losheim Gap",
    ),
    "march_into_enemy": (
        GAP, {"options": {"march_may_end_at_enemy": False}}, (), (), "move ge-1ss hallschlag>losheim-gap road",
        "R5: A march may not end in Losheim Gap",
    ),
    "march_after_overrun": (
        GAP, {"options": {"overrun_and_march": "never"}}, ("overrun ge-1ss hallschlag>losheim-gap",), (4, 1),
        "move ge-1ss losheim-gap>st-vith road", "has overrun an area and may not march in the same turn",
    ),
    "exit_into_enemy": (
        GAP | {"ge-3fj": "losheim-gap"}, {}, (), (), "move ge-3fj losheim-gap>schnee-eifel exit",
        "A unit that leaves a contested area may not enter Schnee Eifel, which holds enemy units",
    ),
    "overrun_after_road_march": (
        GAP | {"us-102cav": "elsenborn"}, {}, ("move ge-1ss hallschlag>schleiden road",), (),
        "overrun ge-1ss schleiden>elsenborn", "1. SS-Panzer has moved already; an overrun comes before other movement",
    ),
    "overrun_limit": (
        GAP | {"us-102cav": "st-vith", "us-9ada": ("vielsalm", 1)}, {},
        ("overrun ge-1ss hallschlag>losheim-gap", "overrun ge-1ss losheim-gap>st-vith"), (4, 1, 4, 1),
        "overrun ge-1ss st-vith>vielsalm", "1. SS-Panzer has made its 2 overruns this turn",
    ),
    "no_target": (GAP, {}, (), (), "overrun ge-1ss hallschlag>elsenborn", "There is no enemy in Elsenborn to overrun"),
    "ratio_too_low": (
        GAP, {}, (), (), "overrun ge-18vg pruem>schnee-eifel",
        "Strength 4 against 4 in Schnee Eifel is less than six to one; 24 is needed",
    ),
    "stacking": (FULL | {"ge-1ss": "losheim-gap"}, {}, (), (), "end-move", "more than three units of a side"),
    "not_due": (DUE, PLACING, (), (), "place us-10ad k", "10th Armored is not due this turn"),
    "wrong_entry": (DUE, PLACING, (), (), "place us-7ad b", "7th Armored may not use road B now; its roads: C"),
    "no_entry": (
        DUE, PLACING, (), (), "place us-7ad bastogne", "No off-map road leads into Bastogne; 7th Armored comes by C",
    ),
    "entry_blocked": (
        DUE | {"ge-1ss": "verviers"}, PLACING, (), (), "place us-1id b",
        "Road B leads into Verviers, which only enemy units hold",
    ),
    "no_fire_there": (
        GAP | {"ge-1ss": "losheim-gap", "ge-18vg": "schnee-eifel"}, FIRE, (), (), "fire spa",
        "No defensive fire is due in Spa",
    ),
    "not_a_target": (
        {"us-106id": "spa", "ge-18vg": "spa", "ge-62vg": "spa"}, FIRE, (), (6, 1, 1, 1), "take-hit ge-1ss",
        "1. SS-Panzer was not fired at in Spa",
    ),
    "eliminated": (
        {"us-106id": "spa", "ge-18vg": "spa", "ge-62vg": ("spa", 1), "ge-26vg": "spa"}, FIRE, ("take-hit ge-62vg",),
        (6, 6, 1, 1), "take-hit ge-62vg", "62. Volksgrenadier has no strength left to lose",
    ),
    "not_crowded": (
        FOUR | SHUT | {"us-4ad": "namur"}, {"phasing": "allied"}, ("end-move",), (), "withdraw us-4ad",
        "4th Armored does not stand in an area over the limit",
    ),
}  # fmt: skip
DICE = {
    "wrong_dice": (Roll((1, 2)), "The number of dice thrown here is 4, not 2"),
    "wrong_face": (Roll((1, 2, 3, 9)), "faces 1 to 6"),
}


@pytest.mark.parametrize("code", CASES)
def test_every_refusal_is_readable(code):
    units, rest, orders, dice, order, text = CASES[code]
    game = situation(units, *orders, dice=dice, **rest)
    refusal = BOOK.why_not(game.state, game.read(order))
    assert refusal.code == code
    told = BOOK.describe(refusal)
    assert text in told
    assert told.endswith(".")
    assert not re.search(r"[{}]|\b(ge|us|uk)-\w+", told), "a sentence for players has names, not ids"


@pytest.mark.parametrize("code", DICE)
def test_every_refusal_of_dice_is_readable(code):
    game = new_game("knapp", position=position({"us-106id": "spa", "ge-18vg": "spa"}, **FIRE), dice="ask")
    roll, text = DICE[code]
    refusal = game.why_not(roll)
    assert refusal.code == code
    assert text in BOOK.describe(refusal)


def test_every_code_of_the_texts_is_produced():
    assert set(CASES) | set(DICE) == set(_REFUSALS)


def test_no_other_code_comes_up_in_play():
    game = new_game("knapp", seed=11, options={"overrun_and_march": "free_mix", "march_may_end_at_enemy": False})
    met = set()
    for number, (state, _) in enumerate(play.answers(game, 11)):
        if number % 40 == 0:
            met |= {refusal.code for refusal in (BOOK.why_not(state, a) for a in BOOK.candidates(state)) if refusal}
    assert met <= set(_REFUSALS)


# -- events -------------------------------------------------------------------------------------------

EVENTS = {
    PhaseBegan("3", 2, "defensive-fire", "german"): "Turn 2, German turn: Allied defensive fire",
    Placed("7", "us-1id", "verviers", "b"): "1st Infantry arrives in Verviers by road B",
    Moved("5", "us-1id", ("verviers", "spa"), "normal"): "1st Infantry moves from Verviers to Spa",
    Moved("5", "us-1id", ("spa", "malmedy", "st-vith"), "road"): (
        "1st Infantry marches from Spa to St. Vith by way of Malmedy"
    ),
    Moved("5", "us-1id", ("verviers", "spa"), "exit"): "1st Infantry withdraws from Verviers to Spa",
    Moved("5", "us-1id", ("verviers", "spa"), "overrun"): "1st Infantry attacks from Verviers to Spa",
    StepsLost("6", "us-1id", 1, 5, "spa"): "1st Infantry takes a hit, strength 5 left",
    StepsLost("6", "us-1id", 2, 4, "spa"): "1st Infantry takes 2 hits, strength 4 left",
    Removed("6", "us-1id", "spa"): "1st Infantry is eliminated in Spa",
    Removed("5", "us-1id", "spa", "overrun"): "1st Infantry is overrun in Spa",
    Removed("R28", "us-1id", "spa", "withdrawn"): (
        "1st Infantry is withdrawn from Spa; it may come again next turn, if there is one"
    ),
    ControlChanged("R1", "spa", "german"): "Spa passes to German control",
    SupplyChanged("4", "us-1id", supplied=True): "1st Infantry is in supply again",
    SupplyChanged("4", "us-1id", supplied=False): "1st Infantry is out of supply",
    Rolled("7", (1,), "arrival of us-1id", "early"): "Arrival of 1st Infantry: 1, early (1 early, 6 late)",
    Rolled("8", (4, 3), "surprise", "surprise", (), "spa"): "Surprise in Spa: German 4, Allied 3, surprise",
    Rolled("5", (4,), "overrun", "success", (True,), "spa"): "Overrun in Spa: 4, success",
    Rolled("6", (6, 1), "defensive fire", "1 hit", (True, False), "spa"): "Defensive fire in Spa: 6 1, 1 hit",
    Answered("6", "german", "take-hit ge-1ss"): "1. SS-Panzer takes the hit: no other choice",
    Answered("6", "german", "fire spa"): "Fire in Spa: no other choice",
    Answered("7", "allied", "place us-1id b"): "Place 1st Infantry in Verviers (road B): no other choice",
    Edited("", "turn 3"): "The position is changed by hand: turn 3",
    Scored("1", "german", 28): "The German side has 28 points",
    Scored("1", "german", 1): "The German side has 1 point",
    Ended("1", "allied", "American victory: 3 of 100 points"): "The game is over. American victory: 3 of 100 points",
}


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_every_event_is_told(event):
    assert BOOK.describe(event) == EVENTS[event]


def test_every_kind_of_event_that_a_game_makes_is_told():
    kinds = {type(event) for event in EVENTS}
    for seed in (21, 22):
        game = new_game("knapp", seed=seed)
        for _ in play.answers(game, seed):
            pass
        assert {type(event) for node in game.history for event in node.events} <= kinds


# -- orders and sums ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "text"),
    [
        ("move ge-1ss hallschlag>losheim-gap", "1. SS-Panzer moves to Losheim Gap"),
        ("move ge-1ss hallschlag>losheim-gap>st-vith road", "1. SS-Panzer marches to St. Vith by way of Losheim Gap"),
        ("move ge-1ss spa>malmedy exit", "1. SS-Panzer leaves at the price of a hit, to Malmedy"),
        ("overrun ge-1ss+ge-2ss spa>malmedy", "1. SS-Panzer and 2. SS-Panzer overrun Malmedy"),
        ("end-move", "End the move phase"),
        ("place us-1id b", "Place 1st Infantry in Verviers (road B)"),
        ("place us-1id q", "Place 1st Infantry in q (road Q)"),
        ("fire spa", "Fire in Spa"),
        ("take-hit ge-1ss", "1. SS-Panzer takes a hit"),
        ("withdraw ge-1ss", "Withdraw 1. SS-Panzer"),
        ("roll 6+1", "Roll 6 1"),
    ],
)
def test_every_order_is_told(order, text):
    game = situation(GAP)
    assert BOOK.describe(game.read(order)) == text


def test_explain_gives_sums_of_their_parts():
    game = situation(GAP | {"ge-12ss": "hallschlag"})
    ratio = game.explain("overrun ge-12ss+ge-1ss hallschlag>losheim-gap")
    assert str(ratio).startswith("strength against 1 (6 to 1 needs 6): 13 = 12th SS-Panzer Division 6 + ")
    march = game.explain("move ge-1ss hallschlag>losheim-gap>st-vith road")
    assert (march.total, [part.label for part in march.parts]) == (2, ["Losheim Gap", "St. Vith"])
    assert game.explain("end-move").total == len([key for key in game.legal_actions().keys() if key])  # noqa: SIM118
    hits = situation({"us-106id": "spa", "ge-18vg": "spa", "ge-62vg": "spa"}, dice=[6, 1, 1, 1], **FIRE)
    assert hits.explain("take-hit ge-18vg").total == 3
    crowd = situation(FOUR | SHUT, "end-move", phasing="allied")
    assert crowd.explain("withdraw us-1id").total == 4


@pytest.mark.parametrize(
    "order",
    [
        "overrun ge-9 a>b",
        "overrun ge-1ss hallschlag>b",
        "overrun - a>b",
        "move ge-9 a>b",
        "fire x",
        "withdraw x",
        "roll 1",
    ],
)
def test_explain_survives_an_order_that_makes_no_sense(order):
    game = situation(GAP)
    assert game.explain(game.read(order)).total in {0, 2}
    crowd = situation(FOUR | SHUT, "end-move", phasing="allied")
    assert crowd.explain(game.read(order)).total == 0


def test_fire_tells_dice_and_target_where_the_state_is_known():
    units = {"us-106id": "spa", "ge-18vg": "spa", "ge-62vg": "spa", "ge-1ss": "malmedy", "us-1id": ("malmedy", 1)}
    game = situation(units, **FIRE)
    told = {str(order): BOOK.describe(order, game.state) for order in game.legal_actions()}
    assert told == {
        "fire spa": "Fire in Spa: 4 dice at 18. Volksgrenadier, 62. Volksgrenadier",
        "fire malmedy": "Fire in Malmedy: a die at 1. SS-Panzer",
    }
    assert BOOK.describe(game.read("fire bastogne"), game.state) == "Fire in Bastogne"


@pytest.mark.parametrize(
    ("units", "orders", "dice", "rest", "prompt"),
    [
        (
            {"us-106id": "spa", "ge-18vg": "spa"}, (), "ask", FIRE,
            "Defensive fire in Spa: hits on 6",
        ),
        (
            {"us-106id": "spa", "ge-18vg": "spa"}, (), "ask", FIRE | {"turn": 1},
            "Surprise in Spa: first die German, second Allied; a German die as high or higher silences the fire",
        ),
        (
            {"us-30id": {"due": 3}}, (), "ask", PLACING,
            "Arrival of 30th Infantry: 1 early, 6 late, else as scheduled",
        ),
        (GAP, ("overrun ge-1ss hallschlag>losheim-gap",), "ask", {}, "Overrun of Losheim Gap: 4 to 6 succeeds"),
    ],
)  # fmt: skip
def test_a_person_who_throws_dice_is_told_what_the_faces_mean(units, orders, dice, rest, prompt):
    game = new_game("knapp", position=position(units, **rest), dice=dice)
    for order in orders:
        game.play(order)
    assert game.decision.seat == "chance"
    assert game.decision.prompt == prompt


def test_the_score_says_that_it_stands_so_and_counts_one_point_as_one():
    assert situation(GAP).score().text == "0 points as it stands: American victory"
    texts = [situation(GAP, control={area: "german"}).score().text for area in ("clervaux", "vianden", "echternach")]
    assert any(text.startswith("1 point as it stands: ") for text in texts), texts


def test_the_cost_at_the_end_of_an_order():
    game = situation(GAP | {"ge-12ss": "hallschlag", "ge-3fj": "losheim-gap"})
    costs = {
        "move ge-1ss hallschlag>schleiden": "1",
        "move ge-1ss hallschlag>pruem>arzfeld road": "2",
        "move ge-3fj losheim-gap>hallschlag exit": "1 hit",
        "overrun ge-1ss hallschlag>losheim-gap": "7:1",
        "overrun ge-12ss+ge-1ss hallschlag>losheim-gap": "13:1",
        "end-move": "",
    }
    assert {order: BOOK.cost(game.state, game.read(order)) for order in costs} == costs
