"""The command: each word does what it says, and failure is a sentence and a one."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from bulge_widget import __version__, cli


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"bulge-widget {__version__}\n"


def test_rulebooks_lists_titles_and_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rulebooks"]) == 0
    told = capsys.readouterr().out
    assert "knapp" in told
    assert "10 turns" in told


def test_check_finds_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check"]) == 0
    assert capsys.readouterr().out.endswith(": no problems\n")


def test_a_book_that_does_not_exist_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "knap"]) == 1
    assert capsys.readouterr().err.startswith("bulge-widget: ")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """What `play` would run, in a folder of its own."""
    runs: list[list[str]] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(subprocess, "run", lambda words, **_: runs.append(words) or SimpleNamespace(returncode=0))
    return runs


def test_play_makes_a_notebook_and_opens_it(started: list[list[str]], tmp_path: Path) -> None:
    assert cli.main(["play"]) == 0
    assert (tmp_path / "knapp.ipynb").exists()
    assert "--LabApp.default_url=/lab/tree/knapp.ipynb" in started[0]


def test_play_leaves_a_notebook_alone_that_is_there(started: list[list[str]], tmp_path: Path) -> None:
    (tmp_path / "mine.ipynb").write_text("mine")
    assert cli.main(["play", "mine.ipynb"]) == 0
    assert (tmp_path / "mine.ipynb").read_text() == "mine"
    assert len(started) == 1


def test_play_keeps_an_edited_copy_and_tells_of_a_newer_example(
    started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "play" / "knapp.ipynb"
    assert cli.main(["play", str(copy)]) == 0
    edited = json.loads(copy.read_text("utf-8"))
    edited["cells"].append({"cell_type": "markdown", "id": "mine", "metadata": {}, "source": ["mine"]})
    copy.write_text(json.dumps(edited), "utf-8")
    capsys.readouterr()
    assert cli.main(["play", str(copy)]) == 0
    assert "older example" not in capsys.readouterr().out  # an edit of the copy is no news of the example
    newer = tmp_path / "newer.ipynb"
    newer.write_text('{"cells": [], "metadata": {}}', "utf-8")
    monkeypatch.setattr(cli, "_example", lambda _: newer)
    assert cli.main(["play", str(copy)]) == 0
    assert "older example" in capsys.readouterr().out
    assert json.loads(copy.read_text("utf-8")) == edited
    assert len(started) == 3


def test_play_knows_its_examples_by_name(started: list[list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play", "waterloo.ipynb"]) == 1
    assert "waterloo.ipynb" in capsys.readouterr().err
    assert started == []


def test_play_without_jupyterlab_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert cli.main(["play"]) == 1
    assert 'pip install "bulge-widget[lab]"' in capsys.readouterr().err
