"""Files are written whole or not at all, and what stands in the way is named."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from bulge_widget import BoardWidget, SaveError, load_game


@pytest.fixture(params=["save", "to_html"])
def write(request, battle):
    """Write a game or its page to a path."""
    if request.param == "save":
        return battle.save
    return BoardWidget(battle, kept=False).to_html


def test_a_folder_that_is_missing_is_named(write, tmp_path):
    with pytest.raises(SaveError, match=r"cannot write '.*game': there is no folder '.*games'; make it first; nothing"):
        write(tmp_path / "games" / "game")


def test_a_folder_is_no_file(write, tmp_path):
    with pytest.raises(SaveError, match=r"it is a folder; name a file in it, such as '.*game.json'"):
        write(tmp_path)


def test_a_file_is_no_folder(write, tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SaveError, match=r"'.*file' is no folder"):
        write(tmp_path / "file" / "game")


@pytest.mark.parametrize("path", ["a\0b", "~nobody-of-this-name/game"])
def test_what_is_no_path_is_told(write, path):
    with pytest.raises(SaveError, match="cannot write"):
        write(path)


@pytest.mark.parametrize("code", [errno.EACCES, errno.ENOSPC])
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_write_that_fails_leaves_what_stood_there_and_nothing_else(write, tmp_path, monkeypatch, code, step):
    (tmp_path / "game").write_text("what stood there")

    def fails(*_):
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patched:
        patched.setattr(Path, step, fails)
        with pytest.raises(SaveError, match=f"{os.strerror(code)}; nothing was written"):
            write(tmp_path / "game")
    assert [file.name for file in tmp_path.iterdir()] == ["game"]
    assert (tmp_path / "game").read_text() == "what stood there"
    write(tmp_path / "game")
    assert (tmp_path / "game").read_text() != "what stood there"


def test_a_file_written_anew_keeps_its_rights_and_a_link_its_target(battle, tmp_path):
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    battle.save(target)
    target.chmod(0o640)
    link.symlink_to(target)
    battle.play("move ge-26vg neuerburg>vianden")
    battle.save(link)
    assert link.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert len(load_game(target).history) == 2


def test_a_device_is_written_to_and_not_replaced(battle):
    battle.save("/dev/null")
    assert not Path("/dev/null").is_file()


def test_a_path_in_the_home_folder_is_found(battle, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    battle.save("~/game.json")
    assert (tmp_path / "game.json").exists()
    assert load_game("~/game.json").state == battle.state


@pytest.mark.parametrize(("path", "said"), [("~nobody-of-this-name/game", "cannot read"), ("a\0b", "cannot read")])
def test_reading_tells_the_same(path, said):
    with pytest.raises(SaveError, match=said):
        load_game(path)
