"""What all books share: chapters read off their modules, and answers about secrets where there are none."""

from __future__ import annotations

from types import ModuleType

import pytest

from bulge_widget.core import bitset
from bulge_widget.core.binding import Book
from bulge_widget.core.contents import chapters_of
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.rulebooks.registry import open_rulebook, rulebooks


class Asked:
    """A step."""


class Passing:
    """A step nobody answers."""


def chapter(name, **contents):
    module = ModuleType(name)
    module.__dict__.update(contents)
    return module


def test_chapters_are_found_by_their_steps_and_what_is_missing_means_nothing():
    asks = chapter("asks", STEPS=(Asked,), canonical="c", explain="e")
    passes = chapter("passes", STEPS=(Passing,), resolve="r", candidates="t")
    table = chapters_of(asks, passes)
    assert table.answers == {Asked: asks, Passing: passes}
    assert (table.canonical, table.explain) == ({Asked: "c"}, {Asked: "e"})
    assert (table.resolve, table.candidates) == ({Passing: "r"}, {Passing: "t"})


@pytest.mark.parametrize("name", sorted(rulebooks()))
def test_every_book_is_bound_and_answers_all_that_is_wanted_of_one(name):
    book = open_rulebook(name)
    assert isinstance(book, Book)
    wanted = {word for word in vars(Rulebook) if not word.startswith("_")}
    assert wanted - set(dir(book)) == set()


def test_a_book_without_secrets_knows_every_piece_and_gives_no_handles():
    book = open_rulebook("knapp")
    state = book.setup("campaign", {})[0]
    assert book.knows(state, "german", "us-28id")
    assert not book.knows(state, "german", "tiger")
    assert book.handles(state) == {}
    assert book.resample(state, "german", lambda _: 0) is state
    assert book.plan(state) is None


def test_the_finished_game_asks_nothing():
    book = open_rulebook("knapp")
    state = book.position({"turn": 10, "phase": "over", "phasing": "allied", "units": {}})
    action = book.actions[0]("ge-1ss", ("hallschlag", "losheim-gap"))
    assert book.decision(state) is None
    assert book.why_not(state, action).facts == {"wanted": "nothing, the game is over"}
    assert book.explain(state, action).parts == ()
    assert book.settle(state) == (state, ())


def test_a_set_of_integers_is_a_mask_and_back():
    assert bitset.bits(0b1010) == (1, 3)
    assert bitset.mask_of([3, 1, 3]) == 0b1010
    assert bitset.bits(0) == ()


def test_what_members_of_a_set_stand_for_is_joined_over_every_eight_of_them():
    sets = [1 << (7 * number) % 19 | 1 << number for number in range(19)]
    unions = bitset.Unions(sets)
    for mask in (0, 1, 0b1000000001, 1 << 18, (1 << 19) - 1, 0b1010101010101010101):
        wanted = {place for number in bitset.bits(mask) for place in bitset.bits(sets[number])}
        assert set(bitset.bits(unions.of(mask))) == wanted
