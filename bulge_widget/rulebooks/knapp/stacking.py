"""R16, R28 Stacking: at most three units of a side in an area when its move phase ends.

The limit is judged at the end of the phase, so a move is refused only when the crowd it makes could no
longer be thinned out, and a last step removes what nothing can cure.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bulge_widget.core.decision import Action, Decision, Options, Part, Refusal, Sum
from bulge_widget.core.event import Event, Removed
from bulge_widget.rulebooks.knapp.components import ARMOR, OTHER, SIDES, Components, bits
from bulge_widget.rulebooks.knapp.state import (
    CROWD,
    NEVER,
    OVERRAN,
    WAITING,
    State,
    Step,
    mode,
    place,
    pop,
    remove,
    settle_control,
    steps_used,
    with_byte,
)

__all__ = ["LIMIT", "Excess", "Withdraw", "crowded", "goers", "may_be_placed", "packed", "room", "too_many"]

LIMIT = CROWD  # 5 friendly units that may end their move in one area


class Excess(Step, frozen=True, gc=False):
    """R28 The owner takes units out of areas that nothing can bring under the limit."""

    side: int


class Withdraw(Action, frozen=True, gc=False):
    """R28 Take a unit out: one that came this turn is due again next turn, any other is eliminated."""

    unit: str


STEPS = (Excess,)
ACTIONS = (Withdraw,)

# -- questions ----------------------------------------------------------------------------------------


def friends(parts: Components, state: State, side: int, area: int) -> int:
    """Set of a side's units in an area."""
    return state.who[area] & parts.army[side]


def crowded(parts: Components, state: State, side: int) -> tuple[int, ...]:
    """R16 The areas where a side stands over the limit."""
    who, army = state.who, parts.army[side]
    found: tuple[int, ...] = ()
    for area in bits(state.crowd[side]):
        if (who[area] & army).bit_count() > LIMIT:
            found += (area,)
    return found


def goers(parts: Components, state: State, side: int) -> int:
    """5, R16 Set of a side's units that could still go somewhere in this phase, stacking elsewhere left aside."""
    enemy, army, tightest = state.held[OTHER[side]], parts.army[side], parts.open[ARMOR]
    found = state.fresh & army
    for area in bits(state.held[side] & (enemy | parts.walled)):  # from all other areas any unit can step somewhere
        if not tightest[area] & ~enemy:
            for unit in bits(found & state.who[area]):
                if not parts.open_to[unit][area] & _free_from(enemy, area):
                    found ^= 1 << unit
    for unit in bits(state.midway & army):
        if mode(state.spent[unit]) == OVERRAN and _roads_on(parts, state, unit, enemy):
            found |= 1 << unit
    return found


def _free_from(enemy: int, area: int) -> int:
    """5, R13 Set of the areas where one may step from an area: from a contested one only where no enemy stands."""
    return ~enemy if enemy >> area & 1 else -1


def _roads_on(parts: Components, state: State, unit: int, enemy: int) -> int:
    """R6 The areas next on a march after an overrun, with what is left of the allowance."""
    left = parts.allowance[unit] - steps_used(state.spent[unit])
    if state.choices.overrun_and_march == "never" or left <= 0 or state.unsupplied >> unit & 1:
        return 0
    roads = parts.roads[state.at[unit]]
    return roads if state.choices.march_may_end_at_enemy else roads & ~enemy


def room(parts: Components, state: State, side: int, area: int, going: int) -> int:
    """5, R16, R28 How many more units of a side may come to stay in an area, if all go that are `going`."""
    return LIMIT - (state.who[area] & parts.army[side] & ~going).bit_count()


def too_many(parts: Components, state: State, unit: int, area: int) -> bool:
    """5, R16, R28 Whether a unit that stops in an area makes a crowd there that can no longer be thinned out."""
    side, itself = parts.side[unit], 1 << unit
    if not state.crowd[side] >> area & 1 or (state.who[area] & parts.army[side] & ~itself).bit_count() < LIMIT:
        return False  # mostly; spares asking who could go
    return room(parts, state, side, area, goers(parts, state, side) | itself) < 1


