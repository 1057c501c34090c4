"""A board as a networkx graph, for readers who know networkx better than this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

if TYPE_CHECKING:
    from bulge_widget.board.model import Board

__all__ = ["graph_of"]


def graph_of(board: Board) -> nx.Graph[str]:
    """Return the graph; :attr:`Board.graph <bulge_widget.board.model.Board.graph>` lists the attributes."""
    graph: nx.Graph[str] = nx.Graph(id=board.id, title=board.title, credit=board.credit, notice=board.notice)
    shapes = board.shapes
    for space in board.spaces:
        graph.add_node(
            space.id,
            index=space.index,
            number=space.number,
            name=space.name,
            terrain=space.terrain,
            tags=space.tags,
            place=space.place,
            lon=space.lon,
            lat=space.lat,
            center=(space.x, space.y),
            geometry=shapes.polygons[space.index],
            label_point=shapes.label_points[space.index],
            area_km2=shapes.areas_km2[space.index],
        )
    for (a, b), border in board.borders.items():
        if a < b:
            graph.add_edge(
                board.spaces[a].id,
                board.spaces[b].id,
                kinds=border.kinds,
                road=border.road,
                river=border.river,
                bridge=border.bridge,
                cliff=border.cliff,
                closed=border.closed,
                length_km=border.length_km if border.length_km is not None else shapes.border_km(a, b),
                geometry=shapes.border(a, b),
            )
    return graph
