"""A wheel holds all that is needed, and works where there is no checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT_MB = 5

# Played outside the checkout by an installed package; prints what it saw.
TRIAL = """
import bulge_widget as bw
game = bw.new_game("knapp", seed=1)
game.play(game.legal_actions()[0])
board = bw.BoardWidget(game)
assert len(board._esm) > 10_000, "no front end"
assert "<svg" in board.to_html()
print(bw.__file__, len(game.board.spaces))
"""


def run(words: Sequence[str | Path], folder: Path, **more: str) -> str:
    """Run a command away from the checkout and its paths; gives what it printed."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL"))}
    told = subprocess.run(  # noqa: S603
        words, cwd=folder, env=environment | more, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], ROOT)
    return next(folder.glob("*.whl"))


def test_it_holds_front_end_maps_and_examples(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for needed in (
        "bulge_widget/py.typed",
        "bulge_widget/widget/static/board.js",
        "bulge_widget/widget/static/board.css",
        "bulge_widget/maps/knapp/board.csv",
        "bulge_widget/maps/knapp/areas.geojson",
        "bulge_widget/maps/knapp/ground.json",
        "bulge_widget/examples/knapp.ipynb",
        "bulge_widget/scene/symbols.json",
    ):
        assert needed in names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]
    assert not [name for name in names if name.startswith(("tests/", "js/"))]


def test_it_carries_the_licences(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = [name for name in archive.namelist() if ".dist-info/licenses/" in name]
    assert {Path(name).name for name in held} >= {"LICENSE", "NOTICE"}


def test_it_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < LIMIT_MB * 1_000_000


def new_environment(folder: Path) -> Path:
    run([sys.executable, "-m", "venv", folder / "venv"], folder)
    return folder / "venv" / "bin"


@pytest.mark.slow
def test_it_plays_in_an_environment_of_its_own(wheel: Path, tmp_path: Path) -> None:
    programs = new_environment(tmp_path)
    run([programs / "python", "-m", "pip", "install", "-q", wheel], tmp_path)
    path, spaces = run([programs / "python", "-c", TRIAL], tmp_path).split()
    assert Path(path).is_relative_to(tmp_path)
    assert spaces == "44"
    assert "knapp" in run([programs / "bulge-widget", "rulebooks"], tmp_path)
    run([programs / "bulge-widget", "check"], tmp_path)


@pytest.mark.slow
def test_a_fresh_checkout_installs_with_its_front_end(tmp_path: Path) -> None:
    """`pip install .` where nothing was built yet: the build makes the front end."""
    clone = tmp_path / "clone"
    run(["git", "clone", "-q", ROOT, clone], tmp_path)
    assert not (clone / "bulge_widget" / "widget" / "static").exists()
    programs = new_environment(tmp_path)
    run([programs / "python", "-m", "pip", "install", "-q", clone], tmp_path)
    run([programs / "python", "-c", TRIAL], tmp_path)


@pytest.mark.slow
def test_a_build_without_node_or_sources_says_what_is_missing(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    run(["git", "clone", "-q", ROOT, clone], tmp_path)
    (clone / "js" / "package.json").unlink()
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    told = subprocess.run(words, cwd=clone, capture_output=True, text=True, check=False)  # noqa: S603
    assert told.returncode != 0
    assert "front end is not built" in told.stderr
