"""The names of the package: all there, loaded late, and stable."""

from __future__ import annotations

import subprocess
import sys

import pytest

import bulge_widget as bw


@pytest.mark.parametrize("name", bw.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(bw, name).__name__ in {name, f"bulge_widget.{name}"}
    assert name in dir(bw)


def test_nothing_else_is_offered() -> None:
    assert {name for name in dir(bw) if not name.startswith("__")} == set(bw.__all__)


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'new_gmae'"):
        bw.new_gmae  # noqa: B018


@pytest.mark.parametrize(
    "first",
    [
        "import bulge_widget.rulebooks.registry",
        "import bulge_widget.rulebooks.knapp",
        "import bulge_widget as bw; bw.new_game",
        "import bulge_widget as bw; bw.rulebooks",
    ],
)
def test_rulebooks_is_a_function_and_a_room(first: str) -> None:
    """The list of books and the package of the books share a name; either may be met first."""
    code = f"{first}; import bulge_widget as bw; assert 'knapp' in bw.rulebooks(); bw.rulebooks.knapp"
    subprocess.run([sys.executable, "-c", f"{first}; {code}"], check=True)  # noqa: S603


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = "{'anywidget', 'ipywidgets', 'msgspec', 'networkx', 'numpy', 'pandas', 'shapely', 'traitlets'}"
    code = f"import sys; import bulge_widget; assert not {heavy} & set(sys.modules), set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
