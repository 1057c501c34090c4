"""What must hold in every state, as a list of what does not."""

from __future__ import annotations

from bulge_widget.errors import Problem
from bulge_widget.rulebooks.knapp.components import ALLIED, GERMAN, SIDES, Components, bits
from bulge_widget.rulebooks.knapp.fire import DefensiveFire, FireRoll, SurpriseRoll
from bulge_widget.rulebooks.knapp.overrun import OverrunRoll, PartingShots
from bulge_widget.rulebooks.knapp.reinforcement import ArrivalRoll
from bulge_widget.rulebooks.knapp.stacking import LIMIT
from bulge_widget.rulebooks.knapp.state import OUT, OVER, PHASES, WAITING, State, contested, derive, index_of

__all__ = ["invariants"]


def invariants(parts: Components, state: State) -> tuple[Problem, ...]:
    """Everything that is wrong with a state."""
    problems = [*_unit_problems(parts, state), *_area_problems(parts, state)]
    problems += _step_problems(parts, state) or _place_problems(parts, state)
    if index_of(state) != derive(parts, state.at, state.left, state.spent):
        problems.append(Problem("index", "the derived fields disagree with where the units are"))
    if not 1 <= state.turn <= len(parts.turns):
        problems.append(Problem("turn", f"{state.turn} is not on the track", f"1 to {len(parts.turns)}"))
    return tuple(problems)


def _unit_problems(parts: Components, state: State) -> list[Problem]:
    found = []
    for unit, name in enumerate(parts.unit_ids):
        area, left, full = state.at[unit], state.left[unit], parts.full[unit]
        if area != OUT and not 1 <= left <= full:
            found.append(Problem(name, f"strength {left} on the map or to come", f"1 to {full} (2)"))
        if area == OUT and left:
            found.append(Problem(name, f"strength {left} although it is gone", "0"))
        if area == WAITING and unit not in parts.scheduled:
            found.append(Problem(name, "waits to arrive but has no entry road", "a reinforcement (7)"))
    return found


def _area_problems(parts: Components, state: State) -> list[Problem]:
    found = []
    alone = (state.held[GERMAN] & ~state.held[ALLIED], state.held[ALLIED] & ~state.held[GERMAN])
    for side, areas in ((ALLIED, alone[GERMAN] & ~state.german), (GERMAN, alone[ALLIED] & state.german)):
        where = ", ".join(parts.area_ids[area] for area in bits(areas))
        if areas:
            found.append(Problem(where, f"is {SIDES[side]}-controlled but holds only enemy units", "R1"))
    moving = state.phase < OVER and PHASES[state.phase][0] in {"reinforcement", "movement"}
    for side, army in enumerate(parts.army):
        for area in bits(state.held[side]):
            count = (state.who[area] & army).bit_count()
            if count > LIMIT and not (moving and PHASES[state.phase][1] == SIDES[side]):
                found.append(Problem(parts.area_ids[area], f"holds {count} {SIDES[side]} units", f"{LIMIT} (5)"))
    return found


def _step_problems(parts: Components, state: State) -> list[Problem]:
    """Names in open questions must exist."""
    found = []
    for step in state.stack:
        area = getattr(step, "area", None)
        units = (*getattr(step, "units", ()), *filter(None, [getattr(step, "unit", None)]))
        areas = (
            *getattr(step, "areas", ()),
            *getattr(step, "path", ()),
            *([area] if area is not None else []),
        )
        found += [Problem("question", f"unknown unit {unit!r}") for unit in units if unit not in parts.unit_index]
        found += [Problem("question", f"unknown area {area!r}") for area in areas if area not in parts.area_index]
        if getattr(step, "side", 0) not in {GERMAN, ALLIED}:
            found.append(Problem("question", f"side {getattr(step, 'side', None)!r}", "0 or 1"))
    return found


def _place_problems(parts: Components, state: State) -> list[Problem]:
    """Who is in an open question must stand where it says, and fire needs both sides."""

    def astray(units: tuple[str, ...], area: int) -> list[Problem]:
        names = [name for name in units if state.at[parts.unit_index[name]] != area]
        where = f"in {parts.area_ids[area]}" if area < WAITING else "among the units to come"
        return [Problem("question", f"{name} is not {where}", "") for name in names]

    fought, found = contested(state), []
    for step in state.stack:
        match step:
            case OverrunRoll(units=units, path=path):
                found += astray(units, parts.area_index[path[0]])
            case PartingShots(units=units, area=area):
                found += astray(units, parts.area_index[area])
            case ArrivalRoll(unit=unit):
                found += astray((unit,), WAITING)
            case DefensiveFire(areas=areas):
                quiet = [area for area in areas if not fought >> parts.area_index[area] & 1]
                found += [Problem("question", f"no fire is due in {area}", "a contested area (6)") for area in quiet]
            case FireRoll(area=area) | SurpriseRoll(area=area):
                if not fought >> parts.area_index[area] & 1:
                    found.append(Problem("question", f"no fire is due in {area}", "a contested area (6)"))
    return found
