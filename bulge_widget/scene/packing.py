"""Destinations made small: what many of them share is said once.

Late in a game a side has some thousand orders, most of them ways over the same roads. The way of an order goes one
step on from that of an order before it, mostly of a late one: together that is one sign. Texts stand in lists, and
pieces that may do the same share it all. The board in the browser unpacks it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bulge_widget.scene.steps import odd_steps, steps_of
from bulge_widget.scene.tokens import Tokens
from bulge_widget.scene.tree import Fan, Tree

__all__ = ["pack", "sentence", "unpack"]

Row = dict[str, Any]
BASE = 91
"""How many values a sign has; those below `SILENT` are steps."""
SILENT, AGAIN, FAR, ROOT = range(BASE - 4, BASE)
WIDE = 3
"""How many signs a number has where one is not enough."""
NEAR = 45
"""A kind that is told by how far its place is from that of the one before is at most so far from it."""
FIRST = ord("#")


class _Once(dict[Any, int]):
    """Things in the order in which they first came, each with its place."""

    def place(self, thing: Any) -> int:
        """Return the place of a thing."""
        return self.setdefault(thing, len(self))


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def pack(seq: int, pieces: Mapping[str, Fan], board: Any) -> Row:
    """Return destinations in a form that is small as JSON.

    Parameters
    ----------
    seq : int
        Number of the scene they belong to.
    pieces : mapping
        Piece -> its ways.
    board : Board
        Names, and the neighbours of each space: a path is told by the places of its steps in there.

    Returns
    -------
    dict
        `seq`; `words`; `kinds`: cost, what and way, as places in `words`; `pieces`: id -> place in `fans`. A fan has
        `names`: the first number and the count of options grouped under this piece, or a whole name; `ways`: where
        they lead, see :func:`_ways`; `kinds`: which kind the next so many have, see :func:`_runs`; and `steps`, where
        there are any, see :func:`bulge_widget.scene.steps.odd_steps`.
    """
    words, kinds, fans, tokens = _Once(), _Once(), _Once(), Tokens(board)
    packed = {piece: fans.place(_fan(piece, fan, board, tokens, words, kinds)) for piece, fan in pieces.items()}
    return {
        "seq": seq,
        "words": list(words),
        "kinds": [list(kind) for kind in kinds],
        "fans": [
            {"names": [list(name) if isinstance(name, tuple) else name for name in names], "ways": ways, "kinds": runs}
            | ({"steps": [list(step) for step in steps]} if steps else {})
            for names, ways, runs, steps in fans
        ],
        "pieces": packed,
    }


def _fan(  # noqa: PLR0913  the ways of a piece, and all that pieces share
    piece: str, fan: Fan, board: Any, tokens: Tokens, words: _Once, kinds: _Once
) -> tuple[Any, ...]:
    found: list[tuple[int, ...]] = []
    for way in fan.ways:
        what = tokens.without_names(way.what, fan.tree.space[way.end], fan.tree.start(way.end))
        by = tokens.without_via(way.by, fan.tree.steps(way.end)) if way.by else ""
        found.append((words.place(way.cost), words.place(what), words.place(by)))
    runs = _runs([kinds.place(kind) for kind in found])
    ways = _ways(fan.tree, [way.end for way in fan.ways], board.neighbours)
    return _names(piece, [way.name for way in fan.ways]), ways, runs, odd_steps(fan, found, words.place)


def _names(piece: str, options: Sequence[str]) -> tuple[Any, ...]:
    """Return the names in order, numbers that follow each other as the first and how many."""
    found: list[Any] = []
    for option in options:
        key, _, number = option.rpartition("/")
        if key != piece:
            found.append(option)
        elif found and isinstance(found[-1], tuple) and sum(found[-1]) == int(number):
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((int(number), 1))
    return tuple(found)


def _ways(tree: Tree, ends: Sequence[int], neighbours: Sequence[Sequence[int]]) -> str:
    """Return where the paths that end in these places lead.

    All paths are a tree of places, each a step on from another. A step is told by one sign: how much later the place
    it goes on from is than that of the step before, times the most neighbours a space has, plus which neighbour it
    leads to. It is the last one of the next path. Other signs say what is not so: `SILENT`, no path ends with the step
    that follows; `AGAIN` and a number, a path ends at a place told before; `FAR` and a number, the step goes on from
    that place, to the neighbour that follows; `ROOT` and a number, the place is the space of that number.
    """
    signs, told, last, most = list[str](), 0, 0, _most(neighbours)
    for end in ends:
        if end < told:
            signs.append(_digit(AGAIN) + _number(end))
        for place in range(told, end + 1):
            before = tree.before[place]
            if place < end:
                signs.append(_digit(SILENT))
            if before < 0:
                signs.append(_digit(ROOT) + _number(tree.space[place]))
            else:
                neighbour = neighbours[tree.space[before]].index(tree.space[place])
                signs.append(_step(before - last, before, neighbour, most))
                last = before
        told = max(told, end + 1)
    return "".join(signs)


def _step(later: int, place: int, neighbour: int, most: int) -> str:
    value = later * most + neighbour
    return _digit(value) if later >= 0 and value < SILENT else _digit(FAR) + _number(place) + _digit(neighbour)


def _most(neighbours: Sequence[Sequence[int]]) -> int:
    return max(map(len, neighbours))


def _runs(kinds: Sequence[int]) -> str:
    """Return kinds, those of options that follow each other once: how far on its place is, and of how many it is."""
    signs, last = list[str](), 0
    for kind, options in groupby(kinds):
        count = sum(1 for _ in options)
        for part in range(0, count, BASE - 1):
            far = abs(kind - last) >= NEAR
            signs.append(_digit(BASE - 1) + _number(kind) if far else _digit(kind - last + NEAR))
            signs.append(_digit(min(count - part, BASE - 1)))
            last = kind
    return "".join(signs)


def _number(value: int) -> str:
    return "".join(_digit(value // BASE**place % BASE) for place in range(WIDE - 1, -1, -1))


def _digit(value: int) -> str:
    """Return one of the signs from # to ~ that JSON leaves as they are."""
    return chr(FIRST + value + (FIRST + value >= ord("\\")))


