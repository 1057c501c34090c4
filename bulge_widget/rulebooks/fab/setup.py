"""24.0 The set-up of a scenario, as a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bulge_widget.core.decision import CHANCE, Action, Decision, Options, Refusal
from bulge_widget.core.handles import Deal
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.control import Told
from bulge_widget.rulebooks.fab.state import State, Step, pop

__all__ = ["ACTIONS", "STEPS", "Dealing", "data"]

FUEL = ("fuel", "captured-fuel", "bid-fuel")


class Dealing(Step, frozen=True, gc=False):
    """2.2 The blocks get the handles by which the enemy knows them."""


STEPS: tuple[type[Step], ...] = (Dealing,)
ACTIONS: tuple[type[Action], ...] = (Deal,)


def data(parts: Components, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """24.16, 24.26, 24.36 A scenario at the German Combat Phase of turn 1, as plain data."""
    chosen = parts.scenarios[parts.scenario_ids.index(scenario)]
    units, chits, areas = _deployed(parts, chosen)
    for name, row in chosen.arrivals.items():
        if name in parts.unit_index:
            units[name] = {"at": "waiting", "came": row.turn or 0} | ({"steps": row.strength} if row.strength else {})
        else:
            chits[name] = "available" if row.turn == 1 else "future"
    return {
        "scenario": scenario,
        "turn": 1,
        "phase": "combat",
        "phasing": "german",
        "units": units,
        "chits": fuelled(parts, chits, options),
        "german": chosen.row.german,
        "areas": areas,
        "bridges": {"blown": tuple(map(_ordered, chosen.row.blown))},
        "markers": {m.id: "later" for m in parts.markers if scenario not in m.scenarios or m.arrival_turn > 1},
        "options": dict(options),
        "stack": [],
    }


def _ordered(bridge: str) -> str:
    return bridge


def _deployed(parts: Components, chosen: Any) -> tuple[dict[str, Any], dict[str, str], dict[str, list[str]]]:
    """24.14 What stands on the map."""
    units: dict[str, Any] = {}
    chits: dict[str, str] = {}
    areas: dict[str, list[str]] = {}
    held: tuple[set[str], set[str]] = (set(), set())
    for row in chosen.setup:
        if row.piece in parts.chit_index:
            chits[row.piece] = row.area
            continue
        side = parts.side[parts.unit_index[row.piece]]
        held[side].add(row.area)
        unit: dict[str, Any] = {"at": row.area, "origin": row.came_from}
        unit |= {"steps": row.strength} if row.strength else {}
        for marker in row.markers:
            if marker.startswith("reserve"):
                unit["reserve"] = _marker(parts, side, marker)
            else:
                kind = "assault" if marker == "river-assault" else f"works-{SIDES[side]}"
                if row.area not in areas.setdefault(kind, []):
                    areas[kind].append(row.area)
        units[row.piece] = unit
    return units, chits, areas | {"new": sorted(held[0] & held[1], key=int)}


def _marker(parts: Components, side: int, text: str) -> str:
    """The reserve marker meant by ``reserve-6``."""
    zone = int(text.rpartition("-")[2])
    return next(m.id for m in parts.markers if m.side == SIDES[side] and m.zones == (zone,))


def fuelled(parts: Components, chits: dict[str, str], options: Mapping[str, Any]) -> dict[str, str]:
    """16.13, 18.2, R83 Fuel assets, as the bidding and the rule of fuel will have it."""
    if not options.get("fuel_shortage", True):
        return {name: box for name, box in chits.items() if parts.kind[parts.chit_index[name]] not in FUEL}
    buyer, _, bid = str(options.get("bid", "none")).partition("-")
    extra = [parts.chit_ids[c] for c in parts.of_kind["bid-fuel"]][: int(bid or 0)] if buyer == "american" else []
    own = [name for name in chits if parts.kind[parts.chit_index[name]] == "fuel"]
    less = own[: int(bid or 0)] if buyer == "german" else []
    return chits | dict.fromkeys(extra, "available") | dict.fromkeys(less, "used")


# -- the handles ----------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Step) -> Decision:
    """2.2 Ask CHANCE; how the handles fall makes no difference to the rules."""
    del state, step
    count = len(parts.unit_ids)
    return Decision(CHANCE, "2.2", "Handles are dealt", Options.plain((plain(parts),)), lambda: (1,), dealt=count)


def plain(parts: Components) -> Deal:
    """The deal that stands for all."""
    return Deal(tuple(range(len(parts.unit_ids))))


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """2.2 Each block gets one handle."""
    del state, step
    if not isinstance(action, Deal) or sorted(action.order) != list(range(len(parts.unit_ids))):
        return Refusal("not_asked", "2.2", {"wanted": "handles for all blocks"})
    return None


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """2.2 Every deal is like every other."""
    del state, step, action
    return plain(parts)


def candidates(parts: Components, state: State, step: Step) -> tuple[Action, ...]:
    """For tests: two deals, and one too short."""
    del state, step
    return plain(parts), Deal(tuple(reversed(range(len(parts.unit_ids))))), Deal((0,))


def discloses(parts: Components, state: State, step: Step, seat: str) -> bool:
    """2.2 Nobody but the umpire sees how they fell."""
    del parts, state, step
    return seat not in SIDES


def apply(parts: Components, state: State, step: Step, action: Deal) -> Told:
    """2.2 Every block has its handle."""
    del parts, step
    return msgspec.structs.replace(pop(state), handles=bytes(action.order)), ()
