"""The Big Red One: divisions and hexes, one day a turn, eighteen days."""

from bulge_widget.rulebooks.bigredone.info import INFO
from bulge_widget.rulebooks.bigredone.rules import load

__all__ = ["INFO", "load"]
