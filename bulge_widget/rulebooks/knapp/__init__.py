"""George Knapp's Battle of the Bulge: 44 areas, divisions, ten days."""

from bulge_widget.rulebooks.knapp.info import INFO
from bulge_widget.rulebooks.knapp.rules import load

__all__ = ["INFO", "load"]
