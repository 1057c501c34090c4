"""What is asked once of a position, laid out once for many views, or judged once for chits that are alike."""

from __future__ import annotations

import inspect
import itertools

import msgspec

from bulge_widget.core.opening import begin
from bulge_widget.rulebooks.fab import admin, display, laid, shelves, sight
from bulge_widget.rulebooks.fab.laid import Laid
from bulge_widget.rulebooks.fab.once import READERS, once, once_by
from bulge_widget.rulebooks.fab.state import ABSENT, AVAILABLE, BOXES, ELIMINATED, FUTURE, UNUSED, WAITING
from tests.rulebooks import play
from tests.rulebooks.fab.table import BOOK, PARTS, situation, state


def counted():
    """A question that notes each time it is worked out."""
    worked = []

    @once
    def question(parts, position, unit, *, doubled=False):
        """Ask something."""
        del parts
        worked.append((unit, doubled))
        return position.turn * unit * (2 if doubled else 1)

    return question, worked


def test_a_question_is_worked_out_once_for_a_position_and_each_of_its_arguments():
    question, worked = counted()
    here = state({"ge-2pz": "12"}, turn=3)
    assert [question(PARTS, here, 5), question(PARTS, here, 5), question(PARTS, here, 7)] == [15, 15, 21]
    assert [question(PARTS, here, 5, doubled=True), question(PARTS, here, 5, doubled=True)] == [30, 30]
    assert worked == [(5, False), (7, False), (5, True)]
    assert question.__name__ == "question"


def test_another_position_is_asked_anew_even_if_it_is_equal():
    question, worked = counted()
    here = state({"ge-2pz": "12"}, turn=3)
    there = msgspec.structs.replace(here, turn=4)
    again = msgspec.structs.replace(here)
    assert [question(PARTS, one, 5) for one in (here, there, again, here)] == [15, 20, 15, 15]
    assert len(worked) == 4


def test_what_is_laid_out_is_made_once_by_all_it_depends_on():
    made = []

    def make(one, other):
        made.append((one, other))
        return f"{one}{other}"

    shown = Laid(make)
    assert shown.all([("a", 1), ("b", 1), ("a", 1)]) == ("a1", "b1", "a1")
    assert shown["a", 1] is shown["a", 1]
    assert made == [("a", 1), ("b", 1)]


def test_what_is_laid_out_is_thrown_away_when_there_is_too_much_of_it(monkeypatch):
    monkeypatch.setattr(laid, "MOST", 2)
    shown = Laid(lambda number: [number])
    first = shown[(1,)]
    assert shown.all([(2,), (3,)]) == ([2], [3])
    assert len(shown) == 1
    assert shown[(1,)] == first
    assert shown[(1,)] is not first


def test_chits_are_alike_if_nothing_but_name_and_turn_tells_them_apart():
    index = PARTS.chit_index
    like = {name: PARTS.alike[index[name]] for name in ("ge-fuel-1", "ge-fuel-5", "ge-captured-fuel", "ge-bid-fuel-1")}
    assert like["ge-fuel-1"] == like["ge-fuel-5"] == index["ge-fuel-1"]
    assert len(set(like.values())) == 3
    for one, first in enumerate(PARTS.alike):
        ours, theirs = PARTS.chits[one], PARTS.chits[first]
        assert (ours.kind, ours.side, ours.command, ours.also) == (
            theirs.kind,
            theirs.side,
            theirs.command,
            theirs.also,
        )
        assert PARTS.alike[first] == first <= one


def test_of_chits_that_are_alike_all_are_playable_if_one_is():
    chits = dict.fromkeys(("us-air-mission-t4", "us-air-mission-t6", "us-special-action"), "available")
    game = situation({"us-1id": "47", "ge-2pz": "12"}, phase="admin", phasing="allied", chits=chits, german=["12"])
    by_hand = [
        chit
        for chit in PARTS.own_chits[1]
        if game.state.boxes[chit] == AVAILABLE and next(admin.plays(PARTS, game.state, 1, chit), None)
    ]
    assert list(admin.playable(PARTS, game.state, 1)) == by_hand
    assert {PARTS.chit_ids[chit] for chit in by_hand} >= {"us-air-mission-t4", "us-air-mission-t6"}


