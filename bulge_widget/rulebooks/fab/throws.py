"""6.7 What may come of a single throw beside the fire of a round: bridges, morale, landings, fuel, aircraft.

Foretold with the questions the dice are read by; told only to who sees the piece that is tested.
"""

from __future__ import annotations

from bulge_widget.core.decision import Action, Sum
from bulge_widget.core.odds import Chance, Odds
from bulge_widget.rulebooks.fab import (
    admin,
    aftermath,
    crossing,
    demolition,
    events,
    fuel,
    greif,
    heydte,
    marching,
    movement,
    moving,
    names,
    success,
    surrender,
    troops,
)
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.state import FACE_UP, INTERDICTED, State, Step

__all__ = ["RISKS", "led_to", "of_step", "sees"]

RISKS: tuple[type[Action], ...] = (admin.Play, aftermath.Exploit, crossing.Blow)
"""The orders beside those of a round that lead to dice."""
MORALE = {"": "passed", "step-lost": "a step lost"}
"""9.4 A result of a check in words, where it is not its own."""


def of_step(parts: Components, state: State, step: Step, seat: str) -> tuple[Odds, ...]:
    """The throw that a step asks for."""
    if not sees(parts, state, seat, tested(state, step)):
        return ()
    match step:
        case crossing.BridgeRoll(start=start, area=area):
            banks = f"{parts.area_name(start)} and {parts.area_name(area)}"
            return (_tried(f"Bridge between {banks}", crossing.number(parts, state, step), "blown", "5.35d"),)
        case demolition.DemolitionRoll(bridge=bridge):
            return (_tried(f"Bridge {bridge}", demolition.number(parts, state, step), "blown", "17.12"),)
        case aftermath.ExploitRoll() | aftermath.RuseRoll():
            return (_check(parts, state, step),)
        case aftermath.OverrunRoll():
            return _overruns(parts, state, step)
        case marching.GreifRoll(unit=unit):
            wanted = greif.check_number(parts, state, parts.unit_index[unit])
            return (_tried(f"Greif team on {troops.name(parts, unit)}", wanted, "does as ordered", "17.11"),)
    return tables(parts, state, step)


def tables(parts: Components, state: State, step: Step) -> tuple[Odds, ...]:
    """9.4, 16.11, 16.13, 17.14, 18.8 A throw of which every face has its result."""
    match step:
        case surrender.Check(piece=piece):
            results = tuple(MORALE.get(word, word) for word in surrender.results(parts, state, step))
            why = (surrender.number(parts, state, piece),)
            return (_faces(f"Morale check of {troops.name(parts, piece)}", results, "9.4", why),)
        case surrender.WorksCheck(unit=unit, area=area):
            why = (surrender.number(parts, state, unit),)
            title = f"Field works in {parts.area_name(area)}"
            return (_faces(title, surrender.results(parts, state, step), "18.8", why),)
        case heydte.LandingRoll():
            return (_faces("Landing of von der Heydte", heydte.LANDING, "16.11"),)
        case fuel.CaptureRoll(area=area):
            return (_faces(f"Fuel in {parts.area_name(area)}", fuel.results(parts, state), "16.13"),)
        case events.BaseRoll(chit=chit):
            results = tuple(events.WORDS[box] for box in events.RESULTS)
            return (_faces(f"Bodenplatte against {troops.name(parts, chit)}", results, "17.14"),)
    return ()


def led_to(parts: Components, state: State, step: Step | None, action: Action, seat: str) -> tuple[Odds, ...]:
    """4.31, 5.35d, 6.8, 17.11, 17.14 The throws that an answer to the open question leads to at once."""
    match step, action:
        case crossing.Demolishing(), crossing.Blow(engineer=engineer):
            follow: tuple[Step, ...] = (crossing.BridgeRoll(step.unit, step.start, step.area, engineer),)
        case aftermath.Exploiting(), aftermath.Exploit(unit=unit) if unit in step.units:
            follow = (aftermath.ExploitRoll(unit),)
        case admin.Administering(), admin.Play() if admin.play_refusal(parts, state, step, action) is None:
            follow = played(parts, state, action)
        case _:
            follow = misled(parts, state, action)
    return tuple(odds for each in follow for odds in of_step(parts, state, each, seat))


