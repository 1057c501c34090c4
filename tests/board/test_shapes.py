"""Geometry in km and the networkx graph."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx as nx
import pytest
import shapely

from bulge_widget.board import Projection, load_board, maps_folder
from bulge_widget.errors import BoardError

Writer = Callable[..., Path]


def test_a_projection_leads_back_to_where_it_came_from():
    for projection in (Projection(5.7, 50.15, 71.3, 111.2), Projection(5, 50, 70, 110, 3, -2)):
        lon, lat = projection.to_lonlat(*projection.to_km(6.11, 49.9))
        assert (lon, lat) == (pytest.approx(6.11), pytest.approx(49.9))


def test_areas_are_measured_in_km(knapp_shape: Writer):
    shapes = load_board(knapp_shape()).shapes
    assert shapes.areas_km2 == pytest.approx((100, 100, 100))
    assert shapes.border_km(0, 1) == pytest.approx(10)
    assert shapes.border(0, 2).is_empty
    assert shapes.label_points[1] == pytest.approx((15, 5), abs=0.5)


def test_a_point_is_looked_up_and_off_the_map_is_nowhere(knapp_shape: Writer):
    board = load_board(knapp_shape())
    found = board.space_at(0.12, 0.02)
    assert found is not None
    assert found.id == "pruem"
    assert board.space_at(0.12, 0.2) is None
    on_the_border = board.space_at(0.1, 0.05)
    assert on_the_border is not None
    assert on_the_border.index == 0


@pytest.mark.parametrize("shape", ["bigredone_shape", "botb_shape"])
def test_hexes_are_regular_and_touch_along_the_side_they_name(shape: str, request: pytest.FixtureRequest):
    board = load_board(request.getfixturevalue(shape)())
    assert board.shapes.areas_km2 == pytest.approx([25 * 3**0.5 / 2] * len(board.spaces))
    for (a, b), border in board.borders.items():
        line = board.shapes.border(a, b)
        assert line.length == pytest.approx(5 / 3**0.5), border.side
        assert line.distance(board.shapes.polygons[b]) == pytest.approx(0, abs=1e-9)
    assert shapely.union_all(board.shapes.polygons).buffer(1e-6).geom_type == "Polygon"
    home = board.spaces[0]
    assert board.space_at(home.lon, home.lat) is home


def test_the_graph_carries_what_the_board_knows(knapp_shape: Writer):
    graph = load_board(knapp_shape()).graph
    node, edge = graph.nodes["pruem"], graph.edges["pruem", "st-vith"]
    assert (node["name"], node["terrain"], node["number"]) == ("Prüm", "rough", 2)
    assert node["area_km2"] == pytest.approx(node["geometry"].area) == pytest.approx(100)
    assert node["center"] == pytest.approx((15, 5))
    assert (edge["road"], edge["river"], edge["length_km"]) == (True, "Our", 10)
    assert edge["geometry"].length == pytest.approx(10)


def test_the_knapp_graph_is_the_board():
    board = load_board(maps_folder("knapp"))
    assert (len(board.graph), board.graph.number_of_edges()) == (44, 112)
    assert nx.is_connected(board.graph)
    assert board.graph is board.graph
    found = board.space_at(5.718, 50.003)
    assert found is not None
    assert found.id == "bastogne"


def test_polygons_are_read_only_where_geometry_is_wanted(knapp_shape: Writer):
    folder = knapp_shape()
    (folder / "areas.geojson").unlink()
    board = load_board(folder)
    with pytest.raises(BoardError, match=r"tiny/areas.geojson.*missing"):
        _ = board.shapes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "tiny/areas.geojson: not JSON"),
        ('{"type": "FeatureCollection"}', "missing required field `features`; valid: a GeoJSON FeatureCollection"),
        (
            (
                '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"id": "a"}, '
                '"geometry": {"type": "Point", "coordinates": [1, 2]}}]}'
            ),
            "feature 1: the geometry is not a Polygon",
        ),
        ('{"type": "FeatureCollection", "features": []}', "no polygon for space 'st-vith'"),
    ],
)
def test_a_file_without_the_polygons_is_told(knapp_shape: Writer, text: str, words: str):
    board = load_board(knapp_shape(areas=text))
    with pytest.raises(BoardError) as caught:
        _ = board.shapes
    assert words in str(caught.value)


def test_lines_for_drawing_are_optional_and_typed(knapp_shape: Writer):
    assert load_board(knapp_shape()).lines == ()
    text = (
        '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": '
        '{"kind": "KIND", "name": "Our", "source": "x"}, '
        '"geometry": {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}}]}'
    )
    lines = load_board(knapp_shape(lines=text.replace("KIND", "river"))).lines
    assert [(line.kind, line.name, line.points) for line in lines] == [("river", "Our", ((0, 0), (1, 1)))]
    with pytest.raises(BoardError, match=r"lines.geojson feature 1, property 'kind': 'canal'; valid: road"):
        _ = load_board(knapp_shape(lines=text.replace("KIND", "canal"))).lines
