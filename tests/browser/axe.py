"""axe-core, put into a page: what it finds in a part of it that would keep somebody out."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator

SCRIPT = Path(__file__).parents[2] / "js" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")

RUN = """async (root) => {
  const { violations } = await window.axe.run(root, { resultTypes: ["violations"] });
  return violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, where: nodes.slice(0, 4).map((node) => node.html.slice(0, 200) + " | " + node.failureSummary),
  }));
}"""


def grave_faults(root: Locator) -> list[str]:
    """What axe calls serious or critical within a node, as lines to read."""
    page = root.page
    if not page.evaluate("() => window.axe !== undefined"):
        # JupyterLab brings a module loader that axe would register with instead of the window.
        page.evaluate("script => { new Function('module', 'exports', 'define', script)(); }", SCRIPT.read_text("utf-8"))
    found = root.evaluate(RUN)
    return [
        f"{fault['id']} ({fault['impact']}): {fault['help']}: {fault['where']}"
        for fault in found
        if fault["impact"] in GRAVE
    ]
