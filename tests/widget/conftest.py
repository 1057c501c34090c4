"""A front end for tests that are about Python alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bulge_widget.widget import static_files


@pytest.fixture(autouse=True)
def front_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about Python; what stands in the script does not matter."""
    for name in ("board.js", "board.css"):
        (tmp_path / name).write_text(f"/* {name} */")
    monkeypatch.setattr(static_files, "STATIC", tmp_path)
