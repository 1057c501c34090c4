"""A notebook in the browser, driven as a person would where it matters and by command where it does not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Browser, Error, Locator, Page, expect

ARTEFACTS = Path(__file__).parent / "artefacts"

# Adds a cell at the end, runs it, and gives back its outputs as the notebook holds them.
RUN_CELL = """async (source) => {
  const panel = window.jupyterapp.shell.currentWidget;
  const notebook = panel.content;
  const cells = notebook.model.sharedModel;
  cells.insertCell(cells.cells.length, {cell_type: "code", source});
  notebook.activeCellIndex = cells.cells.length - 1;
  await window.jupyterapp.commands.execute("notebook:run-cell");
  return notebook.model.cells.get(cells.cells.length - 1).outputs.toJSON();
}"""
# The same without a cell, so that nothing on the page moves.
RUN = """async (code) => {
  const session = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const future = session.kernel.requestExecute({ code, stop_on_error: true });
  const outputs = [];
  future.onIOPub = ({ header, content }) => outputs.push({ output_type: header.msg_type, ...content });
  await future.done;
  return outputs.filter((output) => ["stream", "execute_result", "error"].includes(output.output_type));
}"""
OUTPUTS = """() => {
  const cells = [...window.jupyterapp.shell.currentWidget.content.model.cells];
  return cells.flatMap((cell) => (cell.type === "code" ? cell.outputs.toJSON() : []));
}"""
DROP = """first => {
  const cells = window.jupyterapp.shell.currentWidget.content.model.sharedModel;
  cells.deleteCellRange(first, cells.cells.length);
}"""


class NotebookPage:
    """One notebook, open in JupyterLab."""

    def __init__(self, browser: Browser, address: str | None, **context: Any) -> None:
        self._context = browser.new_context(viewport={"width": 1280, "height": 1000}, **context)
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(10_000)
        self.errors: list[str] = []
        self.page.on("pageerror", self._note)
        if address:
            self.open(address)

    def _note(self, error: Error) -> None:
        """Keep a script error if it is ours: a widget's script comes from a blob, JupyterLab's own does not."""
        if "blob:" in (error.stack or ""):
            self.errors.append(error.stack or "")

    def open(self, address: str) -> None:
        """Go to a notebook and wait until it is there."""
        self.page.goto(address)
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        self.page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.content?.model != null")

    @property
    def board(self) -> Locator:
        """The first live board on the page."""
        return self.page.locator(".bw").first

    def wait_for_kernel(self) -> None:
        """Wait until the kernel is idle."""
        self.page.wait_for_function(
            "window.jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'",
            timeout=60_000,
        )

    def command(self, name: str) -> None:
        """Run a command of JupyterLab and wait until it is done."""
        self.page.evaluate("name => window.jupyterapp.commands.execute(name).then(() => null)", name)

    def theme(self, name: str) -> None:
        """Change the theme of JupyterLab, as its Settings menu does."""
        change = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme}).then(() => null)"
        self.page.evaluate(change, name)
        expect(self.page.locator("#jupyterlab-splash")).to_have_count(0, timeout=30_000)

    def run_all(self) -> None:
        """Run every cell, as the menu does; an error in one is raised."""
        self.wait_for_kernel()
        self.command("notebook:run-all-cells")
        text_of(self.page.evaluate(OUTPUTS))

    def run_cell(self, source: str) -> str:
        """Run code in a new cell at the end; gives the text it printed or returned, and raises its error."""
        return text_of(self.page.evaluate(RUN_CELL, source))

    def run(self, source: str) -> str:
        """Run code in the kernel beside the notebook; gives the text, and raises its error."""
        return text_of(self.page.evaluate(RUN, source))

    def value(self, expression: str) -> Any:
        """The value of an expression in the kernel, by way of JSON."""
        return json.loads(self.run(f"import json; print(json.dumps({expression}))"))

    def count_cells(self) -> int:
        """How many cells the notebook has."""
        return int(self.page.evaluate("window.jupyterapp.shell.currentWidget.content.model.cells.length"))

    @staticmethod
    def word(name: str) -> re.Pattern[str]:
        """Match a class among the others of a node."""
        return re.compile(rf"(^|\s){re.escape(name)}(\s|$)")

    def close_dialogs(self) -> None:
        """Answer what JupyterLab asks or tells, as Enter would."""
        for dialog in self.page.locator(".jp-Dialog .jp-mod-accept").all():
            dialog.click()

    def drop_cells_from(self, first: int) -> None:
        """Delete the cells from a place on."""
        self.page.evaluate(DROP, first)

    def picture(self, name: str) -> None:
        """Keep what the page looks like, for a person to look at."""
        ARTEFACTS.mkdir(exist_ok=True)
        self.page.screenshot(path=ARTEFACTS / f"{name}.png")

    def close(self) -> None:
        """Close the page; the kernel goes with the server."""
        self._context.close()


def text_of(outputs: list[dict[str, Any]]) -> str:
    """What outputs say as text; an error among them is raised."""
    for output in outputs:
        if output["output_type"] == "error":
            raise AssertionError("\n".join(output["traceback"]))
    texts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    return "".join("".join(text) for text in texts).strip()


def write_notebook(path: Path, *sources: str) -> None:
    """Make a notebook of code cells."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), path)
