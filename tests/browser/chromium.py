"""Find a Chromium for the browser tests; as a program, install one where that is possible.

`python tests/browser/chromium.py` prints the path, or says how to get one and fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/usr/bin/chromium",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
HELP = """No Chromium or Chrome was found; the browser tests need one.
  Debian, Ubuntu   sudo apt-get install chromium     (Ubuntu: sudo snap install chromium)
  Fedora           sudo dnf install chromium
  macOS            brew install --cask chromium
Or set BULGE_CHROMIUM to the path of one."""

# No window, no sandbox (a root shell has none), and no traffic of the browser's own.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--no-default-browser-check",
)


def find() -> str | None:
    """Path of a Chromium on this machine, or None."""
    told = os.environ.get("BULGE_CHROMIUM")
    if told:
        return told
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path), None) or next((path for path in PLACES if Path(path).exists()), None)


def install() -> None:
    """Install Debian's package; only root can, and only where apt-get is."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print("installing chromium", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (
        ["update"],
        ["install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation"],
    ):
        subprocess.run(["apt-get", "-qq", *words], env=quiet, check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Find, else install, else explain."""
    if find() is None:
        try:
            install()
        except subprocess.CalledProcessError as error:
            print(f"apt-get failed: {error}", file=sys.stderr)
    path = find()
    print(path or HELP, file=sys.stdout if path else sys.stderr)
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
