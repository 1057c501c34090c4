"""FAB: The Bulge: 96 areas, hidden blocks, assets and events, 16 to 28 December 1944."""

from bulge_widget.rulebooks.fab.info import INFO
from bulge_widget.rulebooks.fab.rules import load

__all__ = ["INFO", "load"]
