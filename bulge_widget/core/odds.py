"""What may come of an order: the throws it leads to, why they are as they are, and how likely each outcome is.

A book works these out with the functions that read the dice, so that what is foretold and what happens cannot
drift apart. A plan is the fighting of a phase divided into battles, with those who are in none yet.
"""

from __future__ import annotations

from html import escape
from typing import Any

import msgspec

from bulge_widget.core.decision import Sum

__all__ = ["Battle", "Chance", "Explanation", "Odds", "Plan", "explained", "percent"]


class Chance(msgspec.Struct, frozen=True, gc=False):
    """One outcome of a throw."""

    label: str
    weight: int
    """How many of all equally likely throws bring it."""
    value: int = 0
    """What it counts, such as hits; for the mean."""


class Odds(msgspec.Struct, frozen=True, gc=False):
    """One throw: each number of it with its reasons, and every outcome.

    Examples
    --------
    >>> odds = Odds("Overrun", (), (Chance("success", 1), Chance("failure", 1)), "5")
    >>> odds.whole, odds.shares()
    (2, (0.5, 0.5))
    >>> print(odds)
    Overrun: success 50 %, failure 50 %
    """

    title: str
    why: tuple[Sum, ...]
    """Success numbers, strengths, differentials: each a sum of named parts."""
    chances: tuple[Chance, ...]
    rule: str = ""
    unit: str = ""
    """What the outcomes count, in the plural; empty where they are no numbers."""
    note: str = ""
    """What may still change the throw."""

    @property
    def whole(self) -> int:
        """All weights together."""
        return sum(chance.weight for chance in self.chances)

    @property
    def mean(self) -> float | None:
        """The expected count; None where the outcomes are no numbers."""
        if not self.unit or not self.whole:
            return None
        return sum(chance.value * chance.weight for chance in self.chances) / self.whole

    def shares(self) -> tuple[float, ...]:
        """The probability of each outcome."""
        return tuple(chance.weight / self.whole for chance in self.chances)

    def __str__(self) -> str:
        told = ", ".join(f"{chance.label} {percent(chance.weight, self.whole)}" for chance in self.chances)
        mean = "" if self.mean is None else f"; {self.mean:.1f} {self.unit} expected"
        return f"{self.title}: {told}{mean}"


class Explanation(Sum, frozen=True, gc=False):
    """A number with its reasons, and the throws an order leads to."""

    odds: tuple[Odds, ...] = ()

    def __str__(self) -> str:
        return "\n".join([Sum.__str__(self), *map(str, self.odds)])

    def _repr_html_(self) -> str:
        """Show sums and chances as tables in a notebook."""
        sums = [each for odds in self.odds for each in odds.why] or self.sums or [self]
        throws = "".join(_throw(odds) for odds in self.odds)
        return f"<div>{''.join(map(_sum, dict.fromkeys(sums)))}{throws}</div>"


class Battle(msgspec.Struct, frozen=True, gc=False):
    """One battle of a plan."""

    at: tuple[str, ...]
    """The spaces under attack."""
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    ratio: str
    """Odds or differential as the book writes them."""
    odds: tuple[Odds, ...] = ()


class Plan(msgspec.Struct, frozen=True, gc=False):
    """The fighting of a phase: the battles so far, and who still is in none."""

    title: str
    rule: str
    battles: tuple[Battle, ...]
    units: tuple[str, ...] = ()
    """Pieces that must still attack."""
    spaces: tuple[str, ...] = ()
    """Spaces that must still be attacked."""


def explained(book: Any, state: Any, action: Any) -> Explanation:
    """Give the number behind an action, and the throws it leads to, as the umpire sees them."""
    total = book.explain(state, action)
    return Explanation(total.text, total.parts, total.sums, odds=book.odds(state, action, "umpire"))


def percent(weight: int, whole: int) -> str:
    """Write a share in whole percent; what is possible is never written as nought, nor what is not sure as all.

    Examples
    --------
    >>> percent(1, 6), percent(1, 1000), percent(999, 1000), percent(3, 3)
    ('17 %', '< 1 %', '> 99 %', '100 %')
    """
    share = round(100 * weight / whole) if whole else 0
    if share == 0 and weight:
        return "< 1 %"
    return "> 99 %" if share == 100 and weight < whole else f"{share} %"


def _sum(total: Sum) -> str:
    rows = "".join(
        f"<tr><td style='text-align:left'>{escape(part.label)}</td><td>{part.value:+d}</td>"
        f"<td style='text-align:left'>{escape(part.rule)}</td></tr>"
        for part in total.parts
    )
    head = f"<caption style='text-align:left'><b>{escape(total.text)}: {total.total}</b></caption>"
    return f"<table>{head}{rows}</table>"


def _throw(odds: Odds) -> str:
    rows = "".join(
        f"<tr><td style='text-align:left'>{escape(chance.label)}</td><td>{percent(chance.weight, odds.whole)}</td></tr>"
        for chance in odds.chances
    )
    mean = "" if odds.mean is None else f", {odds.mean:.1f} {escape(odds.unit)} expected"
    head = f"<caption style='text-align:left'><b>{escape(odds.title)}</b>{mean}</caption>"
    note = f"<p>{escape(odds.note)}</p>" if odds.note else ""
    return f"<table>{head}{rows}</table>{note}"
