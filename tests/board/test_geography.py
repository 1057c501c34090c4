"""The layers of the real country, and that the boards name them rightly."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from bulge_widget.board import LAYERS, load_board, load_layer, load_timeline, maps_folder
from bulge_widget.errors import BoardError, UnknownNameError

WINDOW = (4.49, 49.39, 6.91, 50.86)
"""lon and lat that no layer leaves."""


@pytest.mark.parametrize(
    ("layer", "count", "kinds"),
    [
        ("borders", 9, {"LineString"}),
        ("front_lines", 4, {"LineString"}),
        ("landmarks", 98, {"Point"}),
        ("relief", 38, {"Polygon"}),
        ("rivers", 37, {"LineString"}),
        ("roads", 99, {"LineString"}),
        ("towns", 507, {"Point"}),
        ("westwall", 14, {"LineString"}),
        ("woods", 96, {"Polygon", "MultiPolygon"}),
    ],
)
def test_each_layer_loads_typed_named_sourced_and_inside_the_window(layer: str, count: int, kinds: set[str]):
    places = load_layer(layer).places
    assert len(places) == count
    assert {place.shape.geom_type for place in places} == kinds
    assert all(place.name and place.source for place in places)
    for place in places:
        west, south, east, north = place.shape.bounds
        assert WINDOW[0] <= west <= east <= WINDOW[2], place.name
        assert WINDOW[1] <= south <= north <= WINDOW[3], place.name


def test_every_layer_has_its_case():
    assert len(LAYERS) == 9
    assert {path.stem for path in maps_folder("geography").glob("*.geojson")} == set(LAYERS)


def test_a_town_is_found_by_any_of_its_names():
    towns = load_layer("towns")
    assert towns["St. Vith"] is towns["Sankt Vith"]
    assert towns["Sankt Vith"].facts["country"] == "BE"
    assert "St. Vith" in towns
    assert towns["Bastogne"].kind == "town"
    with pytest.raises(UnknownNameError, match="unknown name in layer 'towns' 'Bastonge'; nearest: 'Bastogne'"):
        _ = towns["Bastonge"]


def test_an_unknown_layer_is_answered_with_the_nearest():
    with pytest.raises(UnknownNameError, match=r"unknown geography layer 'river'; nearest: 'rivers'"):
        load_layer("river")  # type: ignore[arg-type]


def test_a_layer_without_a_name_is_told_by_file_and_feature(tmp_path: Path):
    folder = tmp_path / "geography"
    folder.mkdir()
    feature = (
        '{"type": "Feature", "properties": {"source": "x"}, "geometry": {"type": "Point", "coordinates": [5, 50]}}'
    )
    (folder / "towns.geojson").write_text(f'{{"type": "FeatureCollection", "features": [{feature}]}}')
    with pytest.raises(BoardError, match=r"geography/towns.geojson feature 1: .*`name`"):
        load_layer("towns", tmp_path)


def test_the_timeline_has_every_day_and_names_only_known_places():
    days = load_timeline()
    assert [day.date for day in days] == [dt.date(1944, 12, 16) + dt.timedelta(i) for i in range(18)]
    known = {*load_layer("towns"), *load_layer("landmarks")}
    assert {place for day in days for event in day.events for place in event.places} <= known
    assert all(day.summary and day.date.strftime("%A") == day.weekday for day in days)


def test_every_knapp_area_is_called_after_a_place_within_reach_of_it():
    board = load_board(maps_folder("knapp"))
    towns, relief = load_layer("towns"), load_layer("relief")
    for space in board.spaces:
        place = towns[space.place] if space.has("town") else relief[space.place]
        point = place.shape.representative_point()
        x, y = board.projection.to_km(point.x, point.y)
        assert board.shapes.polygons[space.index].distance(place_km(x, y)) < 5, space.id


def place_km(x: float, y: float):
    from shapely.geometry import Point  # noqa: PLC0415

    return Point(x, y)


def test_every_knapp_river_is_a_river_of_the_layer():
    board = load_board(maps_folder("knapp"))
    names = load_layer("rivers").names
    assert all(place in names for place in board.rivers.values())
    assert {border.river for border in board.borders.values()} - {""} <= set(board.rivers)
    assert board.rivers["Sauer"] == "Sûre"
