"""Destinations made small: what many of them share is said once.

Late in a game a side has some thousand orders, most of them ways over the same roads. The ways of a piece stand in
one walk through all of them, texts in lists, and an order is a few signs. Pieces that may do the same share it all.
The board in the browser unpacks it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["pack", "sentence", "unpack"]

Row = dict[str, Any]
Steps = dict[int, Any]  # a space -> the steps on from there
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"  # a step to the n-th neighbour; no space has as many
BACK = "."


class _Once(dict[Any, int]):
    """Things in the order in which they first came, each with its place."""

    def place(self, thing: Any) -> int:
        """Return the place of a thing."""
        return self.setdefault(thing, len(self))


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def pack(seq: int, pieces: Mapping[str, Sequence[Row]], board: Any) -> Row:
    """Return destinations in a form that is small as JSON.

    Parameters
    ----------
    seq : int
        Number of the scene they belong to.
    pieces : mapping
        Piece -> its options, each with its name `o`, its `path` of indexes, its `cost`, `what` is done, by which
        `way`.
    board : Board
        Names, and the neighbours of each space: a path is told by the places of its steps in there.

    Returns
    -------
    dict
        `seq`; `words`; `kinds`: cost, what and way, as places in `words`; `pieces`: id -> place in `fans`. A fan has
        `walks`: a space, and the walk from there through all ways, one sign a step or one step back; `names`: the
        first number and the count of options grouped under this piece, or a whole name; and two texts of as many
        digits for each option: `ends`, the step of the walks that is its last, and `kinds`.
    """
    words, kinds, fans = _Once(), _Once(), _Once()
    packed = {piece: fans.place(_fan(piece, options, board, words, kinds)) for piece, options in pieces.items()}
    return {
        "seq": seq,
        "words": list(words),
        "kinds": [list(kind) for kind in kinds],
        "fans": [
            {
                "walks": [list(walk) for walk in walks],
                "names": [list(name) if isinstance(name, tuple) else name for name in names],
                "ends": ends,
                "kinds": of,
            }
            for walks, names, ends, of in fans
        ],
        "pieces": packed,
    }


def _fan(piece: str, options: Sequence[Row], board: Any, words: _Once, kinds: _Once) -> tuple[Any, ...]:
    walks, ends = _walks([tuple(option["path"]) for option in options], board.neighbours)
    found = []
    for option in options:
        what = _without_names(option["what"], board, option["path"])
        found.append(kinds.place(tuple(words.place(word) for word in (option["cost"], what, option["way"]))))
    return walks, _names(piece, [option["o"] for option in options]), _digits(ends), _digits(found)


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


def _walks(paths: Sequence[tuple[int, ...]], neighbours: Sequence[Sequence[int]]) -> tuple[tuple[Any, ...], list[int]]:
    """Return a walk through all paths from each start, and the number of the last step of each path in them."""
    starts: Steps = {}
    for path in paths:
        steps = starts
        for space in path:
            steps = steps.setdefault(space, {})
    number: dict[int, int] = {}
    walks = tuple((start, _walk(start, steps, neighbours, number)) for start, steps in starts.items())
    ends = []
    for path in paths:
        steps = starts
        for space in path:
            steps = steps[space]
        ends.append(number[id(steps)])
    return walks, ends


def _walk(start: int, steps: Steps, neighbours: Sequence[Sequence[int]], number: dict[int, int]) -> str:
    signs: list[str] = []
    number[id(steps)] = len(number)
    stack = [(start, iter(steps.items()))]
    while stack:
        here, rest = stack[-1]
        for there, further in rest:
            number[id(further)] = len(number)
            signs.append(SIGNS[neighbours[here].index(there)])
            stack.append((there, iter(further.items())))
            break
        else:
            stack.pop()
            signs.append(BACK)
    return "".join(signs).rstrip(BACK)


def _digits(numbers: Sequence[int]) -> str:
    """Return numbers in base 36, all of the same width."""
    wide = len(_base36(max(numbers, default=0)))
    return "".join(_base36(number).rjust(wide, "0") for number in numbers)


def _base36(number: int) -> str:
    rest, digit = divmod(number, 36)
    return (_base36(rest) if rest else "") + SIGNS[digit]


def _called(space: Any, at: str) -> Iterator[tuple[str, str]]:
    """Yield what a text may call an end of a path, and what stands for it where many ways share the text."""
    if space.name:
        yield f"{space.id} {space.name}", f"{{both{at}}}"
        yield f"{space.name} [{space.id}]", f"{{listed{at}}}"
        yield space.name, f"{{name{at}}}"
    yield space.id, f"{{id{at}}}"


def _ends(board: Any, path: Sequence[int]) -> tuple[tuple[Any, str], tuple[Any, str]]:
    return (board.spaces[path[-1]], ""), (board.spaces[path[0]], "0")


def _without_names(text: str, board: Any, path: Sequence[int]) -> str:
    """Return a text with signs instead of the names of both ends; as it is if it could not be read back."""
    found = text
    for end in _ends(board, path):
        name, token = next((pair for pair in _called(*end) if pair[0] in found), ("", ""))
        found = found.replace(name, token) if name else found
    return found if _with_names(found, board, path) == text else text


def _with_names(text: str, board: Any, path: Sequence[int]) -> str:
    if "{" in text:
        for end in _ends(board, path):
            for name, token in _called(*end):
                text = text.replace(token, name)
    return text


def unpack(packed: Mapping[str, Any], board: Any) -> Row:
    """Return destinations as a board reads them.

    Returns
    -------
    dict
        `seq` and `pieces`: id -> `from` (index of its space) and `options`: each its name `o`, the index of the space
        it leads `to`, its cost, its path of indexes, its `text` for a list of ways to that space and its `full` text,
        both without the piece.
    """
    pieces = {}
    for piece, place in packed["pieces"].items():
        fan = packed["fans"][place]
        options = list(_options(packed, piece, fan, board))
        pieces[piece] = {"from": fan["walks"][0][0], "options": options}
    return {"seq": packed["seq"], "pieces": pieces}


def _options(packed: Mapping[str, Any], piece: str, fan: Mapping[str, Any], board: Any) -> Iterator[Row]:
    paths, names = _paths(fan["walks"], board.neighbours), _whole(piece, fan["names"])
    ends, kinds = _numbers(fan["ends"], len(names)), _numbers(fan["kinds"], len(names))
    seen = set[int]()
    for name, end, kind in zip(names, ends, kinds, strict=True):
        path = paths[end]
        yield _option(packed, name, path, packed["kinds"][kind], board, usual=path[-1] not in seen)
        seen.add(path[-1])


def _option(  # noqa: PLR0913  an option has these sides
    packed: Mapping[str, Any], name: str, path: list[int], kind: list[int], board: Any, *, usual: bool
) -> Row:
    cost, what, way = (packed["words"][place] for place in kind)
    what = _with_names(what, board, path)
    option: Row = {"o": name, "to": path[-1], "cost": cost, "path": path}
    return option | {"text": sentence(way) if way and not usual else what, "full": f"{what} {way}".strip()}


def _whole(piece: str, names: Sequence[Any]) -> list[str]:
    found: list[str] = []
    for name in names:
        found += [name] if isinstance(name, str) else [f"{piece}/{name[0] + n}" for n in range(name[1])]
    return found


def _numbers(digits: str, count: int) -> list[int]:
    wide = len(digits) // count if count else 1
    return [int(digits[n * wide : (n + 1) * wide], 36) for n in range(count)]


def _paths(walks: Sequence[Sequence[Any]], neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the path to every step of some walks."""
    paths: list[list[int]] = []
    for start, signs in walks:
        here = [start]
        paths.append(list(here))
        for sign in signs:
            if sign == BACK:
                here.pop()
            else:
                here.append(neighbours[here[-1]][SIGNS.index(sign)])
                paths.append(list(here))
    return paths
