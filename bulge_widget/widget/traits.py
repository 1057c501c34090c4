"""The traits of a board: what kernel and browser share, and what may stand in it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import anywidget
import traitlets as t

from bulge_widget.core.view import VIEWPOINTS
from bulge_widget.errors import UnknownNameError
from bulge_widget.scene.sending import sent
from bulge_widget.widget import checks

__all__ = ["BoardTraits"]


class _Checked(t.Any):
    """A trait whose form is checked by the board itself, which can say what would be right."""

    allow_none = False


def _sent(scene: Mapping[str, Any], board: BoardTraits) -> Mapping[str, Any]:
    """Return a scene as it goes to the browser; before there is one, nothing."""
    return sent(scene, board.ground["printed"]) if scene else scene


def _beside_sent(beside: Mapping[str, Any], board: BoardTraits) -> Mapping[str, Any]:
    return {**beside, "scene": _sent(beside["scene"], board)} if beside else beside


class BoardTraits(anywidget.AnyWidget):
    """The shared state of a board, checked whenever it is set.

    Set whole values: a list or dict that is changed in place is not noticed. A value that is refused leaves the
    trait as it was, whoever set it.
    """

    _esm = t.Unicode().tag(sync=True)
    _css = t.Unicode().tag(sync=True)
    ground = t.Dict(help="what never moves; sent once").tag(sync=True)
    scene = t.Dict(help="everything to see now; replaced whole").tag(sync=True, to_json=_sent)
    reach = t.Dict(help="where pieces may go; belongs to the scene with the same seq").tag(sync=True)
    beside = t.Dict(help="a copy to try things in; empty where there is none").tag(sync=True, to_json=_beside_sent)
    selection = _Checked((), help="ids of the selected pieces").tag(sync=True)
    viewpoint = _Checked("umpire", help="whose eyes").tag(sync=True)
    layers = _Checked({}, help="layer of the map -> shown").tag(sync=True)
    annotations = _Checked([], help="marks on the board").tag(sync=True)
    theme = t.Enum(("auto", "light", "dark"), "auto", help="colours").tag(sync=True)
    height = t.Int(640, min=240, max=2000, help="pixels").tag(sync=True)

    game: Any
    _drawn: Mapping[str, Any] = {}
    """What the board itself wants to show: nothing else may stand in the traits named."""
    _taken: Mapping[str, Any] = {}
    """Viewpoint and layers as they were accepted last; while several traits are set at once, a trait may hold junk."""

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take what a browser sends; what is refused is put right there as well."""
        try:
            super().set_state(sync_data)
        except t.TraitError:
            self.send_state({name for name in sync_data if name in self.keys})
            raise

    @contextlib.contextmanager
    def hold_trait_notifications(self) -> Iterator[None]:
        """Set several traits at once; if one is refused all go back, but for what shows the game."""
        try:
            with super().hold_trait_notifications():
                yield
        except t.TraitError:
            with self.hold_sync():
                for name, value in self._drawn.items():
                    self.set_trait(name, value)
            raise

    @t.validate("ground", "scene", "reach", "beside")
    def _check_drawn(self, proposal: Any) -> Any:
        name = proposal["trait"].name
        if self._drawn.get(name) is not proposal["value"]:
            raise checks.WrongValueError(f"{name} shows the game and cannot be set; play on the game, or edit it")
        return proposal["value"]

    @t.validate("viewpoint")
    def _check_viewpoint(self, proposal: Any) -> str:
        return checks.viewpoint(proposal["value"], VIEWPOINTS)

    @t.validate("selection")
    def _check_selection(self, proposal: Any) -> tuple[str, ...]:
        return checks.selection(proposal["value"], self._drawn["scene"])

    @t.validate("layers")
    def _check_layers(self, proposal: Any) -> dict[str, bool]:
        return checks.layers(proposal["value"], self.ground, self._taken.get("layers", {}))

    @t.validate("annotations")
    def _check_annotations(self, proposal: Any) -> list[dict[str, Any]]:
        return checks.marks(proposal["value"], self._space, self.ground["tokens"]["light"])

    def _space(self, name: object) -> str:
        """Return the id of a space from its id, number or printed name."""
        board = self.game.board
        try:
            return str(board.spaces[board.find(name)].id)
        except UnknownNameError as error:
            raise checks.WrongNameError("space", name, board.index) from error
