"""17.11, 17.12 Operation Greif: teams that lie on an American unit or hold a bridge.

Does not cover how they are played (events) nor what a failed check keeps a unit from doing (movement).
"""

from __future__ import annotations

from typing import Final

from bulge_widget.core.decision import Part, Sum
from bulge_widget.core.event import Event
from bulge_widget.rulebooks.fab import morale, success
from bulge_widget.rulebooks.fab.components import Components, mask_of
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.state import GONE, INTERDICTED, State, detach, flag

__all__ = [
    "BRIDGE",
    "INTERDICT",
    "bridge_number",
    "check_number",
    "held_bridges",
    "leave_bridge",
    "on_bridge",
    "on_unit",
    "shed",
]

INTERDICT: Final = "greif-interdict"
BRIDGE: Final = "greif-bridge"


def on_unit(parts: Components, state: State, unit: int) -> tuple[int, ...]:
    """17.11 The teams that lie on a unit."""
    return tuple(chit for chit, target in state.attached if target == unit and parts.kind[chit] == INTERDICT)


def on_bridge(parts: Components, state: State, river: int) -> int | None:
    """17.12 The team that holds the bridge over a river border."""
    held = (chit for chit, target in state.attached if target == river and parts.kind[chit] == BRIDGE)
    return next(held, None)


def held_bridges(parts: Components, state: State) -> int:
    """17.12 Set of the river borders whose bridge a team holds."""
    return mask_of([target for chit, target in state.attached if parts.kind[chit] == BRIDGE])


def check_number(parts: Components, state: State, unit: int) -> Sum:
    """17.11 What a unit with a team on it must not exceed to do as it likes."""
    return morale.number(parts, state, parts.unit_ids[unit], Part("Greif team", morale.RUSE, "17.11"))


def bridge_number(parts: Components, state: State, river: int, *, engineer: bool = False) -> Sum:
    """5.35d, 17.12, R50 What the defender must not exceed to blow a bridge."""
    base = Part("base", success.BASE, "5.35d")
    if on_bridge(parts, state, river) is None or engineer:
        return Sum("success number", (base,))
    return Sum("success number", (base, Part("Greif team", 1 - success.BASE, "17.12")))


def shed(parts: Components, state: State, unit: int) -> Told:
    """17.11 The teams leave a unit, after their check or when a Special Action moves it."""
    events: tuple[Event, ...] = ()
    for chit in on_unit(parts, state, unit):
        state, more = send(parts, detach(state, chit), chit, GONE, "17.11")
        events += more
    return (flag(state, unit, off=INTERDICTED), events) if events else (state, ())


def leave_bridge(parts: Components, state: State, river: int) -> Told:
    """17.12 The team leaves a bridge that is blown or was crossed by a German unit."""
    chit = on_bridge(parts, state, river)
    return (state, ()) if chit is None else send(parts, detach(state, chit), chit, GONE, "17.12")
