"""The static picture: well-formed, self-contained, small, and deaf to hostile names."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET  # our own output

import pytest

from bulge_widget.errors import NotationError, UnknownNameError
from bulge_widget.scene import scene, svg
from bulge_widget.scene.look import Look
from bulge_widget.scene.palette import DARK, LIGHT
from bulge_widget.scene.svg import board_svg

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('&\"')</script>"


def parse(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  our own output


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_well_formed_and_contains_nothing_active_and_nothing_from_outside(start, theme):
    picture = svg(start, theme=theme)
    root = parse(picture)
    assert root.tag == f"{NS}svg"
    tags = {node.tag.removeprefix(NS) for node in root.iter()}
    assert tags <= {"svg", "title", "defs", "pattern", "path", "rect", "g", "use", "text", "circle"}
    assert not any(name.startswith("on") for node in root.iter() for name in node.attrib)
    links = {node.attrib["href"] for node in root.iter() if "href" in node.attrib}
    assert all(link.startswith("#") for link in links)


def test_everything_it_refers_to_is_in_it(start):
    picture = svg(start)
    names = set(re.findall(r'id="([^"]+)"', picture))
    assert set(re.findall(r'href="#([^"]+)"', picture)) <= names
    assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= names


def test_no_name_is_given_twice_and_two_themes_share_none(start):
    light, dark = (re.findall(r'id="([^"]+)"', svg(start, theme=theme)) for theme in ("light", "dark"))
    assert len(set(light)) == len(light)
    assert not set(light) & set(dark)


def test_it_stays_below_200_kilobytes(start):
    assert len(svg(start).encode()) < 200_000


def test_it_is_made_in_a_few_milliseconds(start, knapp_ground):
    shown = scene(start)
    best = min(_seconds(lambda: board_svg(knapp_ground, shown)) for _ in range(5))
    assert best < 0.02


def _seconds(call) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def test_a_hostile_name_is_only_ever_text(start, knapp_ground):
    shown = scene(start)
    for piece in shown["pieces"]:
        piece |= {
            "say": HOSTILE,
            "name": HOSTILE,
            "short": HOSTILE,
            "strength": HOSTILE,
            "type": HOSTILE,
            "badges": [HOSTILE],
        }
    shown["turn"]["label"] = HOSTILE
    labels = [row | {"text": HOSTILE} for row in knapp_ground["labels"]]
    badges = [row | {"text": HOSTILE} for row in knapp_ground["badges"]]
    picture = board_svg(knapp_ground | {"labels": labels, "badges": badges, "title": HOSTILE}, shown)
    assert "<script" not in picture
    assert {node.tag for node in parse(picture).iter()} & {f"{NS}script", "script"} == set()


def test_of_a_hidden_piece_only_the_body_is_drawn(knapp_ground):
    hidden = {"id": "b17", "at": "bastogne", "side": "german", "hidden": True, "say": "hidden German unit"}
    secret = {"name": "2nd Panzer", "short": "2 PZ", "strength": "6", "type": "armor", "size": "xx"}
    picture = board_svg(knapp_ground, {"pieces": [hidden | secret]})
    assert "2 PZ" not in picture
    assert "2nd Panzer" not in picture
    assert "b17" not in picture
    assert "-t-armor" not in picture


def test_every_piece_on_the_map_is_in_the_picture_with_its_spoken_line(start):
    titles = {node.text for node in parse(svg(start)).iter(f"{NS}title")}
    assert {piece["say"] for piece in scene(start)["pieces"]} <= titles


@pytest.mark.parametrize(("theme", "table"), [("light", LIGHT), ("dark", DARK)])
def test_only_colours_of_the_theme_are_used(start, theme, table):
    used = set(re.findall(r"#[0-9a-f]{6}", svg(start, theme=theme)))
    assert used <= set(table.values()) | {"#1c1a15", "#ffffff"}


def test_a_wider_picture_shows_more_names(start):
    box = (900.0, 300.0, 1200.0, 600.0)
    near, far = svg(start, box=box, width=1200), svg(start)
    assert "Rodt" not in far
    assert near.count("<circle") > 0
    names = set(re.findall(r">([^<]+)</text>", near)) - set(re.findall(r">([^<]+)</text>", far))
    assert len(names) > 50


def test_the_relief_is_left_out_unless_wanted(start):
    assert "data:image" not in svg(start)
    assert "data:image/png;base64," in svg(start, shade=True)


def test_a_piece_off_the_map_is_not_drawn(knapp_ground):
    picture = board_svg(
        knapp_ground, {"pieces": [{"id": "x", "at": "eliminated-german", "side": "german", "say": "gone"}]}
    )
    assert "gone" not in picture


def test_both_palettes_stand_in_a_picture_that_follows_the_reader(start):
    picture = svg(start, theme="auto")
    sheet = next(node.text for node in parse(picture).iter(f"{NS}style"))
    light, dark = sheet.split("@media screen and (prefers-color-scheme:dark)")
    assert all(f"--bw-{token}:{colour};" in light for token, colour in LIGHT.items())
    assert all(f"--bw-{token}:{colour};" in dark for token, colour in DARK.items())
    used = set(re.findall(r"var\(--bw-([\w-]+)\)", picture))
    assert used <= {*LIGHT, "tint", "lines"}
    assert set(re.findall(r"#[0-9a-f]{6}", picture.replace(sheet, ""))) <= {"#1c1a15", "#ffffff"}
    assert len(picture.encode()) < 200_000


def test_a_dark_picture_for_a_page_is_light_on_paper(start, knapp_ground):
    shown = scene(start, "umpire")
    fixed, page = (board_svg(knapp_ground, shown, look=Look("dark", paper=paper)) for paper in (False, True))
    assert "<style>" not in fixed, "a picture on its own has plain colours"
    sheet = next(node.text for node in parse(page).iter(f"{NS}style"))
    light, dark = sheet.split("@media screen{")
    assert all(f"--bw-{token}:{colour};" in light for token, colour in LIGHT.items())
    assert all(f"--bw-{token}:{colour};" in dark for token, colour in DARK.items())


def test_no_pattern_is_made_faint_by_what_it_fills(start):
    """Chromium prints a pattern at full strength whatever the `fill-opacity` of the area: all was hatched on paper."""
    filled = re.findall(r"<[^>]*url\(#[^>]*>", svg(start))
    assert len(filled) > 1
    assert not [node for node in filled if "fill-opacity" in node]


def test_a_theme_that_does_not_exist_is_refused(start):
    with pytest.raises(UnknownNameError, match="sepia"):
        svg(start, theme="sepia")


@pytest.mark.parametrize("layer", ["roads", "names", "water", "values", "entries", "woods"])
def test_a_layer_that_is_off_is_not_drawn(start, knapp_ground, layer):
    shown = scene(start)
    whole, part = (board_svg(knapp_ground, shown, look=Look(layers={layer: on})) for on in (True, False))
    assert whole == board_svg(knapp_ground, shown)
    assert len(part) < len(whole)


def test_control_and_marks_are_layers_too(start, knapp_ground):
    shown, marks = scene(start), [{"kind": "ring", "at": "bastogne", "text": "here"}]
    tint = f'fill="{LIGHT["control-german"]}" fill-opacity="0.17"'
    assert tint in board_svg(knapp_ground, shown)
    assert tint not in board_svg(knapp_ground, shown, look=Look(layers={"control": False}))
    assert ">here<" in board_svg(knapp_ground, shown, look=Look(annotations=marks))
    assert ">here<" not in board_svg(knapp_ground, shown, look=Look(annotations=marks, layers={"annotations": False}))


def test_marks_are_where_they_belong_and_only_text(knapp_ground):
    marks = [
        {"kind": "arrow", "from": "arzfeld", "to": "bastogne", "text": HOSTILE, "colour": HOSTILE},
        {"kind": "highlight", "at": "dinant"},
        {"kind": "ring", "at": "nowhere"},
    ]
    picture = board_svg(knapp_ground, {}, look=Look(annotations=marks))
    assert "<script" not in picture
    parse(picture)
    area = next(row for row in knapp_ground["spaces"]["areas"] if row["id"] == "dinant")
    assert f'fill-opacity=".28" stroke="{LIGHT["hit"]}" stroke-width="3"><path d="{area["d"]}"/>' in picture
    assert 'r="26"' not in picture


def test_a_selected_piece_has_a_bright_ground(start, knapp_ground):
    picture = board_svg(knapp_ground, scene(start), look=Look(selection=("ge-1ss", "ge-2pz")))
    assert picture.count(f'stroke="{LIGHT["hover"]}" stroke-width="4"') == 2


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        *(({"width": width}, "width=") for width in (0, -5, float("nan"), float("inf"), "wide", True, None, 10**6)),
        *(({"box": box}, "box=") for box in ((1, 2), "abcd", 5, (5, 5, 1, 9), (1, 5, 9, 5), (0, 0, "x", 9))),
    ],
)
def test_a_size_that_no_picture_can_have_is_refused(start, choice, said):
    with pytest.raises(NotationError, match=f"{said}.* is wanted"):
        svg(start, **choice)
