"""One JupyterLab and one browser for all browser tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.lab import Lab
from tests.browser.page import NotebookPage

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab, with copies of the examples in its folder."""
    with Lab(tmp_path_factory.mktemp("lab")) as running:
        for example in EXAMPLES.glob("*.ipynb"):
            shutil.copy(example, running.notebooks)
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.HELP)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(chromium.ARGUMENTS))
        yield running
        running.close()


@pytest.fixture
def open_notebook(lab: Lab, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., NotebookPage]]:
    """Opens notebooks by name; a page that a test leaves behind must be free of script errors."""
    pages: list[NotebookPage] = []

    def opened(name: str, **context: object) -> NotebookPage:
        pages.append(NotebookPage(browser, lab.address(name), **context))
        return pages[-1]

    yield opened
    for page in pages:
        page.picture(f"last-{request.node.name}")
        page.close()
    assert not [error for page in pages for error in page.errors]
