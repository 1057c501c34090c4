"""6.22, 6.23, 6.3, 16.12, 16.23 Which assets and events each party may assign to a battle.

Assets are assigned one by one; none is taken back. Does not cover how they fire (fire) nor the use of an air
mission (flight).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Final

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Part, Refusal, Sum
from bulge_widget.rulebooks.fab import battle, heydte, supply, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER
from bulge_widget.rulebooks.fab.components import ALLIED, GERMAN, Components, bits, mask_of
from bulge_widget.rulebooks.fab.control import Told, send
from bulge_widget.rulebooks.fab.once import once
from bulge_widget.rulebooks.fab.state import AVAILABLE, COMBAT, State, Step, pop
from bulge_widget.rulebooks.fab.troops import AMERICAN
from bulge_widget.rulebooks.fab.troops import US_RESERVE as RESERVE

__all__ = ["ACTIONS", "STEPS", "Assign", "Assigning", "EndAssigning"]

RULE: Final = {ATTACKER: "6.22", DEFENDER: "6.23"}
ARTILLERY_LIMIT: Final = {ATTACKER: 2, DEFENDER: 1}  # 6.22, 6.23


class Assigning(Step, frozen=True, gc=False):
    """6.22, 6.23 A party assigns assets from its Available Box."""

    role: int


class Assign(Action, frozen=True, gc=False):
    """Assign an asset or an air mission to the battle."""

    chit: str


class EndAssigning(Action, frozen=True, gc=False):
    """Assign nothing more."""


STEPS: tuple[type[Step], ...] = (Assigning,)
ACTIONS: tuple[type[Action], ...] = (Assign, EndAssigning)


END: Final = EndAssigning()

# -- who may be helped by whom --------------------------------------------------------------------------


class Terms(msgspec.Struct, frozen=True, gc=False):
    """What decides about every chit of a party at once."""

    area: str
    groups: frozenset[str]
    """13.2 Echelons of the party's units, blank for units that nobody may help (R63)."""
    lone: bool
    """4.35, 16.21 Whether it is the defender and has only an asset."""
    roadblock: bool
    """16.23 Whether only an asset defends, whoever's terms these are."""
    pooled: bool
    """14.62b Whether American assets are pooled here."""
    guns: tuple[int, ...]
    """Artillery that is assigned already."""
    helpers: frozenset[str]
    """15.2b The echelons whose assets may be assigned now."""
    unserved: Refusal | None
    """9.34a Why nothing but an air mission may be assigned."""

    @property
    def mixed(self) -> bool:
        """6.22, 14.62b Whether units of different Higher Echelons fight together without pooled assets."""
        return len(self.groups) > 1 and not self.pooled


@once
def terms(parts: Components, state: State, role: int) -> Terms:
    """6.22, 6.23, 14.62b The terms of a party now."""
    side, area = battle.side(state, role), battle.current(state).area
    found = groups(parts, state, role)
    pooled = side == ALLIED and found <= AMERICAN and bool(state.pooled >> parts.area_index[area] & 1)
    roadblock = not battle.fighting(parts, state, DEFENDER)
    lone = role == DEFENDER and roadblock
    guns = troops.assigned(parts, state, side, "artillery")
    helpers = helping(parts, state, role, found, pooled)
    return Terms(area, found, lone, roadblock, pooled, guns, helpers, supply_refusal(parts, state, role))


def groups(parts: Components, state: State, role: int) -> frozenset[str]:
    """13.2, 15.1c, 15.2a, R63 The echelons of a party's units; US reserve joins whoever is beside it, blank is none."""
    units = bits(battle.fighting(parts, state, role))
    found = {troops.group_of(parts, state, unit) for unit in units}
    if not units:
        found = {RESERVE} if battle.side(state, role) == ALLIED else lone_group(parts, state)
    return frozenset(found - {RESERVE} if found & AMERICAN - {RESERVE} else found)


def lone_group(parts: Components, state: State) -> set[str]:
    """4.35, 16.1 The army of a German engineer that alone holds an area of its zone; nobody helps another asset."""
    area = parts.area_index[battle.current(state).area]
    army = troops.ARMY_OF[parts.zone[area]]
    alone = troops.holders(parts, state, area, GERMAN)
    return {army} if any(parts.kind[c] == "engineer" and parts.chits[c].command == army for c in alone) else {""}


def helping(parts: Components, state: State, role: int, found: frozenset[str], pooled: bool) -> frozenset[str]:
    """6.22, 15.2b, 14.62b, R33 The echelons whose assets may be assigned now to units of some."""
    if pooled:
        return AMERICAN
    if RESERVE in found:  # with no American army beside it, but maybe the British
        used = used_armies(parts, state, role)
        return found | (used or AMERICAN)
    allowed = found - {""}
    return allowed | {RESERVE} if allowed & AMERICAN and len(found) == 1 else allowed


