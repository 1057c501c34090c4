"""6.4 Hits: how each party takes them, in the order of 6.41 and 6.42, loss by loss (6.43).

Does not cover where retreating units go (retreat) nor what follows from hits that nobody is left to take.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from bulge_widget.core.decision import Action, Decision, Key, Options, Part, Refusal, Sum
from bulge_widget.core.event import Answered, Event, MarkerCleared
from bulge_widget.rulebooks.fab import battle, retreat, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.control import Told, lose, send, set_status
from bulge_widget.rulebooks.fab.state import (
    DISORDERED,
    GONE,
    RECOVERING,
    State,
    Step,
    mark_side,
    pop,
    swap,
)

__all__ = ["ACTIONS", "STEPS", "Absorb", "Hits", "Lose", "capacity", "disorder", "inflict"]

CHOICES = ("disorder", "retreat", "abort", "stand")
RULE = {ATTACKER: "6.41", DEFENDER: "6.42"}


class Hits(Step, frozen=True, gc=False):
    """6.41, 6.42 A party takes so many hits of one fire."""

    role: int
    kind: str
    count: int
    must: bool
    """6.41a Whether the mandatory loss is still due."""
    ask: bool
    """6.41b, 6.42b, 6.42c Whether hits can still be absorbed by choice."""


class Lose(Action, frozen=True, gc=False):
    """Let a unit lose a step, or give up an asset."""

    piece: str


class Absorb(Action, frozen=True, gc=False):
    """Take hits without loss: "disorder", "retreat" or "abort"; or "stand" and take them as losses."""

    how: str


STEPS: tuple[type[Step], ...] = (Hits,)
ACTIONS: tuple[type[Action], ...] = (Lose, Absorb)


def inflict(parts: Components, state: State, role: int, kind: str, count: int) -> State:
    """6.25 to 6.28 Let a party take the hits of one fire."""
    del parts
    step = Hits(role, kind, count, must=role == ATTACKER, ask=True)
    return msgspec.structs.replace(state, stack=(*state.stack, step))


# -- questions ----------------------------------------------------------------------------------------


def capacity(parts: Components, state: State, role: int) -> int:
    """6.41, 6.42 How many hits a party can take and absorb at the most."""
    losses = sum(troops.steps(parts, state, piece) for piece in battle.targets(parts, state, role))
    area = parts.area_index[battle.current(state).area]
    works = troops.has_works(state, area, battle.side(state, role))
    return losses + (1 + works if role == DEFENDER else 0)


def choice(parts: Components, state: State, step: Hits) -> str:
    """6.41b, 6.42b, 6.42c The way to absorb hits that may be chosen now; blank if there is none."""
    if not step.ask or step.must or is_doom(parts, state, step):
        return ""
    how = "abort" if step.role == ATTACKER else "disorder" if step.kind == "artillery" else "retreat"
    return "" if choice_refusal(parts, state, step, how) else how


def is_doom(parts: Components, state: State, step: Hits) -> bool:
    """6.42, 18.7 Whether a defender is lost with or without absorbing a hit, and the attacker wins the same by it."""
    losses = sum(troops.steps(parts, state, piece) for piece in battle.targets(parts, state, DEFENDER))
    if step.role == ATTACKER or step.count - 1 < losses:
        return False
    if step.kind == "artillery":
        return True
    overrun = state.choices.overrunning_artillery and bool(battle.assets(parts, state, DEFENDER, "artillery"))
    return not overrun and not (step.count - 1 == losses and may_exploit(parts, state))


def may_exploit(parts: Components, state: State) -> bool:
    """6.8 Whether a hit to spare would let somebody exploit."""
    barred = battle.current(state).assault or battle.is_breakthrough(state)
    return not barred and any(troops.is_armor(parts, unit) for unit in battle.attackers(parts, state))


def choice_refusal(parts: Components, state: State, step: Hits, how: str) -> Refusal | None:
    """6.41b, 6.42b, 6.42c Why hits may not be absorbed in a way."""
    if how == "abort":
        return abort_refusal(parts, state, step)
    if step.role == ATTACKER or (how == "disorder") != (step.kind == "artillery"):
        return Refusal("other_choice", RULE[step.role], {"how": how})
    if how == "disorder":
        return disorder_refusal(parts, state)
    return retreat_refusal(parts, state)


def abort_refusal(parts: Components, state: State, step: Hits) -> Refusal | None:
    """6.41b Only the attacker breaks off; after a river assault his units need a way back."""
    if step.role != ATTACKER:
        return Refusal("other_choice", "6.42", {"how": "abort"})
    if step.must:
        return Refusal("loss_first", "6.41a")
    this = battle.current(state)
    if not battle.attackers(parts, state):
        return Refusal("no_units", "6.41b", {"area": this.area})
    for unit in battle.attackers(parts, state) if this.assault else ():
        if not retreat.ways_back(parts, state, unit, retreat.across(parts, state, unit)):
            return Refusal("no_way_back", "6.41b", {"unit": unit, "area": this.area})
    return None


def disorder_refusal(parts: Components, state: State) -> Refusal | None:
    """6.42b A hit of artillery is absorbed by disorder while a unit is not disordered."""
    area = battle.current(state).area
    units = battle.defenders(parts, state)
    if not units:
        return Refusal("no_units", "6.42b", {"area": area})
    if all(state.status[parts.unit_index[unit]] & DISORDERED for unit in units):
        return Refusal("all_disordered", "6.42b", {"area": area})
    return None


def retreat_refusal(parts: Components, state: State) -> Refusal | None:
    """6.42c, 6.6, R53 A hit of ground fire is absorbed by the retreat of all units, once a garrison is gone."""
    area = battle.current(state).area
    units = battle.defenders(parts, state)
    if not units:
        return Refusal("no_units", "6.42c", {"area": area})
    if fixed := fixed_assets(parts, state, DEFENDER):
        return Refusal("garrison_first", "16.21", {"asset": fixed[0], "area": area})
    for unit in units:
        if not retreat.ways_back(parts, state, unit):
            return Refusal("no_way_back", "6.6", {"unit": unit, "area": area})
    return None


def fixed_assets(parts: Components, state: State, role: int) -> tuple[str, ...]:
    """16.21, 16.22 Garrisons and task forces of a party."""
    assets = battle.assets(parts, state, role, "battle")
    return tuple(asset for asset in assets if parts.kind[parts.chit_index[asset]] in troops.FIXED)


def losers(parts: Components, state: State, step: Hits) -> tuple[str, ...]:
    """6.41a, 6.43, R53 Who may suffer the next loss."""
    units = battle.units(parts, state, step.role)
    assets = battle.assets(parts, state, step.role, "battle")
    point = battle.current(state).points[step.role]
    if step.must:
        return (*((point,) if point in units else units), *assets)
    if fixed := units and step.role == DEFENDER and step.kind == "ground" and fixed_assets(parts, state, DEFENDER):
        return fixed
    lost = battle.lost(parts, state, step.role)
    if point in units and not lost:
        return (point, *assets)
    spared = tuple(unit for unit in units if unit not in lost)
    return (*spared, *assets) if spared or assets else units


def loss_refusal(parts: Components, state: State, step: Hits, action: Lose) -> Refusal | None:
    """6.43 Why a piece may not suffer the next loss."""
    facts: dict[str, str | int] = {"piece": action.piece, "area": battle.current(state).area}
    if choice(parts, state, step):
        return Refusal("choose_first", RULE[step.role], {"how": choice(parts, state, step)})
    if action.piece not in battle.targets(parts, state, step.role):
        return Refusal("not_in_battle", "6.43", facts)
    if action.piece in losers(parts, state, step):
        return None
    if step.must:
        return Refusal("point_first", "6.41a", facts)
    if fixed := step.role == DEFENDER and step.kind == "ground" and fixed_assets(parts, state, DEFENDER):
        return Refusal("garrison_first", "16.21", facts | {"asset": fixed[0]})
    return Refusal("each_first" if battle.lost(parts, state, step.role) else "point_first", "6.43", facts)


def why_not(parts: Components, state: State, step: Hits, action: Action) -> Refusal | None:
    """6.41, 6.42 Why hits may not be taken in a way."""
    if isinstance(action, Lose):
        return loss_refusal(parts, state, step, action)
    if not isinstance(action, Absorb):
        return Refusal("not_asked", RULE[step.role], {"wanted": f"how {step.count} hits are taken"})
    if action.how not in CHOICES:
        return Refusal("unknown_choice", RULE[step.role], {"how": action.how, "allowed": " ".join(CHOICES)})
    open_ = choice(parts, state, step)
    if action.how == "stand":
        return None if open_ else Refusal("nothing_to_choose", RULE[step.role])
    if open_ == action.how:
        return None
    refused = choice_refusal(parts, state, step, action.how)
    return refused or Refusal("nothing_to_choose", RULE[step.role])


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Hits) -> Decision:
    """6.41, 6.42 Ask for a way to absorb hits, or who suffers the next loss."""
    area, seat = parts.area_name(battle.current(state).area), battle.seat(state, step.role)
    hits = f"{step.count} hit{'' if step.count == 1 else 's'}"
    if how := choice(parts, state, step):
        options = Options.plain((Absorb(how), Absorb("stand")))
        return Decision(seat, RULE[step.role], f"{hits} to take in {area}: {ASKED[how]}, or stand?", options)
    found = losers(parts, state, step)
    keys: list[Key] = list(found)
    options = Options(keys, lambda key: (Lose(key),) if key else ())
    return Decision(seat, "6.41" if step.must else "6.43", f"{hits} to take in {area}: who suffers a loss?", options)


ASKED = {
    "abort": "break off the attack",
    "disorder": "absorb one by becoming disordered",
    "retreat": "absorb one by a retreat",
}


def explain(parts: Components, state: State, step: Hits, action: Action) -> Sum:
    """6.4 What is left of the hits, or of the unit."""
    if isinstance(action, Lose) and action.piece in battle.targets(parts, state, step.role):
        left = troops.steps(parts, state, action.piece)
        return Sum("steps afterwards", (Part("now", left, "2.3"), Part("loss", -1, RULE[step.role])))
    absorbed = {"abort": step.count, "stand": 0}.get(getattr(action, "how", ""), 1)
    return Sum("hits left", (Part("hits", step.count), Part("absorbed", -absorbed, RULE[step.role])))


def candidates(parts: Components, state: State, step: Hits) -> Iterable[Action]:
    """For tests: every unit and chit, and every way."""
    del state, step
    return [*map(Lose, parts.unit_ids), *map(Lose, parts.chit_ids), *map(Absorb, (*CHOICES, "flee"))]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Hits) -> Told | None:
    """6.41, 6.42, 6.42a Take what leaves no choice, field works first; note what is left over."""
    if not step.count:
        return pop(state), ()
    area = parts.area_index[battle.current(state).area]
    own = battle.side(state, step.role)
    if step.role == DEFENDER and troops.has_works(state, area, own):
        told = MarkerCleared("6.42a", "field-works", parts.area_ids[area])
        return _next(mark_side(state, "works", own, area, on=False), step, count=step.count - 1), (told,)
    targets = battle.targets(parts, state, step.role)
    if not targets:
        return _left_over(state, step)
    if choice(parts, state, step):
        return None
    found = losers(parts, state, step)
    if len(found) > 1:
        return None
    state, events = apply(parts, state, step, Lose(found[0]))
    return state, (Answered("6.43", battle.seat(state, step.role), str(Lose(found[0]))), *events)


def _left_over(state: State, step: Hits) -> Told:
    """6.8 Nobody is left: hits of ground fire count towards an exploitation opportunity."""
    if step.role == DEFENDER and step.kind == "ground":
        state = battle.altered(state, spare=battle.current(state).spare + step.count)
    return pop(state), ()


def _next(state: State, step: Hits, **changes: Any) -> State:
    return swap(state, msgspec.structs.replace(step, **changes))


def apply(parts: Components, state: State, step: Hits, action: Action) -> Told:
    """6.41 to 6.43 Take a loss, or absorb hits."""
    if isinstance(action, Lose):
        return _loss(parts, state, step, action.piece)
    assert isinstance(action, Absorb)  # noqa: S101
    match action.how:
        case "abort":
            return _abort(parts, pop(state))
        case "disorder":
            state = _next(state, step, count=step.count - 1, ask=False)
            return disorder(parts, state, battle.defenders(parts, state), "6.42b")
        case "retreat":
            state = battle.altered(_next(state, step, count=step.count - 1, ask=False), retreating=True)
            return state, ()
    return _next(state, step, ask=False), ()


def _loss(parts: Components, state: State, step: Hits, piece: str) -> Told:
    """6.43 One step of a unit, or an asset; 6.32 which is eliminated."""
    state = _next(state, step, count=step.count - 1, must=False)
    rule = "6.41a" if step.must else "6.43"
    if piece not in parts.unit_index:
        return send(parts, state, parts.chit_index[piece], GONE, "6.32")
    lost = battle.current(state).lost
    state = battle.altered(state, lost=lost if piece in lost else (*lost, piece))
    return lose(parts, state, parts.unit_index[piece], rule)


def disorder(parts: Components, state: State, units: tuple[str, ...], rule: str) -> Told:
    """6.5 Disorder units; one that was recovering has to begin again."""
    events: tuple[Event, ...] = ()
    for unit in units:
        index = parts.unit_index[unit]
        state, cleared = set_status(parts, state, index, RECOVERING, rule, on=False)
        state, told = set_status(parts, state, index, DISORDERED, rule)
        events += cleared + told
    return state, events


def _abort(parts: Components, state: State) -> Told:
    """6.41b The attack is broken off: the units are disordered, and go back over the river they came by."""
    this, units = battle.current(state), battle.attackers(parts, state)
    state = battle.altered(state, stage="close")
    if not this.assault:
        return disorder(parts, state, units, "6.41b")
    return retreat.begin(parts, state, units, this.area, "6.41b", back=True), ()
