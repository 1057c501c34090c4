"""Who may import whom. The rooms and the arrows are explained in CONTRIBUTING.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "bulge_widget"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Room -> the rooms it may import. What is not listed is forbidden; `errors` is open to all.
ARROWS: dict[str, set[str]] = {
    "errors": set(),
    "board": set(),
    "core": set(),
    "rulebooks": {"board", "core"},
    "scene": {"board", "core", "rulebooks"},
    "bots": {"core", "rulebooks.registry"},
    "analysis": {"core", "rulebooks.registry"},
    "stories": {"core", "rulebooks.registry"},
    "widget": {"board", "core", "rulebooks", "scene", "bots", "analysis", "stories"},
    "cli": {"board", "core", "rulebooks", "scene", "bots", "analysis", "stories", "widget"},
    "": {"board", "core", "rulebooks", "scene", "bots", "analysis", "stories", "widget"},
}
# Library -> the only places that may import it.
LIBRARIES = {
    "networkx": ("board/",),
    "shapely": ("board/",),
    "anywidget": ("widget/",),
    "traitlets": ("widget/",),
    "ipywidgets": ("widget/",),
    "random": ("core/chance.py",),
    "secrets": ("core/chance.py",),
}
HASHING = ("cli.py", "core/chance.py", "core/record.py", "core/save.py", "rulebooks/")


def path_of(module: Path) -> str:
    return module.relative_to(PACKAGE).as_posix()


def dotted(module: Path) -> list[str]:
    """`core/game.py` is `["bulge_widget", "core", "game"]`, for working out relative imports."""
    parts = module.relative_to(PACKAGE.parent).with_suffix("").parts
    return list(parts)


def imports(module: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it and for type checkers too, as a dotted name."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = dotted(module)[: -node.level] if node.level else []
            start = ".".join([*base, node.module] if node.module else base)
            yield from (f"{start}.{alias.name}" for alias in node.names)


def room(path: str) -> str:
    first = path.split("/", maxsplit=1)[0].removesuffix(".py")
    return "" if first == "__init__" else first


def own(module: Path) -> Iterator[str]:
    """What a file imports of this package, without the package's name."""
    for name in imports(module):
        head, _, rest = name.partition(".")
        if head == "bulge_widget" and rest:
            yield rest


@pytest.mark.parametrize("module", MODULES, ids=path_of)
def test_a_room_imports_only_along_the_arrows(module: Path) -> None:
    here = room(path_of(module))
    for name in own(module):
        there = name.split(".")[0]
        if there in {here, "errors"} or there.startswith("__"):
            continue
        allowed = ARROWS[here]
        assert there in allowed or any(name.startswith(one) for one in allowed), (
            f"{path_of(module)} imports {name}; {here or 'the package'} may import {sorted(allowed)}"
        )


@pytest.mark.parametrize("module", MODULES, ids=path_of)
def test_a_library_is_imported_in_its_room_only(module: Path) -> None:
    for name in imports(module):
        top = name.split(".")[0]
        if top in LIBRARIES:
            assert path_of(module).startswith(LIBRARIES[top]), f"{path_of(module)} imports {name}"


def test_no_book_imports_another() -> None:
    books = {p.parent.name for p in (PACKAGE / "rulebooks").glob("*/__init__.py")}
    for module in (PACKAGE / "rulebooks").glob("*/**/*.py"):
        book = module.relative_to(PACKAGE / "rulebooks").parts[0]
        for name in own(module):
            other = name.removeprefix("rulebooks.").split(".")[0]
            assert other == book or other not in books, f"{path_of(module)} imports {name}"


def test_chance_is_made_in_one_file() -> None:
    """Hashes also name records, components and examples; only `core/chance.py` may turn one into a die."""
    for module in MODULES:
        if any(name.split(".")[0] == "hashlib" for name in imports(module)):
            assert path_of(module).startswith(HASHING), path_of(module)


def test_the_core_knows_no_geometry() -> None:
    """The engine runs any game: words of a map do not occur in its code."""
    for module in (PACKAGE / "core").glob("*.py"):
        names = {n.id for n in ast.walk(ast.parse(module.read_text("utf-8"))) if isinstance(n, ast.Name)}
        assert not names & {"hex", "hexes", "Hex", "networkx", "shapely"}, path_of(module)