def used_armies(parts: Components, state: State, role: int) -> frozenset[str]:
    """15.2b The American army that already helps a battle of the strategic reserve, by an asset or an event."""
    own = battle.side(state, role)
    called = map(parts.chit_index.__getitem__, battle.current(state).called)
    sent = (*troops.assigned(parts, state, own, "artillery"), *troops.assigned(parts, state, own, "battle"), *called)
    armies = (parts.chits[chit].command for chit in sent if RESERVE not in troops.commands(parts, chit))
    return AMERICAN.intersection(armies)


def artillery_limit(role: int, now: Terms) -> int:
    """6.22, 6.23, 16.23, 4.35 How many artillery assets may be assigned in all."""
    if now.lone:
        return 1
    if now.mixed:
        return len(now.groups - {""}) if role == ATTACKER else 1
    return ARTILLERY_LIMIT[role] + (1 if now.groups <= AMERICAN and not now.roadblock else 0)


# -- questions ----------------------------------------------------------------------------------------


def supply_refusal(parts: Components, state: State, role: int) -> Refusal | None:
    """6.22, 6.23, 9.34 Forces that are or would be out of supply get no assets."""
    name, side = battle.current(state).area, battle.side(state, role)
    area = parts.area_index[name]
    if unserved := state.who[area] & parts.army[side] & ~troops.served(state):
        return Refusal("unsupplied", "9.34a", {"unit": parts.unit_ids[bits(unserved)[0]], "area": name})
    if not supply.traces(parts, state, side) >> area & 1:
        return Refusal("no_supply_path", RULE[role], {"area": name})
    return None


def assign_refusal(parts: Components, state: State, step: Assigning, action: Assign) -> Refusal | None:
    """6.22, 6.23 Why a chit may not be assigned."""
    chit = parts.chit_index.get(action.chit)
    facts: dict[str, str | int] = {"chit": action.chit, "area": battle.current(state).area}
    if chit is None or parts.chit_side[chit] != battle.side(state, step.role):
        return Refusal("not_your_chit", RULE[step.role], facts)
    if state.boxes[chit] != AVAILABLE:
        return Refusal("not_available", RULE[step.role], facts)
    if not troops.role_of(parts, chit):
        return Refusal("no_combat_asset", "6.3", facts)
    return chit_refusal(parts, state, step.role, terms(parts, state, step.role), chit)


def chit_refusal(parts: Components, state: State, role: int, now: Terms, chit: int) -> Refusal | None:
    """6.22, 6.23 Why a chit at hand that is of use in combat may not be assigned."""
    kind = troops.role_of(parts, chit)
    if kind == "air":
        return air_refusal(parts, state, role, now, chit)
    own = artillery_refusal if kind == "artillery" else battle_refusal
    return now.unserved or echelon_refusal(parts, role, now, chit) or own(parts, state, role, now, chit)


def echelon_refusal(parts: Components, role: int, now: Terms, chit: int) -> Refusal | None:
    """6.22, 6.23, 16.1, R63 An asset helps only its own echelon, a German one only in its army's zone."""
    if troops.commands(parts, chit) & now.helpers:
        return None
    zone, name = parts.zone[parts.area_index[now.area]], parts.chit_ids[chit]
    if parts.chit_side[chit] == GERMAN and parts.chits[chit].command != troops.ARMY_OF[zone]:
        return Refusal("outside_zone", "16.1", {"chit": name, "area": now.area, "zone": zone})
    return Refusal("other_echelon", RULE[role], {"chit": name, "area": now.area})


def artillery_refusal(parts: Components, state: State, role: int, now: Terms, chit: int) -> Refusal | None:
    """6.22, 6.31, 16.11, 16.12, 16.23, R33 How many artillery assets, and which together."""
    german, limit = parts.chit_side[chit] == GERMAN, artillery_limit(role, now)
    facts: dict[str, str | int] = {"chit": parts.chit_ids[chit], "limit": limit}
    if now.lone and heydte.zone(parts, state) == parts.area_index[now.area]:
        return Refusal("no_guns_for_heydte", "16.11", facts)
    if len(now.guns) >= limit:
        return Refusal("artillery_limit", RULE[role] if german else "16.23", facts)
    if now.mixed and any(parts.chits[other].command == parts.chits[chit].command for other in now.guns):
        return Refusal("one_of_each", RULE[role], facts)
    if german and any(parts.kind[other] == parts.kind[chit] for other in now.guns):
        return Refusal("guns_and_rockets", "16.12", facts)
    return None


def battle_refusal(parts: Components, state: State, role: int, now: Terms, chit: int) -> Refusal | None:
    """6.22, 6.23, 4.35 Battle assets help only units of one echelon."""
    del state
    facts: dict[str, str | int] = {"chit": parts.chit_ids[chit], "area": now.area}
    if now.lone:
        return Refusal("lone_asset", "4.35", facts)
    return Refusal("mixed_echelons", RULE[role], facts) if now.mixed or "" in now.groups else None


