"""6.25 to 6.28 What may come of a round of combat: every fire still to come, die by die, and its hits.

Foretold with the questions that the fire is resolved by (fire, success); told only to who may see all that counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from bulge_widget.core.decision import Action, Roll
from bulge_widget.core.odds import Chance, Odds
from bulge_widget.rulebooks.fab import battle, combat, fire, points, success, throws, troops
from bulge_widget.rulebooks.fab.battle import ATTACKER, DEFENDER
from bulge_widget.rulebooks.fab.components import SIDES, Components
from bulge_widget.rulebooks.fab.course import STAGES
from bulge_widget.rulebooks.fab.state import State, Step

__all__ = ["RISKS", "odds"]

RISKS: tuple[type[Action], ...] = (combat.Fight, points.Lead, *throws.RISKS)
"""The orders that lead to dice."""
FIRES: Final = {
    "attacking-artillery": ("artillery", ATTACKER),
    "defending-artillery": ("artillery", DEFENDER),
    "defensive-fire": ("ground", DEFENDER),
    "offensive-fire": ("ground", ATTACKER),
}
"""Stage of a round -> whose fire of which kind."""
WHO: Final = {ATTACKER: "Attacking", DEFENDER: "Defending"}


def odds(parts: Components, state: State, action: Action | None, seat: str) -> tuple[Odds, ...]:
    """6.2 The throws that an order leads to; without an order those of the open question, and the rest of the round."""
    step = state.stack[-1] if state.stack else None
    if isinstance(action, combat.Fight) and isinstance(step, combat.Combats):
        return foreseen(parts, state, action, seat)
    if isinstance(action, points.Lead) and isinstance(step, points.Pointing):
        state = _led(parts, state, step, action.piece)
    elif action is not None and not isinstance(action, Roll):
        return throws.led_to(parts, state, step, action, seat)
    now = throws.of_step(parts, state, step, seat) if step else ()
    fought = any(isinstance(s, battle.Round) for s in state.stack)
    return (*now, *(_round(parts, state, seat) if fought else ()))


def _led(parts: Components, state: State, step: points.Pointing, piece: str) -> State:
    if piece not in points.eligible(parts, state, step):
        return state
    other = battle.current(state).points[1 - step.role]
    return battle.altered(state, points=(piece, other) if step.role == ATTACKER else (other, piece))


def foreseen(parts: Components, state: State, action: combat.Fight, seat: str) -> tuple[Odds, ...]:
    """6.24 A round not begun yet, as if nothing were assigned and the units of the best quality led."""
    if combat.fight_refusal(parts, state, action) is not None:
        return ()
    state = combat.open_round(parts, state, action)
    leading = tuple(_best(parts, state, role) for role in (ATTACKER, DEFENDER))
    if not all(leading):
        return ()
    note = "before assets; as if the units of the best quality led"
    found = _round(parts, battle.altered(state, points=leading), seat)
    return tuple(msgspec.structs.replace(each, note=note) for each in found)


def _best(parts: Components, state: State, role: int) -> str:
    ready = points.eligible(parts, state, points.Pointing(role))
    return max(ready, key=lambda piece: troops.quality(parts, state, piece), default="")


def _round(parts: Components, state: State, seat: str) -> Iterator[Odds]:
    """6.25 to 6.28 The fire that is thrown now, then the fire of the stages to come, as things stand."""
    if not may_see(parts, state, seat):
        return
    step: Step = state.stack[-1]
    if isinstance(step, fire.Fire):
        yield _fire(parts, state, step)
    if not all(battle.points_now(parts, state)):
        return
    order = [name for name, _ in STAGES]
    stage = battle.current(state).stage
    for name in order[order.index(stage) :] if stage in order else ():
        if name in FIRES and ready(parts, state, *FIRES[name]):
            yield _fire(parts, state, fire.Fire(*FIRES[name]))


def may_see(parts: Components, state: State, seat: str) -> bool:
    """2.2, 6.24 Whether a seat sees every block of the round with its steps, and both point units."""
    if seat not in SIDES:
        return True
    if any(isinstance(step, points.Pointing) and points.is_secret(parts, state, step) for step in state.stack):
        return False
    units = [u for role in (ATTACKER, DEFENDER) for u in battle.units(parts, state, role)]
    return all(throws.sees(parts, state, seat, name) for name in units)


def ready(parts: Components, state: State, kind: str, role: int) -> bool:
    """6.25 to 6.28 Whether there is somebody to fire and somebody to hit."""
    return bool(fire.firers(parts, state, kind, role) and battle.targets(parts, state, 1 - role))


def _fire(parts: Components, state: State, step: fire.Fire) -> Odds:
    """6.25 to 6.28 One fire: the number of each piece's dice, and how many of them may hit."""
    kind, role = step.kind, step.role
    _, weights = success.classes(fire.numbers(parts, state, step), fire.most(parts, state, step))
    chances = tuple(Chance(_counted(hits), n, hits) for hits, n in enumerate(weights))
    title = f"{WHO[role]} {fire.NAMES[kind]}"
    return Odds(title, fire.sums(parts, state, step), chances, fire.RULES[kind, role], "hits")


def _counted(count: int) -> str:
    return "no hit" if not count else f"{count} hit{'s' if count > 1 else ''}"
