"""A server of its own process for a test, waited for at its begin and gone at its end."""

from __future__ import annotations

import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

__all__ = ["Server", "free_port"]

START_SECONDS = 60


class Server:
    """A process that answers when it is ready.

    Parameters
    ----------
    words : sequence of str
        The command.
    log : Path
        Where what it says goes.
    asked : Request
        Answered without an error once it is ready.
    folder : Path
        Where it runs.
    environment : mapping, optional
        By default that of the test.
    """

    def __init__(
        self,
        words: Sequence[str],
        log: Path,
        asked: urllib.request.Request,
        folder: Path,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._asked = asked
        self._said = log
        self._log = log.open("wb")
        self._process = subprocess.Popen(
            list(words), cwd=folder, env=environment, stdout=self._log, stderr=subprocess.STDOUT
        )

    def __enter__(self) -> Self:
        for _ in range(START_SECONDS * 5):
            if self._process.poll() is not None:
                break
            try:
                urllib.request.urlopen(self._asked, timeout=5).close()  # noqa: S310
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
            else:
                return self
        self.__exit__()
        raise RuntimeError(f"no answer from {self._asked.full_url}:\n" + self._said.read_text()[-3000:])

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._log.close()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
