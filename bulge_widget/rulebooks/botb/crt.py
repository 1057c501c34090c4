"""17.1 The Combat Results Table and 34.4 its Blitz columns: ratios, columns, cells.

Does not cover strengths and modifiers (odds).
"""

from __future__ import annotations

from typing import Final

from bulge_widget.rulebooks.botb.components import Components

__all__ = ["DICE", "RATIOS", "Ratio", "artillery_modifier", "at_least", "capped", "cell", "ratio_of"]

RATIOS: Final = ("1-7", "1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1")
"""17.1 The columns, the attacker's worst first."""
DICE: Final = tuple(range(-1, 9))
"""17.2.3 The rows: one die, with a modifier of two at most."""
MOST_MODIFIER: Final = 2
ARTILLERY_POINTS: Final = 20
HIGHEST: Final = 8
LOWEST: Final = 7
BLITZ_HIGHEST: Final = RATIOS.index("4-1")  # R12

Ratio = str
Cell = tuple[str, ...]


def cell(parts: Components, ratio: Ratio, die: int, *, blitz: bool = False) -> Cell:
    """17.1.3, R12 The results at a ratio for a modified die, in the order they are carried out."""
    if not blitz:
        return parts.crt[ratio, die]
    return parts.blitz[RATIOS[min(RATIOS.index(ratio), BLITZ_HIGHEST)], die]


def ratio_of(attack: int, defence: int) -> Ratio:
    """17.1.1, 17.1.4, 17.1.5 The column of two strengths, rounded in the defender's favour.

    Examples
    --------
    >>> ratio_of(16, 9), ratio_of(14, 6), ratio_of(4, 15)
    ('1-1', '2-1', '1-4')
    """
    if attack <= 0:
        return RATIOS[0]
    if attack >= defence:
        return f"{min(HIGHEST, attack // max(1, defence))}-1"
    return f"1-{min(LOWEST, -(-defence // attack))}"


def at_least(ratio: Ratio, wanted: Ratio) -> bool:
    """Whether a column is as good for the attacker as another."""
    return RATIOS.index(ratio) >= RATIOS.index(wanted)


def artillery_modifier(points: int) -> int:
    """17.2.4, R19 One off the die for every 20 artillery points, two at most.

    Examples
    --------
    >>> artillery_modifier(39), artillery_modifier(40)
    (-1, -2)
    """
    return -min(MOST_MODIFIER, points // ARTILLERY_POINTS)


def capped(modifier: int) -> int:
    """17.2.3 No more than two either way."""
    return max(-MOST_MODIFIER, min(MOST_MODIFIER, modifier))
