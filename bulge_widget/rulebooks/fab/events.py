"""4.21, 17.11, 17.12, 17.14, 17.21 Events in the Admin Phase that are no replacements: teams, air, and recycling."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_faces, roll_refusal
from bulge_widget.core.event import Event, MarkerSet, Rolled
from bulge_widget.rulebooks.fab import engineering, greif, names, success
from bulge_widget.rulebooks.fab.components import ALLIED, Components, bits, marked, mask_of
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.engineering import bridge_in, in_play
from bulge_widget.rulebooks.fab.staff import enemy_blocks, enemy_unit
from bulge_widget.rulebooks.fab.state import (
    AVAILABLE,
    CUP,
    GONE,
    INTERDICTED,
    ON_BRIDGE,
    ON_MAP,
    ON_UNIT,
    State,
    Step,
    attach,
    chits_in,
    flag,
    pop,
    push,
)
from bulge_widget.rulebooks.fab.usage import Case, Target, Use, area_in, facts_of, named, named_units

__all__ = ["STEPS", "USES", "BaseRoll"]

AIR: Final = "air-mission"
LOST_FOR_GOOD: Final = frozenset({"garrison", "task-force", "bid-fuel"})  # R38, R71
RESULTS: Final = (GONE, *(CUP,) * 4, *(AVAILABLE,) * 5)  # 17.14, R7 by face
WORDS: Final = {GONE: "eliminated", CUP: "returned to the cup", AVAILABLE: "unaffected"}
SOURCES: Final = frozenset(
    {
        "greif-interdict",
        "greif-bridge",
        "infantry-replacement",
        "armor-replacement",
        "release-division",
        "bodenplatte",
        "arriving-regiment",
        "rebuild-infantry",
        "rebuild-armor",
        AIR,
        "special-action",
    }
)


class BaseRoll(Step, frozen=True, gc=False):
    """17.14 A die for one air mission in the Allied Available Box."""

    chit: str


STEPS: tuple[type[Step], ...] = (BaseRoll,)


# -- 17.11, 17.12 Greif teams -----------------------------------------------------------------------------


def team_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.11 An American unit with no team on it yet."""
    unit = enemy_unit(parts, state, case)
    if isinstance(unit, Refusal):
        return unit
    facts = facts_of(parts, case) | {"unit": case.at[0]}
    if parts.british_unit[unit]:
        return Refusal("not_american", "17.11", facts)
    return Refusal("team_there", "17.11", facts) if state.status[unit] & INTERDICTED else None


