"""A marimo server for one file, on its own port, gone afterwards."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

from tests.browser.lab import START_SECONDS, free_port

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


class Marimo:
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
        self._log_path = home / "marimo.log"
        self._log = self._log_path.open("wb")
        words = ["run", str(home / "app.py"), "--headless", "--no-token", "--host=127.0.0.1", f"--port={port}"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "marimo", *words], cwd=home, stdout=self._log, stderr=subprocess.STDOUT
        )

    def __enter__(self) -> Self:
        for _ in range(START_SECONDS * 5):
            if self._process.poll() is not None:
                break
            try:
                urllib.request.urlopen(self.address + "health", timeout=5).close()  # noqa: S310
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
            else:
                return self
        self.__exit__()
        raise RuntimeError("marimo did not start:\n" + self._log_path.read_text()[-3000:])

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()
