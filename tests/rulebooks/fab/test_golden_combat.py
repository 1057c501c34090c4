"""The worked examples of combat, of the cups and of engineers, with their dice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bulge_widget.core.decision import Roll
from bulge_widget.core.event import MarkerCleared, Rolled
from bulge_widget.rulebooks.fab.admin import Play
from bulge_widget.rulebooks.fab.aftermath import Exploit
from bulge_widget.rulebooks.fab.components import SIDES
from bulge_widget.rulebooks.fab.fire import firers
from bulge_widget.rulebooks.fab.points import Lead
from bulge_widget.rulebooks.fab.response import Reinforce
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import BOOK, EAST, PARTS, Scene

EXAMPLES = json.loads((Path(__file__).parents[2] / "golden/fab/examples.json").read_text(encoding="utf-8"))["examples"]
ROLE = {"attacker": 0, "defender": 1}


def of_kind(kind):
    return [pytest.param(e, id=f"{e['id']} {e['title']}") for e in EXAMPLES if e["kind"] == kind]


def begin(given):
    """The position of a combat: units, garrison, artillery at hand, the river assault."""
    area = given["area"]
    units = {
        u["unit"]: {"at": area, "steps": u["strength"]} for u in given["attackers"] + given["defenders"] if "unit" in u
    }
    guns = given.get("attacker_artillery", []) + given.get("defender_artillery", [])
    chits = dict.fromkeys(guns, "available") | {d["asset"]: area for d in given["defenders"] if "asset" in d}
    areas = {"new": [area]} | ({"assault": [area]} if given.get("river_assault") else {})
    phase = "breakthrough-combat" if given.get("phase") == "breakthrough" else "combat"
    return Scene(units, phase, chits=chits, areas=areas, german=german_side(area))


def german_side(area):
    """The Germans have come to the area from the east; it and what lies west of it is Allied."""
    beyond = {"22": "", "23": "", "24": "22 23 25", "36": "22 37"}[area]
    return [*EAST, *beyond.split()]


def fires_of(example, step):
    wanted = [f for f in example["action"]["fires"] if (f["fire"], ROLE[f["role"]]) == (step.kind, step.role)]
    return {name: fire for fire in wanted for name in fire["firers"]}


def throw(scene, example):
    """Throw the example's dice, firer by firer, and check every success number."""
    step = scene.state.stack[-1]
    fires, left, faces = fires_of(example, step), {}, []
    for name, dice, total in firers(PARTS, scene.state, step.kind, step.role):
        assert total.total == fires[name]["success_number"], name
        source = left.setdefault(tuple(fires[name]["firers"]), list(fires[name]["dice"]))
        faces += [source.pop(0) for _ in range(dice)]
    assert not any(left.values())
    scene.roll(*faces)
    rolled = next(e for e in reversed(scene.events) if isinstance(e, Rolled))
    assert sum(rolled.good) == sum({id(f): f["hits"] for f in fires.values()}.values())


def play(scene, example):
    """Play the round as the example tells it: all artillery is assigned, hits are absorbed, checks tried."""
    given, expect = example["given"], example["expect"]
    point = next((d["unit"] for d in given["defenders"] if d.get("point")), "")
    while not any(isinstance(event, MarkerCleared) and event.kind == "combat" for event in scene.events):
        match scene.step:
            case "Assigning":
                scene.answer(
                    next((o for o in scene.decision.options if isinstance(o, Assign)), scene.decision.options[-1])
                )
            case "Pointing":
                scene.answer(Lead(point))
            case "Fire":
                if not fires_of(example, scene.state.stack[-1]):
                    return
                throw(scene, example)
            case "Hits":
                stand = scene.decision.seat == "german" and expect.get("attacker_fires", True)
                scene.absorb("stand" if stand else scene.decision.options[0].how)
            case "Retreating":
                scene.answer(next(o for o in scene.decision.options if o.area == expect["retreat_to"]))
            case "Exploiting":
                scene.answer(Exploit(expect["exploitation_check"]["unit"]))
            case "ExploitRoll":
                check = expect["exploitation_check"]
                assert BOOK.explain(scene.state, Roll((1,))).total == check["success_number"]
                scene.roll(*check["dice"])
            case _:
                scene.answer(scene.decision.options[-1])


