"""What is told of dice before they fall: the same chances as the dice have, for every book; plans; size."""

from __future__ import annotations

import json
import math
import random

import pytest

import bulge_widget as bw
from bulge_widget.core.decision import CHANCE
from bulge_widget.core.odds import Explanation
from bulge_widget.rulebooks.bigredone.refusals import RESULTS
from bulge_widget.scene import scene
from bulge_widget.scene.forecast import odds_rows
from bulge_widget.scene.pieces import printed
from bulge_widget.scene.sending import sent
from tests.rulebooks.bigredone.table import combat

BOOKS = ("bigredone", "fab", "knapp")  # random play comes to dice soon; for the 3 km hexes see its own tests


def situations(book, answers=260, seed=3):
    """A random game whose dice are asked for, question by question."""
    game, rng = bw.new_game(book, seed=seed, dice="ask"), random.Random(seed)  # noqa: S311  play, not secrets
    for _ in range(answers):
        question = game.decision
        if question is None:
            return
        yield game
        if question.seat == CHANCE:
            options = list(question.options)
        else:
            key = rng.choice(game.legal_actions().keys())
            options = list(game.legal_actions().of(key))
        game.play(rng.choice(options))


@pytest.mark.parametrize("book", BOOKS)
def test_the_chances_told_of_a_throw_are_those_of_its_dice(book):
    compared = 0
    for game in situations(book):
        question, told = game.decision, game.rulebook.odds(game.state, None, "umpire")
        if question.seat == CHANCE and told:
            weights = [chance.weight for chance in told[0].chances]
            divisor = math.gcd(*weights)
            assert [w // divisor for w in weights] == list(question.weights)
            compared += 1
    assert compared, "no throw was foretold"


@pytest.mark.parametrize("book", BOOKS)
def test_orders_that_lead_to_dice_are_explained_with_every_outcome(book):
    explained = 0
    for game in situations(book):
        legal = game.legal_actions()
        options = [legal.of(key)[0] for key in legal.keys()]  # noqa: SIM118  no mapping
        for action in [a for a in options if isinstance(a, game.rulebook.risks)][:4]:
            told = game.explain(action)
            assert isinstance(told, Explanation)
            assert all(sum(odds.shares()) == pytest.approx(1) for odds in told.odds)
            assert all(str(odds) in str(told) for odds in told.odds)
            assert told._repr_html_().count("<table>") >= len(told.odds)
            explained += bool(told.odds)
    assert explained, "no order was explained with its odds"


@pytest.mark.parametrize("book", BOOKS)
def test_a_scene_with_odds_and_plan_stays_below_40_kilobytes(book):
    largest = max(
        len(json.dumps(sent(scene(game), printed(game.rulebook.counters)), ensure_ascii=False).encode())
        for game in situations(book, 200)
        if game.rulebook.plan(game.state) or game.rulebook.odds(game.state, None, "umpire")
    )
    assert largest <= 40_000


def test_an_attack_is_foretold_on_both_tables():
    """Of six faces each has its result, in the column that differential and surprise lead to."""
    game = combat({"ge-1ss": "1506", "us-2id": "1507"}, turn=1)
    action = next(a for a in game.legal_actions() if isinstance(a, game.rulebook.risks))
    told = odds_rows(game, game.view("umpire"), action)
    assert [row["title"].split(",")[0] for row in told] == ["Primary table", "Secondary table"]
    differential = game.explain(action).total
    for row, table in zip(told, game.rulebook.parts.crt.values(), strict=True):
        column = table.shifted(table.column(differential), 2)  # 12.0 surprise
        faces = [RESULTS[table.result(column, face)] for face in range(1, 7)]
        shares = {chance["text"]: chance["share"] for chance in row["chances"]}
        assert shares == {result: round(faces.count(result) / 6, 4) for result in faces}
        assert row["note"] == "2 column shifts counted"
    assert told[0]["why"][0]["total"] == str(differential)


def test_an_attack_that_is_put_together_is_a_battle_of_the_plan():
    game = combat({"ge-1ss": "1506", "ge-12ss": "1407", "us-2id": "1507"}, turn=1)
    game.play(next(a for a in game.legal_actions() if isinstance(a, game.rulebook.risks)))
    plan = scene(game)["plan"]
    (battle,) = plan["battles"]
    assert (battle["at"], battle["on"]) == (["1507"], ["us-2id"])
    assert len(battle["by"]) == 1
    assert battle["chances"][0]["percent"].endswith("%")


def test_a_side_is_told_no_odds_that_would_show_it_hidden_blocks():
    """Fighting is foretold from the enemy's blocks: only to who sees them all, with their steps."""
    hidden = 0
    for game in situations("fab", 400):
        for seat in ("german", "allied"):
            view = game.view(seat)
            unknown = {piece.at for piece in view.pieces if piece.hidden}
            options = view.decision.options if view.decision.options is not None else ()
            for action in options if view.decision.seat == seat else ():
                if type(action).__name__ == "Fight" and action.area in unknown:
                    assert game.rulebook.odds(game.state, action, seat) == ()
                    hidden += 1
    assert hidden
