"""Which examinations of a book wait for the slow suite."""

from __future__ import annotations

import pytest

LONG = frozenset({"botb"})
"""Books whose random games take seconds."""
FAST_SEEDS = frozenset({0, 1, 50, 60, 70, 80, 90, 91})
"""The seeds such a book is examined with in the fast suite: at least one of every test; the slow one takes all."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the further seeds of long books as slow."""
    for item in items:
        chosen = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        if chosen.get("name") in LONG and chosen.get("seed", 0) not in FAST_SEEDS:
            item.add_marker(pytest.mark.slow)
