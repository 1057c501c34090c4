"""6.25 to 6.28 Fire: the success number of every die, modifier by modifier, and the throw.

Covers artillery and ground fire of both parties. What the hits do is in hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bulge_widget.core.decision import Action, Decision, Dice, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal, thrown
from bulge_widget.core.event import Event, Rolled
from bulge_widget.rulebooks.fab import battle, hits, success, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.once import once
from bulge_widget.rulebooks.fab.state import State, Step, pop

__all__ = ["STEPS", "Fire", "Firer", "firers", "numbers"]

RULES: Final = {
    ("artillery", ATTACKER): "6.25",
    ("artillery", DEFENDER): "6.26",
    ("ground", DEFENDER): "6.27",
    ("ground", ATTACKER): "6.28",
}
NAMES: Final = {"artillery": "artillery fire", "ground": "ground fire"}
AIR_SUPPORT: Final = 2  # 17.21


class Fire(Step, frozen=True, gc=False):
    """6.25 to 6.28 One party throws the dice of its artillery, or of its units and battle assets."""

    kind: str
    """"artillery" or "ground"."""
    role: int
    """Who fires: ATTACKER or DEFENDER."""


STEPS: tuple[type[Step], ...] = (Fire,)


Firer = tuple[str, int, Sum]
"""A piece that fires, its dice, and the success number of each."""

# -- questions ----------------------------------------------------------------------------------------


@once
def firers(parts: Components, state: State, kind: str, role: int) -> tuple[Firer, ...]:
    """6.25 to 6.28 Who fires with how many dice for what success number, in the order the faces are read."""
    pieces = firing(parts, state, kind, role)
    if kind == "artillery":
        total = artillery_number(parts, state, role)
        return tuple([(gun, 1, total) for gun in pieces])
    return tuple(
        [(one, troops.steps(parts, state, one), ground_number(parts, state, role, one)) for one in pieces],
    )


def firing(parts: Components, state: State, kind: str, role: int) -> tuple[str, ...]:
    """6.25 to 6.28, 6.33, 16.11 The pieces that fire."""
    if kind == "artillery":
        return battle.assets(parts, state, role, "artillery") + flying(parts, state, role)
    idle = battle.current(state).breach
    there = battle.targets(parts, state, role)
    return tuple([piece for piece in there if piece != idle and troops.may_fire(parts, state, piece)])


def flying(parts: Components, state: State, role: int) -> tuple[str, ...]:
    """17.21 An air mission that fires as artillery."""
    return battle.assets(parts, state, role, "air") if battle.current(state).flight == "artillery" else ()


def against_armor(parts: Components, state: State, role: int) -> Part | None:
    """6.28 Every fire is weaker while the enemy point unit is of armor class."""
    point = battle.current(state).points[1 - role]
    return Part("point unit is armor", -1, "6.28") if troops.is_armor(parts, point) else None


def against_works(parts: Components, state: State, role: int) -> Part | None:
    """5.23 Fire at units in field works is weaker."""
    area = parts.area_index[battle.current(state).area]
    dug_in = role == ATTACKER and troops.has_works(state, area, battle.side(state, DEFENDER))
    return Part("field works", -1, "5.23") if dug_in else None


def artillery_number(parts: Components, state: State, role: int) -> Sum:
    """6.25, 6.26, R28 The success number of artillery: no quality and no terrain count."""
    found = [
        Part("base", success.BASE, "2.1"),
        against_armor(parts, state, role),
        against_works(parts, state, role),
        river_help(state, role),
    ]
    if state.choices.advanced_artillery:
        found += advanced(parts, state, role)
    return Sum("success number", tuple(part for part in found if part))


def river_help(state: State, role: int) -> Part | None:
    """R27 Whether defending artillery too gains by a river assault."""
    helped = role == DEFENDER and battle.current(state).assault and state.choices.river_assault_helps_artillery
    return Part("target in a river assault", 1, "R27") if helped else None


def advanced(parts: Components, state: State, role: int) -> list[Part | None]:
    """18.6 Artillery is weaker against a defender, stronger against infantry in the open."""
    point = battle.current(state).points[1 - role]
    in_open = not troops.is_armor(parts, point) and against_works(parts, state, role) is None
    return [
        Part("target is the defender", -1, "18.6") if role == ATTACKER else None,
        Part("point unit is infantry in the open", 1, "18.6") if in_open else None,
    ]


def ground_number(parts: Components, state: State, role: int, piece: str) -> Sum:
    """6.27, 6.28 The success number of a unit or battle asset in ground fire."""
    found: list[Part | None] = [
        Part("base", success.BASE, "2.1"),
        Part("armor fires", 1, "6.28") if troops.is_armor(parts, piece) else None,
        by_quality(parts, state, role, piece),
        against_armor(parts, state, role),
        *(by_ground(parts, state) if role == ATTACKER else across_river(state)),
        against_works(parts, state, role),
        *by_condition(parts, state, piece),
    ]
    if piece == battle.current(state).aided:
        found.append(Part("air support", AIR_SUPPORT, "17.21"))
    return Sum("success number", tuple(part for part in found if part and part.value))


def by_quality(parts: Components, state: State, role: int, piece: str) -> Part:
    """6.24 The firer's troop quality against that of the enemy point unit."""
    own = troops.quality(parts, state, piece)
    other = troops.quality(parts, state, battle.current(state).points[1 - role])
    return Part(f"{troops.WORDS[own]} on {troops.WORDS[other]}", own - other, "6.24")


