"""9.4 Morale checks of unsupplied forces at the end of a Supply Phase; 18.8 field works that are kept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll, Sum
from bulge_widget.core.dice import classes_of_faces, roll_refusal, thrown
from bulge_widget.core.event import Event, MarkerCleared, Rolled
from bulge_widget.rulebooks.fab import control, morale, names, success
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, SIDES, Components, bits, marked, mask_where
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import (
    DISORDERED,
    GONE,
    HEYDTE,
    INTACT,
    ON_MAP,
    SCATTERED,
    SHAKEN,
    UNSUPPLIED,
    WAITING,
    State,
    Step,
    mark_side,
    pop,
    push,
    swap,
    units_in,
)

__all__ = ["ACTIONS", "STEPS", "Check", "Keep", "Maintaining", "WorksCheck", "begin"]

DIE = Dice(1, 10)
FACES = range(1, DIE.sides + 1)
VETERAN_SURRENDERS, GREEN_SURRENDERS = 10, 8  # 9.4 from this roll
HEYDTE_FROM = 4  # 16.11 the turn of 19 December


class Check(Step, frozen=True, gc=False):
    """9.4 A piece out of supply checks its morale."""

    piece: str


class Maintaining(Step, frozen=True, gc=False):
    """18.8 A side picks the unit that checks for the field works of a contested area."""

    area: str


class WorksCheck(Step, frozen=True, gc=False):
    """18.8 That unit checks its morale."""

    area: str
    unit: str


class Keep(Action, frozen=True, gc=False):
    """18.8 Let a unit check its morale for the field works."""

    unit: str


STEPS: tuple[type[Step], ...] = (Check, Maintaining, WorksCheck)
ACTIONS: tuple[type[Action], ...] = (Keep,)


# -- questions ------------------------------------------------------------------------------------------


def number(parts: Components, state: State, piece: str) -> Sum:
    """6.7 What a piece must roll, or less."""
    return morale.number(parts, state, piece)


def result(parts: Components, state: State, piece: str, face: int, wanted: int) -> str:
    """9.4 What a roll does to a piece that needs a number: nothing, ``disordered``, ``step-lost``, ``surrendered``."""
    if piece not in parts.unit_index:
        return "" if success.succeeds(face, wanted) else "eliminated"
    unit = parts.unit_index[piece]
    shaken, quality = state.status[unit] & SHAKEN, parts.quality[unit][state.steps[unit]]
    limit = {0: VETERAN_SURRENDERS, -1: GREEN_SURRENDERS}.get(quality, DIE.sides + 1)
    if shaken and face >= limit:
        return "surrendered"
    if success.succeeds(face, wanted):
        return ""
    return "step-lost" if shaken else "disordered"


def tested(step: Check | WorksCheck) -> str:
    """The piece that checks its morale."""
    return step.piece if isinstance(step, Check) else step.unit


def results(parts: Components, state: State, step: Check | WorksCheck, faces: Iterable[int] = FACES) -> tuple[str, ...]:
    """What each face of the die brings, or each of some."""
    wanted = number(parts, state, tested(step)).total
    if isinstance(step, Check):
        return tuple([result(parts, state, step.piece, face, wanted) for face in faces])
    return tuple(["kept" if success.succeeds(face, wanted) else "lost" for face in faces])


def is_due(parts: Components, state: State, piece: str) -> bool:
    """9.4, 17.21 Whether a piece is still there and out of supply."""
    if piece in parts.unit_index:
        unit = parts.unit_index[piece]
        return state.at[unit] < WAITING and bool(state.status[unit] & UNSUPPLIED)
    chit = parts.chit_index[piece]
    return chit in posts(parts, state, parts.chit_side[chit])


# -- the three questions of a chapter -------------------------------------------------------------------


def begin(parts: Components, state: State, side: int) -> Told:
    """9.4, 14.93, R82, 16.21, 17.21 Line up a side's checks, twice on two-day turns; aircraft may come between them."""
    from bulge_widget.rulebooks.fab import air  # noqa: PLC0415  air asks supply, which hands the phase on to this chapter

    times = parts.turns[state.turn - 1].checks
    out = bits(parts.army[side] & state.standing & mask_where(state.status, _UNSUPPLIED))
    pieces = [parts.unit_ids[unit] for unit in names.by_handle(state, out)]
    pieces += [parts.chit_ids[chit] for chit in posts(parts, state, side)]
    checks = [Check(piece) for piece in reversed(pieces) for _ in range(times)]
    steps: list[Step] = [step for check in checks for step in ((check, air.Airlift()) if side == ALLIED else (check,))]
    steps = steps[:-1] if checks and side == ALLIED else steps  # the question has just been asked before the first
    if state.choices.maintaining_field_works:
        areas = bits(state.works[side] & state.contested & state.held[side])
        steps += [Maintaining(parts.area_ids[area]) for area in reversed(areas)]
    return push(state, *steps), ()


_UNSUPPLIED = marked(lambda flags: flags & UNSUPPLIED)


