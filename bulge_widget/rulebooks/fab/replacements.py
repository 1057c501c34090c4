"""8.26, 8.31, 17.13, 17.22, 17.23, 17.31, 17.32 Replacements, and units that an event brings into play."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import Placed
from bulge_widget.rulebooks.fab import movement, passage, special, troops
from bulge_widget.rulebooks.fab.components import GERMAN, OTHER, Components, bits, marked, mask_of, mask_where
from bulge_widget.rulebooks.fab.control import Told, arrive, gain, send
from bulge_widget.rulebooks.fab.laid import differing_bytes
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
from bulge_widget.rulebooks.fab.usage import (
    Case,
    Facts,
    Target,
    Use,
    area_in,
    facts_of,
    friendly_areas,
    named,
    named_units,
)

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
    if not troops.is_served(state, unit):
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
    if not _entries(parts, ENTRIES) >> area & 1:
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
    if not _entries(parts, RELEASE_ENTRIES) >> area & 1:
        return Refusal("no_entry_area", "17.13", facts)
    return room_refusal(parts, state, case, area, vacant=True)


# -- what is not refused --------------------------------------------------------------------------------------


def in_need(parts: Components, state: State, side: int, *, elite: bool) -> int:
    """8.26, 17.31, 9.34d Set of the units of a side that may get a step: what `step_refusal` does not refuse."""
    reduced, to_elite = _reduced(parts, state.steps)
    able = reduced & movement.on_map(parts, state, side) & troops.served(state)
    return able if elite else able & ~to_elite


@functools.lru_cache(maxsize=8)
def _reduced(parts: Components, steps: bytes) -> tuple[int, int]:
    """2.3 Sets of the units below full strength, and of those among them whose next step is elite."""
    reduced = differing_bytes((steps,), (parts.full,))
    return mask_of(reduced), mask_of([unit for unit in reduced if parts.quality[unit][steps[unit] + 1] == ELITE])


def to_replace(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.31, 17.23 The units in need of the class and echelon of a chit, or the division of a regiment."""
    kind, name = parts.kind[chit], parts.chits[chit].unit
    kin = 1 << parts.unit_index[name] if kind == REGIMENT else troops.of_class(parts, CLASS[kind])
    able = in_need(parts, state, side, elite=name == FRESH_ELITE) & kin
    return named_units(parts, bits(able & special.served(parts, state, chit)))


def of_quality(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """8.26 The units in need that a Special Action may affect."""
    return named_units(parts, bits(in_need(parts, state, side, elite=True) & special.served(parts, state, chit)))


def to_find(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """8.31 The infantry in need."""
    del chit
    return named_units(parts, bits(in_need(parts, state, side, elite=False) & troops.of_class(parts, "infantry")))


def room(parts: Components, state: State, side: int, areas: Iterable[int]) -> list[int]:
    """4.1c, 5.1 Those of some friendly areas that are not full."""
    army = parts.army[side]
    return [area for area in areas if (state.who[area] & army).bit_count() < LIMIT]


def to_rebuild(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.22 Every eliminated unit that may come back, into every objective with room for it."""
    kin = troops.of_class(parts, CLASS[parts.kind[chit]]) & _one_step(parts) & special.served(parts, state, chit)
    able = bits(kin & parts.army[side] & mask_where(state.at, _GONE))
    own = _objectives(parts) & friendly_areas(parts, state, side) if able else 0
    open_ = [parts.area_ids[area] for area in room(parts, state, side, bits(own))]
    return [(parts.unit_ids[unit], area) for unit in able for area in open_]


_GONE = marked(lambda area: area == ELIMINATED)


@functools.lru_cache(maxsize=8)
def _one_step(parts: Components) -> int:
    """17.22 Set of the units of one step that are not elite."""
    return mask_of(unit for unit, quality in enumerate(parts.quality) if len(quality) == 2 and quality[1] != ELITE)


@functools.lru_cache(maxsize=8)
def _objectives(parts: Components) -> int:
    return mask_of(parts.objectives)


@functools.lru_cache(maxsize=8)
def _entries(parts: Components, letters: tuple[str, ...]) -> int:
    """14.2 Set of some entry areas."""
    return mask_of(parts.entry[letter] for letter in letters)


def to_return(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.23 The friendly entry areas with room for the division, if it is eliminated."""
    if state.at[parts.unit_index[parts.chits[chit].unit]] != ELIMINATED:
        return ()
    own = _entries(parts, ENTRIES) & friendly_areas(parts, state, side)
    return named(parts, room(parts, state, side, bits(own)))


def to_release(parts: Components, state: State, side: int, chit: int) -> Iterable[Target]:
    """17.13, R64 The entry areas that are friendly or vacant, with room for the division, if it still waits."""
    if state.at[parts.unit_index[parts.chits[chit].unit]] != WAITING:
        return ()
    taken = state.held[side] | state.held[OTHER[side]] | state.posts[OTHER[side]]
    open_ = (controls(state, side) | ~taken) & parts.scenarios[state.scenario].play
    return named(parts, room(parts, state, side, bits(open_ & _entries(parts, RELEASE_ENTRIES))))


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
    "replace": Use("17.31", REPLACING, to_replace, replacement_refusal, replace),
    "quality": Use("8.26", frozenset({special.KIND}), of_quality, quality_refusal, replace),
    "found": Use("8.31", frozenset({"command-staff"}), to_find, found_refusal, replace),
    "rebuild": Use("17.22", REBUILDING, to_rebuild, rebuild_refusal, rebuild),
    "return": Use("17.23", frozenset({REGIMENT}), to_return, return_refusal, come_back),
    "release": Use("17.13", frozenset({"release-division"}), to_release, release_refusal, release),
}
