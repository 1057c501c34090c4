"""A game as a scene: whole, small, and nothing in it that a viewpoint may not know."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest
from msgspec.structs import replace

import bulge_widget as bw
from bulge_widget.scene import packing, reach, scene
from bulge_widget.scene.log import log_rows, phase_label
from bulge_widget.scene.packing import unpack
from bulge_widget.scene.pieces import designation, printed, slot_of
from bulge_widget.scene.sending import sent
from bulge_widget.scene.tree import Fan, Tree, Way


def size(data) -> int:
    return len(json.dumps(data, ensure_ascii=False).encode())


def ways(game):
    return unpack(reach(game), game.board)["pieces"]


def test_the_start_is_a_scene_below_40_kilobytes(start):
    assert size(scene(start)) <= 40_000


def test_destinations_of_the_first_move_phase_stay_below_60_kilobytes(moving):
    assert size(reach(moving)) <= 60_000


BOOKS = list(bw.rulebooks())


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("book", BOOKS)
def test_scene_and_reach_stay_small_through_a_game(book, seed):
    """Late in a game most units move far, and over ground that changes hands: that gives the most ways."""
    game, rng = bw.new_game(book, seed=seed), random.Random(seed)  # noqa: S311  play, not secrets
    for number in range(340):
        if game.decision is None:
            break
        if number % 20 == 0:
            assert size(sent(scene(game, "active"), printed(game.rulebook.counters))) <= 40_000
            assert size(reach(game, "active")) <= 60_000
        options = game.legal_actions()
        keys = [key for key in options.keys() if key]  # noqa: SIM118  no mapping
        key = rng.choice(keys) if keys and rng.random() < 0.97 else rng.choice(options.keys())
        game.play(rng.choice(list(options.of(key))))


def test_the_reach_of_a_whole_side_on_1650_hexes_stays_small():
    """Turn 6 of a long game: fifty units far behind their lines, each with some hundred ways."""
    game, rng = bw.new_game("botb", scenario="45", seed=3), random.Random(3)  # noqa: S311  play, not secrets
    while (game.turn, game.phasing, game.phase) != (6, "allied", "movement"):
        options = game.legal_actions()
        game.play(rng.choice(options.of(rng.choice(options.keys()))))
    found = reach(game, "active")
    assert sum(len(piece["options"]) for piece in unpack(found, game.board)["pieces"].values()) > 5_000
    assert size(found) <= 60_000


ROW = ((1,), (0, 2), (1, 3), (2,))  # four spaces in a row


@pytest.mark.parametrize(
    ("paths", "signs"),
    [
        ([[0, 1]], "{~####"),  # silent, root, space 0; a step to neighbour 0
        ([[0, 1], [0, 1]], "{~####|##$"),  # and again to place 1
        ([[0, 1], [0, 1, 2], [0, 1, 2, 3]], "{~####&&"),  # each a place later, to neighbour 1
        ([[0, 1, 2], [0, 1]], "{~###{#&|##$"),  # the first way ends with its second step
        ([[1, 2, 3], [1, 0]], "{~##${$&}####"),  # back at place 0, to neighbour 0
        ([[3, 2], [0, 1]], "{~##&#{~###'"),
    ],
)
def test_ways_are_told_a_step_a_sign(paths, signs):
    tree = Tree(range(4))
    assert packing._ways(tree, [tree.end(tuple(path)) for path in paths], ROW) == signs
    assert list(packing._paths(signs, ROW)) == paths


def test_kinds_are_told_once_for_all_that_follow_each_other():
    assert packing._runs([0, 0, 7, 500]) == "P%W$~#(P$"
    for kinds in ([0] * 200, [3, 3, 90, 45, 0, 8_000], []):
        assert list(packing._kinds(packing._runs(kinds))) == kinds


def received(small, fresh):
    """A scene as the browser makes it whole again; the same steps as in its `sent.ts`."""
    known = {
        name: {key: value for key, value in zip(fresh["keys"], row, strict=True) if value is not None}
        for name, row in fresh["rows"].items()
    }

    def whole(row, place):
        row = known.get(row["id"], {}) | place | row
        return row | {"say": row["say"].replace("~", row.get("name", ""), 1)}

    boxes = [box | {"pieces": [whole(row, {"at": box["id"]}) for row in box["pieces"]]} for box in small["boxes"]]
    groups = []
    for group in small["options"]:
        groups.append(alike(group, groups) if "like" in group else members(group))
    options = [option for group in groups for option in group]
    return small | {"pieces": [whole(row, {}) for row in small["pieces"]], "boxes": boxes, "options": options}


def members(group):
    text, options, places = "", [], group.get("to", "").split(",")
    for n, told in enumerate(group["texts"]):
        text = without_rest(text, int(told[:2], 36)) + told[2:]
        option = {"id": f"{group['key'] or ''}/{group['first'] + n}", "text": text, "key": group["key"]}
        option |= {"button": False} | ({"to": places[n]} if any(places) and places[n] else {})
        options.append(option | dict(group.get("more", ())).get(n, {}))
    return options


def without_rest(text, count):
    """So many letters of a text, as the browser counts them."""
    return text.encode("utf-16-le")[: 2 * count].decode("utf-16-le")


def alike(group, groups):
    place, cut, head = group["like"]
    here = {"key": group["key"]}
    names = [f"{group['key'] or ''}/{group['first'] + n}" for n in range(len(groups[place]))]
    texts = [head + option["text"].removeprefix(without_rest(option["text"], cut)) for option in groups[place]]
    return [o | here | {"id": n, "text": t} for o, n, t in zip(groups[place], names, texts, strict=True)]


@pytest.mark.parametrize("book", BOOKS)
def test_a_scene_is_received_as_it_was_before_it_was_made_small(book):
    game, rng = bw.new_game(book, seed=3), random.Random(3)  # noqa: S311  play, not secrets
    fresh = printed(game.rulebook.counters)
    for _ in range(40):
        for viewpoint in ("german", "allied", "umpire"):
            shown = scene(game, viewpoint)
            assert received(sent(shown, fresh), fresh) == shown
        options = game.legal_actions()
        game.play(rng.choice(list(options.of(rng.choice(options.keys())))))


def test_letters_that_the_browser_counts_as_two_are_received_as_they_were():
    texts = ["🎲 rolls 4", "🎲 rolls 5", "🎲🎲 roll 5", "🎯 is aimed at", "🎲" * 700, "🎲" * 699 + "."]
    options = [{"id": f"/{n}", "key": None, "text": text, "button": True} for n, text in enumerate(texts)]
    small = sent({"pieces": [], "boxes": [], "options": options}, {"keys": [], "rows": {}})
    assert [told[:2] for told in small["options"][0]["texts"]] == ["00", "09", "02", "00", "00", "zy"]
    assert received(small, {"keys": [], "rows": {}})["options"] == options


def test_the_reach_of_units_that_move_in_several_modes_stays_small():
    """The same way costs something else in another mode: 3,837 orders, most with a way of six steps."""
    game, rng = bw.new_game("bigredone", seed=3), random.Random(3)  # noqa: S311  play, not secrets
    for _ in range(205):
        game.play(rng.choice(game.legal_actions()))
    assert len(game.legal_actions()) == 3837
    assert size(reach(game)) <= 25_000


def test_two_orders_along_one_way_are_told_apart_by_their_texts(start):
    """A list of ways shortens the further ones to their way, but only where they do the same as the first."""
    tree = Tree(range(2))
    end = tree.end((0, 1))
    ways_ = [
        Way("a/0", end, "1", "Moves to A"),
        Way("a/1", end, "1", "Moves to A", "by way of B"),
        Way("a/2", end, "1", "Exits at A", "by way of B"),
    ]
    found = unpack(packing.pack(0, {"a": Fan(tree, ways_, {})}, start.board), start.board)["pieces"]["a"]["options"]
    assert [row["text"] for row in found] == ["Moves to A", "By way of B", "Exits at A by way of B"]


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_packed_is_unpacked_as_it_was(book):
    """Texts above all: names of spaces are taken out of them and put in again."""
    game, rng = bw.new_game(book, seed=2), random.Random(2)  # noqa: S311  play, not secrets
    for _ in range(60):
        options = game.legal_actions()
        for found in unpack(reach(game), game.board)["pieces"].values():
            for row in found["options"]:
                key, _, number = row["o"].rpartition("/")
                action = options.of(key)[int(number)]
                assert tuple(game.board.spaces[at].id for at in row["path"]) == action.path
                assert row["cost"] == game.rulebook.cost(game.state, action)
                begun = [replace(action, path=action.path[:end]) for end in range(2, len(action.path))]
                assert row["steps"] == [game.rulebook.cost(game.state, each) for each in begun]
                assert "{" not in row["full"] + row["text"]
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
    assert unpack(reach(moving, "allied"), moving.board.neighbours) == {"seq": 0, "pieces": {}}


def test_every_answer_is_either_an_option_of_the_scene_or_a_destination(moving):
    listed = {row["id"] for row in scene(moving)["options"]}
    led = {row["o"] for piece in ways(moving).values() for row in piece["options"]}
    options = moving.legal_actions()
    assert listed | led == {f"{key or ''}/{n}" for key in list(options.keys()) for n in range(len(options.of(key)))}
    assert not listed & led


def test_an_answer_without_piece_and_space_is_a_button(moving):
    assert [row["text"] for row in scene(moving)["options"] if row["button"]] == ["End the move phase"]


def test_a_way_is_the_path_of_its_answer(moving):
    index, options = moving.board.index, moving.legal_actions()
    for found in ways(moving).values():
        for row in found["options"]:
            key, _, number = row["o"].rpartition("/")
            assert row["path"] == [index[space] for space in options.of(key)[int(number)].path]


def test_an_order_has_its_full_text_and_a_short_one_for_the_list_of_ways_to_its_space(moving):
    options, listed = moving.legal_actions(), ways(moving)
    for piece, found in listed.items():
        for row in found["options"]:
            key, _, number = row["o"].rpartition("/")
            told = moving.rulebook.describe(options.of(key)[int(number)], moving.state)
            name = moving.rulebook.counters[piece].short
            assert row["full"].lower() in {told.lower(), told.removeprefix(f"{name} ").lower()}
            assert len(row["text"]) <= len(row["full"])
    rows = {row["full"]: row["text"] for row in listed["ge-1ss"]["options"]}
    assert rows["Marches to Clervaux by way of Prüm, Arzfeld"] == "Marches to Clervaux"


def test_ways_that_lead_back_home_come_last(moving):
    for found in ways(moving).values():
        back = [row["to"] == found["from"] for row in found["options"]]
        assert back == sorted(back)
    assert any(row["to"] == found["from"] for found in ways(moving).values() for row in found["options"])


def test_only_the_first_way_to_a_space_is_told_without_its_way(moving):
    found = ways(moving)["ge-1ss"]["options"]
    firsts = {row["to"]: row["text"] for row in reversed(found)}
    assert all("by way of" not in text.lower() for text in firsts.values())
    assert len({(row["to"], row["text"]) for row in found}) == len(found)


def test_destinations_begin_where_the_piece_stands_and_name_real_spaces(moving):
    at = {p["id"]: p["at"] for p in scene(moving)["pieces"]}
    spaces = moving.board.spaces
    for piece, found in ways(moving).items():
        assert spaces[found["from"]].id == at[piece]
        for row in found["options"]:
            assert 0 <= row["to"] < len(spaces)
            path = row["path"]
            assert (path[0], path[-1]) == (found["from"], row["to"])
            assert all(b in moving.board.neighbours[a] for a, b in pairwise(path))


def test_an_answer_of_several_pieces_stands_under_each_of_them(moving):
    found = ways(moving)
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


def test_dice_that_a_person_chose_are_told_from_those_that_fell(moving, tmp_path):
    game = moving.fork()
    order = next(order for order in game.legal_actions() if type(order).__name__ == "Overrun")

    def rolls(of):
        return [row["text"] for row in scene(of)["log"] if row["kind"] == "rolled"]

    before = len(rolls(game))
    game.play(order)
    assert not any("by hand" in text for text in rolls(game))
    game.undo()
    game.asks_for_dice = True
    assert scene(game)["by_hand"]
    game.play(order)
    game.play("roll 1")
    assert [("by hand" in text) for text in rolls(game)] == [False] * before + [True]
    game.save(tmp_path / "chosen.json")
    assert rolls(bw.load_game(tmp_path / "chosen.json")) == rolls(game)
    game.asks_for_dice = False
    assert scene(game)["ask"] is None


def test_in_a_fair_game_nobody_chooses_the_dice():
    game = bw.new_game("knapp", seed=1, mode="fair")
    with pytest.raises(bw.EditError, match="fair"):
        game.asks_for_dice = True


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


# -- orders that are asked for and refused now ------------------------------------------------------------


def test_a_phase_that_may_not_end_yet_says_why_and_where():
    units = {name: {"at": "hallschlag"} for name in ("ge-12ss", "ge-1ss", "ge-2pz", "ge-lehr")}
    game = bw.new_game("knapp", position={"turn": 2, "phase": "movement", "phasing": "german", "units": units})
    shown = scene(game)
    assert not any(row["button"] for row in shown["options"])
    (row,) = shown["refused"]
    assert (row["text"], row["rule"], row["at"]) == ("End the move phase", "5", "hallschlag")
    assert "No more than three units" in row["why"]
    assert scene(game, "allied")["refused"] == []


def test_nothing_is_refused_where_the_phase_may_end(moving):
    assert scene(moving)["refused"] == []


def test_a_combat_phase_that_must_go_on_says_so():
    game, rng = bw.new_game("bigredone", seed=3), random.Random(3)  # noqa: S311  play, not secrets
    for _ in range(300):
        refused = scene(game)["refused"]
        if refused or game.decision is None:
            break
        game.play(rng.choice(list(game.legal_actions())))
    assert refused[0]["text"] == "End the combat phase"
    assert "must attack before the phase ends" in refused[0]["why"]


# -- phases in words, and the log ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "phasing", "label"),
    [
        ("movement", "german", "German movement"),
        ("defensive-fire", "german", "Allied defensive fire (German turn)"),
        ("defensive-fire", "allied", "German defensive fire (Allied turn)"),
        ("over", "", "Over"),
    ],
)
def test_a_phase_names_the_side_that_acts(start, phase, phasing, label):
    assert phase_label(start.rulebook.info, phase, phasing) == label


def test_every_line_of_the_log_stands_under_the_phase_it_happened_in():
    """A roll that ends a phase belongs to it, not to the next one; over a whole turn with fire."""
    game, rng = bw.new_game("knapp", seed=2), random.Random(2)  # noqa: S311  play, not secrets
    while game.turn < 2:
        game.play(rng.choice(list(game.legal_actions())))
    rows = log_rows(game, "umpire", tail=1000)
    assert rows[0]["kind"] == "phase-began"
    now = None
    for row in rows:
        if row["kind"] == "phase-began":
            now = (row["turn"], row["phase"])
            assert row["text"].startswith(f"Turn {row['turn']}, ")
        assert (row["turn"], row["phase"]) == now
    rolled = {row["phase"] for row in rows if row["text"].startswith("Defensive fire in")}
    assert rolled <= {"Allied defensive fire (German turn)", "German defensive fire (Allied turn)"}
    assert rolled
    arrivals = {row["phase"] for row in rows if row["text"].startswith("Arrival of")}
    assert arrivals == {"German reinforcement", "Allied reinforcement"}


def test_a_seat_that_may_not_answer_is_told_who_decides(moving):
    asked = "Move a unit, or end the move phase"
    assert scene(moving, "allied")["prompt"]["text"] == f"The German side is to decide: {asked}"
    assert [scene(moving, eyes)["prompt"]["text"] for eyes in ("german", "umpire", "active")] == [asked] * 3
