"""Tiny boards, one of each shape, written by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

SETTINGS = {
    "id": "tiny",
    "title": "Tiny",
    "kind": "areas",
    "projection": "0 0 100 100",
    "credit": "nobody",
    "notice": "made up",
}
HEXES = {"kind": "hexes", "hex_km": "5"}


def square(name: str, x: float, y: float, width: float = 0.1, height: float = 0.1) -> str:
    """A GeoJSON feature: a square of 10 km, its south-west corner at (x, y) degrees."""
    right, top = round(x + width, 6), round(y + height, 6)
    ring = [[x, y], [right, y], [right, top], [x, top], [x, y]]
    shape = f'{{"type": "Polygon", "coordinates": [{ring}]}}'
    return f'{{"type": "Feature", "properties": {{"id": "{name}"}}, "geometry": {shape}}}'


def collection(*features: str) -> str:
    return f'{{"type": "FeatureCollection", "features": [{", ".join(features)}]}}'


Writer = Callable[..., Path]


@pytest.fixture
def write_board(tmp_path: Path) -> Writer:
    """Write a board: settings as a dict that changes the plain ones, files by name with their text."""

    def write(settings: dict[str, str] | None = None, **files: str) -> Path:
        folder = tmp_path / "maps" / "tiny"
        folder.mkdir(parents=True, exist_ok=True)
        said = {**SETTINGS, **(settings or {})}
        rows = "".join(f"{key},{value},made up\n" for key, value in said.items() if value)
        texts = {"exits": "id,space,edge,source\n", "borders": "a,b,source\n", **files}
        (folder / "board.csv").write_text("key,value,source\n" + rows, encoding="utf-8")
        for name, text in texts.items():
            suffix = "geojson" if name in ("areas", "lines") else "csv"
            (folder / f"{name}.{suffix}").write_text(text, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def knapp_shape(write_board: Writer) -> Writer:
    """Three named areas in a row, the first two also joined by a road over a river."""

    def write(settings: dict[str, str] | None = None, **changes: str) -> Path:
        files = {
            "spaces": (
                "id,number,name,terrain,lon,lat,tags,source\n"
                "st-vith,1,St. Vith,open,0.05,0.05,town,made up\n"
                "pruem,2,Prüm,rough,0.15,0.05,town,made up\n"
                "our-gorge,3,Our gorge,rough,0.25,0.05,,made up\n"
            ),
            "borders": (
                "a,b,road,river,bridge,length_km,source\n"
                "st-vith,pruem,yes,Our,yes,10,made up\n"
                "pruem,our-gorge,no,,no,10,made up\n"
            ),
            "rivers": "name,source\nOur,made up\n",
            "exits": "id,space,side,edge,towards,lon,lat,source\ng1,our-gorge,german,e,Bonn,0.3,0.05,made up\n",
            "areas": collection(square("st-vith", 0, 0), square("pruem", 0.1, 0), square("our-gorge", 0.2, 0)),
        }
        return write_board(settings, **{**files, **changes})

    return write


@pytest.fixture
def fab_shape(write_board: Writer) -> Path:
    """Four numbered areas: a river with a bridge but no road, an army boundary, a restricted border."""
    return write_board(
        spaces=(
            "id,number,name,terrain,lon,lat,tags,source\n"
            "1,1,Bitburg,0,0.05,0.05,zone:7 country:de,made up\n"
            "2,2,Waxweiler,1,0.15,0.05,zone:5,made up\n"
            "3,3,Pronsfeld,2,0.25,0.05,zone:5,made up\n"
            "23,23,Clervaux,2,0.15,0.15,zone:5 star:yellow,made up\n"
        ),
        borders=(
            "a,b,road,river,bridge,kinds,source\n"
            "1,2,no,Prüm,yes,army-boundary,made up\n"
            "2,3,yes,,no,,made up\n"
            "2,23,no,,no,restricted barred:armor,made up\n"
        ),
        rivers="name,place,source\nPrüm,Prüm,made up\n",
        exits="id,space,side,edge,source\nx,1,german,s,made up\nh,23,allied,w,made up\n",
    )


@pytest.fixture
def bigredone_shape(write_board: Writer) -> Writer:
    """Five hexes, rows first: rivers, roads and a bridge on hexsides, a west wall, an exit with a multiple."""

    def write(settings: dict[str, str] | None = None, **changes: str) -> Path:
        files = {
            "spaces": (
                "id,name,terrain,tags,source\n"
                "0104,,light-woods,west-wall,made up\n"
                "0105,Monschau,rough,town,made up\n"
                "0203,,clear,,made up\n"
                "0204,,clear,,made up\n"
                "0205,,heavy-woods,,made up\n"
            ),
            "borders": (
                "a,b,road,river,bridge,source\n"
                "0104,0105,yes,Roer,yes,made up\n"
                "0104,0204,no,Roer,no,made up\n"
                "0105,0205,yes,,no,made up\n"
            ),
            "rivers": "name,source\nRoer,made up\n",
            "exits": "id,space,side,edge,multiple,source\n0105,0105,allied,n,2,made up\n",
        }
        said = {**HEXES, "grid": "row-first", "terrains": "clear rough light-woods heavy-woods"}
        return write_board({**said, **(settings or {})}, **{**files, **changes})

    return write


@pytest.fixture
def botb_shape(write_board: Writer) -> Writer:
    """Seven hexes by column letters: a river that rises in b2, runs north through b1 and ends in a town a1."""

    def write(settings: dict[str, str] | None = None, **changes: str) -> Path:
        files = {
            "spaces": (
                "id,name,terrain,tags,source\n"
                "a1,Namur,town,town fort,made up\n"
                "a2,,clear,,made up\n"
                "b1,,clear,,made up\n"
                "b2,,rugged,,made up\n"
                "c1,,forest,deployment:a,made up\n"
                "c2,,clear,,made up\n"
                "c3,,clear,,made up\n"
            ),
            "borders": (
                "a,b,road,cliff,road_banks,source\n"
                "a1,b1,yes,no,1,made up\n"
                "b1,c2,yes,no,,made up\n"
                "c1,c2,no,yes,,made up\n"
            ),
            "rivers": "name,source\nMeuse,made up\n",
            "river_sides": "space,side,river,source\nb2,n,Meuse,x\nb1,s,Meuse,x\nb1,nw,Meuse,x\n",
            "exits": "id,space,edge,hexside,source\nc1,c1,e,ne,made up\n",
        }
        said = {**HEXES, "grid": "column-letters"}
        return write_board({**said, **(settings or {})}, **{**files, **changes})

    return write
