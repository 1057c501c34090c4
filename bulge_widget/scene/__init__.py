"""How it looks: what a seat may see, as plain drawable data, and the same as a static SVG.

The only room that knows colours, symbols and where a piece stands on its space.
"""

from __future__ import annotations

from bulge_widget.scene.given import game_of
from bulge_widget.scene.ground import ground
from bulge_widget.scene.live import scene
from bulge_widget.scene.picture import svg
from bulge_widget.scene.reach import reach

__all__ = ["game_of", "ground", "reach", "scene", "svg"]
