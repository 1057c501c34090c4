"""The widget on a real game: traits both ways, several boards on one game, everything refused by name."""

from __future__ import annotations

import base64
import gc
import json
import weakref
from collections.abc import Iterator
from pathlib import Path

import ipywidgets
import pytest
import traitlets

import bulge_widget as bw
from bulge_widget.scene.packing import unpack
from bulge_widget.widget import static_files

MOVE = "move ge-1ss hallschlag>losheim-gap"


def destinations(board):
    return unpack(board.reach, board.game.board)


@pytest.fixture
def game() -> bw.Game:
    return bw.new_game("knapp", seed=1944)


@pytest.fixture
def board(game: bw.Game) -> Iterator[bw.BoardWidget]:
    widget = bw.BoardWidget(game)
    yield widget
    widget.close()


def place(board: bw.BoardWidget, piece: str) -> str:
    return next(row["at"] for row in board.scene["pieces"] if row["id"] == piece)


def sent(board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    answers: list[dict[str, object]] = []
    monkeypatch.setattr(board, "send", lambda content, *_: answers.append(content))
    return answers


def say(board: bw.BoardWidget, /, **message: object) -> None:
    """Let a message come in, as the comm would deliver it."""
    board._handle_custom_msg({"id": "x", "seq": board.seq, **message}, [])


def test_the_front_end_is_read_when_a_board_is_made(board: bw.BoardWidget) -> None:
    assert board._esm == "/* board.js */"
    assert board._css == "/* board.css */"


def test_without_a_front_end_the_way_to_get_one_is_told(game: bw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static_files, "STATIC", Path("nowhere"))
    with pytest.raises(RuntimeError, match="make build"):
        bw.BoardWidget(game)


def test_what_is_sent_is_plain_json_and_small(board: bw.BoardWidget) -> None:
    assert len(json.dumps(board.scene)) < 40_000
    assert len(json.dumps(board.reach)) < 60_000
    assert len(json.dumps(board.ground)) < 500_000


def test_an_order_from_code_replaces_scene_and_reach_together(game: bw.Game, board: bw.BoardWidget) -> None:
    seen: list[tuple[int, int]] = []
    board.observe(lambda _: seen.append((board.scene["seq"], board.reach["seq"])), ["reach"])
    game.play(MOVE)
    assert place(board, "ge-1ss") == "losheim-gap"
    assert seen == [(2, 2)]
    assert [event["kind"] for event in board.scene["events"]] == ["moved"]


def test_two_boards_on_a_game_stay_together(game: bw.Game, board: bw.BoardWidget) -> None:
    other = bw.BoardWidget(game, viewpoint="allied")
    game.play(MOVE)
    assert place(board, "ge-1ss") == place(other, "ge-1ss") == "losheim-gap"
    game.undo()
    assert place(board, "ge-1ss") == place(other, "ge-1ss") == "hallschlag"
    other.close()
    game.redo()
    assert place(board, "ge-1ss") == "losheim-gap"
    assert place(other, "ge-1ss") == "hallschlag"


def test_a_choice_made_on_one_board_outdates_the_other(
    game: bw.Game, board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = bw.BoardWidget(game)
    old = other.seq
    say(board, kind="choose", option="ge-1ss/2")
    answers = sent(other, monkeypatch)
    say(other, kind="choose", option="ge-1ss/2", seq=old)
    assert answers[0]["kind"] == "refused"
    assert [node.seat for node in game.history if not node.is_chance] == ["", "german"]


def test_every_option_of_a_scene_can_be_chosen_by_its_name(
    game: bw.Game, board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = sent(board, monkeypatch)
    names = [option["id"] for option in board.scene["options"]]
    names += [option["o"] for reach in destinations(board)["pieces"].values() for option in reach["options"]]
    assert len(set(names)) == len(game.legal_actions())
    for name in names[::7]:
        say(board, kind="choose", option=name)
        game.undo()
    assert {answer["kind"] for answer in answers} == {"done"}


def test_a_game_can_be_played_to_its_end_by_messages(game: bw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    board = bw.BoardWidget(game, viewpoint="active")
    answers = sent(board, monkeypatch)
    for turn in range(2000):
        options = [option["id"] for option in board.scene["options"]]
        options += [option["o"] for reach in destinations(board)["pieces"].values() for option in reach["options"]]
        if not options:
            break
        say(board, kind="choose", option=options[turn * 31 % len(options)])
    assert game.outcome is not None
    assert board.scene["outcome"]["reason"]
    assert {answer["kind"] for answer in answers} == {"done"}
    board.close()


def test_undo_redo_and_goto_answer_and_show(
    game: bw.Game, board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = sent(board, monkeypatch)
    say(board, kind="undo")
    assert (answers[-1]["kind"], "first question" in str(answers[-1]["text"])) == ("refused", True)
    game.play(MOVE)
    say(board, kind="undo")
    assert answers[-1]["kind"] == "done"
    assert place(board, "ge-1ss") == "hallschlag"
    say(board, kind="redo")
    assert place(board, "ge-1ss") == "losheim-gap"
    say(board, kind="goto", node=board.scene["log"][0]["node"])
    assert place(board, "ge-1ss") == "hallschlag"
    assert board.reach["pieces"], "dice that fall by themselves leave nobody a question"


def test_an_observer_that_fails_is_heard_of_at_the_board(
    game: bw.Game, board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_game: bw.Game) -> None:
        raise ZeroDivisionError("oh")

    game.observe(fail)
    answers = sent(board, monkeypatch)
    say(board, kind="choose", option="ge-1ss/2")
    assert answers[0]["kind"] == "error"
    assert "ZeroDivisionError" in str(answers[0]["text"])
    assert len(board.scene["events"]) == 1, "the order itself was carried out"


def test_dice_that_a_person_throws_are_asked_for_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bw.new_game("knapp", dice="ask")
    board = bw.BoardWidget(game)
    answers = sent(board, monkeypatch)
    ask = board.scene["ask"]
    for faces in ([1.9], [True], 5, [None], "3", None):
        say(board, kind="roll", faces=faces)
        assert answers[-1]["kind"] == "refused"
        assert "whole numbers, such as [3, 5]" in str(answers[-1]["text"])
    assert ask["sides"] == 6
    say(board, kind="roll", faces=[7] * ask["n"])
    assert answers[-1]["kind"] == "refused"
    say(board, kind="roll", faces=["x"])
    assert answers[-1]["kind"] == "refused"
    say(board, kind="roll", faces=[3] * ask["n"])
    assert answers[-1]["kind"] == "done"
    board.close()


@pytest.mark.parametrize("viewpoint", ["german", "allied", "umpire", "active"])
def test_only_the_deciding_side_gets_options(game: bw.Game, viewpoint: str) -> None:
    board = bw.BoardWidget(game, viewpoint=viewpoint)
    assert bool(board.reach["pieces"]) == (viewpoint != "allied")
    assert board.scene["prompt"]["text"]
    board.close()


def test_a_change_of_viewpoint_shows_at_once_and_moves_nothing(game: bw.Game, board: bw.BoardWidget) -> None:
    game.play(MOVE)
    board.viewpoint = "allied"
    assert board.scene["viewpoint"] == "allied"
    assert board.scene["events"] == []
    assert destinations(board) == {"seq": board.seq, "pieces": {}}


def test_a_selection_is_of_pieces_that_are_there(game: bw.Game, board: bw.BoardWidget) -> None:
    board.selection = ["GE-1SS", "ge-2pz", "ge-1ss"]
    assert board.selection == ("ge-1ss", "ge-2pz")
    with pytest.raises(bw.UnknownNameError, match="ge-12ss"):
        board.selection = ["ge-12sss"]
    game.play(MOVE)
    assert board.selection == ("ge-1ss", "ge-2pz")


@pytest.mark.parametrize(
    ("keyword", "value", "error"),
    [
        ("viewpoint", "russian", bw.UnknownNameError),
        ("selection", ["us-1"], bw.UnknownNameError),
        ("layers", {"sea": True}, bw.UnknownNameError),
        ("annotations", [{"kind": "blob", "at": "bastogne"}], bw.UnknownNameError),
        ("annotations", [{"kind": "ring", "at": "berlin"}], bw.UnknownNameError),
        ("annotations", [{"kind": "ring", "where": "bastogne"}], bw.UnknownNameError),
        ("annotations", [{"kind": "arrow", "from": "bastogne"}], bw.BulgeError),
        ("viewpoint", "German", bw.UnknownNameError),
        ("viewpoint", 5, bw.UnknownNameError),
        ("selection", "ge-9xx", bw.UnknownNameError),
        ("selection", None, bw.BulgeError),
        ("selection", [5], bw.BulgeError),
        ("layers", ["roads"], bw.BulgeError),
        ("layers", {"roads": "no"}, bw.BulgeError),
        ("layers", {"Roads": True}, bw.UnknownNameError),
        ("annotations", {"kind": "ring", "at": "bastogne"}, bw.BulgeError),
        ("annotations", None, bw.BulgeError),
        ("annotations", ["ring"], bw.BulgeError),
        ("annotations", [{"kind": "text", "at": "bastogne"}], bw.BulgeError),
        ("annotations", [{"kind": "ring", "at": "bastogne", "text": 5}], bw.BulgeError),
        ("annotations", [{"kind": "ring", "at": "bastogne", "text": "x" * 81}], bw.BulgeError),
        ("annotations", [{"kind": "ring", "at": "bastogne", "colour": "redd"}], bw.BulgeError),
        ("annotations", [{"kind": "ring", "at": "bastogne", "colour": "#12"}], bw.BulgeError),
        ("annotations", [{"kind": "ring", "at": "bastogne", "colour": "url(x)"}], bw.BulgeError),
        ("theme", "sepia", traitlets.TraitError),
        ("height", 10, traitlets.TraitError),
    ],
)
def test_what_cannot_be_shown_is_refused_when_made_and_later(
    game: bw.Game, board: bw.BoardWidget, keyword: str, value: object, error: type[Exception]
) -> None:
    with pytest.raises(error, match=r"\w"):
        bw.BoardWidget(game, **{keyword: value})
    before = getattr(board, keyword)
    with pytest.raises(error):
        setattr(board, keyword, value)
    assert getattr(board, keyword) == before
    with pytest.raises(traitlets.TraitError):
        board.set_state({keyword: value})  # as it comes from a browser
    assert getattr(board, keyword) == before
    with pytest.raises(traitlets.TraitError), board.hold_trait_notifications():
        setattr(board, keyword, value)
    assert getattr(board, keyword) == before
    board.to_html()
    game.play(MOVE)
    assert place(board, "ge-1ss") == "losheim-gap"


def test_an_unknown_keyword_is_refused_with_the_nearest(game: bw.Game) -> None:
    with pytest.raises(TypeError, match="did you mean 'viewpoint'"):
        bw.BoardWidget(game, viewpont="german")
    with pytest.raises(TypeError, match="known: annotations, height"):
        bw.BoardWidget(game, zzz=1)


def test_layers_are_switched_one_by_one(board: bw.BoardWidget) -> None:
    all_layers = {layer["id"]: layer["on"] for layer in board.ground["layers"]}
    assert board.layers == all_layers
    first = next(iter(all_layers))
    board.layers = {first: not all_layers[first]}
    assert board.layers == all_layers | {first: not all_layers[first]}


def test_annotations_take_names_as_printed(board: bw.BoardWidget) -> None:
    board.annotations = [{"kind": "ring", "at": "Bastogne", "text": "here"}]
    assert board.annotations == [{"kind": "ring", "at": "bastogne", "text": "here"}]


def test_a_closed_board_follows_no_more_and_can_be_forgotten(game: bw.Game) -> None:
    board = bw.BoardWidget(game)
    seq, gone = board.seq, weakref.ref(board)
    board.close()
    game.play(MOVE)
    assert board.seq == seq
    del board
    gc.collect()
    assert gone() is None


def test_a_board_stands_in_a_box_with_other_widgets(board: bw.BoardWidget) -> None:
    assert ipywidgets.VBox([board]).children == (board,)


def test_a_page_is_written_and_returned(board: bw.BoardWidget, tmp_path: Path) -> None:
    text = board.to_html(tmp_path / "a.html", title="<b> & so on")
    assert (tmp_path / "a.html").read_text("utf-8") == text
    assert "&lt;b&gt; &amp; so on" in text
    assert "<script" not in text
    assert len(text) < 400_000


@pytest.mark.parametrize("name", ["ground", "scene", "reach"])
def test_what_the_board_shows_is_not_set_from_outside(game: bw.Game, board: bw.BoardWidget, name: str) -> None:
    before = getattr(board, name)
    with pytest.raises(traitlets.TraitError, match=f"{name} shows the game and cannot be set"):
        setattr(board, name, {"seq": 9})
    with pytest.raises(traitlets.TraitError):
        board.set_state({name: {"seq": 9}})
    assert getattr(board, name) is before
    assert board.seq == 1
    with board.hold_trait_notifications():  # several traits at once, a move among them
        game.play(MOVE)
    assert place(board, "ge-1ss") == "losheim-gap"


def test_junk_in_a_viewpoint_stops_nothing_while_traits_are_held(game: bw.Game, board: bw.BoardWidget) -> None:
    with pytest.raises(bw.UnknownNameError), board.hold_trait_notifications():
        board.viewpoint = "junk"
        game.play(MOVE)
        assert "<svg" in board.to_html()
    assert (board.viewpoint, place(board, "ge-1ss")) == ("umpire", "losheim-gap")


def test_what_a_browser_sent_in_vain_is_put_right_there(board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(board, "send_state", lambda key=None: told.append(key))
    with pytest.raises(traitlets.TraitError):
        board.set_state({"viewpoint": "junk"})
    assert told[-1] == {"viewpoint"}


def test_layers_that_were_switched_stay_so_when_others_are_switched_together(board: bw.BoardWidget) -> None:
    board.layers = {"roads": False}
    with board.hold_trait_notifications():
        board.layers = {"woods": False}
    assert [name for name, on in board.layers.items() if not on] == ["woods", "roads"]


def test_one_id_is_a_selection(board: bw.BoardWidget) -> None:
    board.selection = "ge-1ss"
    assert board.selection == ("ge-1ss",)


@pytest.mark.parametrize("given", ["knapp", 5, None])
def test_a_board_of_no_game_says_what_it_wants(given: object) -> None:
    with pytest.raises(TypeError, match=r"BoardWidget\(\) wants a game, such as new_game"):
        bw.BoardWidget(given)
    with pytest.raises(TypeError, match=r"svg\(\) wants a game, such as new_game"):
        bw.svg(given)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_board_that_was_never_made_goes_quietly() -> None:
    with pytest.raises(TypeError):
        bw.BoardWidget()
    gc.collect()


def test_a_closed_board_says_that_it_is(game: bw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, str]] = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    board = bw.BoardWidget(game)
    board.close()
    board._ipython_display_()
    assert shown == [{"text/plain": "This board was closed. Make a new one: BoardWidget(game)."}]
    assert repr(board) == "<BoardWidget, closed>"


def test_the_picture_says_how_to_play_and_comes_after_the_board(
    board: bw.BoardWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[dict[str, str], object]] = []

    def show(data: dict[str, str], display_id: object = None, **_: object) -> None:
        shown.append((data, display_id))

    monkeypatch.setattr("IPython.display.display", show)
    monkeypatch.setattr("IPython.display.update_display", show)
    board._ipython_display_()
    (place, known), (live, _), (picture, filled) = shown
    assert known == filled is not None, "the picture takes the place that was kept for it"
    assert "<img" not in place["text/html"], "what stands before the board must not keep it waiting"
    assert "application/vnd.jupyter.widget-view+json" in live
    assert "<img" in picture["text/html"]
    assert "Run the cell to play." in picture["text/html"]
    assert "Run the cell to play." in picture["text/plain"]


def test_a_board_that_nobody_holds_does_not_follow_the_game(game: bw.Game) -> None:
    board = bw.BoardWidget(game)
    gone = weakref.ref(board)
    ipywidgets.widgets.widget._instances.pop(board.model_id)  # the pages that show it have let go of it
    board.comm.on_msg(None)
    board.comm = None
    del board
    gc.collect()
    assert gone() is None
    game.play(MOVE)
    assert not game._observers


def test_a_board_that_no_page_shows_any_more_rests_until_one_does(game: bw.Game, board: bw.BoardWidget) -> None:
    """As when its cell is run again: the old board stays open, but costs nothing."""
    board.set_state({"_view_count": 1})
    game.play(MOVE)
    assert place(board, "ge-1ss") == "losheim-gap"
    board.set_state({"_view_count": 0})
    seq = board.seq
    game.undo()
    assert (board.seq, place(board, "ge-1ss")) == (seq, "losheim-gap")
    assert "<svg" in board.to_html()
    board.set_state({"_view_count": 1})
    assert (board.seq, place(board, "ge-1ss"), board.scene["events"]) == (seq + 1, "hallschlag", [])
    game.redo()
    assert place(board, "ge-1ss") == "losheim-gap"


def test_a_board_is_told_in_a_line(game: bw.Game, board: bw.BoardWidget) -> None:
    assert repr(board) == f"<BoardWidget of {game!r}, seen by umpire>"


def test_a_board_may_have_a_title_of_its_own(game: bw.Game, board: bw.BoardWidget) -> None:
    assert "title" not in board.scene
    named = bw.BoardWidget(game, title="Group <A>")
    game.play(MOVE)
    assert named.scene["title"] == "Group <A>"
    assert "<h1>Group &lt;A&gt;</h1>" in named.to_html()
    named.close()


def test_a_page_shows_what_the_board_shows(board: bw.BoardWidget) -> None:
    plain = board.to_html()
    board.annotations = [
        {"kind": "arrow", "from": "Arzfeld", "to": "St. Vith", "text": "the <race>", "colour": "navy"},
        {"kind": "ring", "at": "bastogne"},
        {"kind": "highlight", "at": "dinant", "colour": "#0a0"},
        {"kind": "text", "at": "namur", "text": "far " * 15},
    ]
    board.selection = ["ge-2pz"]
    board.layers = {"roads": False, "names": False}
    text = board.to_html()
    assert "the &lt;race&gt;" in text
    assert 'fill="navy"' in text
    assert "<circle cx=" in text
    assert 'fill="#0a0" fill-opacity=".28"' in text
    assert text.count(">far far") > 1, "a long text is wrapped"
    assert 'fill="#fff" fill-opacity=".75"' in text
    assert ("Bastogne</text>" in plain, "Bastogne</text>" in text) == (True, False)
    assert "var(--bw-road)" in plain
    assert "var(--bw-road)" not in text
    board.layers = {"annotations": False} if "annotations" in board.layers else {}


@pytest.mark.parametrize(("theme", "scheme"), [("auto", "light dark"), ("dark", "dark"), ("light", "light")])
def test_a_page_has_the_theme_of_the_board(board: bw.BoardWidget, theme: str, scheme: str) -> None:
    board.theme = theme
    text = board.to_html()
    assert f"color-scheme: {scheme} " in text
    assert ("prefers-color-scheme:dark" in text) == (theme == "auto")


@pytest.mark.parametrize("theme", ["auto", "dark", "light"])
def test_the_still_picture_bears_its_caption_and_credits_and_can_be_light_on_paper(
    board: bw.BoardWidget, theme: str
) -> None:
    board.theme = theme
    text = board._picture()["text/html"]
    assert f'class="bw-static bw-{theme}"' in text
    assert "16 December" in text.split("<p>")[1]
    assert "GeoNames" in text
    source = base64.b64decode(text.partition("base64,")[2].partition('"')[0]).decode()
    assert ("prefers-color-scheme:dark" in source) == (theme != "light")


def test_a_board_shows_one_game_for_good(game):
    board = bw.BoardWidget(game)
    for other in (None, game.fork()):
        with pytest.raises(bw.BulgeError, match=r"one game for good; make another: BoardWidget\(game\)"):
            board.game = other
    assert board.game is game
