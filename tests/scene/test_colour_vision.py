"""Colours that carry meaning, as people see them who lack one kind of cone: no pair becomes one.

Simulated after Machado (2009) for missing red and green cones and after Brettel (1997) for missing blue ones, where
Machado's model is not meant to be used; the distance is CIEDE2000, in which 1 can just be seen side by side. Pairs
that colour alone tells apart must be 10 apart. Where a sign, a pattern, a dash or a word says the same, colour may be
nearer, and a test here holds that other cue.
"""

from __future__ import annotations

import itertools

import pytest
from coloraide import Color

from bulge_widget.rulebooks.registry import open_rulebook
from bulge_widget.scene import ground as ground_of
from bulge_widget.scene.counters import BADGES
from bulge_widget.scene.look import CONTROL
from bulge_widget.scene.paints import PAINTS
from bulge_widget.scene.palette import DARK, LIGHT
from tests.scene.test_contrast import VEILS, mixed, own, rules

THEMES = {"light": LIGHT, "dark": DARK}
VISIONS = {"all": "", "no red": "protan", "no green": "deutan", "no blue": "tritan"}
APART = 10
NEAR = 4.5
"""Enough for wide surfaces that also wear a pattern."""
GERMAN, ALLIED = ("army", "ss", "luftwaffe"), ("us", "uk")
RINGS = ("legal-edge", "hover-edge", "hit")
"""Where a unit may go, where the pointer or the selection is, what is refused or under attack."""

both_themes = pytest.mark.parametrize("theme", THEMES)
every_vision = pytest.mark.parametrize("vision", VISIONS)


def seen(colour: str, vision: str) -> Color:
    kind = VISIONS[vision]
    plain = Color(colour)
    return plain.filter(kind, method="brettel" if kind == "tritan" else "machado") if kind else plain


def distance(one: str, two: str, vision: str) -> float:
    return float(seen(one, vision).delta_e(seen(two, vision), method="2000"))


def too_near(pairs: dict[tuple[str, str], tuple[str, str]], vision: str, least: float) -> dict[tuple[str, str], float]:
    found = {names: round(distance(*colours, vision), 1) for names, colours in pairs.items()}
    return {names: far for names, far in found.items() if far < least}


def tokens(theme: str, *names: str) -> dict[tuple[str, str], tuple[str, str]]:
    table = THEMES[theme]
    return {pair: (table[pair[0]], table[pair[1]]) for pair in itertools.combinations(names, 2)}


def surfaces(theme: str) -> dict[str, str]:
    """The kinds of ground as they lie on the land."""
    table = THEMES[theme]
    painted = {"woods": "wood", "open woods": "wood-open", "rough": "rugged"}
    fills = {name: PAINTS[paint][0] for name, paint in painted.items()}
    laid = {name: mixed(table[fill["fill"]], table["land"], fill["opacity"]) for name, fill in fills.items()}
    tint = CONTROL[theme][0]
    return {"land": table["land"], "german": mixed(table["control-german"], table["land"], tint), **laid}


@both_themes
@every_vision
def test_sides_nations_and_arms_are_told_by_the_colour_of_their_counters(theme: str, vision: str) -> None:
    assert too_near(tokens(theme, *GERMAN, *ALLIED), vision, APART) == {}


@both_themes
@every_vision
def test_the_sides_are_far_apart(theme: str, vision: str) -> None:
    pairs = {(a, b): (THEMES[theme][a], THEMES[theme][b]) for a in GERMAN for b in ALLIED}
    assert too_near(pairs, vision, 35) == {}


@both_themes
@every_vision
def test_the_sides_of_the_log_are_told_by_the_colour_of_their_lines(theme: str, vision: str) -> None:
    table = own(theme)
    assert distance(table["german"], table["allied"], vision) >= APART


@both_themes
@every_vision
def test_steps_of_elite_veteran_and_green_troops_differ_besides_their_shape(theme: str, vision: str) -> None:
    assert too_near(tokens(theme, "pip-elite", "pip-veteran", "pip-green"), vision, APART) == {}


@both_themes
@every_vision
def test_where_to_go_what_is_chosen_and_what_is_refused_are_ringed_in_different_colours(
    theme: str, vision: str
) -> None:
    assert too_near(tokens(theme, *RINGS), vision, APART) == {}


@both_themes
@every_vision
def test_the_halos_of_units_that_may_act_are_chosen_or_under_fire_differ(theme: str, vision: str) -> None:
    assert too_near(tokens(theme, "legal", "hover", "hit"), vision, APART) == {}


def test_what_is_refused_is_dashed_and_what_is_in_reach_is_filled_and_priced_too() -> None:
    said = dict(rules())
    assert "stroke-dasharray" in said[".bw-refused-rings path"]
    assert said[".bw-refused-rings path"]["fill"] == "none"
    assert "stroke-dasharray" not in said[".bw-legal path"]


