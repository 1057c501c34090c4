"""A position as a page of its own: no kernel, no script, nothing from the network."""

from __future__ import annotations

import html
from collections.abc import Iterable

__all__ = ["page"]

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
STYLE = (
    ":root { color-scheme: SCHEME }"
    " body { margin: 1rem auto; max-width: 75rem; padding: 0 1rem; font-family: sans-serif }"
    " svg { width: 100%; height: auto } p { font-size: .8rem }"
    # On paper: light, with all its colours, the map whole on the first page, held upright or across.
    " @page { margin: 11mm }"
    " @media print { :root { color-scheme: light } body { margin: 0; padding: 0; max-width: none }"
    " h1 { margin: 0 0 .4rem; font-size: 1.2rem } p { margin: .4rem 0 0; font-size: .65rem }"
    " svg { display: block; margin: 0 auto; width: auto; max-width: 100%; max-height: calc(100vh - 7rem);"
    " break-inside: avoid; print-color-adjust: exact;"
    " -webkit-print-color-adjust: exact } }"
)


def page(svg: str, title: str, notes: Iterable[str], theme: str) -> str:
    """Make the page.

    Parameters
    ----------
    svg : str
        The picture.
    title : str
        Heading and title, as plain text.
    notes : iterable of str
        What stands below the picture, as plain text: credits, what was reconstructed.
    theme : {"light", "dark", "auto"}
        Colours around the picture; "auto" as the reader's system has it.
    """
    name, scheme = html.escape(title), "light dark" if theme == "auto" else theme
    below = "".join(f"<p>{html.escape(note)}</p>" for note in notes if note)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{name}</title><style>{STYLE.replace('SCHEME', scheme)}</style></head>"
        f"<body><h1>{name}</h1>{svg}{below}</body></html>\n"
    )
