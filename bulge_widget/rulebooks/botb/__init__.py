"""The Battle of the Bulge: regiments and 3 km hexes, two turns a day, sixteen days and more."""

from bulge_widget.rulebooks.botb.info import INFO
from bulge_widget.rulebooks.botb.rules import load

__all__ = ["INFO", "load"]
