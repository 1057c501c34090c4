"""6.0, 7.4 Combat: which areas fight, in the order the phasing player likes, and what a round costs.

The round itself runs in course; its questions have chapters of their own (response, support, points, flight, fire,
hits, aftermath, retreat).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from bulge_widget.core.decision import Action, Decision, Options, Part, Refusal, Sum
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.fab import battle, course, special, troops
from bulge_widget.rulebooks.fab.battle import Round
from bulge_widget.rulebooks.fab.components import SIDES, Components, bits
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import State, Step, mark, phasing, pop, push

__all__ = ["ACTIONS", "STEPS", "Combats", "EndCombat", "Fight", "begin", "due", "fighters"]


class Combats(Step, frozen=True, gc=False):
    """6.0, 7.4 The phasing player takes the combats in the order he likes."""


class Fight(Action, frozen=True, gc=False):
    """Fight a round in an area; `chit` is the Special Action that pays for it (8.22)."""

    area: str
    chit: str = ""


class EndCombat(Action, frozen=True, gc=False):
    """Fight no more in this phase."""


END: Final = EndCombat()
STEPS: tuple[type[Step], ...] = (Combats,)
ACTIONS: tuple[type[Action], ...] = (Fight, EndCombat)

# -- which areas fight ----------------------------------------------------------------------------------


def able(parts: Components, state: State) -> int:
    """6.2, 9.33d Set of the units that may attack: those of the phasing side in good order."""
    return parts.army[phasing(state)] & troops.good(state)


def fighters(parts: Components, state: State, area: int) -> tuple[int, ...]:
    """6.2, 9.33d The units that attack in an area."""
    return bits(state.who[area] & able(parts, state))


def due(parts: Components, state: State) -> tuple[int, ...]:
    """6.0, 7.41, R60 The areas where combat is required: newly contested and not yet fought over."""
    return disputed(parts, state, state.new)


def disputed(parts: Components, state: State, among: int = -1) -> tuple[int, ...]:
    """6.0 The contested areas where the phasing side has somebody to attack and did not yet."""
    who, units = state.who, able(parts, state)
    return tuple([area for area in bits(among & state.contested & ~state.fought) if who[area] & units])


def fight_refusal(parts: Components, state: State, action: Fight) -> Refusal | None:
    """6.0, 7.42, 8.22 Why no round may be fought in an area."""
    facts: dict[str, str | int] = {"area": action.area}
    if action.area not in parts.area_index:
        return Refusal("unknown_area", "2.4", facts)
    area, side = parts.area_index[action.area], phasing(state)
    if not state.contested >> area & 1 or not state.held[side] >> area & 1:
        return Refusal("no_enemy", "6.0", facts)
    if state.fought >> area & 1:
        return Refusal("fought_already", "8.22" if battle.is_breakthrough(state) else "6.0", facts)
    if not fighters(parts, state, area):
        return Refusal("all_disordered", "9.33d", facts)
    return payment_refusal(parts, state, area, action)


def payment_refusal(parts: Components, state: State, area: int, action: Fight) -> Refusal | None:
    """7.42, 8.22, 9.34d Breakthrough combat in an area contested before costs a Special Action."""
    required = not battle.is_breakthrough(state) or bool(state.new >> area & 1)
    if required:
        return Refusal("no_payment", "8.22", {"area": action.area}) if action.chit else None
    if not action.chit:
        return Refusal("needs_special_action", "7.42", {"area": action.area})
    side = phasing(state)
    unserved = special.area_refusal(state, side, area, {"area": action.area})
    return unserved or special.refusal(parts, state, side, action.chit, fighters(parts, state, area), "8.22")


def why_not(parts: Components, state: State, step: Combats, action: Action) -> Refusal | None:
    """6.0, 7.4 Why an answer is not legal."""
    del step
    if isinstance(action, Fight):
        return fight_refusal(parts, state, action)
    if not isinstance(action, EndCombat):
        return Refusal("not_asked", "6.0", {"wanted": "an area to fight in, or the end of combat"})
    required = due(parts, state)
    if required:
        return Refusal("must_fight", "6.0", {"area": parts.area_ids[required[0]]})
    return None


# -- options ------------------------------------------------------------------------------------------


def fights(parts: Components, state: State) -> list[Action]:
    """6.0, 7.4 Every round that may be fought now."""
    chits = ("", *special.available(parts, state, phasing(state))) if battle.is_breakthrough(state) else ("",)
    ways = ((area, Fight(parts.area_ids[area], chit)) for area in disputed(parts, state) for chit in chits)
    return [way for area, way in ways if payment_refusal(parts, state, area, way) is None]


def decision(parts: Components, state: State, step: Combats) -> Decision:
    """6.0, 7.4 Ask the phasing player."""
    del step
    listed = fights(parts, state)
    options = Options.plain(listed if due(parts, state) else [*listed, END])
    rule = "7.4" if battle.is_breakthrough(state) else "6.0"
    return Decision(SIDES[phasing(state)], rule, "Choose an area to fight in", options)


def explain(parts: Components, state: State, step: Combats, action: Action) -> Sum:
    """6.2 The steps that would attack."""
    del step
    if not isinstance(action, Fight) or action.area not in parts.area_index:
        return Sum("nothing to count", ())
    units = fighters(parts, state, parts.area_index[action.area])
    return Sum("attacking steps", tuple(Part(parts.units[u].short, state.steps[u], "6.28") for u in units))


def candidates(parts: Components, state: State, step: Combats) -> Iterable[Action]:
    """For tests: every area, paid for by every Special Action and by none."""
    del state, step
    chits = ["", *(parts.chit_ids[chit] for chit in parts.of_kind["special-action"]), parts.chit_ids[0]]
    return [*(Fight(area, chit) for area in parts.area_ids for chit in chits), END]


# -- effects ------------------------------------------------------------------------------------------


def begin(parts: Components, state: State) -> State:
    """6.0, 7.4 Begin a phase of combat."""
    del parts
    return push(msgspec.structs.replace(state, fought=0), Combats())


def resolve(parts: Components, state: State, step: Combats) -> Told | None:
    """6.0 The phase ends by itself when nothing can be fought."""
    del step
    return None if fights(parts, state) else (pop(state), ())


def apply(parts: Components, state: State, step: Combats, action: Action) -> Told:
    """6.0, 8.22 Begin a round, or end the phase."""
    del step
    if not isinstance(action, Fight):
        return pop(state), ()
    events: tuple[Event, ...] = ()
    if action.chit:
        state, events = special.spend(parts, state, action.chit, "8.22")
    return open_round(parts, state, action), (*events, MarkerSet("6.2", "combat", action.area))


def open_round(parts: Components, state: State, action: Fight) -> State:
    """6.2 Put a round on the stack."""
    area, called = parts.area_index[action.area], (action.chit,) if action.chit else ()
    units = tuple(parts.unit_ids[unit] for unit in fighters(parts, state, area))
    assault = bool(state.assault >> area & 1)
    return push(mark(state, "fought", area), Round(action.area, course.STAGES[0][0], units, assault, called=called))
