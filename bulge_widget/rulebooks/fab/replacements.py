"""8.26, 8.31, 17.13, 17.22, 17.23, 17.31, 17.32 Replacements, and units that an event brings into play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import Placed
from bulge_widget.rulebooks.fab import passage, special, troops
from bulge_widget.rulebooks.fab.components import GERMAN, OTHER, Components
from bulge_widget.rulebooks.fab.control import Told, arrive, gain, send
from bulge_widget.rulebooks.fab.laid import differing_bytes
from bulge_widget.rulebooks.fab.once import once_by
from bulge_widget.rulebooks.fab.retreat import LIMIT
from bulge_widget.rulebooks.fab.state import (
    ELIMINATED,
    GONE,
    USED,
    WAITING,
    State,
    controls,
    units_in,
    with_steps,
)
from bulge_widget.rulebooks.fab.usage import Case, Facts, Target, Use, area_in, facts_of

__all__ = ["USES"]

ELITE: Final = 1
CLASS: Final = {
    "infantry-replacement": "infantry",
    "rebuild-infantry": "infantry",
    "armor-replacement": "armor",
    "rebuild-armor": "armor",
}
REGIMENT: Final = "arriving-regiment"
FRESH_ELITE: Final = "us-1id"  # 17.23 the one unit a regiment may make elite again
ENTRIES: Final = tuple("abcdefghj")  # 14.22 of the US 1st Army
RELEASE_ENTRIES: Final = ("y", "z")  # 17.13

# -- who is meant ---------------------------------------------------------------------------------------


def reduced_units(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.31, 8.1 The units of a side on the map below full strength, of the class and echelon of a chit."""
    found, index = _reduced(parts, state, side, CLASS.get(parts.kind[chit], "")), parts.unit_index
    if parts.kind[chit] == REGIMENT:  # 17.23
        return [at for at in found if at == (parts.chits[chit].unit,)]
    return (
        [at for at in found if special.serves(parts, state, chit, index[at[0]])] if parts.kind[chit] in CLASS else found
    )


@once_by("at", "steps")
def _reduced(parts: Components, state: State, side: int, name: str) -> tuple[Target, ...]:
    short, army = differing_bytes((state.steps,), (parts.full,)), parts.army[side]
    found = [u for u in short if state.at[u] < WAITING and army >> u & 1]
    return tuple([(parts.unit_ids[u],) for u in found if not name or parts.units[u].unit_class == name])


def own_unit(parts: Components, case: Case) -> int | Refusal:
    """The unit a target names, if it is one of the side's."""
    name = case.at[0] if case.at else ""
    unit = parts.unit_index.get(name)
    if unit is None or parts.side[unit] != case.side:
        return Refusal("not_yours", "4.2", facts_of(parts, case) | {"unit": name})
    return unit


# -- questions: a step for a unit -------------------------------------------------------------------------


def step_refusal(  # noqa: PLR0913  what is allowed depends on the rule
    parts: Components, state: State, case: Case, unit: int, *, elite: bool, rule: str
) -> Refusal | None:
    """8.26, 17.31, 9.34d A supplied, reduced unit on the map; an elite step only where the rule gives it."""
    facts = facts_of(parts, case) | {"unit": parts.unit_ids[unit]}
    if len(case.at) != 1:
        return Refusal("one_unit", rule, facts)
    if state.at[unit] >= WAITING:
        return Refusal("not_on_map", rule, facts)
    if not troops.is_served(parts, state, unit):
        return Refusal("unsupplied", "9.34d", facts)
    if state.steps[unit] >= parts.full[unit]:
        return Refusal("full_strength", rule, facts)
    if parts.quality[unit][state.steps[unit] + 1] == ELITE and not elite:
        return Refusal("no_elite_step", rule, facts)
    return None


