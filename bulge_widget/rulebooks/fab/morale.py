"""6.7 Morale checks: the success number of a unit or asset, and the die.

What follows from passing or failing belongs to the chapter that calls for the check.
"""

from __future__ import annotations

from bulge_widget.core.decision import Action, Decision, Dice, Options, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import roll_refusal
from bulge_widget.rulebooks.fab import success, troops
from bulge_widget.rulebooks.fab.components import Components
from bulge_widget.rulebooks.fab.state import State

__all__ = ["RUSE", "candidates", "canonical", "decision", "number", "passes", "why_not"]

QUALITY = {1: ("elite", 2), 0: ("veteran", 0), -1: ("green", -2)}  # 6.7
RUSE = 2  # 17.11, 18.4 what a check against a ruse adds
AIRBORNE = frozenset({"us-82ab", "us-101ab", "us-517ab"})  # 18.5


def number(parts: Components, state: State, piece: str, *extra: Part) -> Sum:
    """6.7 The success number of a morale check, part by part."""
    word, value = QUALITY[troops.quality(parts, state, piece)]
    found = [Part("base", success.BASE, "2.1"), Part(word, value, "6.7")]
    if troops.is_disordered(parts, state, piece):
        found.append(Part("disordered", -1, "9.33"))
    if not troops.is_supplied(parts, state, piece) and not hardened(state, piece):
        found.append(Part("unsupplied", -1, "9.33"))
    return Sum("success number", (*found, *extra))


def hardened(state: State, piece: str) -> bool:
    """18.5 Whether a unit ignores being unsupplied in a morale check."""
    return state.choices.airborne_units and piece in AIRBORNE


def passes(total: Sum, roll: Roll) -> bool:
    """6.7 Whether the die passes the check."""
    return success.succeeds(roll.faces[0], total.total)


# -- the die --------------------------------------------------------------------------------------------


def why_not(action: Action, rule: str) -> Refusal | None:
    """6.7 Only a throw of one ten-sided die."""
    return roll_refusal(action, Dice(1, success.SIDES_OF_DIE), rule)


def decision(total: Sum, rule: str, prompt: str) -> Decision:
    """6.7 Ask CHANCE for the die."""
    rolls, weights = success.classes((total.total,), 1)
    text = f"{prompt}: {total.total} or less"
    return Decision("chance", rule, text, Options.plain(rolls), lambda: weights, Dice(1, success.SIDES_OF_DIE))


def canonical(total: Sum, action: Roll) -> Roll:
    """6.7 The throw listed for all of the same result."""
    return success.class_of(action, (total.total,), 1)


def candidates() -> list[Roll]:
    """For tests: every face, and dice that are not thrown."""
    return [*(Roll((face,)) for face in range(success.SIDES_OF_DIE + 2)), Roll((1, 1))]