def unpack(packed: Mapping[str, Any], board: Any) -> Row:
    """Return destinations as a board reads them.

    Returns
    -------
    dict
        `seq` and `pieces`: id -> `from` (index of its space) and `options`: each its name `o`, the index of the space
        it leads `to`, its cost, its path of indexes, what it has cost at the `steps` between, its `text` for a list
        of ways to that space and its `full` text, both without the piece.
    """
    pieces, tokens = {}, Tokens(board)
    for piece, place in packed["pieces"].items():
        fan = packed["fans"][place]
        options = list(_options(packed, piece, fan, board, tokens))
        pieces[piece] = {"from": options[0]["path"][0], "options": options}
    return {"seq": packed["seq"], "pieces": pieces}


def _options(
    packed: Mapping[str, Any], piece: str, fan: Mapping[str, Any], board: Any, tokens: Tokens
) -> Iterator[Row]:
    first = dict[int, str]()
    paths, kinds = list(_paths(fan["ways"], board.neighbours)), list(_kinds(fan["kinds"]))
    steps = steps_of(paths, [packed["kinds"][kind] for kind in kinds], fan.get("steps", ()), packed["words"])
    for name, path, kind, between in zip(_whole(piece, fan["names"]), paths, kinds, steps, strict=True):
        yield _option(packed, name, path, packed["kinds"][kind], tokens, first) | {"steps": between}


def _option(  # noqa: PLR0913  an option has these sides
    packed: Mapping[str, Any], name: str, path: list[int], kind: list[int], tokens: Tokens, first: dict[int, str]
) -> Row:
    """Return one option; `first` holds what the first one does that leads to a space, and learns it."""
    cost, what, way = (packed["words"][place] for place in kind)
    what, way, to = tokens.with_names(what, path[-1], path[0]), tokens.with_via(way, path), path[-1]
    full = f"{what} {way}".strip()
    text = what if to not in first else sentence(way) if way and first[to] == what else full
    first.setdefault(to, what)
    return {"o": name, "to": to, "cost": cost, "path": path, "text": text, "full": full}


def _whole(piece: str, names: Sequence[Any]) -> list[str]:
    found: list[str] = []
    for name in names:
        found += [name] if isinstance(name, str) else [f"{piece}/{name[0] + n}" for n in range(name[1])]
    return found


def _values(signs: str) -> Iterator[int]:
    return (ord(sign) - FIRST - (sign > "\\") for sign in signs)


def _read(values: Iterator[int]) -> int:
    """Return the number that follows."""
    return sum(next(values) * BASE**place for place in range(WIDE - 1, -1, -1))


def _kinds(signs: str) -> Iterator[int]:
    values, kind = _values(signs), 0
    for value in values:
        kind = _read(values) if value == BASE - 1 else kind + value - NEAR
        yield from [kind] * next(values)


def _paths(signs: str, neighbours: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    places, last, silent, values, most = list[list[int]](), 0, False, _values(signs), _most(neighbours)
    for value in values:
        if value == AGAIN:
            yield places[_read(values)]
            continue
        if value == SILENT:
            silent = True
            continue
        if value == ROOT:
            places.append([_read(values)])
        else:
            later, neighbour = divmod(value, most) if value != FAR else (_read(values) - last, next(values))
            last += later
            places.append([*places[last], neighbours[places[last][-1]][neighbour]])
        if not silent:
            yield places[-1]
        silent = False
