"""Every colour of the boards, once: a token means the same in the browser and in the static picture.

The sides differ by lightness (German dark with light ink, Allied light with dark ink), so that the board
reads for every kind of colour vision. What is told by colour within a side, nations and arms, differs in lightness
or in blue against yellow, which nobody but a few in ten thousand lacks; so do the kinds of ground. Names ending in
`-ink` are written on the token before it.
"""

from __future__ import annotations

from typing import Literal

__all__ = ["DARK", "LIGHT", "Theme", "contrast", "lightness", "tokens"]

Theme = Literal["auto", "light", "dark"]

_BOTH = {
    # pieces: body, edge, ink
    "army": "#4a5055",
    "army-edge": "#2b3034",
    "army-ink": "#f4f1e8",
    "ss": "#24272b",
    "ss-edge": "#0c0d0f",
    "ss-ink": "#f4f1e8",
    "luftwaffe": "#41638a",
    "luftwaffe-edge": "#293f5a",
    "luftwaffe-ink": "#ffffff",
    "us": "#b9b27a",
    "us-edge": "#7d7647",
    "us-ink": "#1e1c12",
    "uk": "#efd0b4",
    "uk-edge": "#99694a",
    "uk-ink": "#1e1c12",
    "uk-stripe": "#5a2f1a",
    "tray": "#1c1a15",
    "pip-elite": "#f0a500",
    "pip-veteran": "#ffffff",
    "pip-green": "#35b08a",
    # states of a piece
    "supply": "#d94f30",
    "disrupted": "#f2c230",
    "moved": "#2f7de1",
    # marks of the map that keep their colour
    "vp": "#f2b632",
    "vp-edge": "#2b2118",
    "vp-none": "#ffffff",
    "legal": "#ffd24a",
    "hover": "#2f7de1",
}

LIGHT: dict[str, str] = {
    **_BOTH,
    "page": "#ded3ba",
    "land": "#f3ead2",
    "rough": "#bd8b4d",
    "hills": "#7b5730",
    "woods": "#93b270",
    "woods-open": "#d3e0b4",
    "trees": "#5c7f49",
    "frontier": "#8d3b6b",
    "grid": "#7d6a4e",
    "river": "#7fb2d6",
    "river-edge": "#3b6d96",
    "boundary": "#a33b2e",
    "border": "#6a4f35",
    "border-glow": "#fbf5e3",
    "frame": "#4b3a28",
    "frame-glow": "#fbf5e3",
    "road": "#fdf6e3",
    "road-edge": "#8a4b32",
    "bridge": "#2c2219",
    "houses": "#7a3b2e",
    "cross": "#33383d",
    "badge": "#fffaf0",
    "badge-ink": "#2b2118",
    "entry": "#fffaf0",
    "entry-ink": "#2b2118",
    "fort": "#5b2d7a",
    "hit": "#cc1450",
    "legal-edge": "#8f5d00",
    "hover-edge": "#123f7d",
    "label": "#231a11",
    "halo": "#f7efdb",
    "label-river": "#23557e",
    "label-wood": "#24381a",
    "label-zone": "#8f2f24",
    "label-town": "#4d4030",
    "control-german": "#3f4a55",
    "control-allied": "#b9a64a",
    "front": "#8e1f1f",
    "piece-outline": "#2b2118",
    "shadow": "#000000",
}

DARK: dict[str, str] = {
    **_BOTH,
    "page": "#1d211f",
    "land": "#373a33",
    "rough": "#75603f",
    "hills": "#b08d5c",
    "woods": "#24371f",
    "woods-open": "#4f6a46",
    "trees": "#587050",
    "frontier": "#b0719a",
    "grid": "#8f8568",
    "river": "#4d86b3",
    "river-edge": "#1b3247",
    "boundary": "#d06a58",
    "border": "#b39a78",
    "border-glow": "#25271f",
    "frame": "#c9b48f",
    "frame-glow": "#25271f",
    "road": "#d9c9a4",
    "road-edge": "#4a2c1e",
    "bridge": "#f0e6cf",
    "houses": "#c98467",
    "cross": "#cdd5db",
    "badge": "#f3ead2",
    "badge-ink": "#14110c",
    "entry": "#f3ead2",
    "entry-ink": "#14110c",
    "fort": "#c9a3e6",
    "hit": "#d9352b",
    "legal-edge": "#ffd24a",
    "hover-edge": "#8fbcff",
    "label": "#f4ead3",
    "halo": "#23251f",
    "label-river": "#a9d0ee",
    "label-zone": "#f0a898",
    "label-wood": "#b5cc9d",
    "label-town": "#d3c6a8",
    "control-german": "#0b0e11",
    "control-allied": "#cbb765",
    "front": "#ff8a70",
    "piece-outline": "#efe4cb",
    "shadow": "#000000",
}


def tokens() -> dict[str, dict[str, str]]:
    """Return the table of both themes as the ground carries it: theme -> token -> `#rrggbb`."""
    return {"light": dict(LIGHT), "dark": dict(DARK)}


def _linear(channel: int) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def lightness(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0 (black) to 1 (white).

    Source: WCAG 2.1, relative luminance.
    """
    red, green, blue = (_linear(int(colour[k : k + 2], 16)) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21.

    Source: WCAG 2.1, contrast ratio.
    """
    low, high = sorted((lightness(one), lightness(two)))
    return (high + 0.05) / (low + 0.05)
