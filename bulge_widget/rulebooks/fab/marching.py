"""5.3 A move carried out area by area, up to what interrupts it, and the choice of how it goes on.

Interrupts are the bridge that the other side may blow (crossing), von der Heydte (heydte), and a Greif team that
holds a unit up before it begins (17.11).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec

from bulge_widget.core.decision import CHANCE, Action, Decision, Dice, Options, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal
from bulge_widget.core.event import Event, MarkerCleared, MarkerSet, Moved, Rolled
from bulge_widget.rulebooks.fab import (
    control,
    crossing,
    fuel,
    greif,
    heydte,
    movement,
    names,
    passage,
    sameness,
    success,
    ways,
)
from bulge_widget.rulebooks.fab.components import GERMAN, OTHER, SIDES, Components, across, bits
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.movement import FUELLED, Move
from bulge_widget.rulebooks.fab.state import (
    AUTHORIZED,
    EXPLOITING,
    MOVED,
    SLUG,
    WAITING,
    State,
    Step,
    came_from,
    flag,
    mark,
    pop,
    push,
    swap,
)
from bulge_widget.rulebooks.fab.ways import Ground

__all__ = ["ACTIONS", "STEPS", "GreifRoll", "Halted", "Marching", "Stay", "begin", "finish"]

DIE = Dice(1, success.SIDES_OF_DIE)


class Stay(Action, frozen=True, gc=False):
    """5.35d Go no further."""

    unit: str


class Marching(Step, frozen=True, gc=False):
    """A move under way."""

    unit: str
    path: tuple[str, ...]
    """What is left of it, from where the unit stands."""
    begun: str
    spent: int = 0
    gone: int = 0
    """Areas it has come already."""
    fuelled: bool = False
    tangled: bool = False
    """5.34 Whether it began in a contested area."""
    asked: bool = False
    """5.35d Whether the bridge before it has been fought over."""
    single: bool = False
    """17.11 Whether it has been led astray, and goes one area only."""


class Halted(Step, frozen=True, gc=False):
    """5.35d, 16.11, 17.11 A unit held up on its way says where it goes now."""

    unit: str
    begun: str
    spent: int = 0
    gone: int = 0
    fuelled: bool = False
    tangled: bool = False
    single: bool = False
    ford: str = ""
    """The river border it may cross though the bridge is gone."""


class GreifRoll(Step, frozen=True, gc=False):
    """17.11 A unit that a team has led astray checks its morale before it does what it was told."""

    unit: str
    path: tuple[str, ...] = ()
    """Of a move; empty for field works and reserve markers."""
    mode: str = "normal"
    order: str = "move"
    """``move``, ``works``, or the reserve marker."""


STEPS: tuple[type[Step], ...] = (Marching, Halted, GreifRoll)
ACTIONS: tuple[type[Action], ...] = (Stay,)


# -- questions ------------------------------------------------------------------------------------------


def ground(parts: Components, state: State, step: Halted) -> Ground:
    """5.35d The map as it is for a unit that goes on; 17.11 in strategic movement a step of such a move."""
    unit = parts.unit_index[step.unit]
    here = movement.ground_of(
        parts,
        state,
        unit,
        spent=step.spent,
        fuelled=step.fuelled,
        fresh=not step.gone,
        tangled=step.tangled,
        single=step.single,
        ford=parts.bridge(step.ford) if step.ford else -1,
    )
    if movement.mode_of(state, unit) != "strategic":
        return here
    from bulge_widget.rulebooks.fab import strategic  # noqa: PLC0415  strategic moves are carried out here

    return msgspec.structs.replace(here, first=here.first & strategic.beside(parts, state, unit))


def why_not(parts: Components, state: State, step: Halted | GreifRoll, action: Action) -> Refusal | None:
    """5.35d, 17.11 What a unit that was held up may not do."""
    if isinstance(step, GreifRoll):
        return roll_refusal(action, DIE, "17.11")
    if not isinstance(action, Move | Stay):
        return Refusal("not_asked", "5.35d", {"wanted": "where the unit goes now"})
    if action.unit != step.unit:
        return Refusal("one_at_a_time", "5.35a", {"unit": step.unit})
    if isinstance(action, Stay):
        return None
    mode = movement.mode_of(state, parts.unit_index[step.unit])
    wanted = "normal" if mode == "strategic" else mode
    if action.mode != wanted:
        return Refusal("wrong_mode", "5.2", {"wanted": wanted})
    return _closed(parts, state, action, mode) or movement.path_refusal(
        parts, state, ground(parts, state, step), action
    )


def _closed(parts: Components, state: State, move: Move, mode: str) -> Refusal | None:
    """17.11, 5.4 What forbids a way of a unit that was held up in strategic movement."""
    from bulge_widget.rulebooks.fab import strategic  # noqa: PLC0415  strategic moves are carried out here

    unit = parts.unit_index[move.unit]
    return strategic.path_refusal(parts, state, unit, move.path) if mode == "strategic" else None


def decision(parts: Components, state: State, step: Halted | GreifRoll) -> Decision:
    """5.35d Where now; 17.11 a die."""
    if isinstance(step, GreifRoll):
        unit = parts.unit_index[step.unit]
        wanted = greif.check_number(parts, state, unit).total
        rolls, weights = success.classes((wanted,), 1)
        prompt = f"Greif team: morale check of {names.public(parts, state, unit)}"
        return Decision(CHANCE, "17.11", prompt, Options.plain(rolls), lambda: weights, DIE)
    side = parts.side[parts.unit_index[step.unit]]
    told = names.public(parts, state, parts.unit_index[step.unit])
    prompt = f"{told[:1].upper()}{told[1:]} was held up: where does it go now?"
    return Decision(SIDES[side], "5.35d", prompt, Options.grouped({step.unit: _choices(parts, state, step)}))


def _choices(parts: Components, state: State, step: Halted) -> tuple[Action, ...]:
    here = ground(parts, state, step)
    mode = "exploit" if movement.mode_of(state, parts.unit_index[step.unit]) == "exploit" else "normal"
    listed = sameness.told_apart(parts, state, movement.found(parts, here), partial(_go_on, parts, state, step))
    return (Stay(step.unit), *(Move(step.unit, _ids(parts, way), mode) for way in listed))


def _ids(parts: Components, path: Iterable[int]) -> tuple[str, ...]:
    return tuple(parts.area_ids[area] for area in path)


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """5.3 The cheapest way of the same effect; 17.11 the throw listed."""
    if isinstance(step, GreifRoll) and isinstance(action, Roll):
        return success.class_of(action, (greif.check_number(parts, state, parts.unit_index[step.unit]).total,), 1)
    if isinstance(step, Halted) and isinstance(action, Move):
        return shortened(parts, state, ground(parts, state, step), action, partial(_go_on, parts, state, step))
    return action


def shortened(parts: Components, state: State, here: Ground, move: Move, go: sameness.Go) -> Move:
    """5.3 The listed move of the same effect."""
    path = tuple(parts.area_index[name] for name in move.path)
    listed = sameness.same_in_the_end(parts, state, movement.found(parts, here), ways.effect_of(here, path), go)
    return Move(move.unit, _ids(parts, listed), move.mode)


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """5.32 The points of a way; 6.7 the number of a check."""
    if isinstance(step, GreifRoll):
        return greif.check_number(parts, state, parts.unit_index[step.unit])
    if isinstance(step, Halted) and isinstance(action, Move):
        path = tuple(parts.area_index[name] for name in action.path)
        return movement.way_sum(parts, ground(parts, state, step), path)
    return Sum("nothing to explain", ())


def candidates(parts: Components, state: State, step: Halted | GreifRoll) -> Iterable[Action]:
    """For tests: faces, or every path of up to three areas."""
    if isinstance(step, GreifRoll):
        return [Roll((face,)) for face in range(12)]
    return [*_choices(parts, state, step), *walks(parts, state, step.unit, ("normal", "exploit"))]


def walks(parts: Components, state: State, unit: str, modes: tuple[str, ...]) -> list[Move]:
    """For tests: every path of a unit over up to three borders."""
    start = state.at[parts.unit_index[unit]]
    if start >= WAITING:
        return []
    paths: list[tuple[int, ...]] = [(start,)]
    for length in range(1, 4):
        paths += [(*path, b) for path in paths if len(path) == length for b in parts.neighbours[path[-1]]]
    return [Move(unit, _ids(parts, path), mode) for path in paths[1:] for mode in modes]


# -- what happens ---------------------------------------------------------------------------------------


def begin(parts: Components, state: State, move: Move) -> State:
    """5.35a A unit sets out."""
    unit = parts.unit_index[move.unit]
    tangled = bool(state.contested >> state.at[unit] & 1)
    return push(state, Marching(move.unit, move.path, move.path[0], tangled=tangled))


def resolve(parts: Components, state: State, step: Step) -> Told | None:
    """5.3 Go on until something interrupts; a halted unit that can only stay, or may go one area only, is done."""
    if isinstance(step, Marching):
        return _march(parts, state, step)
    if isinstance(step, Halted):
        unit = parts.unit_index[step.unit]
        if state.at[unit] >= WAITING:
            return pop(state), ()
        met = step.gone and state.contested >> state.at[unit] & 1
        if met:  # 16.11 von der Heydte is there, and has to be fought
            return finish(parts, mark(pop(state), "new", state.at[unit]), unit)
        here = ground(parts, state, step)
        if (here.single and step.gone) or not ways.first_steps(parts, here):
            return finish(parts, pop(state), unit)
    return None


def _march(parts: Components, state: State, step: Marching) -> Told:
    """5.3 One area after the other."""
    unit, walked = parts.unit_index[step.unit], [step.path[0]]
    events: tuple[Event, ...] = ()
    depth = len(state.stack)
    mode = movement.mode_of(state, unit)
    while len(step.path) > 1:
        start, area = step.path[:2]
        pair = parts.area_index[start], parts.area_index[area]
        if not step.asked and crossing.is_contested_crossing(parts, state, unit, pair):
            state = push(swap(state, step), crossing.Demolishing(step.unit, start, area))
            break
        state, step, more = _enter(parts, state, step, unit, pair)
        walked.append(area)
        events += more
        if len(state.stack) > depth:
            break
    told: tuple[Event, ...] = (Moved("5.3", step.unit, tuple(walked), mode),) if len(walked) > 1 else ()
    if mode == "exploit" and step.gone > 1:
        state = msgspec.structs.replace(state, raided=state.raided | 1)
    if len(state.stack) > depth:
        return state, told + events
    state, more = finish(parts, pop(state), unit)
    return state, told + events + more


def _enter(
    parts: Components, state: State, step: Marching, unit: int, pair: tuple[int, int]
) -> tuple[State, Marching, tuple[Event, ...]]:
    """5.32, 2.4 Enter the next area: points, fuel, control, roadblocks, the enemy."""
    b = pair[1]
    spent = step.spent + movement.toll(parts, state, unit, pair, leaving=step.tangled and not step.gone)
    state, events = _burn(parts, state, step, pair, spent)
    fuelled = step.fuelled or bool(events)
    was = (state.contested | state.old) >> b & 1
    state, more = control.arrive(parts, state, unit, b)
    events += more
    state, more = passage.lift_roadblock(parts, state, OTHER[parts.side[unit]], b)
    events += more
    state, more = passage.come_through(parts, state, unit, pair)
    events += more
    state, more = _meet(parts, state, unit, pair, bool(was))
    rest = step.path[1:]
    step = msgspec.structs.replace(step, path=rest, spent=spent, gone=step.gone + 1, fuelled=fuelled, asked=False)
    if heydte.zone(parts, state) == b:
        halt = Halted(step.unit, step.begun, spent, step.gone, fuelled, step.tangled, step.single)
        state, found = heydte.entered(parts, swap(state, halt if parts.side[unit] != GERMAN else step), unit, b)
        more += found
    return state, step, events + more


def _burn(parts: Components, state: State, step: Marching, pair: tuple[int, int], spent: int) -> Told:
    """16.13, R67 A German who spends more than three points on more than one area uses up fuel; a ford needs none."""
    german = parts.side[parts.unit_index[step.unit]] == GERMAN
    needs = german and state.choices.fuel_shortage and not step.fuelled and spent > FUELLED and step.gone
    return fuel.spend(parts, state) if needs and not across(parts, pair[0], state.blown) >> pair[1] & 1 else (state, ())


def _meet(parts: Components, state: State, unit: int, pair: tuple[int, int], was: bool) -> Told:
    """2.4, 5.35c, 5.35e What follows where a unit comes to the enemy; a battle it joins again is no new one."""
    (a, b), river = pair, parts.river_of.get(pair, -1)
    if not state.contested >> b & 1:
        return state, ()
    state = came_from(state, unit, a)
    if river >= 0:
        state = mark(state, "crossed", river)
    if not was:
        state = mark(state, "new", b)
    return assault(parts, state, parts.side[unit], b)


def assault(parts: Components, state: State, side: int, area: int) -> Told:
    """5.35e A newly contested area reached over rivers alone, one bridge of them blown, is a river assault."""
    rivers = [parts.river_of.get((state.origin[u], area), -1) for u in bits(state.who[area] & parts.army[side])]
    on = bool(state.new >> area & 1) and min(rivers) >= 0 and any(state.blown >> river & 1 for river in rivers)
    if on == bool(state.assault >> area & 1) or not state.new >> area & 1:
        return state, ()
    told = MarkerSet if on else MarkerCleared
    return mark(state, "assault", area, on), (told("5.35e", "river-assault", parts.area_ids[area]),)


def finish(parts: Components, state: State, unit: int) -> Told:
    """5.35a, 7.31, R69 A unit is done: its markers come off."""
    state, events = control.unreserve(parts, state, unit)
    if state.status[unit] & EXPLOITING:
        events += (MarkerCleared("7.31", "exploiting", parts.unit_ids[unit]),)
    return flag(state, unit, on=MOVED, off=EXPLOITING | AUTHORIZED), events


def apply(parts: Components, state: State, step: Halted | GreifRoll, action: Move | Stay | Roll) -> Told:
    """5.35d, 17.11 Go on, stay, or see what a team has done."""
    if isinstance(step, GreifRoll):
        return greif_result(parts, state, step, action) if isinstance(action, Roll) else (state, ())
    unit = parts.unit_index[step.unit]
    if not isinstance(action, Move):
        return finish(parts, pop(state), unit)
    listed = canonical(parts, state, step, action)
    path = tuple(parts.area_index[name] for name in listed.path) if isinstance(listed, Move) else ()
    return _go_on(parts, state, step, path), ()


def _go_on(parts: Components, state: State, step: Halted, path: ways.Path) -> State:
    """5.35d The unit sets out again; over the bridge that was blown it has been asked already."""
    asked = bool(step.ford) and len(path) == 2 and parts.river_of.get((path[0], path[1])) == parts.bridge(step.ford)
    names_ = _ids(parts, path)
    march = Marching(
        step.unit, names_, step.begun, step.spent, step.gone, step.fuelled, step.tangled, asked, step.single
    )
    return swap(state, march)


def greif_result(parts: Components, state: State, step: GreifRoll, action: Roll) -> Told:
    """17.11 Passed: as ordered. Failed: stay, or go one area."""
    from bulge_widget.rulebooks.fab import moving  # noqa: PLC0415  moving asks for the check and takes up its result

    unit = parts.unit_index[step.unit]
    passed = success.succeeds(action.faces[0], greif.check_number(parts, state, unit).total)
    rolled = Rolled("17.11", action.faces, f"Greif team on {step.unit}", "passed" if passed else "failed", (passed,))
    state, shown = control.glimpse(parts, pop(state), unit, "17.11")
    state, gone = greif.shed(parts, state, unit)
    events: tuple[Event, ...] = (rolled, *shown, *gone)
    if passed:
        state, more = moving.carry_out(parts, state, step)
        return state, events + more
    state = moving.forfeit(parts, state, step)
    if SLUG[state.phase] == "admin":
        return state, events  # 8.33 nobody moves in this phase
    here = parts.area_ids[state.at[unit]]
    tangled = bool(state.contested >> state.at[unit] & 1)
    return push(state, Halted(step.unit, here, tangled=tangled, single=True)), events