@both_themes
@every_vision
def test_a_field_in_reach_is_told_from_all_other_ground_by_its_edge(theme: str, vision: str) -> None:
    table, pairs = THEMES[theme], {}
    for name, colour in surfaces(theme).items():
        pairs["legal-edge", name] = (table["legal-edge"], colour)
    assert too_near(pairs, vision, 20) == {}


@both_themes
@every_vision
def test_a_field_in_reach_is_tinted_on_every_ground(theme: str, vision: str) -> None:
    """Its edge and its cost say the same."""
    table = THEMES[theme]
    tinted = {
        (name, "in reach"): (colour, mixed(table["legal"], colour, VEILS["legal"][theme]))
        for name, colour in surfaces(theme).items()
    }
    assert too_near(tinted, vision, NEAR) == {}


@both_themes
@every_vision
def test_kinds_of_ground_differ_besides_their_patterns(theme: str, vision: str) -> None:
    found = surfaces(theme)
    names = ("land", "woods", "open woods", "rough")
    pairs = {pair: (found[pair[0]], found[pair[1]]) for pair in itertools.combinations(names, 2)}
    assert too_near(pairs, vision, NEAR) == {}


def test_the_veils_are_those_of_the_style_sheet() -> None:
    said, dark = dict(rules()), '.bw[data-theme="dark"] '
    for head, known in (("", "light"), (dark, "dark")):
        assert float(said[f"{head}.bw-legal path"]["fill-opacity"]) == VEILS["legal"][known]
        tint, lines = said[f"{head}.bw-held-german"]["fill-opacity"], said[f"{head}.bw-hatch-line"]["stroke-opacity"]
        assert (float(tint), float(lines)) == CONTROL[known]


def test_woods_have_trees_and_each_kind_its_own() -> None:
    """The other cue of the ground: a pattern, to be seen without any colour."""
    patterns = {name: PAINTS[name][1].get("pattern") for name in ("wood", "wood-open")}
    assert patterns == {"wood": "trees", "wood-open": "crowns"}


@pytest.mark.parametrize("book", ["knapp", "fab", "bigredone", "botb"])
def test_rough_ground_has_hills_drawn_on_it_on_every_board(book: str) -> None:
    drawn = ground_of(open_rulebook(book))
    paints = [paint for shape in drawn["shapes"] for paint in shape["paints"]]
    assert "hills" in {paint.get(kind) for paint in paints for kind in ("stroke", "fill")}


@both_themes
@every_vision
def test_german_ground_is_hatched_and_its_towns_are_in_german_colours(theme: str, vision: str) -> None:
    """The tint alone is faint, on purpose: the lines over it and the discs of towns tell who holds the ground."""
    table, found = THEMES[theme], surfaces(theme)
    line = mixed(table["control-german"], found["german"], CONTROL[theme][1])
    assert distance(found["land"], found["german"], vision) >= NEAR
    assert distance(found["german"], line, vision) >= NEAR
    assert distance(table["army"], table["badge"], vision) >= 35


@both_themes
@every_vision
def test_dice_that_hit_are_told_from_those_that_did_not(theme: str, vision: str) -> None:
    del theme  # dice are the same in both
    said = dict(rules())
    assert distance(said[".bw-die rect"]["fill"], said[".bw-die.bw-good rect"]["fill"], vision) >= APART


@both_themes
@every_vision
def test_water_is_told_from_land_woods_and_roads(theme: str, vision: str) -> None:
    table, found = THEMES[theme], surfaces(theme)
    pairs = {("river", name): (table["river"], colour) for name, colour in found.items()}
    pairs["river", "road"] = (table["river"], table["road"])
    assert too_near(pairs, vision, APART) == {}


def test_lines_of_the_map_differ_in_their_dash_or_their_breadth() -> None:
    """Frontier, army boundary, border and road are brown or red to some; none is told by that alone."""
    looks = {
        name: tuple((paint.get("dash") is not None, tuple(paint["width"])) for paint in PAINTS[name])
        for name in ("frontier", "boundary", "border", "road", "track", "westwall")
    }
    assert len(set(looks.values())) == len(looks)


def test_every_state_of_a_unit_has_its_own_sign() -> None:
    """Two names of one state may share a sign; two colours of one sign may not be."""
    colours: dict[str, set[str]] = {}
    for colour, sign in BADGES.values():
        colours.setdefault(sign, set()).add(colour)
    assert all(len(each) == 1 for each in colours.values())
    assert len(colours) == 6


def test_the_measure_itself() -> None:
    """Two greens and reds that are one to a person without green cones, and far apart to most."""
    assert distance("#c62828", "#6b6b00", "all") > 40
    assert distance("#a8bf86", "#e0c9a1", "no green") < 7
    assert distance("#a8bf86", "#e0c9a1", "all") > 15
    assert distance("#ffffff", "#000000", "no blue") > 90
