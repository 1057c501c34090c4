"""A game as a scene: whole, small, and nothing in it that a viewpoint may not know."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest

import bulge_widget as bw
from bulge_widget.scene import reach, scene
from bulge_widget.scene.pieces import designation, slot_of


def size(data) -> int:
    return len(json.dumps(data, ensure_ascii=False).encode())


def test_the_start_is_a_scene_below_40_kilobytes(start):
    assert size(scene(start)) <= 40_000


def test_destinations_of_the_first_move_phase_stay_below_60_kilobytes(moving):
    assert size(reach(moving)) <= 60_000


def test_scene_and_reach_stay_small_through_a_game(start):
    game, rng = start.fork(), random.Random(4)  # noqa: S311  play, not secrets
    for _ in range(120):
        assert size(scene(game)) <= 40_000
        assert size(reach(game)) <= 80_000
        options = game.legal_actions()
        if not options:
            break
        game.play(rng.choice(list(options.of(rng.choice(options.keys())))))


def test_a_scene_survives_json(moving):
    shown = scene(moving, "german", seq=5)
    assert json.loads(json.dumps(shown)) == shown
    assert shown["seq"] == 5


def test_it_has_every_part_of_the_contract(start):
    parts = (
        "seq viewpoint viewpoints curtain turn phase phasing mode prompt outcome options pieces control markers boxes"
        " tracks score events dice log undo undo_why redo ask"
    )
    assert set(parts.split()) <= set(scene(start))


def test_each_piece_is_either_on_the_map_or_in_a_box(start):
    shown = scene(start)
    ids = [p["id"] for p in shown["pieces"]] + [p["id"] for box in shown["boxes"] for p in box["pieces"]]
    assert sorted(ids) == sorted(start.rulebook.counters)


def test_a_piece_is_spoken_with_its_strength(start):
    says = {p["id"]: p["say"] for p in scene(start)["pieces"]}
    strength = start.rulebook.counters["us-106id"].strength
    assert says["us-106id"] == f"106th Infantry Division, strength {strength} of {strength}"


def test_pieces_of_one_side_have_places_of_their_own(start):
    places = [(p["at"], p["slot"]) for p in scene(start)["pieces"]]
    assert len(set(places)) == len(places)


def test_the_fourth_piece_of_a_side_lies_on_the_first():
    assert [slot_of(n, "german") for n in range(4)] == [0, 1, 2, 6]
    assert [slot_of(n, "allied") for n in range(4)] == [3, 4, 5, 9]


def test_a_counter_shows_the_number_of_its_unit():
    assert designation("ge-326vg") == "326 VG"
    assert designation("ge-lehr") == "LEHR"


def test_a_seat_that_is_not_asked_gets_prompt_and_rule_but_no_answers(moving):
    shown = scene(moving, "allied")
    assert shown["prompt"]["seat"] == "german"
    assert shown["options"] == []
    assert not any(p.get("live") for p in shown["pieces"])
    assert reach(moving, "allied") == {"seq": 0, "pieces": {}}


def test_every_answer_is_either_an_option_of_the_scene_or_a_destination(moving):
    listed = {row["id"] for row in scene(moving)["options"]}
    led = {row["o"] for piece in reach(moving)["pieces"].values() for row in piece["options"]}
    options = moving.legal_actions()
    assert listed | led == {f"{key or ''}/{n}" for key in list(options.keys()) for n in range(len(options.of(key)))}
    assert not listed & led


def test_an_answer_without_piece_and_space_is_a_button(moving):
    assert [row["text"] for row in scene(moving)["options"] if row["button"]] == ["End the move phase"]


def way(tree, to):
    """The spaces on the way to a space, as the board follows them."""
    before = dict(zip(tree["at"], tree["prev"], strict=True))
    path = [to]
    while before[path[0]] >= 0:
        path.insert(0, before[path[0]])
    return path


def test_a_way_told_by_the_tree_is_the_path_of_the_answer(moving):
    index, options = moving.board.index, moving.legal_actions()
    for found in reach(moving)["pieces"].values():
        for row in found["options"]:
            key, _, number = row["o"].rpartition("/")
            path = [index[space] for space in options.of(key)[int(number)].path]
            assert row.get("path", path) == path
            if "path" not in row:
                assert way(found["tree"], row["to"]) == path


def test_only_the_first_way_to_a_space_is_told_without_its_way(moving):
    found = reach(moving)["pieces"]["ge-1ss"]["options"]
    firsts = {row["to"]: row["text"] for row in reversed(found)}
    assert all("by way of" not in text.lower() for text in firsts.values())
    assert len({(row["to"], row["text"]) for row in found}) == len(found)


def test_destinations_begin_where_the_piece_stands_and_name_real_spaces(moving):
    at = {p["id"]: p["at"] for p in scene(moving)["pieces"]}
    spaces = moving.board.spaces
    for piece, found in reach(moving)["pieces"].items():
        assert spaces[found["from"]].id == at[piece]
        for row in found["options"]:
            assert 0 <= row["to"] < len(spaces)
            path = row.get("path") or way(found["tree"], row["to"])
            assert (path[0], path[-1]) == (found["from"], row["to"])
            assert all(b in moving.board.neighbours[a] for a, b in pairwise(path))


def test_an_answer_of_several_pieces_stands_under_each_of_them(moving):
    found = reach(moving)["pieces"]
    shared = {}
    for piece, rows in found.items():
        for row in rows["options"]:
            shared.setdefault(row["o"], set()).add(piece)
    overruns = [a for a in moving.legal_actions() if hasattr(a, "units")]
    assert {frozenset(a.units) for a in overruns} <= {frozenset(pieces) for pieces in shared.values()}


def test_events_are_those_of_the_last_order_with_dice_apart(moving):
    game = moving.fork()
    options = game.legal_actions()
    key = next(filter(None, options.keys()))
    action = next(a for a in options.of(key) if type(a).__name__ == "Move")
    game.play(action)
    moved = [row for row in scene(game)["events"] if row["kind"] == "moved"]
    assert moved[0]["piece"] == key
    assert moved[0]["path"] == list(action.path)


def test_nothing_moves_on_the_board_after_an_undo(moving):
    game = moving.fork()
    options = game.legal_actions()
    game.play(options.of(next(filter(None, options.keys())))[0])
    game.undo()
    assert scene(game)["events"] == []
    assert scene(game)["redo"] is not None


def test_a_caller_may_say_what_was_shown_already(moving):
    assert scene(moving, since=scene(moving)["here"])["events"] == []
    assert scene(moving, since=0)["events"] != []


def test_the_log_is_a_tail_whose_lines_lead_back_to_their_position(moving):
    nodes = moving.record.nodes
    log = scene(moving)["log"]
    assert 0 < len(log) <= 40
    assert all(nodes[row["node"]].depth == row["n"] for row in log)


def test_a_person_with_dice_is_asked_for_them():
    game = bw.new_game("knapp", seed=1, dice="ask")
    while game.decision.seat != "chance":
        game.play(game.legal_actions()[0])
    asked = scene(game)["ask"]
    assert asked["sides"] == 6
    assert asked["n"] >= 1
    assert scene(game)["options"] == []


@pytest.mark.parametrize("viewpoint", ["german", "allied", "umpire", "active"])
def test_every_viewpoint_gives_a_scene(start, viewpoint):
    assert scene(start, viewpoint)["viewpoint"] == viewpoint
