"""A real JupyterLab for the tests: its own port, folders and settings, gone afterwards."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from bulge_widget.widget.keeping import SWITCH
from tests.browser.serving import Server, free_port

# Nothing may ask a question, or the network, while a test looks at the page.
SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
        "doNotDisturbMode": True,
    },
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
}


class Lab(Server):
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
        _write_settings(home / "settings", SETTINGS | (settings or {}))
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/status", headers={"Authorization": f"token {self.token}"}
        )
        super().__init__(self._command(), home / "lab.log", asked, Path.cwd(), self._environment())

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


def _write_settings(folder: Path, settings: dict[str, dict[str, object]]) -> None:
    for plugin, values in settings.items():
        path = folder / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
