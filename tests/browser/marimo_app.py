"""A marimo server for one file, on its own port, gone afterwards."""

from __future__ import annotations

import sys
import urllib.request
from pathlib import Path

from tests.browser.serving import Server, free_port

APP = """
import marimo

app = marimo.App()


@app.cell
def _():
    import bulge_widget as bw

    game = bw.new_game("knapp", seed=1944)
    board = bw.BoardWidget(game, height=560)
    board
    return
"""


class Marimo(Server):
    """`marimo run` with a board.

    Parameters
    ----------
    home : Path
        An empty folder for the file and the server's log.
    """

    def __init__(self, home: Path) -> None:
        (home / "app.py").write_text(APP, "utf-8")
        port = free_port()
        self.address = f"http://127.0.0.1:{port}/"
        words = ["run", str(home / "app.py"), "--headless", "--no-token", "--host=127.0.0.1", f"--port={port}"]
        asked = urllib.request.Request(self.address + "health")  # noqa: S310
        super().__init__([sys.executable, "-m", "marimo", *words], home / "marimo.log", asked, home)
