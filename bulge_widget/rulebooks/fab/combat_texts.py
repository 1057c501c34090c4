"""The English of combat and chits: orders and facts in plain words; texts puts them together with the rest."""

from __future__ import annotations

from typing import Final

from bulge_widget.core.decision import Action
from bulge_widget.core.event import Drew, Event, MarkerCleared, MarkerSet, Placed, Removed, Retreated, Rolled
from bulge_widget.rulebooks.fab import (
    admin,
    aftermath,
    air,
    combat,
    cups,
    flight,
    heydte,
    hits,
    points,
    response,
    retreat,
    support,
)
from bulge_widget.rulebooks.fab.components import Components

__all__ = ["fact", "order", "place", "thing"]

_HOW: Final = {
    "abort": "Break off the attack",
    "disorder": "Absorb a hit by becoming disordered",
    "retreat": "Absorb a hit by a retreat",
    "stand": "Stand and take the hits as losses",
}
_BOXES: Final = {
    "future": "the chits to come",
    "cup": "the cup",
    "available": "the Available Box",
    "used": "the Used Box",
    "eliminated": "the Eliminated Box",
    "on-unit": "an American unit",
    "on-bridge": "a bridge",
    "combat": "the battle",
    "unused": "the chits not in this game",
}
_MARKERS: Final = {
    "blown-bridge": ("The bridge {at} is blown", "The bridge {at} is repaired"),
    "field-works": ("{at} gets field works", "The field works in {at} are gone"),
    "roadblock": ("{at} is blocked", "The roadblock in {at} is gone"),
    "combat": ("Combat in {at}", "The round in {at} is over"),
    "point-unit": ("{at} leads", "{at} leads no more"),
    "disordered": ("{at} is disordered", "{at} is no longer disordered"),
    "recovering": ("{at} begins to recover", "{at} is no longer recovering"),
    "reserve": ("{at} is put in reserve", "{at} is in reserve no more"),
    "exploiting": ("{at} may exploit", "{at} may exploit no more"),
    "boundary-crossing": ("{at} may leave its zone", "{at} may leave its zone no more"),
    "greif-team": ("A Greif team lies on {at}", "The Greif team leaves {at}"),
    "pooled-assets": ("Assets are pooled in {at}", "Assets are pooled in {at} no more"),
    "air-support": ("An air mission supports {at}", ""),
    "air-artillery": ("The air mission over {at} fires as artillery", ""),
    "out-of-supply": ("{at} is out of supply", "{at} is in supply again"),
}
_USES: Final = {
    "blow": "{chit} blows the bridge {on}",
    "repair": "{chit} repairs the bridge {on}",
    "field-works": "{chit} builds field works in {on}",
    "roadblock": "{chit} blocks {on}",
    "defended-roadblock": "{chit} holds a roadblock in {on}",
    "replace": "{chit}: a step for {on}",
    "quality": "{chit}: a step of any quality for {on}",
    "found": "{chit} finds a step for {on}",
    "rebuild": "{chit} brings back {on}",
    "return": "{chit} comes in at {on}",
    "release": "{chit}: the division comes in at {on}",
    "rally": "{chit} rallies the units in and beside {on}",
    "scout": "{chit} looks at {on}",
    "reserve": "{chit} puts {on} in reserve",
    "crossing": "{chit} lets {on} leave its zone",
    "pool": "{chit} pools assets in {on}",
    "interdict-unit": "{chit} is set on {on}",
    "hold-bridge": "{chit} takes the bridge {on}",
    "attack-bases": "{chit} attacks the Allied airfields",
    "interdict": "{chit} flies over {on}",
    "recycle": "{chit} is given up for {on}",
}

# -- names ------------------------------------------------------------------------------------------------


def thing(parts: Components, name: str) -> str:
    """A unit, chit, area, bridge, marker or handle by its printed name."""
    if name in parts.counters:
        return parts.counters[name].short
    if name in parts.chit_index:
        return parts.chits[parts.chit_index[name]].name
    zones = next(("/".join(map(str, row.zones)) for row in parts.markers if row.id == name), "")
    if zones:
        return f"the Zone {zones} reserve marker"
    a, _, b = name.partition("-")
    if a in parts.area_index and b in parts.area_index:
        return f"{parts.area_name(a)} / {parts.area_name(b)}"
    return f"block {name}" if name[:1] == "b" and name[1:].isdecimal() else place(parts, name)


def place(parts: Components, name: str) -> str:
    """An area or a box."""
    return parts.area_name(name) if name in parts.area_index else _BOXES.get(name, name)


_JOINED = {"reserve": " with ", "rebuild": " in "}
"""How the two things a chit is used on hang together, where they are not of one kind."""


def _all(parts: Components, use: str, names: tuple[str, ...]) -> str:
    return _JOINED.get(use, " and ").join(thing(parts, name) for name in names)


# -- orders -----------------------------------------------------------------------------------------------


