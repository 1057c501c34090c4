"""Compute everything that is derived in `maps/`: `python -m maps.build`."""

from __future__ import annotations

from maps.build.ground import main

main()
