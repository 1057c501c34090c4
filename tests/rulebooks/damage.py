"""Copies of a book's folder in which tests spoil a table."""

from __future__ import annotations

import shutil


def copied(parts, folder):
    """A folder of maps with a copy of a book's own in it."""
    shutil.copytree(parts.board.folder, folder / parts.board.folder.name)
    return folder


def rewrite(maps, name, change):
    """Change the lines of a table."""
    (path,) = maps.glob(f"*/{name}")
    path.write_text("".join(change(path.read_text("utf-8").splitlines(keepends=True))), encoding="utf-8")
