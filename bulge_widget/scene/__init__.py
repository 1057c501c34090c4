"""How it looks: what a seat may see, as plain drawable data, and the same as a static SVG.

The only room that knows colours, symbols and where a piece stands on its space.
"""

from __future__ import annotations

from bulge_widget.scene.ground import ground

__all__ = ["ground"]
