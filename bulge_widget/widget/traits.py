"""The traits of a board: what kernel and browser share, and what may stand in it."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets as t

from bulge_widget.widget import checks

__all__ = ["BoardTraits"]


class BoardTraits(anywidget.AnyWidget):
    """The shared state of a board, checked whenever it is set.

    Set whole values: a list or dict that is changed in place is not noticed.
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
        return checks.marks(proposal["value"], checks.spaces(self.ground))
