"""Without a browser the tests do not pass silently: they say how to get one."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.browser import chromium


def test_a_missing_browser_is_named_with_its_install_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BULGE_CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(chromium, "PLACES", ())
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert chromium.main() == 1
    assert "apt-get install chromium" in capsys.readouterr().err


def test_a_browser_can_be_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BULGE_CHROMIUM", "/opt/mine")
    assert chromium.find() == "/opt/mine"
