"""Writes the colours of the boards for the page the front end is tried on: ``python js/dev/tokens.py``."""

from __future__ import annotations

import json
from pathlib import Path

from bulge_widget.scene.palette import tokens

if __name__ == "__main__":
    Path(__file__).with_suffix(".json").write_text(json.dumps(tokens(), indent=2) + "\n", encoding="utf-8")