def packed(parts: Components, state: State, side: int, going: int) -> int:
    """R16 Set of the areas that one more unit, coming to stay, would overcrowd for good, if all go that are `going`."""
    found = 0
    for area in bits(state.crowd[side]):
        if room(parts, state, side, area, going) < 1:
            found |= 1 << area
    return found


def may_be_placed(parts: Components, state: State, unit: int, area: int) -> bool:
    """R28 A reinforcement waits rather than make a crowd that cannot move out."""
    side = parts.side[unit]
    if not state.crowd[side] >> area & 1:
        return True
    free = _free_from(state.held[OTHER[side]], area)
    staying = 0 if parts.open_to[unit][area] & free else 1
    return room(parts, state, side, area, goers(parts, state, side)) >= staying


def why_not(parts: Components, state: State, step: Excess, action: Action) -> Refusal | None:
    """R28 Only a unit that stands in too large a crowd is taken out."""
    if not isinstance(action, Withdraw):
        return Refusal("not_asked", "R28", {"wanted": "a unit to withdraw"})
    unit = parts.unit_index.get(action.unit)
    if unit is None or parts.side[unit] != step.side or state.at[unit] >= WAITING:
        return Refusal("not_yours", "R28", {"unit": action.unit})
    if state.at[unit] not in crowded(parts, state, step.side):
        return Refusal("not_crowded", "R28", {"unit": action.unit, "area": parts.area_ids[state.at[unit]]})
    return None


def decision(parts: Components, state: State, step: Excess) -> Decision:
    """R28 Ask which unit goes."""
    units = [u for area in crowded(parts, state, step.side) for u in bits(friends(parts, state, step.side, area))]
    groups = {parts.unit_ids[u]: (Withdraw(parts.unit_ids[u]),) for u in units}
    prompt = f"More than {LIMIT} units in an area and no way out: choose a unit to withdraw"
    return Decision(SIDES[step.side], "R28", prompt, Options.grouped(groups))


def explain(parts: Components, state: State, step: Excess, action: Action) -> Sum:
    """R16 How many units stand in the area."""
    unit = parts.unit_index.get(action.unit) if isinstance(action, Withdraw) else None
    if unit is None or state.at[unit] >= WAITING:
        return Sum("units in the area", ())
    listed = bits(friends(parts, state, step.side, state.at[unit]))
    return Sum("units in the area", tuple(Part(parts.unit_ids[unit], 1, "R16") for unit in listed))


def candidates(parts: Components, state: State, step: Excess) -> Iterable[Action]:
    """For tests: every unit."""
    del state, step
    return [Withdraw(unit) for unit in parts.unit_ids]


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Excess) -> tuple[State, tuple[Event, ...]] | None:
    """R28 Done when no area is over the limit."""
    return None if crowded(parts, state, step.side) else (pop(state), ())


def apply(parts: Components, state: State, step: Excess, action: Action) -> tuple[State, tuple[Event, ...]]:
    """R28 Send a unit back to come next turn, or remove it."""
    del step
    assert isinstance(action, Withdraw)  # noqa: S101
    unit = parts.unit_index[action.unit]
    area = state.at[unit]
    where = parts.area_ids[area]
    if unit in parts.scheduled and state.due[unit] == state.turn:
        again = state.turn + 1 if state.turn < len(parts.turns) else NEVER
        state = replace(place(parts, state, unit, WAITING), due=with_byte(state.due, unit, again))
        gone = Removed("R28", action.unit, where, "withdrawn")
    else:
        state = remove(parts, state, unit)
        gone = Removed("R28", action.unit, where, "eliminated")
    state, passed = settle_control(parts, state, area)
    return state, (gone, *passed)
