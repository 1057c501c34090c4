"""The examples in docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import bulge_widget.core

MODULES = [f"bulge_widget.core.{m.name}" for m in pkgutil.iter_modules(bulge_widget.core.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_are_true(name: str):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
