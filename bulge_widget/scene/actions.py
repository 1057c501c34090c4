"""Reading an action as a gesture: which pieces take part, where it leads, along which path.

Knows no game: only the names of fields that all rule books share.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["entries", "option_id", "path_of", "pieces_of", "places_of", "target_of"]

_ONE = ("unit", "piece")
_MANY = ("units", "pieces")
_SPACES = ("to", "area", "space", "hex", "at")


def option_id(key: str | None, index: int) -> str:
    """Return the name of an option, valid for one scene: `<key>/<index>`, the key empty for none."""
    return f"{key or ''}/{index}"


def entries(options: Any) -> Iterator[tuple[str, str | None, Any]]:
    """Yield every option with its name and the piece it is grouped under."""
    for key in options.keys():  # noqa: SIM118  no mapping: its keys are the groups
        for index, action in enumerate(options.of(key)):
            yield option_id(key, index), key, action


def pieces_of(action: Any, key: str | None = None) -> tuple[str, ...]:
    """Return the pieces that take part in an action, the one it is grouped under among them."""
    for name in _MANY:
        many = getattr(action, name, None)
        if isinstance(many, tuple) and many:
            return tuple(str(piece) for piece in many)
    for name in _ONE:
        one = getattr(action, name, None)
        if isinstance(one, str) and one:
            return (one,)
    return (key,) if key else ()


def path_of(action: Any) -> tuple[str, ...]:
    """Return the spaces an action leads along, start and end included; none if it has no path."""
    path = getattr(action, "path", ())
    return tuple(path) if isinstance(path, tuple) and len(path) > 1 else ()


def target_of(action: Any, board: Any) -> str | None:
    """Return the id of the space an action ends in or is about; None if it names none."""
    path = path_of(action)
    if path:
        return path[-1]
    for name in _SPACES:
        space = getattr(action, name, None)
        if isinstance(space, str) and space in board.index:
            return space
    entry = getattr(action, "entry", None)
    spaces = {way.id: way.space for way in board.exits}
    return str(board.spaces[spaces[entry]].id) if entry in spaces else None


def places_of(action: Any, board: Any, standing: Mapping[str, str]) -> tuple[str, ...]:
    """Return the spaces where an action may be pointed at on the map.

    Parameters
    ----------
    action : Action
        Any answer.
    board : Board
        Its spaces.
    standing : mapping of str to str
        Piece -> where it is, as far as the viewer may know.

    Returns
    -------
    tuple of str
        The space it ends in or is about; for an action on a list of things the spaces among them, those of its
        pieces on the map, and both ends of its borders (``a-b``).
    """
    target = target_of(action, board)
    if target is not None:
        return (target,)
    found = [place for thing in getattr(action, "on", ()) for place in _at(thing, board, standing)]
    return tuple(dict.fromkeys(found))


def _at(thing: str, board: Any, standing: Mapping[str, str]) -> tuple[str, ...]:
    whole = thing in standing or thing in board.index
    places = (standing.get(thing, thing),) if whole else tuple(thing.split("-"))
    return places if all(place in board.index for place in places) else ()
