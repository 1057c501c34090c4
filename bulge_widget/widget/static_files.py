"""The built front end: one script and one style sheet."""

from __future__ import annotations

from pathlib import Path

__all__ = ["STATIC", "front_end"]

STATIC = Path(__file__).parent / "static"


def front_end(folder: Path | None = None) -> tuple[str, str]:
    """Read the script and the style sheet.

    Parameters
    ----------
    folder : Path, optional
        Where they are; by default beside this file.

    Raises
    ------
    RuntimeError
        If they are not there: a checkout in which nothing was built yet.
    """
    folder = folder or STATIC
    script, style = folder / "board.js", folder / "board.css"
    if not (script.exists() and style.exists()):
        raise RuntimeError(f"the front end is not built in {folder}: run `make build` in the checkout")
    return script.read_text("utf-8"), style.read_text("utf-8")