@pytest.mark.parametrize("example", of_kind("combat"))
def test_worked_combat(example):
    given, expect = example["given"], example["expect"]
    scene = begin(given).fight(given["area"])
    play(scene, example)
    attacker, defender = given["attackers"][0]["unit"], given["defenders"][0]["unit"]
    if "attacker_strength_after" in expect:
        assert scene.steps(attacker) == expect["attacker_strength_after"]
    if "defender_strength_after" in expect:
        assert scene.steps(defender) == expect["defender_strength_after"]
    if "retreat_to" in expect:
        assert (scene.at(defender), scene.marked("disordered")) == (expect["retreat_to"], {defender})
    if expect.get("attacker_fires") is False:
        assert (scene.at(attacker), scene.marked("disordered")) == (given["area"], {attacker})
    if "exploitation_check" in expect:
        assert scene.at(defender) == "eliminated"
    assert scene.marked("exploiting") == ({attacker} if "exploitation_check" in expect else set())
    if "hits_on_attacker" in expect:
        fire = next(e for e in scene.events if isinstance(e, Rolled) and e.what == "defending ground fire")
        assert sum(fire.good) == expect["hits_on_attacker"]


@pytest.mark.parametrize("example", of_kind("special-action-reinforce"))
def test_worked_help_by_special_action(example):
    given, helper = example["given"], example["action"]["unit"]
    units = {"ge-18vg": {"at": given["battle"]}, helper: {"at": given["from"]}}
    units |= {name: {"at": given["battle"]} for name in given["defenders"]}
    chits = {"us-special-action": "available"}
    scene = Scene(units, chits=chits, areas={"new": [given["battle"]]}, german=["4", "5", "10", "11", "12"])
    scene.fight(given["battle"]).answer(Reinforce(helper, "us-special-action")).skip("Responding", "Assigning")
    assert (scene.at(helper), scene.at("us-special-action")) == (given["battle"], "used")
    assert scene.marked("point-unit") == {"us-106id", "ge-18vg"}


@pytest.mark.parametrize("example", of_kind("engineer"))
def test_worked_demolition(example):
    given, expect = example["given"], example["expect"]
    chits = {blow["asset"]: "available" for blow in given["blow"]}
    scene = Scene({"us-1id": {"at": "53"}}, "admin", turn=1, chits=chits, german=["4", "5", "6"])
    scene.skip("Drawing")
    for blow in given["blow"]:
        bridges = sorted("-".join(sorted(pair, key=int)) for pair in blow["rivers"])
        scene.answer(Play(blow["asset"], "blow", tuple(bridges)))
        assert scene.at(blow["asset"]) == expect["assets_to"]
    blown = {tuple(sorted(name.split("-"), key=int)) for name in BOOK.snapshot(scene.state)["bridges"]["blown"]}
    assert blown == {tuple(pair) for pair in expect["blown"]}


@pytest.mark.parametrize("example", of_kind("cup"))
def test_worked_cup(example):
    given, expect, side = example["given"], example["expect"], example["given"]["side"]
    state, _ = BOOK.setup("campaign", {})
    data = BOOK.snapshot(state)
    used = []
    for kind, count in given["used_before"].items():
        own = [c.id for c in PARTS.chits if c.side == side and c.kind == kind and data["chits"][c.id] == "available"]
        used += own[:count]
    data |= {"turn": given["arriving_turn"], "phase": "reinforcement", "phasing": side, "stack": None}
    data["chits"] |= dict.fromkeys(used, "used")
    scene = Scene.__new__(Scene)
    scene.state, scene.events = BOOK.settle(BOOK.position(data))
    if given["eliminated_by_16_12"]:
        scene.answer(scene.decision.options[0])
    boxes = BOOK.snapshot(scene.state)["chits"]
    cup = [chit for chit, box in boxes.items() if box == "cup" and PARTS.chits[PARTS.chit_index[chit]].side == side]
    assert len(cup) == expect["cup_before"]
    assert len([chit for chit in used if boxes[chit] == "cup"]) == expect["returned"]
    families = [PARTS.chits[PARTS.chit_index[chit]].family for chit in cup if chit not in used]
    assert (families.count("asset"), families.count("event")) == (expect["arriving_assets"], expect["arriving_events"])
    draws = PARTS.scenarios[0].draws[given["arriving_turn"] - 1][SIDES.index(side)]
    assert draws == (example["action"]["draw"], expect["second_player_turn_draw"])