def posts(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """16.21, 16.11 Garrisons, task forces and a landed von der Heydte out of supply."""
    from bulge_widget.rulebooks.fab import supply  # noqa: PLC0415  supply hands the phase on to this chapter

    reach = supply.traces(parts, state, side) | (state.airlift if side == ALLIED else 0)
    kinds = ("garrison", "task-force") if side == ALLIED else (HEYDTE,)
    if side == GERMAN and (state.turn < HEYDTE_FROM or state.drop not in (INTACT, SCATTERED)):
        return ()
    chits = [chit for kind in kinds for chit in parts.of_kind.get(kind, ())]
    return tuple(c for c in chits if state.boxes[c] < ON_MAP and not reach >> state.boxes[c] & 1)


def decision(parts: Components, state: State, step: Check | Maintaining | WorksCheck) -> Decision:
    """9.4 A die for each check; 18.8 the choice of the unit."""
    if isinstance(step, Maintaining):
        side, options = _keepers(parts, state, step)
        prompt = f"Which unit keeps up the field works in {parts.area_name(step.area)}?"
        return Decision(SIDES[side], "18.8", prompt, Options.plain(options))
    wording, classes = partial(_prompt, parts, state, step), lambda: classes_of_faces(results(parts, state, step))
    return thrown("9.4", wording, classes, DIE)


def _prompt(parts: Components, state: State, step: Check | WorksCheck) -> str:
    piece = tested(step)
    told = (
        names.public(parts, state, parts.unit_index[piece])
        if piece in parts.unit_index
        else parts.chits[parts.chit_index[piece]].name
    )
    return f"Morale check of {told}"


def _keepers(parts: Components, state: State, step: Maintaining) -> tuple[int, tuple[Keep, ...]]:
    area = parts.area_index[step.area]
    side = GERMAN if state.works[GERMAN] >> area & 1 else ALLIED
    return side, tuple(Keep(parts.unit_ids[unit]) for unit in units_in(parts, state, area, side))


def resolve(parts: Components, state: State, step: Check | Maintaining | WorksCheck) -> Told | None:
    """9.4 A piece that is gone or was given supply checks no more."""
    if isinstance(step, Check):
        return None if is_due(parts, state, step.piece) else (pop(state), ())
    if isinstance(step, Maintaining) and not _keepers(parts, state, step)[1]:
        return pop(state), ()
    return None


def why_not(parts: Components, state: State, step: Check | Maintaining | WorksCheck, action: Action) -> Refusal | None:
    """9.4 Whether an answer is a throw of one die; 18.8 or a unit of that area."""
    if isinstance(step, Maintaining):
        if not isinstance(action, Keep):
            return Refusal("not_asked", "18.8", {"wanted": "a unit that keeps up the field works"})
        if action not in _keepers(parts, state, step)[1]:
            return Refusal("not_there", "18.8", {"unit": action.unit, "area": step.area})
        return None
    return roll_refusal(action, DIE, "9.4")


def canonical(parts: Components, state: State, step: Check | Maintaining | WorksCheck, action: Action) -> Action:
    """The first face of the same result."""
    if not isinstance(action, Roll) or not isinstance(step, Check | WorksCheck):
        return action
    listed = results(parts, state, step)
    return Roll((listed.index(listed[action.faces[0] - 1]) + 1,))


def candidates(parts: Components, state: State, step: Check | Maintaining | WorksCheck) -> tuple[Action, ...]:
    """For tests: every face, every unit."""
    del state
    if isinstance(step, Maintaining):
        return tuple(Keep(unit) for unit in parts.unit_ids)
    return tuple(Roll((face,)) for face in range(DIE.sides + 2))


def explain(parts: Components, state: State, step: Check | Maintaining | WorksCheck, action: Action) -> Sum:
    """6.7 The number to be rolled."""
    del action
    if isinstance(step, Maintaining):
        return Sum("nothing to explain", ())
    return number(parts, state, tested(step))


def apply(parts: Components, state: State, step: Check | Maintaining | WorksCheck, action: Keep | Roll) -> Told:
    """9.4 Carry out a check."""
    if isinstance(step, Maintaining) or isinstance(action, Keep):
        area, unit = getattr(step, "area", ""), getattr(action, "unit", "")
        return swap(state, WorksCheck(area, unit)), ()
    outcome = results(parts, state, step, action.faces)[0]
    state = pop(state)
    if isinstance(step, WorksCheck):
        return works_result(parts, state, step, action, outcome)
    events: tuple[Event, ...] = (
        Rolled("9.4", action.faces, f"morale {step.piece}", outcome or "passed", (not outcome,)),
    )
    if step.piece in parts.unit_index:
        state, shown = control.glimpse(parts, state, parts.unit_index[step.piece], "6.7")
        events += shown
    state, more = _suffer(parts, state, step.piece, outcome)
    return state, events + more


def _suffer(parts: Components, state: State, piece: str, outcome: str) -> Told:
    """9.4, 16.21 What a failed check does; the unit is shown for the roll (6.7)."""
    if not outcome:
        return state, ()
    if piece not in parts.unit_index:
        return control.send(parts, state, parts.chit_index[piece], GONE, "16.21")
    unit = parts.unit_index[piece]
    if outcome == "surrendered":
        return control.eliminate(parts, state, unit, "9.4")
    if outcome == "step-lost":
        return control.lose(parts, state, unit, "9.4")
    return control.set_status(parts, state, unit, DISORDERED, "9.4")


def works_result(parts: Components, state: State, step: WorksCheck, action: Roll, outcome: str) -> Told:
    """18.8 Field works go when the check fails."""
    area = parts.area_index[step.area]
    side = GERMAN if state.works[GERMAN] >> area & 1 else ALLIED
    rolled: tuple[Event, ...] = (Rolled("18.8", action.faces, f"morale {step.unit}", outcome, (outcome == "kept",)),)
    if outcome == "kept":
        return state, rolled
    return mark_side(state, "works", side, area, on=False), (*rolled, MarkerCleared("18.8", "field-works", step.area))