def order(parts: Components, action: Action) -> str | None:
    """An order of these chapters in words; None for one of another chapter."""
    match action:
        case admin.Play(chit=chit, use=use, on=on):
            return _USES[use].format(chit=thing(parts, chit), on=_all(parts, use, on))
        case retreat.Retreat(unit=unit, area=area):
            return f"{thing(parts, unit)} retreats to {place(parts, area)}"
        case retreat.Disband(unit=unit):
            return f"Give up {thing(parts, unit)}, which has nowhere to go"
        case heydte.Jump(area=area):
            return f"Von der Heydte jumps over {place(parts, area)}"
        case air.AirSupply(chit=chit, area=area):
            return f"{thing(parts, chit)} supplies {place(parts, area)}"
    return _in_battle(parts, action) or _of_box(parts, action) or _ending(action)


def _in_battle(parts: Components, action: Action) -> str | None:  # noqa: C901  one line a kind of order
    match action:
        case combat.Fight(area=area, chit=chit):
            return f"Fight in {place(parts, area)}" + (f", paid by {thing(parts, chit)}" if chit else "")
        case response.Reinforce(unit=unit, chit=chit):
            return f"{thing(parts, unit)} joins the battle, by {thing(parts, chit)}"
        case response.Withdraw(chit=chit):
            return f"Retreat before combat, by {thing(parts, chit)}"
        case support.Assign(chit=chit):
            return f"Assign {thing(parts, chit)}"
        case points.Lead(piece=piece):
            return f"{thing(parts, piece)} leads"
        case flight.Fly(how=how):
            return f"Use the air mission {'as artillery' if how == 'artillery' else 'to support a unit'}"
        case flight.Aid(unit=unit):
            return f"Support {thing(parts, unit)} from the air"
        case flight.Breach(chit=chit):
            return f"{thing(parts, chit)} removes the field works"
        case hits.Lose(piece=piece):
            return f"{thing(parts, piece)} suffers a loss"
        case hits.Absorb(how=how):
            return _HOW.get(how, how)
        case aftermath.Exploit(unit=unit):
            return f"{thing(parts, unit)} tries to exploit"
    return None


def _of_box(parts: Components, action: Action) -> str | None:
    match action:
        case cups.Retrieve(chit=chit):
            return f"Take {thing(parts, chit)} back at once"
        case cups.GiveUp(chit=chit):
            return f"Lose {thing(parts, chit)}"
        case cups.Draw(chit=chit):
            return f"Draw {thing(parts, chit)}"
    return None


_ENDINGS: Final[dict[type[Action], str]] = {
    admin.EndAdmin: "Play nothing more",
    combat.EndCombat: "End the combats",
    response.Await: "Use no Special Action",
    support.EndAssigning: "Assign nothing more",
    flight.Refrain: "Let the engineers fire",
    aftermath.Decline: "Exploit no further",
    cups.KeepBox: "Take nothing back",
    air.NoAirSupply: "Supply nothing from the air",
}


def _ending(action: Action) -> str | None:
    return _ENDINGS.get(type(action))


# -- facts ------------------------------------------------------------------------------------------------


def fact(parts: Components, event: Event) -> str | None:
    """A fact of these chapters in words; None for one of another chapter."""
    match event:
        case MarkerSet(kind=kind, at=at) if kind in _MARKERS:
            return _MARKERS[kind][0].format(at=thing(parts, at))
        case MarkerCleared(kind=kind, at=at) if kind in _MARKERS:
            return _MARKERS[kind][1].format(at=thing(parts, at))
        case Retreated(piece=piece, path=path):
            return f"{thing(parts, piece)} retreats from {place(parts, path[0])} to {place(parts, path[-1])}"
        case Drew(chit=chit):
            return f"{thing(parts, chit)} is drawn"
        case Placed(piece=piece, at=at) if piece in parts.chit_index:
            return f"{thing(parts, piece)} goes to {place(parts, at)}"
        case Removed(piece=piece, at=at) if piece in parts.chit_index:
            return f"{thing(parts, piece)} is eliminated in {place(parts, at)}"
        case Rolled():
            return _rolled(parts, event)
    return None


_CHECKS: Final = {"exploitation of": "Exploitation check of", "ruse against": "Ruse against", "blowing": "Blowing"}


def _rolled(parts: Components, event: Rolled) -> str:
    """A throw: what for, the faces, what came of it."""
    faces, what = " ".join(map(str, event.faces)), event.what
    where = f" in {place(parts, event.at)}" if event.at else ""
    for words, spoken in _CHECKS.items():
        if what.startswith(words + " "):
            return f"{spoken} {thing(parts, what[len(words) + 1 :])}: {faces}, {event.result}"
    head, _, last = what.rpartition(" ")
    what = f"{head} {thing(parts, last)}" if last in parts.chit_index else what
    return f"{what[0].upper()}{what[1:]}{where}: {faces}, {event.result}"
