"""The board in a notebook: one game, any number of views of it, kept in step both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets as t

from bulge_widget import scene as pictures
from bulge_widget.widget import checks, display, messages
from bulge_widget.widget.static_files import front_end

__all__ = ["BoardWidget"]


class BoardWidget(anywidget.AnyWidget):
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

    Notes
    -----
    The traits below can be observed and set. Set whole values: a list or dict that is changed in place is
    not noticed.
    """

    _esm = t.Unicode().tag(sync=True)
    _css = t.Unicode().tag(sync=True)
    ground = t.Dict(help="what never moves; sent once").tag(sync=True)
    scene = t.Dict(help="everything to see now; replaced whole").tag(sync=True)
    reach = t.Dict(help="where pieces may go; belongs to the scene with the same seq").tag(sync=True)
    selection = t.Tuple(help="ids of the selected pieces").tag(sync=True)
    viewpoint = t.Unicode(help="whose eyes").tag(sync=True)
    layers = t.Dict(help="layer of the map -> shown").tag(sync=True)
    annotations: t.List[dict[str, Any]] = t.List(help="marks on the board").tag(sync=True)
    theme = t.Enum(("auto", "light", "dark"), "auto", help="colours").tag(sync=True)
    height = t.Int(640, min=240, max=2000, help="pixels").tag(sync=True)

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
        self._unsubscribe: Callable[[], object] = lambda: None  # also where making it fails half-way
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
        page = display.page(self.game, self.viewpoint, title)
        if path is not None:
            Path(path).write_text(page, encoding="utf-8")
        return page

    def _ipython_display_(self) -> None:
        display.show(self.game, self.viewpoint, self._repr_mimebundle_())

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

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        self.send(messages.answer(self, content))

    @t.observe("viewpoint")
    def _look_anew(self, _change: object) -> None:
        if self.scene["viewpoint"] != self.viewpoint:
            self._show()

    @t.validate("viewpoint")
    def _check_viewpoint(self, proposal: Any) -> str:
        return checks.viewpoint(proposal["value"], self.scene)

    @t.validate("selection")
    def _check_selection(self, proposal: Any) -> tuple[str, ...]:
        return checks.selection(proposal["value"], self.scene)

    @t.validate("layers")
    def _check_layers(self, proposal: Any) -> dict[str, bool]:
        return checks.layers(proposal["value"], self.ground, self.layers)

    @t.validate("annotations")
    def _check_annotations(self, proposal: Any) -> list[dict[str, Any]]:
        return checks.marks(proposal["value"], self.game.board.index)
