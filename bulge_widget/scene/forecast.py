"""Odds and plans as rows of a scene: sums of named parts, outcomes with their chances, battles with their pieces."""

from __future__ import annotations

from typing import Any

from bulge_widget.core.decision import Sum
from bulge_widget.core.handles import of_unknown, veiled
from bulge_widget.core.odds import Battle, Odds, percent
from bulge_widget.scene.actions import entries

__all__ = ["is_foretold", "odds_rows", "plan_row", "rows"]

Row = dict[str, Any]


def odds_rows(game: Any, view: Any, action: Any = None) -> list[Row]:
    """Return the throws that an order, or the open question, leads to, as far as the viewer may know.

    Parameters
    ----------
    game : Game
    view : View
        Of who looks.
    action : Action, optional
        One of the options of the view, handles and all.
    """
    return rows(game.rulebook.odds(game.state, action, view.seat))


def rows(odds: tuple[Odds, ...]) -> list[Row]:
    """Return throws as plain data; chances are given in words and as a share of 1."""
    return [_row(each) for each in odds]


def is_foretold(game: Any, options: Any) -> bool:
    """Tell whether there is an answer of which odds can be told."""
    book, state = game.rulebook, game.state
    return any(book.foretells(state, action) for _, _, action in entries(options))


def plan_row(game: Any, view: Any) -> Row | None:
    """Return the battles of the phase with who is in none yet; None where nothing is planned."""
    plan = game.rulebook.plan(game.state)
    if plan is None:
        return None
    names = of_unknown(game.rulebook, game.state, view.seat)
    return {
        "title": plan.title,
        "rule": plan.rule,
        "battles": [_battle(veiled(game.rulebook, game.state, view.seat, battle)) for battle in plan.battles],
        "units": [names.get(unit, unit) for unit in plan.units],
        "spaces": list(plan.spaces),
    }


def _battle(battle: Battle) -> Row:
    """Return a battle with its first throw in short: the likeliest results are drawn as a bar."""
    row: Row = {
        "at": list(battle.at),
        "by": list(battle.attackers),
        "on": list(battle.defenders),
        "ratio": battle.ratio,
    }
    return row | ({"chances": _chances(battle.odds[0])} if battle.odds else {})


def _row(odds: Odds) -> Row:
    row: Row = {"title": odds.title, "rule": odds.rule, "why": [_sum(total) for total in odds.why]}
    row["chances"] = _chances(odds)
    row |= {"mean": f"{odds.mean:.1f} {odds.unit} expected"} if odds.mean is not None else {}
    return row | ({"note": odds.note} if odds.note else {})


def _chances(odds: Odds) -> list[Row]:
    shares = zip(odds.chances, odds.shares(), strict=True)
    return [
        {"text": chance.label, "share": round(share, 4), "percent": percent(chance.weight, odds.whole)}
        for chance, share in shares
    ]


def _sum(total: Sum) -> Row:
    parts = [
        [part.label, f"{part.value:+d}" if n else str(part.value), part.rule] for n, part in enumerate(total.parts)
    ]
    return {"text": total.text, "total": str(total.total), "parts": parts}
