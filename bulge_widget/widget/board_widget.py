"""The board in a notebook: one game, any number of views of it, kept in step both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from traitlets import observe

from bulge_widget import scene as pictures
from bulge_widget.scene.palette import Theme
from bulge_widget.widget import checks, messages
from bulge_widget.widget.page import page
from bulge_widget.widget.static_files import front_end
from bulge_widget.widget.still import Still
from bulge_widget.widget.traits import BoardTraits

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
    annotations : iterable of mapping, optional
        Marks on the board: a `kind` ("arrow" with `from` and `to`; "ring", "text", "highlight" with `at`),
        and if wanted `text` and `colour`.
    theme : str, optional
        "auto" (as the notebook), "light" or "dark".
    height : int, optional
        Height of the board in pixels, 240 to 2000.

    Raises
    ------
    TypeError
        For a keyword that does not exist.
    UnknownNameError
        For a viewpoint, piece, layer or space that does not exist.
    RuntimeError
        If the front end has not been built.
    """

    def __init__(  # noqa: PLR0913  one keyword a trait
        self,
        game: Any,
        *,
        viewpoint: str | None = None,
        selection: Iterable[str] = (),
        layers: Mapping[str, bool] | None = None,
        annotations: Iterable[Mapping[str, Any]] = (),
        theme: str = "auto",
        height: int = 640,
        **unknown: Any,
    ) -> None:
        self._unsubscribe: Callable[[], object] = lambda: None
        self._still = Still(lambda: (self._svg("light"), self._heading()))
        checks.keywords(unknown, set(BoardWidget.__init__.__annotations__) - {"game", "unknown", "return"})
        self.game = game
        script, style = front_end()
        eyes = viewpoint or ("active" if game.rulebook.info.hidden else "umpire")
        super().__init__(
            _esm=script,
            _css=style,
            ground=pictures.ground(game.rulebook),
            **self._pictures(eyes, 1),
            viewpoint=eyes,
            selection=tuple(selection),
            layers=dict(layers or {}),
            annotations=list(annotations),
            theme=theme,
            height=height,
        )
        self.on_msg(self._on_message)
        self._unsubscribe = game.observe(self._show)

    @property
    def seq(self) -> int:
        """Number of the scene that is shown; a choice made on an older one is refused."""
        return int(self.scene["seq"])

    def close(self) -> None:
        """Take the board off every page and stop following the game."""
        self._unsubscribe()
        self._still.stop()
        super().close()

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
        """
        theme: Theme = "dark" if self.theme == "dark" else "light"
        notes = (self.game.board.notice, self.game.board.credit)
        text = page(self._svg(theme), title or self._heading(), notes, theme)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def _ipython_display_(self) -> None:
        from IPython.display import display  # noqa: PLC0415  only a notebook has it

        self._still.show()
        data = self._repr_mimebundle_() or ({}, {})  # nothing once it is closed
        display(data[0], raw=True, metadata=data[1])  # type: ignore[no-untyped-call]

    def _heading(self) -> str:
        return f"{self.game.rulebook.info.title}: {self.game.turn_label}"

    def _svg(self, theme: Theme) -> str:
        return pictures.svg(self.game, viewpoint=self.viewpoint, theme=theme)

    def _pictures(self, viewpoint: str, seq: int, since: int | None = None) -> dict[str, Any]:
        return {
            "scene": pictures.scene(self.game, viewpoint, seq, since),
            "reach": pictures.reach(self.game, viewpoint, seq),
        }

    def _show(self, _game: object = None) -> None:
        """Replace scene and reach together, and drop from the selection what is no longer to be seen."""
        new = self._pictures(self.viewpoint, self.seq + 1, self.scene["here"])
        seen = set(checks.pieces(new["scene"]))
        with self.hold_sync():
            self.selection = tuple(piece for piece in self.selection if piece in seen)
            self.scene, self.reach = new["scene"], new["reach"]
        self._still.renew()

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        self.send(messages.answer(self, content))

    @observe("viewpoint")
    def _look_anew(self, _change: object) -> None:
        if self.scene["viewpoint"] != self.viewpoint:
            self._show()
