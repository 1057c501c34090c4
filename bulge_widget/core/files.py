"""Writing a file whole or not at all, and saying why where it cannot be written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from bulge_widget.errors import SaveError, shown

__all__ = ["put", "write_whole"]


def put(path: Path, data: bytes) -> None:
    """Write beside a file and put that in its place, so that half a file is never left.

    Raises
    ------
    OSError
        If it cannot be written; what stood there stands there still.
    """
    if path.exists() and not path.is_file():  # a pipe, a device, or a folder, which the system refuses
        path.write_bytes(data)
        return
    path = path.resolve()  # behind a link
    half = path.with_name(f"{path.name}.{os.getpid()}.half")
    try:
        half.write_bytes(data)
        if path.exists():
            shutil.copymode(path, half)
        half.replace(path)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def write_whole(path: str | Path, data: bytes) -> None:
    """Write a file that a person named; ``~`` is the home folder.

    Raises
    ------
    SaveError
        If it cannot be written; says what stands in the way. What stood there stands there still.
    """
    try:
        place = Path(path).expanduser()
        put(place, data)
    except OSError as error:
        raise SaveError(f"cannot write {shown(str(path))}: {_obstacle(place, error)}; nothing was written") from error
    except (ValueError, RuntimeError) as error:  # no path at all, or nobody's home
        raise SaveError(f"cannot write {shown(str(path))}: {error}") from None


def _obstacle(path: Path, error: OSError) -> str:
    """What stands in the way of a file, in words."""
    folder = path.parent
    if path.is_dir():
        return f"it is a folder; name a file in it, such as {shown(str(path / 'game.json'))}"
    if not folder.exists():
        return f"there is no folder {shown(str(folder))}; make it first"
    if not folder.is_dir():
        return f"{shown(str(folder))} is no folder"
    return error.strerror or str(error)
