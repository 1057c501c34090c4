"""6.24 Point units: both parties name the unit that leads, the defender first; then the blocks are shown.

In a newly contested area the defender's choice is secret until the attacker has chosen.
"""

from __future__ import annotations

from collections.abc import Iterable

from bulge_widget.core.decision import Action, Decision, Key, Options, Part, Refusal, Sum
from bulge_widget.core.event import Answered, Event, MarkerSet
from bulge_widget.rulebooks.fab import battle, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER
from bulge_widget.rulebooks.fab.components import Components, bits
from bulge_widget.rulebooks.fab.control import Told, expose
from bulge_widget.rulebooks.fab.state import State, Step, mark, pop

__all__ = ["ACTIONS", "STEPS", "Lead", "Pointing", "is_secret", "must_ruse", "needed", "ruse_over"]

RUSE = "ge-150bde"  # 18.4
RUSE_DONE = 2  # in `raided`


class Pointing(Step, frozen=True, gc=False):
    """6.24 A party names its point unit; `again` when the first one was eliminated."""

    role: int
    again: bool = False


class Lead(Action, frozen=True, gc=False):
    """Name the point unit."""

    piece: str


STEPS: tuple[type[Step], ...] = (Pointing,)
ACTIONS: tuple[type[Action], ...] = (Lead,)


# -- questions ----------------------------------------------------------------------------------------


def eligible(parts: Components, state: State, step: Pointing) -> tuple[str, ...]:
    """6.24, 8.23, 18.4 Who may lead: a unit, not one that just came to help; an asset where there is no unit."""
    units = battle.units(parts, state, step.role)
    if not units:
        return battle.assets(parts, state, step.role, "battle")
    if RUSE in units and must_ruse(state):
        return (RUSE,)
    joined = battle.current(state).joined if step.role == DEFENDER and not step.again else ()
    return tuple(unit for unit in units if unit not in joined) or units


def must_ruse(state: State) -> bool:
    """18.4 Whether the 150th Brigade still has its first battle before it."""
    return state.choices.panzer_brigade_150 and not state.raided & RUSE_DONE


def ruse_over(state: State) -> State:
    """18.4 The Brigade has had its first battle, and confuses nobody any more."""
    return mark(state, "raided", RUSE_DONE.bit_length() - 1)


def needed(parts: Components, state: State, role: int, point: str) -> bool:
    """6.24 Whether a party has lost its point unit and needs another."""
    present = battle.targets(parts, state, role)
    return point not in present and bool(present)


def is_secret(parts: Components, state: State, step: Pointing) -> bool:
    """6.24 Whether the other side may not yet know the choice."""
    area = parts.area_index[battle.current(state).area]
    return step.role == DEFENDER and not step.again and bool(state.new >> area & 1)


def why_not(parts: Components, state: State, step: Pointing, action: Action) -> Refusal | None:
    """6.24 Why a piece may not lead."""
    if not isinstance(action, Lead):
        return Refusal("not_asked", "6.24", {"wanted": "a point unit"})
    facts: dict[str, str | int] = {"piece": action.piece, "area": battle.current(state).area}
    if action.piece in eligible(parts, state, step):
        return None
    if action.piece not in battle.targets(parts, state, step.role):
        return Refusal("not_in_battle", "6.24", facts)
    if action.piece not in parts.unit_index:
        return Refusal("units_lead", "6.24", facts)
    if RUSE in battle.units(parts, state, step.role) and must_ruse(state):
        return Refusal("ruse_leads", "18.4", facts | {"unit": RUSE})
    return Refusal("came_to_help", "8.23", facts)


# -- options ------------------------------------------------------------------------------------------


def decision(parts: Components, state: State, step: Pointing) -> Decision:
    """6.24 Ask a party who leads."""
    keys: list[Key] = list(eligible(parts, state, step))
    options = Options(keys, lambda key: (Lead(key),) if key else ())
    what = "attack on" if step.role == ATTACKER else "defence of"
    area = parts.area_name(battle.current(state).area)
    return Decision(battle.seat(state, step.role), "6.24", f"Name the point unit of the {what} {area}", options)


def explain(parts: Components, state: State, step: Pointing, action: Action) -> Sum:
    """6.24 How strong the unit is that would lead."""
    if not isinstance(action, Lead) or action.piece not in battle.targets(parts, state, step.role):
        return Sum("steps", ())
    return Sum("steps", (Part(troops.name(parts, action.piece), troops.steps(parts, state, action.piece), "2.3"),))


def candidates(parts: Components, state: State, step: Pointing) -> Iterable[Action]:
    """For tests: every unit and chit."""
    del state, step
    return [*map(Lead, parts.unit_ids), *map(Lead, parts.chit_ids)]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Pointing) -> Told | None:
    """6.24 Name the only piece there is; nobody leads where nobody is."""
    found = eligible(parts, state, step)
    if len(found) > 1:
        return None
    if not found:
        return pop(state), ()
    told = (
        () if is_secret(parts, state, step) else (Answered("6.24", battle.seat(state, step.role), str(Lead(found[0]))),)
    )
    state, events = apply(parts, state, step, Lead(found[0]))
    return state, (*told, *events)


def apply(parts: Components, state: State, step: Pointing, action: Lead) -> Told:
    """6.24 Note the point unit; once the attacker has chosen, both are shown and every block is turned."""
    secret = is_secret(parts, state, step)
    attacker, defender = battle.current(state).points
    points = (action.piece, defender) if step.role == ATTACKER else (attacker, action.piece)
    state = battle.altered(pop(state), points=points)
    if step.again:
        return state, (MarkerSet("6.24", "point-unit", action.piece),)
    if step.role == DEFENDER:
        return state, () if secret else (MarkerSet("6.24", "point-unit", action.piece),)
    state, shown = show(parts, state)
    area = parts.area_index[battle.current(state).area]
    late = (MarkerSet("6.24", "point-unit", points[DEFENDER]),) if state.new >> area & 1 and points[DEFENDER] else ()
    return state, (*shown, *late, MarkerSet("6.24", "point-unit", action.piece))


def show(parts: Components, state: State) -> Told:
    """6.24 Every unit in the area is turned to the enemy."""
    area = parts.area_index[battle.current(state).area]
    events: tuple[Event, ...] = ()
    for unit in bits(state.who[area]):
        state, more = expose(parts, state, unit, "6.24")
        events += more
    return state, events