def replacement_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.22, 17.23, 17.31, 17.32 A unit of the right class and echelon, or the division of the regiment."""
    unit = own_unit(parts, case)
    if isinstance(unit, Refusal):
        return unit
    row, kind = parts.chits[case.chit], parts.kind[case.chit]
    facts: Facts = facts_of(parts, case) | {"unit": parts.unit_ids[unit]}
    if kind == REGIMENT and row.unit != parts.unit_ids[unit]:
        return Refusal("other_division", "17.23", facts | {"division": row.unit})
    if kind != REGIMENT and parts.units[unit].unit_class != CLASS[kind]:
        return Refusal("other_class", "17.31", facts | {"class": CLASS[kind]})
    if not special.serves(parts, state, case.chit, unit):
        return Refusal("other_echelon_unit", "17.31" if case.side == GERMAN else "17.2", facts)
    elite = kind == REGIMENT and row.unit == FRESH_ELITE
    return step_refusal(parts, state, case, unit, elite=elite, rule="17.23" if kind == REGIMENT else "17.31")


def quality_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """8.26 A Special Action replaces even an elite step."""
    unit = own_unit(parts, case)
    if isinstance(unit, Refusal):
        return unit
    served = special.refusal(parts, state, case.side, parts.chit_ids[case.chit], (unit,), "8.26")
    return served or step_refusal(parts, state, case, unit, elite=True, rule="8.26")


def found_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """8.31 The staff finds a step for any infantry."""
    unit = own_unit(parts, case)
    if isinstance(unit, Refusal):
        return unit
    if parts.armor[unit]:
        facts = facts_of(parts, case) | {"unit": parts.unit_ids[unit], "class": "infantry"}
        return Refusal("other_class", "8.31", facts)
    return step_refusal(parts, state, case, unit, elite=False, rule="8.31")


# -- questions: a unit into play --------------------------------------------------------------------------


def room_refusal(parts: Components, state: State, case: Case, area: int, *, vacant: bool) -> Refusal | None:
    """4.1c, 5.1 An area that is friendly (or, where that is allowed, vacant) and not full."""
    facts = facts_of(parts, case) | {"area": parts.area_ids[area]}
    friendly = bool(controls(state, case.side) >> area & 1)
    empty = not state.who[area] and not state.posts[OTHER[case.side]] >> area & 1
    if not friendly and not (vacant and empty):
        return Refusal("entry_blocked" if vacant else "not_friendly_area", "4.1c", facts)
    if len(units_in(parts, state, area, case.side)) >= LIMIT:
        return Refusal("full", "5.1", facts)
    return None


def rebuild_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.22 An eliminated one-step unit, not elite, into a friendly objective area."""
    unit = own_unit(parts, case)
    if isinstance(unit, Refusal):
        return unit
    return rebuilt_refusal(parts, state, case.side, case.chit, unit) or objective_refusal(parts, state, case)


def rebuilt_refusal(parts: Components, state: State, side: int, chit: int, unit: int) -> Refusal | None:
    """17.22 An eliminated one-step unit, not elite, of the class and echelon of the chit."""
    facts: Facts = facts_of(parts, Case(side, chit, ())) | {"unit": parts.unit_ids[unit]}
    if state.at[unit] != ELIMINATED:
        return Refusal("not_eliminated", "17.22", facts)
    if parts.full[unit] > 1 or parts.quality[unit][1] == ELITE:
        return Refusal("not_one_step", "17.22", facts)
    if parts.units[unit].unit_class != CLASS[parts.kind[chit]]:
        return Refusal("other_class", "17.22", facts | {"class": CLASS[parts.kind[chit]]})
    return None if special.serves(parts, state, chit, unit) else Refusal("other_echelon_unit", "17.2", facts)


def objective_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.22, 19.0, 9.34d The objective: friendly-controlled, even if contested."""
    area = area_in(parts, state, case, 1)
    if isinstance(area, Refusal):
        return area
    facts = facts_of(parts, case) | {"area": parts.area_ids[area]}
    if area not in parts.objectives:
        return Refusal("no_objective", "17.22", facts)
    if not troops.is_area_served(state, case.side, area):
        return Refusal("area_unsupplied", "9.34d", facts)
    return room_refusal(parts, state, case, area, vacant=False)


def return_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.23 The eliminated division comes back with one step at a friendly entry area of its army."""
    unit = parts.unit_index[parts.chits[case.chit].unit]
    area = area_in(parts, state, case)
    if isinstance(area, Refusal):
        return area
    facts = facts_of(parts, case) | {"unit": parts.unit_ids[unit], "area": parts.area_ids[area]}
    if state.at[unit] != ELIMINATED:
        return Refusal("not_eliminated", "17.23", facts)
    if area not in {parts.entry[letter] for letter in ENTRIES}:
        return Refusal("no_entry_area", "14.22", facts)
    if not troops.is_area_served(state, case.side, area):
        return Refusal("area_unsupplied", "9.34d", facts)
    return room_refusal(parts, state, case, area, vacant=False)


