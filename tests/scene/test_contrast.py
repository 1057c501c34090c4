"""Every text of the board against what it is written on, in both themes.

axe leaves most of this undecided: texts in an SVG, and texts that follow the host's colours. So the style sheets are
read here: each rule that colours a text stands in a table with its grounds, and no rule may be missing from it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bulge_widget.scene.palette import DARK, LIGHT, contrast

STYLE = Path(__file__).parents[2] / "js" / "src" / "style"
LEAST = 4.5
"""WCAG 2.1, 1.4.3: text of ordinary size."""
THEMES = {"light": LIGHT, "dark": DARK}
GROUND = ("land", "woods", "woods-open", "river", "road", "page", "legal over land", "control-german over land")
"""What a name on the map may lie on; its halo lies between."""
VEILS = {"legal": {"light": 0.46, "dark": 0.22}, "control-german": {"light": 0.42, "dark": 0.8}}
COATS = ("army", "ss", "luftwaffe", "us", "uk")
DISCS = ("#f6efdd", "#f2c230")
"""Of states of a piece that are told by a letter or a dark sign."""
DARK_BOX = "#26221c"

# Rule -> what is written in that colour, on what. "halo" is the halo over any ground.
WRITTEN = {
    ".bw-labels text": ["halo"],
    ".bw-river text": ["halo"],
    ".bw-wood text": ["halo"],
    ".bw-town.bw-label text": ["halo"],
    ".bw-hexid text": ["halo"],
    ".bw-zone text": ["halo"],
    ".bw-note text": ["halo"],
    ".bw-badges .bw-town text": ["badge"],
    '.bw-badges .bw-town[data-side="german"] text': ["army"],
    ".bw-entry text": ["entry"],
    ".bw-marker text": ["badge"],
    ".bw-sign text": ["hit"],
    ".bw-sign-quiet text": ["badge"],
    ".bw-costs text": ["cost"],
    ".bw-cost-key text": ["cost"],
    ".bw-way-costs text": ["cost"],
    ".bw-cost": ["legal"],
    ".bw-die text": ["#fbf7ec", "#f2b632"],
    ".bw-status text": list(DISCS),
    ".bw-fallen": [DARK_BOX],
    ".bw-reason": [DARK_BOX],
    ".bw-toast": [DARK_BOX],
    ".bw-wire": [f"{DARK_BOX} at 0.88"],
    ".bw-hint": [f"{DARK_BOX} at 0.88"],
    ".bw-curtain p": ["page"],
    ".bw .bw-curtain .bw-primary": ["label"],
    ".bw .bw-primary": ["accent"],
    '.bw[data-theme="dark"] .bw-primary': ["accent"],
    ".bw": ["ui", "ui-2"],
}
BY_HOST = {"var(--ink)", "var(--ink-2)", "var(--ink-2) !important"}
"""Written on the frame, in the host's colours or ours where it has none."""
NO_TEXT = {".bw-refused-why::before", ".bw-die circle", ".bw-status path"}
"""Signs: 3 to 1 is asked of them."""