def by_ground(parts: Components, state: State) -> list[Part | None]:
    """2.4, 5.35e What the ground and a river take from the attacker."""
    this = battle.current(state)
    return [
        Part("terrain", -parts.difficulty[parts.area_index[this.area]], "2.4"),
        Part("river assault", -1, "5.35e") if this.assault else None,
    ]


def across_river(state: State) -> list[Part | None]:
    """5.35e What a river assault gives the defender."""
    return [Part("target in a river assault", 1, "5.35e") if battle.current(state).assault else None]


def by_condition(parts: Components, state: State, piece: str) -> list[Part | None]:
    """9.33 A disordered or unsupplied firer is weaker."""
    return [
        Part("disordered", -1, "9.33") if troops.is_disordered(parts, state, piece) else None,
        None if troops.is_supplied(parts, state, piece) else Part("unsupplied", -1, "9.33"),
    ]


def numbers(parts: Components, state: State, step: Fire) -> tuple[int, ...]:
    """The success number of each die, in the order the faces are read."""
    found: list[int] = []
    for _, dice, total in firers(parts, state, step.kind, step.role):
        found += [total.total] * dice
    return tuple(found)


def most(parts: Components, state: State, step: Fire) -> int:
    """6.42, 6.8 Hits beyond this many change nothing; one too many is an exploitation opportunity."""
    return 99 if state.choices.overrunning_artillery else hits.capacity(parts, state, 1 - step.role) + 1


# -- options ------------------------------------------------------------------------------------------


def why_not(parts: Components, state: State, step: Fire, action: Action) -> Refusal | None:
    """6.25 to 6.28 Only a throw of the dice that are due."""
    return roll_refusal(action, _dice(parts, state, step), RULES[step.kind, step.role])


def _dice(parts: Components, state: State, step: Fire) -> Dice:
    return Dice(len(numbers(parts, state, step)), success.SIDES_OF_DIE)


def decision(parts: Components, state: State, step: Fire) -> Decision:
    """6.25 to 6.28 Ask CHANCE for the dice."""
    area = parts.area_name(battle.current(state).area)
    who = "Attacking" if step.role == ATTACKER else "Defending"
    prompt = f"{who} {NAMES[step.kind]} in {area}"
    rule, dice = RULES[step.kind, step.role], _dice(parts, state, step)
    return thrown(rule, prompt, lambda: success.classes(numbers(parts, state, step), most(parts, state, step)), dice)


def canonical(parts: Components, state: State, step: Fire, action: Roll) -> Roll:
    """6.25 to 6.28 The throw listed for all with as many hits."""
    return success.class_of(action, numbers(parts, state, step), most(parts, state, step))


def explain(parts: Components, state: State, step: Fire, action: Action) -> Sum:
    """6.24 The number of one firer part by part; of several, each by itself, for they add up to nothing."""
    del action
    found = firers(parts, state, step.kind, step.role)
    if len({str(total) for _, _, total in found}) == 1:
        return found[0][2]
    return Sum("success numbers", (), sums(parts, state, step))


def sums(parts: Components, state: State, step: Fire) -> tuple[Sum, ...]:
    """6.24 The number of each firer, under its name and its dice."""
    return tuple(
        Sum(f"{troops.name(parts, piece)}, {dice} {'die' if dice == 1 else 'dice'} at", total.parts)
        for piece, dice, total in firers(parts, state, step.kind, step.role)
    )


def candidates(parts: Components, state: State, step: Fire) -> Iterable[Action]:
    """For tests: every number of hits, shuffled faces, and throws of the wrong dice."""
    count = len(numbers(parts, state, step))
    right = [Roll((1,) * good + (10,) * (count - good)) for good in range(count + 1)]
    middle = [Roll(tuple((face + i) % 10 + 1 for i in range(count))) for face in range(10)]
    return [*right, *middle, Roll((1,) * (count + 1)), Roll((11,) * count), Roll((0,) * count)]


# -- effects ------------------------------------------------------------------------------------------


def apply(parts: Components, state: State, step: Fire, action: Roll) -> tuple[State, tuple[Event, ...]]:
    """6.25 to 6.28 Count the hits and let the other party take them."""
    good = tuple(map(success.succeeds, action.faces, numbers(parts, state, step)))
    area = battle.current(state).area
    who = "attacking" if step.role == ATTACKER else "defending"
    count = sum(good)
    result = f"{count} hit{'' if count == 1 else 's'}"
    rolled = Rolled(RULES[step.kind, step.role], action.faces, f"{who} {NAMES[step.kind]}", result, good, area)
    limit = most(parts, state, step)
    return hits.inflict(parts, pop(state), 1 - step.role, step.kind, min(count, limit)), (rolled,)
