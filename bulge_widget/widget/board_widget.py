"""The board in a notebook: one game, any number of views of it, kept in step both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any, cast

from traitlets import observe

from bulge_widget import scene as pictures
from bulge_widget.core.files import write_whole
from bulge_widget.core.game import Game
from bulge_widget.core.view import VIEWPOINTS
from bulge_widget.errors import SaveError
from bulge_widget.scene.look import Look
from bulge_widget.scene.palette import Theme
from bulge_widget.scene.svg import board_svg
from bulge_widget.widget import checks, messages
from bulge_widget.widget.beside import Beside
from bulge_widget.widget.keeping import Keeper, is_usual, keeper_of
from bulge_widget.widget.page import page
from bulge_widget.widget.static_files import front_end
from bulge_widget.widget.still import Still, bundle
from bulge_widget.widget.traits import BoardTraits
from bulge_widget.widget.weak import weakly

__all__ = ["BoardWidget"]


class BoardWidget(BoardTraits):
    """A game as a board that can be looked at, played on and steered from code.

    Parameters
    ----------
    game : Game
        The game to show. Whatever plays it, here or in another cell, shows at once on every board.
    viewpoint : str, optional
        Whose eyes: "german", "allied", "umpire" (sees all, answers for all) or "active" (whoever is to
        decide). By default the umpire where a rule book hides nothing, else "active".
    selection : iterable of str, optional
        Ids of the pieces that are selected at first.
    layers : mapping of str to bool, optional
        Layers of the map to switch on or off; what is not named stays.
    annotations : list of mapping, optional
        Marks on the board: a `kind` ("arrow" with `from` and `to`; "ring", "text", "highlight" with `at`),
        and if wanted `text` (at most 80 characters) and `colour` ("#rgb", "#rrggbb" or a name of CSS).
    theme : str, optional
        "auto" (as the notebook), "light" or "dark".
    height : int, optional
        Height of the board in pixels, 240 to 2000.
    title : str, optional
        A heading of your own for this board.
    kept : bool, optional
        Whether the game is written to the folder `.bulge-widget` after every answer and a board of a new game
        offers the last one; by default where a notebook is run.

    Raises
    ------
    TypeError
        For something that is no game, or a keyword that does not exist.
    UnknownNameError
        For a viewpoint, piece, layer or space that does not exist.
    BulgeError
        For a value of another form than the above; as every refused value, also a `traitlets.TraitError`.
    RuntimeError
        If the front end has not been built.
    """

    _unsubscribe: Callable[[], object] = staticmethod(lambda: None)
    _still: Still | None = None
    _beside: Beside | None = None
    _keeper: Keeper | None = None
    _resting = False
    """Whether every page that showed the board has let go of it, as a cell does that is run again."""

    def __init__(  # noqa: PLR0913  one keyword a trait
        self,
        game: Any = None,
        *,
        viewpoint: str | None = None,
        selection: Iterable[str] = (),
        layers: Mapping[str, bool] | None = None,
        annotations: Iterable[Mapping[str, Any]] = (),
        theme: str = "auto",
        height: int = 640,
        title: str = "",
        kept: bool | None = None,
        **unknown: Any,
    ) -> None:
        checks.keywords(unknown, set(BoardWidget.__init__.__annotations__) - {"game", "unknown", "return"})
        self._game = pictures.game_of(game, "BoardWidget")
        self._still = Still(weakly(self, BoardWidget._picture))
        self._title = title
        self._keeper = keeper_of(game) if (is_usual() if kept is None else kept) else None
        self._seq = 1
        script, style = front_end()
        eyes = ("active" if game.rulebook.info.hidden else "umpire") if viewpoint is None else viewpoint
        eyes = checks.viewpoint(eyes, VIEWPOINTS)
        self._taken = {"viewpoint": eyes}
        self._drawn = {"ground": pictures.ground(game.rulebook)}
        self._drawn = {**self._drawn, **self._pictures(None), "beside": {}}
        super().__init__(
            _esm=script,
            _css=style,
            **self._drawn,
            viewpoint=eyes,
            selection=selection,
            layers={} if layers is None else layers,
            annotations=annotations,
            theme=theme,
            height=height,
            _view_count=0,
        )
        self.on_msg(self._on_message)
        self._unsubscribe = game.observe(weakly(self, BoardWidget._show))

    @property
    def game(self) -> Game:
        """The game that is shown; a board shows one for good."""
        return self._game

    @game.setter
    def game(self, _: object) -> None:
        raise checks.WrongValueError("a board shows one game for good; make another: BoardWidget(game)")

    @property
    def seq(self) -> int:
        """Number of the scene that is shown; a choice made on an older one is refused."""
        return self._seq

    @property
    def copied(self) -> Game | None:
        """The copy of the game that stands beside the board; None where there is none."""
        return self._second.game

    def fork(self, seed: int | None = None) -> Game:
        """Open a copy of the game on a second board beside this one, to try things in.

        Parameters
        ----------
        seed : int, optional
            Changes the dice to come in the copy; by default it meets the same as the game.

        Returns
        -------
        Game
            The copy.

        Raises
        ------
        EditError
            For a fair game, which is not tried out.
        """
        return self._second.open(self.game, seed)

    @property
    def doors(self) -> Mapping[str, Callable[[], object]]:
        """What a message may ask for about the board itself."""
        return {"fork": self.fork, "resume": self.resume, "forget": self._forget}

    def resume(self) -> None:
        """Go on with the game of this kind that was kept in the folder of the notebook, as the board offers.

        Raises
        ------
        SaveError
            If none is kept, or it cannot be read.
        """
        if self._keeper is None:
            raise SaveError("this game is not kept; make its board with kept=True")
        self._keeper.resume(self.game)
        self._show()  # also where the earlier game has not got any further

    def _forget(self) -> None:
        if self._keeper is not None and self._keeper.offer:
            self._keeper.forget()
            self._show()

    def close(self) -> None:
        """Take the board off every page and stop following the game."""
        self._unsubscribe()
        if self._beside is not None:
            self._beside.close()
        if self._still is not None:
            self._still.stop()
        super().close()

    def __repr__(self) -> str:
        if self.comm is None:
            return "<BoardWidget, closed>"
        return f"<BoardWidget of {self.game!r}, seen by {self._eyes}>"

    def to_html(self, path: str | Path | None = None, title: str | None = None) -> str:
        """Give the position as a page that needs no kernel and no network.

        Parameters
        ----------
        path : str or Path, optional
            Where to write it as well.
        title : str, optional
            Heading of the page; by default the title of the game and the turn.

        Returns
        -------
        str
            The page. It holds only what the board's viewpoint may know.

        Raises
        ------
        SaveError
            If the file cannot be written; what stood there stands there still.
        """
        svg = self._svg(self.theme, paper=True)
        text = page(svg, title or self._heading(), self._notes, str(self.theme))
        if path is not None:
            write_whole(path, text.encode())
        return text

    def _ipython_display_(self) -> None:
        from IPython.display import display  # noqa: PLC0415  only a notebook has it

        if self.comm is None or self._still is None:
            told = {"text/plain": "This board was closed. Make a new one: BoardWidget(game)."}
            display(told, raw=True)  # type: ignore[no-untyped-call]
            return
        self._still.show()
        data = self._repr_mimebundle_() or ({}, {})
        display(data[0], raw=True, metadata=data[1])  # type: ignore[no-untyped-call]
        self._still.fill()

    @property
    def _eyes(self) -> str:
        """The viewpoint as it was accepted last."""
        return str(self._taken["viewpoint"])

    def _heading(self) -> str:
        return self._title or f"{self.game.rulebook.info.title}: {self.game.turn_label}"

    @property
    def _notes(self) -> tuple[str, str]:
        return self.game.board.notice, self.game.board.credit

    def _picture(self) -> dict[str, str]:
        """Draw the still picture. A dark one follows its page, which makes it light on paper."""
        svg = self._svg("light" if self.theme == "light" else "auto")
        return bundle(svg, self._heading(), self._notes, str(self.theme))

    def _svg(self, theme: str, *, paper: bool = False) -> str:
        scene = pictures.scene(self.game, self._eyes)
        layers, marks = dict(self._taken.get("layers", {})), tuple(self.annotations)
        look = Look(cast("Theme", theme), tuple(self.selection), layers, marks, paper)
        return board_svg(self.ground, scene, look=look)

    def _pictures(self, since: int | None) -> dict[str, Any]:
        scene = pictures.scene(self.game, self._eyes, self._seq, since)
        if self._title:
            scene["title"] = self._title
        if self._keeper is not None and self._keeper.offer:
            scene["kept"] = self._keeper.offer
        return {"scene": scene, "reach": pictures.reach(self.game, self._eyes, self._seq)}

    def _show(self, _game: object = None) -> None:
        """Replace scene and reach together, and drop from the selection what is no longer to be seen."""
        if not self._resting:
            self._redraw(self._drawn["scene"]["here"])

    def _redraw(self, since: int) -> None:
        self._seq += 1
        self._drawn = {**self._drawn, **self._pictures(since)}
        seen = set(checks.pieces(self._drawn["scene"]))
        with self.hold_sync():
            self.selection = tuple(piece for piece in self.selection if piece in seen)
            self.scene, self.reach = self._drawn["scene"], self._drawn["reach"]
        if self._still is not None:
            self._still.renew()

    @property
    def _second(self) -> Beside:
        if self._beside is None:
            shown = weakly(self, BoardWidget._show_beside)
            self._beside = Beside(weakly(self, BoardWidget._seen_by), shown)
        return self._beside

    def _seen_by(self) -> str:
        return self._eyes

    def _show_beside(self, drawn: dict[str, Any]) -> None:
        self._drawn = {**self._drawn, "beside": drawn}
        self.beside = drawn

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        asked = content if isinstance(content, Mapping) else {}
        if asked.get("board") == "beside":
            self.send(messages.answer(self._second, asked))
            return
        plays = asked.get("kind") in {"choose", "roll"}
        with self._keeper.order() if plays and self._keeper is not None else nullcontext():
            self.send(messages.answer(self, content))

    @observe("viewpoint", "layers")
    def _take(self, change: Any) -> None:
        self._taken = {**self._taken, change["name"]: change["new"]}
        if self._drawn["scene"]["viewpoint"] != self._eyes:
            self._show()
            self._second.draw()

    @observe("_view_count")
    def _watch(self, change: Any) -> None:
        """Stop drawing for a board that no page shows any more; begin again, without a film, when one does."""
        rested, self._resting = self._resting, change["new"] == 0 and bool(change["old"])
        if rested and not self._resting:
            self._redraw(len(self.game.history))

    @observe("selection", "layers", "annotations", "theme")
    def _draw_anew(self, _change: object) -> None:
        if self._still is not None:
            self._still.renew()
