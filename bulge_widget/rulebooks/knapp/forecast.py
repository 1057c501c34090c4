"""5, 6, 8 What may come of an overrun or of fire, foretold with the classes of throws that the dice are read by."""

from __future__ import annotations

from bulge_widget.core.decision import Action, Part, Sum
from bulge_widget.core.odds import Chance, Odds
from bulge_widget.rulebooks.knapp import fire, hits, overrun
from bulge_widget.rulebooks.knapp.components import OTHER, Components, bits
from bulge_widget.rulebooks.knapp.state import State, Step, strength

__all__ = ["RISKS", "odds"]

RISKS: tuple[type[Action], ...] = (overrun.Overrun, fire.Fire)
"""The orders that lead to dice."""


def odds(parts: Components, state: State, action: Action | None) -> tuple[Odds, ...]:
    """5, 6 The throws that an order leads to; without an order those that are asked for now."""
    step = state.stack[-1] if state.stack else None
    if action is None:
        return _asked(parts, state, step)
    if isinstance(action, overrun.Overrun):
        return overrun_odds(parts, state, action)
    if isinstance(action, fire.Fire) and isinstance(step, fire.DefensiveFire):
        return area_odds(parts, state, step.side, action.area)
    return ()


def _asked(parts: Components, state: State, step: Step | None) -> tuple[Odds, ...]:
    match step:
        case fire.FireRoll():
            return (fire_odds(parts, state, step.side, step.area),)
        case fire.SurpriseRoll():
            return (surprise_odds(parts, step.area),)
        case overrun.OverrunRoll():
            return (die_odds(parts, step.path[1]),)
        case overrun.PartingShots():
            most = strength(state, tuple(parts.unit_index[unit] for unit in step.units))
            return (hit_odds(f"Parting shots in {parts.area_name(step.area)}", (), step.dice, most, "5"),)
    return ()


def overrun_odds(parts: Components, state: State, action: overrun.Overrun) -> tuple[Odds, ...]:
    """5, R10 The die of an overrun, then the parting shots of the enemy if it succeeds."""
    total = overrun.strengths(parts, state, action)
    if not total.parts:
        return ()
    side, area = parts.side[parts.unit_index[action.units[0]]], parts.area_index[action.path[-1]]
    dice, most = state.power[OTHER[side]][area], strength(state, tuple(parts.unit_index[u] for u in action.units))
    after = hit_odds("Parting shots after a success", (), dice, most, "5")
    return (die_odds(parts, action.path[-1], total), after)


def die_odds(parts: Components, area: str, *why: Sum) -> Odds:
    """5 The die of an overrun."""
    chances = tuple(Chance("success" if face else "failure", n) for face, n in overrun.chances())
    return Odds(f"Overrun of {parts.area_name(area)}", why, chances, "5")


def area_odds(parts: Components, state: State, side: int, area: str) -> tuple[Odds, ...]:
    """6, 8 Defensive fire in an area, after the surprise that may silence it."""
    if area not in parts.area_index:
        return ()
    surprise = (surprise_odds(parts, area),) if fire.can_be_surprised(state, side) else ()
    return (*surprise, fire_odds(parts, state, side, area))


def surprise_odds(parts: Components, area: str) -> Odds:
    """8 The two dice of surprise."""
    chances = tuple(
        Chance("surprise, no fire" if lost else "no surprise, fire", n) for lost, n in fire.surprise_chances()
    )
    return Odds(f"Surprise in {parts.area_name(area)}", (), chances, "8")


def fire_odds(parts: Components, state: State, side: int, area: str) -> Odds:
    """6 The fire of all units of a side in an area."""
    index = parts.area_index[area]
    firing = bits(state.who[index] & parts.army[side])
    dice = tuple(Part(parts.unit_name(parts.unit_ids[unit]), state.left[unit], "6") for unit in firing)
    most = state.power[OTHER[side]][index]
    why = (Sum("dice, each hits on 6", dice),)
    return hit_odds(f"Defensive fire in {parts.area_name(area)}", why, state.power[side][index], most, "6")


def hit_odds(title: str, why: tuple[Sum, ...], dice: int, most: int, rule: str) -> Odds:
    """6 How many dice of a fire hit, as far as there is somebody to take the hits."""
    _, weights = hits.classes(dice, most)
    chances = tuple(Chance(_counted(count), n, count) for count, n in enumerate(weights))
    return Odds(title, why, chances, rule, "hits")


def _counted(count: int) -> str:
    return "no hit" if not count else f"{count} hit{'s' if count > 1 else ''}"