def played(parts: Components, state: State, action: admin.Play) -> tuple[Step, ...]:
    """8.33, 17.12, 17.14 The dice that a chit brings."""
    if action.use == "attack-bases":
        return tuple(events.BaseRoll(parts.chit_ids[chit]) for chit in events.missions(parts, state))
    if action.use == "blow" and parts.chits[parts.chit_index[action.chit]].side == "allied":
        held = (name for name in action.on if greif.on_bridge(parts, state, parts.bridge(name)) is not None)
        return tuple(map(demolition.DemolitionRoll, held))
    if action.use == "reserve" and state.status[parts.unit_index[action.on[0]]] & INTERDICTED:
        return (marching.GreifRoll(action.on[0], order=action.on[1]),)
    return ()


def misled(parts: Components, state: State, action: Action) -> tuple[Step, ...]:
    """17.11 The check of a unit with a Greif team on it before it moves, digs or goes in reserve."""
    unit = parts.unit_index.get(getattr(action, "unit", ""), -1)
    moves = isinstance(action, movement.Move | moving.Entrench | moving.Reserve)
    led_astray = moves and unit >= 0 and bool(state.status[unit] & INTERDICTED)
    return (marching.GreifRoll(parts.unit_ids[unit]),) if led_astray else ()


# -- who may know -----------------------------------------------------------------------------------------


def tested(state: State, step: Step) -> str:
    """6.7 The unit whose quality counts; blank for none."""
    if isinstance(step, aftermath.RuseRoll):
        return aftermath.fooled(state, step)
    if isinstance(step, surrender.Check):
        return step.piece
    checks = aftermath.ExploitRoll | marching.GreifRoll | surrender.WorksCheck
    return step.unit if isinstance(step, checks) else ""


def sees(parts: Components, state: State, seat: str, piece: str) -> bool:
    """2.2 Whether a seat sees a piece with its steps; assets lie open."""
    unit = parts.unit_index.get(piece, -1)
    if seat not in SIDES or unit < 0 or SIDES[parts.side[unit]] == seat:
        return True
    return bool(names.is_known(parts, state, seat, unit) and state.status[unit] & FACE_UP)


# -- how it is told ---------------------------------------------------------------------------------------


def _check(parts: Components, state: State, step: aftermath.Check) -> Odds:
    wanted = aftermath.number(parts, state, step)
    if isinstance(step, aftermath.ExploitRoll):
        return _tried(f"Exploitation of {troops.name(parts, step.unit)}", wanted, "exploits", "6.8")
    return _tried(f"Ruse against {troops.name(parts, aftermath.fooled(state, step))}", wanted, "passed", "18.4")


def _tried(title: str, wanted: Sum, word: str, rule: str) -> Odds:
    """2.1 A die that must not exceed a number; failure comes first, as the dice are listed."""
    good = success.chances(wanted.total)
    return Odds(title, (wanted,), (Chance("fails", success.SIDES_OF_DIE - good), Chance(word, good)), rule)


def _faces(title: str, results: tuple[str, ...], rule: str, why: tuple[Sum, ...] = ()) -> Odds:
    """Every result with the number of faces that bring it, in the order of the faces."""
    return Odds(title, why, tuple(Chance(word, results.count(word)) for word in dict.fromkeys(results)), rule)


def _overruns(parts: Components, state: State, step: aftermath.OverrunRoll) -> tuple[Odds, ...]:
    """18.7 A die for each artillery asset."""
    wanted = aftermath.overrun_number(state, step)
    guns = aftermath.overrunnable(parts, state)
    return tuple(_tried(f"Overrun of {troops.name(parts, gun)}", wanted, "overrun", "18.7") for gun in guns)