def without_team(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.11 The American units on the map with no team on them, in an order that says nothing."""
    del chit
    units = [unit for unit in bits(enemy_blocks(parts, state, side, _WITHOUT)) if not parts.british_unit[unit]]
    return named_units(parts, names.by_handle(state, units))


_WITHOUT = marked(lambda flags: not flags & INTERDICTED)


def place_team(parts: Components, state: State, case: Case) -> Told:
    """17.11 The team lies on the unit."""
    unit = enemy_unit(parts, state, case)
    assert isinstance(unit, int)  # noqa: S101
    state, events = send(parts, state, case.chit, ON_UNIT, "17.11")
    state = flag(attach(state, case.chit, unit), unit, on=INTERDICTED)
    return state, (*events, MarkerSet("17.11", "greif-team", parts.unit_ids[unit]))


def unguarded(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.12 Every bridge that stands and that no team holds."""
    del side, chit
    free = engineering.standing(parts, state) & ~greif.held_bridges(parts, state)
    return map(engineering.names_of_bridges(parts).__getitem__, bits(free))


def guard_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.12 A standing bridge that no team holds."""
    river = bridge_in(parts, case.at[0]) if len(case.at) == 1 else None
    facts = facts_of(parts, case) | {"bridge": case.at[0] if case.at else ""}
    if river is None or not in_play(parts, state, river):
        return Refusal("no_bridge", "17.12", facts)
    if state.blown >> river & 1:
        return Refusal("blown_already", "17.12", facts)
    return Refusal("team_there", "17.12", facts) if greif.on_bridge(parts, state, river) is not None else None


def guard(parts: Components, state: State, case: Case) -> Told:
    """17.12 The team holds the bridge."""
    state, events = send(parts, state, case.chit, ON_BRIDGE, "17.12")
    state = attach(state, case.chit, parts.bridge(case.at[0]))
    return state, (*events, MarkerSet("17.12", "greif-team", case.at[0]))


# -- 17.14 Bodenplatte ------------------------------------------------------------------------------------


def missions(parts: Components, state: State) -> tuple[int, ...]:
    """17.14 The air missions in the Allied Available Box."""
    return tuple(chit for chit in chits_in(parts, state, ALLIED, AVAILABLE) if parts.kind[chit] == AIR)


def all_bases(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.14 It is played on nothing in particular, if there is an air mission to attack."""
    del side, chit
    return ((),) if missions(parts, state) else ()


def bodenplatte_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.14 There must be an air mission to attack."""
    if case.at:
        return Refusal("needs_no_target", "17.14", facts_of(parts, case))
    return None if missions(parts, state) else Refusal("no_air_missions", "17.14", facts_of(parts, case))


def attack_bases(parts: Components, state: State, case: Case) -> Told:
    """17.14 A die for each air mission."""
    rolls = (BaseRoll(parts.chit_ids[chit]) for chit in reversed(missions(parts, state)))
    state, events = send(parts, state, case.chit, GONE, "17.14")
    return push(state, *rolls), events


# -- 17.21 interdiction from the air ------------------------------------------------------------------------


def interdiction_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.21 An area without a mission over it."""
    area = area_in(parts, state, case)
    if isinstance(area, Refusal):
        return area
    taken = any(parts.kind[chit] == AIR for chit in chits_in(parts, state, ALLIED, area))
    return Refusal("mission_there", "17.21", facts_of(parts, case) | {"area": case.at[0]}) if taken else None


def free_skies(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.21 The areas without a mission over them."""
    del side, chit
    flown = mask_of(state.boxes[c] for c in parts.of_kind[AIR] if state.boxes[c] < ON_MAP)
    return named(parts, bits(parts.scenarios[state.scenario].play & ~flown))


def interdict(parts: Components, state: State, case: Case) -> Told:
    """17.21 The mission lies over the area until the Supply Phase."""
    return send(parts, state, case.chit, parts.area_index[case.at[0]], "17.21")


# -- 4.21 the other use of any event ------------------------------------------------------------------------


def returnable(parts: Components, state: State, side: int) -> tuple[str, ...]:
    """4.21, R38, R71 The eliminated assets that may come back, by name."""
    return _returnable(parts, chits_in(parts, state, side, GONE))


@functools.lru_cache(maxsize=64)
def _returnable(parts: Components, gone: tuple[int, ...]) -> tuple[str, ...]:
    assets = [chit for chit in gone if parts.chits[chit].family == "asset"]
    return tuple(sorted([parts.chit_ids[chit] for chit in assets if parts.kind[chit] not in LOST_FOR_GOOD]))


def two_assets(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """4.21 Every two of them, for an event."""
    if parts.chits[chit].family != "event":
        return ()
    return itertools.combinations(returnable(parts, state, side), 2)


def recycle_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """4.21, 17.34 Two different eliminated assets of one's own, named in order."""
    facts = facts_of(parts, case)
    if parts.chits[case.chit].family != "event":
        return Refusal("not_an_event", "4.21", facts)
    able = returnable(parts, state, case.side)
    for asset in case.at:
        if asset not in able:
            return Refusal("not_returnable", "4.21", facts | {"asset": asset})
    if len(case.at) != 2 or list(case.at) != sorted(set(case.at)):
        return Refusal("two_assets", "4.21", facts)
    return None


def recycle(parts: Components, state: State, case: Case) -> Told:
    """4.21 The assets go into the cup."""
    state, events = send(parts, state, case.chit, GONE, "4.21")
    for asset in case.at:
        state, more = send(parts, state, parts.chit_index[asset], CUP, "4.21")
        events += more
    return state, events


USES: Final = {
    "interdict-unit": Use("17.11", frozenset({greif.INTERDICT}), without_team, team_refusal, place_team),
    "hold-bridge": Use("17.12", frozenset({greif.BRIDGE}), unguarded, guard_refusal, guard),
    "attack-bases": Use("17.14", frozenset({"bodenplatte"}), all_bases, bodenplatte_refusal, attack_bases),
    "interdict": Use("17.21", frozenset({AIR}), free_skies, interdiction_refusal, interdict),
    "recycle": Use("4.21", SOURCES, two_assets, recycle_refusal, recycle),
}

# -- the die of 17.14 -------------------------------------------------------------------------------------


def why_not(parts: Components, state: State, step: BaseRoll, action: Action) -> Refusal | None:
    """17.14 Only a throw of one die."""
    del parts, state, step
    return roll_refusal(action, Dice(1, success.SIDES_OF_DIE), "17.14")


def decision(parts: Components, state: State, step: BaseRoll) -> Decision:
    """17.14 Ask CHANCE."""
    del state
    rolls, weights = classes_of_faces(tuple(map(str, RESULTS)))
    name = parts.chits[parts.chit_index[step.chit]].name
    dice = Dice(1, success.SIDES_OF_DIE)
    return Decision("chance", "17.14", f"Bodenplatte against {name}", Options.plain(rolls), lambda: weights, dice)


def canonical(parts: Components, state: State, step: BaseRoll, action: Roll) -> Roll:
    """17.14 The face listed for all of the same result."""
    del parts, state, step
    return Roll((RESULTS.index(RESULTS[action.faces[0] - 1]) + 1,))


def candidates(parts: Components, state: State, step: BaseRoll) -> Iterable[Action]:
    """For tests: every face and more."""
    del parts, state, step
    return [*(Roll((face,)) for face in range(12)), Roll((1, 1))]


def apply(parts: Components, state: State, step: BaseRoll, action: Roll) -> Told:
    """17.14, R7 The mission is eliminated, goes back to the cup, or stays."""
    box = RESULTS[action.faces[0] - 1]
    told: Event = Rolled("17.14", action.faces, f"Bodenplatte against {step.chit}", WORDS[box])
    state = pop(state)
    if box == AVAILABLE:
        return state, (told,)
    state, events = send(parts, state, parts.chit_index[step.chit], box, "17.14")
    return state, (told, *events)