def rules() -> list[tuple[str, dict[str, str]]]:
    """Every selector of the style sheets with its declarations."""
    found = []
    for path in sorted(STYLE.glob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for heads, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            pairs = (line.split(":", 1) for line in body.split(";") if ":" in line)
            said = {name.strip(): value.strip() for name, value in pairs}
            found += [(" ".join(head.split()), said) for head in heads.split(",")]
    return found


def inks() -> dict[str, str]:
    """Rule -> the colour it gives a text."""
    found = {}
    for head, said in rules():
        colour = said.get("color") or (said.get("fill") if "text" in head else None)
        if colour and colour not in BY_HOST | {"inherit", "var(--i)"}:
            found[head] = colour
    return found


def own(theme: str) -> dict[str, str]:
    """Our colours for the frame, where the host has none or is of the other theme."""
    head = ".bw" if theme == "light" else '.bw[data-theme="dark"]'
    said = next(said for name, said in rules() if name == head and "--own-ui" in said)
    return {name.removeprefix("--").removeprefix("own-"): value for name, value in said.items() if value[0] == "#"}


def colour(value: str, theme: str) -> str:
    """A token, a variable or a literal as `#rrggbb`."""
    name = re.sub(r"var\(--(?:bw-)?([\w-]+)\)", r"\1", value)
    if name == "cost":
        plate = {"light": ".bw-costs rect", "dark": '.bw[data-theme="dark"] :is(.bw-costs'}[theme]
        return colour(next(said["fill"] for head, said in rules() if head == plate), theme)
    if name == "n":
        name = "hit"
    name = THEMES[theme].get(name) or own(theme).get(name) or name
    return "#" + "".join(sign * 2 for sign in name[1:]) if len(name) == 4 else name


def mixed(over: str, under: str, share: float) -> str:
    """One colour over another, as the browser blends them."""
    parts = zip(re.findall("..", over[1:]), re.findall("..", under[1:]), strict=True)
    return "#" + "".join(f"{round(share * int(a, 16) + (1 - share) * int(b, 16)):02x}" for a, b in parts)


def grounds(name: str, theme: str) -> list[str]:
    """What a text may lie on under that name."""
    if name == "halo":
        return [mixed(colour("halo", theme), ground(place, theme), 0.85) for place in GROUND]
    if " at " in name:
        plate, share = name.split(" at ")
        return [mixed(plate, ground(place, theme), float(share)) for place in GROUND]
    return [colour(name, theme)]


def ground(name: str, theme: str) -> str:
    veil, _, under = name.rpartition(" over ")
    plain = colour(under, theme)
    return mixed(colour(veil, theme), plain, VEILS[veil][theme]) if veil else plain


def test_no_text_is_left_out() -> None:
    assert set(inks()) - NO_TEXT == set(WRITTEN) - {".bw"}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rule", sorted(set(WRITTEN) - {".bw"}))
def test_a_text_can_be_read_on_all_it_may_lie_on(rule: str, theme: str) -> None:
    if rule.endswith(".bw-primary") and "curtain" not in rule:
        rule = ".bw .bw-primary" if theme == "light" else '.bw[data-theme="dark"] .bw-primary'
    ink = colour(inks()[rule], theme)
    found = {place: round(contrast(ink, place), 2) for name in WRITTEN[rule] for place in grounds(name, theme)}
    assert min(found.values()) >= LEAST, found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ink", ["ink", "ink-2"])
@pytest.mark.parametrize("plate", ["ui", "ui-2"])
def test_the_frame_can_be_read_where_the_host_has_no_colours(plate: str, ink: str, theme: str) -> None:
    assert contrast(colour(ink, theme), colour(plate, theme)) >= LEAST


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("coat", COATS)
def test_what_stands_on_a_counter_can_be_read(coat: str, theme: str) -> None:
    assert contrast(colour(f"{coat}-ink", theme), colour(coat, theme)) >= LEAST


@pytest.mark.parametrize("theme", THEMES)
def test_signs_stand_out(theme: str) -> None:
    """WCAG 2.1, 1.4.11: what tells a state without words."""
    pairs = [("#ffffff", "#d94f30"), ("#ffffff", "#2f7de1"), ("#ffffff", "#7c3aa8"), ("#b3231b", "#ffffff")]
    pairs += [("#231f19", "#fbf7ec"), ("#1e1a14", "#f2c230"), ("legal-edge", "land"), ("hover-edge", "land")]
    pairs += [("accent", "ui"), ("vp-edge", "vp"), ("piece-outline", "land")]
    assert {
        pair: contrast(colour(pair[0], theme), colour(pair[1], theme)) for pair in pairs if _weak(pair, theme)
    } == {}


def _weak(pair: tuple[str, str], theme: str) -> bool:
    return contrast(colour(pair[0], theme), colour(pair[1], theme)) < 3


def test_the_measure_itself() -> None:
    assert mixed("#ffffff", "#000000", 0.5) == "#808080"
    assert len(rules()) > 150