def release_refusal(parts: Components, state: State, case: Case) -> Refusal | None:
    """17.13, 15.1a, R64 The released division comes to Y or Z."""
    unit = parts.unit_index[parts.chits[case.chit].unit]
    area = area_in(parts, state, case)
    if isinstance(area, Refusal):
        return area
    facts = facts_of(parts, case) | {"unit": parts.unit_ids[unit], "area": parts.area_ids[area]}
    if state.at[unit] != WAITING:
        return Refusal("released_already", "17.13", facts)
    if area not in {parts.entry[letter] for letter in RELEASE_ENTRIES}:
        return Refusal("no_entry_area", "17.13", facts)
    return room_refusal(parts, state, case, area, vacant=True)


# -- what may come into question ------------------------------------------------------------------------------


def eliminated_units(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.22 Every eliminated unit that may come back, into every objective with room for it."""
    gone = [unit for unit in parts.roster[side] if state.at[unit] == ELIMINATED]
    able = [unit for unit in gone if rebuilt_refusal(parts, state, side, chit, unit) is None]
    areas = [parts.area_ids[area] for area in sorted(parts.objectives)] if able else ()
    open_ = [area for area in areas if objective_refusal(parts, state, Case(side, chit, ("", area))) is None]
    return [(parts.unit_ids[unit], area) for unit in able for area in open_]


def entries(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """14.2 The entry areas for a unit that may come back (17.23), or be released (17.13)."""
    del side
    absent, letters = (ELIMINATED, ENTRIES) if parts.kind[chit] == REGIMENT else (WAITING, RELEASE_ENTRIES)
    if state.at[parts.unit_index[parts.chits[chit].unit]] != absent:
        return ()
    return ((parts.area_ids[area],) for area in sorted({parts.entry[letter] for letter in letters}))


# -- effects ------------------------------------------------------------------------------------------


def replace(parts: Components, state: State, case: Case) -> Told:
    """8.26, 8.31, 17.31 The unit gets a step, the chit is used."""
    kind = parts.kind[case.chit]
    rule = {"special-action": "8.26", "command-staff": "8.31", REGIMENT: "17.23"}.get(kind, "17.31")
    state, gained = gain(parts, state, parts.unit_index[case.at[0]], rule)
    if kind == "special-action":
        state, spent = special.spend(parts, state, parts.chit_ids[case.chit], rule)
    else:
        state, spent = send(parts, state, case.chit, USED if kind == "command-staff" else GONE, rule)
    return state, (*gained, *spent)


def rebuild(parts: Components, state: State, case: Case) -> Told:
    """17.22 The unit stands in the objective again."""
    return _into_play(parts, state, case, parts.unit_index[case.at[0]], case.at[1], "17.22")


def come_back(parts: Components, state: State, case: Case) -> Told:
    """17.23 The division comes back with one step."""
    return _into_play(parts, state, case, parts.unit_index[parts.chits[case.chit].unit], case.at[0], "17.23")


def release(parts: Components, state: State, case: Case) -> Told:
    """17.13, 4.1c The division arrives at full strength."""
    unit = parts.unit_index[parts.chits[case.chit].unit]
    return _into_play(parts, state, case, unit, case.at[0], "17.13", parts.full[unit])


def _into_play(  # noqa: PLR0913  who, where, why, how strong
    parts: Components, state: State, case: Case, unit: int, area: str, rule: str, steps: int = 1
) -> Told:
    state, spent = send(parts, state, case.chit, GONE, rule)
    state = msgspec.structs.replace(with_steps(state, unit, steps), known=state.known | 1 << unit)  # the chit names it
    state, told = arrive(parts, state, unit, parts.area_index[area])
    state, passed = passage.come_through(parts, state, unit, (WAITING, parts.area_index[area]))
    return state, (*spent, Placed(rule, parts.unit_ids[unit], area), *told, *passed)


REPLACING: Final = frozenset({*CLASS, REGIMENT})
REBUILDING: Final = frozenset({"rebuild-infantry", "rebuild-armor"})
USES: Final = {
    "replace": Use("17.31", REPLACING, reduced_units, replacement_refusal, replace),
    "quality": Use("8.26", frozenset({special.KIND}), reduced_units, quality_refusal, replace),
    "found": Use("8.31", frozenset({"command-staff"}), reduced_units, found_refusal, replace),
    "rebuild": Use("17.22", REBUILDING, eliminated_units, rebuild_refusal, rebuild, exact=True),
    "return": Use("17.23", frozenset({REGIMENT}), entries, return_refusal, come_back),
    "release": Use("17.13", frozenset({"release-division"}), entries, release_refusal, release),
}