class Seen:
    """A position that notes which of its parts are looked at."""

    def __init__(self, position):
        self._position, self.read = position, set()

    def __getattr__(self, name):
        self.read.add(name)
        return getattr(self._position, name)


VALUES = {"side": (0, 1), "role": (0, 1), "zone": (0, 5, 7), "name": ("22", "92"), "attacking": ((), ("ge-2pz",))}


def test_what_is_kept_by_parts_of_a_position_looks_at_nothing_else():
    asked = set()
    for seed in (1, 2):
        game = begin(BOOK, scenario="campaign", seed=seed)
        for number, (position, _) in enumerate(play.answers(game, seed)):
            for name, (work, fields) in READERS.items() if number % 5 == 0 else ():
                wanted = list(inspect.signature(work).parameters)[2:]
                for arguments in itertools.product(*(VALUES[each] for each in wanted)):
                    seen = Seen(position)
                    work(PARTS, seen, *arguments)
                    assert seen.read <= {*fields}, name
                    asked.add(name)
    assert asked == set(READERS)


def test_a_question_kept_by_parts_of_a_position_is_asked_anew_when_one_of_them_changes():
    worked = []

    @once_by("turn", "at")
    def question(parts, position, side):
        del parts
        worked.append(side)
        return position.turn + side

    here = state({"ge-2pz": "12"}, turn=3)
    same = msgspec.structs.replace(here, phase=here.phase + 1)
    assert [question(PARTS, one, side) for one in (here, same) for side in (0, 1)] == [3, 4, 3, 4]
    assert worked == [0, 1]
    assert question(PARTS, msgspec.structs.replace(here, turn=4), 1) == 5
    del READERS[next(name for name in READERS if name.endswith("question"))]


BESIDE = BOXES | {WAITING: "coming", ELIMINATED: "lost"}


def test_what_is_patched_from_look_to_look_is_what_is_laid_out_anew():
    game = begin(BOOK, scenario="campaign", seed=3)
    sights = {seat: sight.Sight(PARTS, seat) for seat in ("german", "allied", "umpire")}
    kept = shelves.Shelves(PARTS)
    for number, (position, _) in enumerate(play.answers(game, 3)):
        if number % 7 in {0, 1, 4}:
            for seat, one in sights.items():
                assert one.look(position) == sight.Sight(PARTS, seat).look(position)
            assert kept.look(position.boxes) == shelves.Shelves(PARTS).look(position.boxes)


def lying(position):
    """Where each block and chit is that is shown."""
    found = {}
    for names, places in ((PARTS.unit_ids, position.at), (PARTS.chit_ids, position.boxes)):
        for name, place in zip(names, places, strict=True):
            if place not in {ABSENT, UNUSED, FUTURE}:
                found[name] = f"{BESIDE[place]}-{PARTS.sheet[name].side}" if place in BESIDE else PARTS.area_ids[place]
    return found


def test_what_is_seen_beside_the_map_lies_there_in_the_position():
    game = begin(BOOK, scenario="campaign", seed=4)
    for number, (position, _) in enumerate(play.answers(game, 4)):
        if number % 7 in {0, 1, 4}:
            seen, there = BOOK.view(position, "umpire"), lying(position)
            assert {piece.id: piece.at for piece in seen.pieces} == there
            for box in seen.boxes:
                assert sorted(box.pieces) == sorted(name for name, where in there.items() if where == box.id)
                assert box.pieces or box.id.startswith(("coming", "lost", "available", "used"))
            boxes = {where for where in there.values() if not where.startswith("on-")} - {*PARTS.area_ids}
            assert boxes <= {box.id for box in seen.boxes}


def test_areas_patched_from_look_to_look_are_those_laid_out_anew():
    game = begin(BOOK, scenario="campaign", seed=5)
    for number, (position, _) in enumerate(play.answers(game, 5)):
        if number % 7 in {0, 1, 4}:
            seen = BOOK.view(position, "umpire").spaces
            display._spaces.cache_clear()
            display._space_row.cache_clear()
            assert BOOK.view(position, "umpire").spaces == seen


def test_sets_of_nobody_and_of_one_are_shown_in_their_places():
    for placed in ({}, {"ge-2pz": "12"}, {"ge-2pz": "12", "us-1id": "47"}):
        shown = sight.Sight(PARTS, "allied").look(situation(placed).state)
        assert {piece.at for piece in shown} == {*placed.values()}
