"""The command `bulge-widget`: what a shell is needed for, and no logic of its own."""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from bulge_widget import __version__
from bulge_widget.errors import BulgeError

__all__ = ["main"]

_NOTE = "bulge_widget_example"  # in a notebook's metadata: digest of the example it was made from


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        0, or 1 if something is wrong (and was printed).
    """
    told = _parser().parse_args(arguments)
    try:
        return int(told.run(told))
    except BulgeError as error:
        print(f"bulge-widget: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("bulge-widget", description="The Ardennes campaign of 1944 in a notebook.")
    parser.add_argument("--version", action="version", version=f"bulge-widget {__version__}")
    words = parser.add_subparsers(required=True, metavar="WORD")

    play = words.add_parser("play", help="open JupyterLab on a board")
    play.add_argument("notebook", nargs="?", default="knapp.ipynb", help="made here where it does not exist")
    play.set_defaults(run=_play)

    rulebooks = words.add_parser("rulebooks", help="list the games that can be played")
    rulebooks.set_defaults(run=_rulebooks)

    check = words.add_parser("check", help="look for contradictions in the map and counters of a game")
    check.add_argument("book", nargs="*", help="by default every game")
    check.set_defaults(run=_check)
    return parser


def _rulebooks(_told: argparse.Namespace) -> int:
    from bulge_widget.rulebooks.registry import rulebooks  # noqa: PLC0415  each word loads what it needs

    for name, info in rulebooks().items():
        print(f"{name:10} {info.title}, by {info.designer}")
        for scenario in info.scenarios:
            print(f"{'':10}   {scenario.id}: {scenario.title}, {scenario.turns} turns")
    return 0


def _check(told: argparse.Namespace) -> int:
    from bulge_widget.board import maps_folder  # noqa: PLC0415
    from bulge_widget.board.check import check_board  # noqa: PLC0415
    from bulge_widget.rulebooks.registry import open_rulebook, rulebooks  # noqa: PLC0415

    books = told.book or list(rulebooks())
    found = [problem for book in books for problem in check_board(maps_folder(book))]
    for problem in found:
        print(problem)
    if not found:
        for book in books:
            open_rulebook(book)  # its own tables; says itself what is wrong with them
    print(f"{', '.join(books)}: {len(found) or 'no'} problems")
    return 1 if found else 0


def _play(told: argparse.Namespace) -> int:
    if importlib.util.find_spec("jupyterlab") is None:
        print('JupyterLab is missing: pip install "bulge-widget[lab]"', file=sys.stderr)
        return 1
    notebook = Path(told.notebook)
    if not notebook.exists():
        _make(notebook)
    elif _has_newer_example(notebook):
        print(f"{notebook} was made from an older example and is left as it is; delete or rename it to get the new one")
    words = [
        "lab",
        f"--ServerApp.root_dir={notebook.resolve().parent}",
        f"--LabApp.default_url=/lab/tree/{quote(notebook.name)}",  # so that the printed address leads there too
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        words.append("--allow-root")
    if not _can_open_a_browser():
        words.append("--no-browser")
    return subprocess.run([sys.executable, "-m", "jupyter", *words], check=False).returncode  # noqa: S603


def _can_open_a_browser() -> bool:
    """Whether there is a screen to open one on; without, JupyterLab prints the address."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _make(notebook: Path) -> None:
    """Copy the example of that name, with a note of which one it was; JupyterLab keeps such notes."""
    example = _example(notebook.name)
    if example is None:
        raise BulgeError(f"no notebook {notebook.name!r} here, and no example of that name")
    content = json.loads(example.read_text(encoding="utf-8"))
    content["metadata"][_NOTE] = _digest(example)
    notebook.parent.mkdir(parents=True, exist_ok=True)
    notebook.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"made {notebook}")


def _has_newer_example(notebook: Path) -> bool:
    """Whether a notebook says that it was made from an example which has changed since."""
    example = _example(notebook.name)
    try:
        made_from = json.loads(notebook.read_text(encoding="utf-8"))["metadata"].get(_NOTE)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False  # JupyterLab says what is wrong with it
    return example is not None and made_from is not None and made_from != _digest(example)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:16]


def _example(name: str) -> Path | None:
    """Find an example by its file name: in the package, else in the checkout."""
    here = Path(__file__).parent
    return next((path for path in (here / "examples" / name, here.parent / "examples" / name) if path.exists()), None)