def air_refusal(parts: Components, state: State, role: int, now: Terms, chit: int) -> Refusal | None:
    """17.21, 4.35 One air mission a battle, where American units fight; supply and mixed echelons do not matter."""
    facts: dict[str, str | int] = {"chit": parts.chit_ids[chit], "area": now.area}
    if troops.assigned(parts, state, battle.side(state, role), "air"):
        return Refusal("one_event", "17.21", facts)
    if now.lone:
        return Refusal("lone_asset", "4.35", facts)
    units = battle.units(parts, state, role)
    if not any(parts.command[parts.unit_index[unit]] in AMERICAN for unit in units):
        return Refusal("no_american", "17.2", facts)
    return None


def why_not(parts: Components, state: State, step: Assigning, action: Action) -> Refusal | None:
    """6.22, 6.23 Why an answer is not legal."""
    if isinstance(action, Assign):
        return assign_refusal(parts, state, step, action)
    if isinstance(action, EndAssigning):
        return None
    return Refusal("not_asked", RULE[step.role], {"wanted": "an asset, or no more"})


# -- options ------------------------------------------------------------------------------------------


@once
def listed(parts: Components, state: State, step: Assigning) -> tuple[str, ...]:
    """6.22, 6.23 The chits that may be assigned next."""
    own = troops.lying_in(parts, state, battle.side(state, step.role), AVAILABLE) & of_use(parts)
    able = assignable(parts, state, step.role, own) if own else 0
    return tuple(map(parts.chit_ids.__getitem__, bits(able)))


def assignable(parts: Components, state: State, role: int, own: int) -> int:
    """6.22, 6.23 Set of those of some chits at hand that may be assigned; of those judged alike one is judged."""
    now, able = terms(parts, state, role), 0
    helpers = frozenset() if now.unserved else now.helpers
    for first, sort in in_question(parts, battle.side(state, role), helpers):
        if own & sort and chit_refusal(parts, state, role, now, first) is None:
            able |= own & sort
    return able


@functools.lru_cache(maxsize=8)
def of_use(parts: Components) -> int:
    """6.3 Set of the chits that are of use in combat."""
    return mask_of(chit for chit, role in enumerate(troops.roles(parts)) if role)


@functools.lru_cache(maxsize=64)
def in_question(parts: Components, side: int, helpers: frozenset[str]) -> tuple[tuple[int, int], ...]:
    """6.22, 17.21 The sorts of a side's assets of some echelons, and of air missions: see `echelon_refusal`."""
    roles, own = troops.roles(parts), parts.own_chits[side]
    chits = [chit for chit in own if roles[chit] == "air" or (roles[chit] and parts.commands[chit] & helpers)]
    return troops.sorted_out(chits, _like(parts))


@functools.lru_cache(maxsize=8)
def _like(parts: Components) -> tuple[int, ...]:
    """6.22, 6.23 By chit: the first of its role, side and echelons; of artillery also of its kind (16.12)."""
    roles = troops.roles(parts)
    kinds = [kind if role == "artillery" else role for kind, role in zip(parts.kind, roles, strict=True)]
    judged = list(zip(kinds, parts.chit_side, parts.commands, [chit.command for chit in parts.chits], strict=True))
    return tuple(map(judged.index, judged))


def decision(parts: Components, state: State, step: Assigning) -> Decision:
    """6.22, 6.23 Ask a party for its next asset."""
    keys: list[Key] = [*listed(parts, state, step), None]
    options = Options(keys, lambda key: (Assign(key),) if key else (END,))
    who = "attack" if step.role == ATTACKER else "defence"
    area = parts.area_name(battle.current(state).area)
    return Decision(battle.seat(state, step.role), RULE[step.role], f"Assign assets to the {who} of {area}", options)


def explain(parts: Components, state: State, step: Assigning, action: Action) -> Sum:
    """6.31 How many artillery assets are in the battle already."""
    del action
    sent = troops.assigned(parts, state, battle.side(state, step.role), "artillery")
    return Sum("artillery assets", tuple(Part(parts.chits[chit].name, 1, RULE[step.role]) for chit in sent))


def candidates(parts: Components, state: State, step: Assigning) -> Iterable[Action]:
    """For tests: every chit there is."""
    del state, step
    return [*map(Assign, parts.chit_ids), END]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Assigning) -> Told | None:
    """6.22, 6.23 Go on when there is nothing to assign."""
    return None if listed(parts, state, step) else (pop(state), ())


def apply(parts: Components, state: State, step: Assigning, action: Action) -> Told:
    """6.22, 6.23 Put the chit into the battle."""
    if not isinstance(action, Assign):
        return pop(state), ()
    return send(parts, state, parts.chit_index[action.chit], COMBAT, RULE[step.role])
