"""A real JupyterLab for the tests: its own port, folders and settings, gone afterwards."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

from bulge_widget.widget.keeping import SWITCH

# Nothing may ask a question, or the network, while a test looks at the page.
SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
}
START_SECONDS = 60


class Lab:
    """JupyterLab on a free port, serving one folder.

    Parameters
    ----------
    home : Path
        An empty folder for everything it writes.
    settings : dict, optional
        Further settings by plugin.
    """

    def __init__(self, home: Path, settings: dict[str, dict[str, object]] | None = None) -> None:
        self.notebooks = home / "notebooks"
        self.notebooks.mkdir(parents=True)
        self.token = secrets.token_hex(16)
        self.port = free_port()
        self._home = home
        self._log = (home / "lab.log").open("wb")
        _write_settings(home / "settings", SETTINGS | (settings or {}))
        self._process = subprocess.Popen(
            self._command(), env=self._environment(), stdout=self._log, stderr=subprocess.STDOUT
        )

    def _command(self) -> list[str]:
        home = self._home
        return [
            *(sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"),
            "--JupyterNotebookApp.expose_app_in_browser=True",  # Notebook 7, where it is installed
            *("--expose-app-in-browser", f"--ServerApp.root_dir={self.notebooks}"),
            *(f"--ServerApp.port={self.port}", "--ServerApp.port_retries=0"),
            *("--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={self.token}"),
            *(
                f"--LabApp.user_settings_dir={home / 'settings'}",
                f"--LabApp.workspaces_dir={home / 'spaces'}",
            ),
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        ]

    def _environment(self) -> dict[str, str]:
        home = self._home
        return os.environ | {
            "JUPYTER_CONFIG_DIR": str(home / "config"),
            "JUPYTER_DATA_DIR": str(home / "data"),
            "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
            "IPYTHONDIR": str(home / "ipython"),
            SWITCH: "0",  # else a test would be offered the game of another
        }

    def address(self, notebook: str, app: str = "") -> str:
        """Where a browser finds a notebook, in a workspace of its own; or in Notebook 7 with app "notebooks"."""
        place = app or f"lab/workspaces/{secrets.token_hex(4)}/tree"
        return f"http://127.0.0.1:{self.port}/{place}/{notebook}?token={self.token}"

    def trust(self, notebook: str) -> None:
        """Mark a notebook as trusted, as running it by hand would."""
        words = [sys.executable, "-m", "jupyter", "trust", str(self.notebooks / notebook)]
        subprocess.run(words, check=True, env=self._environment(), stdout=subprocess.DEVNULL)

    def __enter__(self) -> Self:
        wanted = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/status", headers={"Authorization": f"token {self.token}"}
        )
        for _ in range(START_SECONDS * 5):
            if self._process.poll() is not None:
                break
            try:
                urllib.request.urlopen(wanted, timeout=5).close()  # noqa: S310
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
            else:
                return self
        self.__exit__()
        raise RuntimeError("JupyterLab did not start:\n" + (self._home / "lab.log").read_text()[-3000:])

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


def _write_settings(folder: Path, settings: dict[str, dict[str, object]]) -> None:
    for plugin, values in settings.items():
        path = folder / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
