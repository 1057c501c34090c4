"""11.4, 26.9, 34.3 What is assigned to the planned battles before the first is fought: artillery, air, blitz.

One assignment an answer; nothing is taken back (11.4.3). Does not cover support to the defence (support).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Refusal, Sum
from bulge_widget.core.event import Event, MarkerSet
from bulge_widget.rulebooks.botb import battle, crt, fireline, odds
from bulge_widget.rulebooks.botb.components import GERMAN, SIDES, Components
from bulge_widget.rulebooks.botb.odds import Fight
from bulge_widget.rulebooks.botb.state import HURRIED, ISOLATED, State, Step, advanced, done_on, swap

__all__ = ["Assets", "Blitz", "Ready", "Strike", "Support", "air_left", "silent_refusal"]

SURPRISE_TURN = 1
SPOTTED = "fa-333"
REACHED = "us-fa-333"


class Assets(Step, frozen=True, gc=False):
    """11.4.3 Support and declarations for all battles of the phase."""

    side: int
    fights: tuple[Fight, ...]


class Support(Action, frozen=True, gc=False):
    """Let an artillery corps support the battle at a hex, or the units in it."""

    unit: str
    hex: str


class Strike(Action, frozen=True, gc=False):
    """Send an air unit in close support to the attack on a hex."""

    hex: str


class Blitz(Action, frozen=True, gc=False):
    """Declare the attack on a hex a blitzkrieg attack."""

    hex: str


class Ready(Action, frozen=True, gc=False):
    """All is assigned: go on."""


_READY = Ready()

# -- questions ----------------------------------------------------------------------------------------


def fight_at(step: Assets, where: int | None) -> Fight | None:
    """The battle in which a hex is attacked, or None."""
    return next((fight for fight in step.fights if where in fight.hexes), None)


def silent_refusal(parts: Components, state: State, unit: int) -> Refusal | None:
    """25.6, R44 Why artillery corps are silent on the first turn; one may fire once Germans came beside it."""
    if not advanced(state) or state.turn != SURPRISE_TURN:
        return None
    if parts.unit_ids[unit] == REACHED and done_on(state, SPOTTED) is not None:
        return None
    return Refusal("gun_surprised", "25.6", {"unit": parts.unit_ids[unit]})


def air_left(parts: Components, state: State, side: int) -> int:
    """26.2, 26.6, 28.6 The air units of a side that have flown no mission this turn."""
    if not advanced(state):
        return 0
    row = parts.weather[state.turn - 1]
    if side == GERMAN:
        return row.german_air - state.attack_air[GERMAN]
    there = row.allied_air_fifteenth if state.fifteenth == "launched" else row.allied_air
    return there - state.attack_air[side]


def support_refusal(parts: Components, state: State, step: Assets, action: Support) -> Refusal | None:
    """11.4.1, 11.4.2, 11.4.3 Why a corps may not support a battle."""
    facts: dict[str, str | int] = {"unit": action.unit, "hex": action.hex}
    unit, fight = parts.unit_index.get(action.unit), fight_at(step, parts.hex_index.get(action.hex))
    if unit is None or parts.side[unit] != step.side:
        return Refusal("not_yours", "11.3", facts)
    if fight is None:
        return Refusal("no_battle", "11.1", facts)
    if any(unit in other.guns for other in step.fights):
        return Refusal("fires_already", "11.4.3", facts)
    return (
        fireline.gun_refusal(parts, state, unit, ISOLATED | HURRIED)
        or silent_refusal(parts, state, unit)
        or fireline.target_refusal(parts, state, unit, fight.hexes)
        or literal_refusal(parts, state, unit, fight)
        or fireline.nation_refusal(parts, unit, fight.attackers)
    )


def literal_refusal(parts: Components, state: State, unit: int, fight: Fight) -> Refusal | None:
    """11.8, R61 By the literal reading a cliff may bar no line to any hex of the battle, those of the attackers too."""
    if not state.choices.fire_line_to_all or odds.sees_all(parts, state, fight, unit):
        return None
    return Refusal("line_to_all_blocked", "11.8", {"unit": parts.unit_ids[unit]})


def strike_refusal(parts: Components, state: State, step: Assets, action: Strike) -> Refusal | None:
    """26.2, 26.9.1, 26.9.3, 26.9.4 Why no air unit may join an attack."""
    facts: dict[str, str | int] = {"hex": action.hex}
    fight = fight_at(step, parts.hex_index.get(action.hex))
    if fight is None:
        return Refusal("no_battle", "26.9.2", facts)
    if fight.air:
        return Refusal("air_there", "26.9.4", facts)
    if air_left(parts, state, step.side) <= 0:
        return Refusal("no_air", "26.2", {"turn": state.turn})
    if step.side == GERMAN and any(h in state.covered for h in fight.hexes):
        return Refusal("air_covered", "26.9.3", facts)
    return None


def blitz_refusal(parts: Components, state: State, step: Assets, action: Blitz) -> Refusal | None:
    """34.1, 34.2 Why an attack may not be a blitzkrieg attack."""
    facts: dict[str, str | int] = {"hex": action.hex}
    fight = fight_at(step, parts.hex_index.get(action.hex))
    if fight is None:
        return Refusal("no_battle", "34.3", facts)
    if step.side != GERMAN or not advanced(state):
        return Refusal("no_blitz", "34.1", facts)
    if fight.blitz:
        return Refusal("blitz_already", "34.3", facts)
    if fight.again:
        return Refusal("blitz_refought", "34.2", facts)
    return blitz_strength_refusal(parts, state, fight, facts)


def blitz_strength_refusal(
    parts: Components, state: State, fight: Fight, facts: dict[str, str | int]
) -> Refusal | None:
    """34.1, 34.1.1, 34.1.2 Why an attack is too weak, or too little mechanized, for a blitzkrieg attack."""
    ratio = odds.ratio(parts, state, fight)
    if not crt.at_least(ratio, "2-1"):
        return Refusal("blitz_ratio", "34.1", facts | {"ratio": ratio})
    mechanized = sum(parts.mech[unit] for unit in fight.attackers)
    if 2 * mechanized < len(fight.attackers):
        return Refusal("blitz_mechanized", "34.1.1", facts | {"mechanized": mechanized})
    own = sum(odds.attack_of(parts, state, fight, u) for u in fight.attackers if parts.group[u] != "artillery")
    defence = odds.strengths(parts, state, fight)[1]
    if own < 2 * defence:
        return Refusal("blitz_artillery", "34.1.2", facts | {"own": own, "needed": 2 * defence})
    return None


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """11.4, 26.9, 34.0 The rule that forbids an assignment."""
    assert isinstance(step, Assets)  # noqa: S101
    match action:
        case Ready():
            return None
        case Support():
            return support_refusal(parts, state, step, action)
        case Strike():
            return strike_refusal(parts, state, step, action)
        case Blitz():
            return blitz_refusal(parts, state, step, action)
    return Refusal("not_asked", "11.4.3", {"wanted": "support for a battle, or that all is ready"})


# -- options ------------------------------------------------------------------------------------------


def guns(parts: Components, state: State, step: Assets) -> dict[int, list[Action]]:
    """11.4.1 What each corps may support."""
    found: dict[int, list[Action]] = {}
    for unit in parts.roster[step.side]:
        if parts.corps[unit]:
            name = parts.unit_ids[unit]
            listed = [Support(name, parts.hex_ids[fight.hexes[0]]) for fight in step.fights]
            found[unit] = [a for a in listed if support_refusal(parts, state, step, a) is None]
    return {unit: actions for unit, actions in found.items() if actions}


def declared(parts: Components, state: State, step: Assets) -> list[Action]:
    """26.9, 34.3 The strikes and blitzkrieg attacks that may still be ordered."""
    names = [parts.hex_ids[fight.hexes[0]] for fight in step.fights]
    actions: list[Action] = [kind(name) for name in names for kind in (Strike, Blitz)]
    return [action for action in actions if why_not(parts, state, step, action) is None]


def decision(parts: Components, state: State, step: Step) -> Decision:
    """11.4.3 Ask for the next assignment."""
    assert isinstance(step, Assets)  # noqa: S101
    groups = guns(parts, state, step)
    keys: list[Key] = [*(parts.unit_ids[unit] for unit in groups), None]
    options = Options(keys, lambda key: _of(parts, state, step, groups, key))
    left = air_left(parts, state, step.side)
    air = f"; air units left: {left}" if left > 0 else ""
    return Decision(SIDES[step.side], "11.4.3", f"Support the planned battles, or begin them{air}", options)


def _of(parts: Components, state: State, step: Assets, groups: dict[int, list[Action]], key: Key) -> Sequence[Action]:
    if key is None:
        return (*declared(parts, state, step), _READY)
    return groups[parts.unit_index[key]]


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """A battle by its first hex."""
    del state
    assert isinstance(step, Assets)  # noqa: S101
    if isinstance(action, Support | Strike | Blitz):
        fight = fight_at(step, parts.hex_index.get(action.hex))
        if fight is not None:
            return msgspec.structs.replace(action, hex=parts.hex_ids[fight.hexes[0]])
    return action


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """17.1.1 The strengths of the battle with this assignment."""
    assert isinstance(step, Assets)  # noqa: S101
    if not isinstance(action, Support | Strike | Blitz):
        return Sum("nothing to explain", ())
    fight = fight_at(step, parts.hex_index.get(action.hex))
    if fight is None:
        return Sum("no battle", ())
    return odds.ratio_sum(parts, state, _with(parts, fight, action))


def candidates(parts: Components, state: State, step: Step) -> Iterable[Action]:
    """For tests: every unit and every order for every hex under attack, and for one that is not."""
    del state
    assert isinstance(step, Assets)  # noqa: S101
    names = [*(parts.hex_ids[h] for fight in step.fights for h in fight.hexes), parts.hex_ids[0]]
    units = [name for name in parts.unit_ids if parts.corps[parts.unit_index[name]]] + [parts.unit_ids[0]]
    found: list[Action] = [_READY, *(kind(name) for name in names for kind in (Strike, Blitz))]
    return [*found, *(Support(unit, name) for unit in units for name in names)]


# -- effects ------------------------------------------------------------------------------------------


def _with(parts: Components, fight: Fight, action: Action) -> Fight:
    """A battle with one more assignment."""
    match action:
        case Support():
            unit = parts.unit_index.get(action.unit)
            return fight if unit is None else msgspec.structs.replace(fight, guns=tuple(sorted({*fight.guns, unit})))
        case Strike():
            return msgspec.structs.replace(fight, air=True)
        case Blitz():
            return msgspec.structs.replace(fight, blitz=True)
    return fight


def flown(state: State, side: int, count: int = 1) -> State:
    """26.6 Note that air units of a side have a mission this turn."""
    used = list(state.attack_air)
    used[side] += count
    return msgspec.structs.replace(state, attack_air=(used[0], used[1]))


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """11.4.3 Go on by itself where nothing can be assigned."""
    assert isinstance(step, Assets)  # noqa: S101
    if declared(parts, state, step) or guns(parts, state, step):
        return None
    return apply(parts, state, step, _READY)


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """11.4.4, 26.9.3, 34.3 Note the assignment, or begin the battles."""
    assert isinstance(step, Assets)  # noqa: S101
    if isinstance(action, Ready):
        return swap(state, battle.Resolving(step.side, step.fights)), ()
    assert isinstance(action, Support | Strike | Blitz)  # noqa: S101
    old = fight_at(step, parts.hex_index[action.hex])
    assert old is not None  # noqa: S101
    fights = tuple(_with(parts, fight, action) if fight == old else fight for fight in step.fights)
    state = swap(state, msgspec.structs.replace(step, fights=fights))
    if isinstance(action, Strike):
        state = flown(state, step.side)
    kind = {Support: "support-fire", Strike: "air-strike", Blitz: "blitz"}[type(action)]
    rule = {Support: "11.4.4", Strike: "26.9.3", Blitz: "34.3"}[type(action)]
    return state, (MarkerSet(rule, kind, action.hex),)


STEPS = (Assets,)
ACTIONS = (Support, Strike, Blitz, Ready)
