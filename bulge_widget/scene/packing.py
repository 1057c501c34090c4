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
BACKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # one to twenty-six steps back
FIRST = ord("#")


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
        `walks`: a space, and the walk from there through all ways, one sign a step, a capital letter for steps
        back; `names`: the first number and the count of options grouped under this piece, or a whole name; and two
        texts of as many digits to base 91 for each option: `ends`, the step of the walks that is its last, and
        `kinds`.
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
        what, way = (
            _without_names(option["what"], board, option["path"]),
            _without_via(option["way"], board, option["path"]),
        )
        found.append(kinds.place(tuple(words.place(word) for word in (option["cost"], what, way))))
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
    signs, back = list[str](), 0
    number[id(steps)] = len(number)
    stack = [(start, iter(steps.items()))]
    while stack:
        here, rest = stack[-1]
        for there, further in rest:
            number[id(further)] = len(number)
            signs.append(_backs(back) + SIGNS[neighbours[here].index(there)])
            back = 0
            stack.append((there, iter(further.items())))
            break
        else:
            stack.pop()
            back += 1
    return "".join(signs)


def _backs(steps: int) -> str:
    whole, rest = divmod(steps, len(BACKS))
    return BACKS[-1] * whole + (BACKS[rest - 1] if rest else "")


def _digits(numbers: Sequence[int]) -> str:
    """Return numbers in base 91, all of the same width."""
    wide = 1
    while max(numbers, default=0) >= 91**wide:
        wide += 1
    return "".join(_digit(number // 91**place % 91) for number in numbers for place in range(wide - 1, -1, -1))


def _digit(value: int) -> str:
    """Return one of the signs from # to ~ that JSON leaves as they are."""
    return chr(FIRST + value + (FIRST + value >= ord("\\")))


def _via(board: Any, path: Sequence[int]) -> Iterator[tuple[str, str]]:
    """Yield how a text may list what lies between the ends of a path, and what stands for it."""
    between = [board.spaces[at] for at in path[1:-1]]
    yield ", ".join(space.id for space in between), "{ids}"
    yield ", ".join(space.id.upper() for space in between), "{IDS}"
    yield ", ".join(space.name for space in between), "{names}"
    yield ", ".join(f"{space.name} [{space.id}]" for space in between), "{listed}"


def _without_via(text: str, board: Any, path: Sequence[int]) -> str:
    if not text:
        return text
    found = next(
        (text.removesuffix(via) + token for via, token in _via(board, path) if via and text.endswith(via)), text
    )
    return found if _with_via(found, board, path) == text else text


def _with_via(text: str, board: Any, path: Sequence[int]) -> str:
    if "{" not in text:
        return text
    return next((text.replace(token, via) for via, token in _via(board, path) if token in text), text)


def _called(space: Any, at: str) -> Iterator[tuple[str, str]]:
    """Yield what a text may call an end of a path, and what stands for it where many ways share the text."""
    if space.name:
        yield f"{space.id} {space.name}", f"{{both{at}}}"
        yield f"{space.id.upper()} {space.name}", f"{{BOTH{at}}}"
        yield f"{space.name} [{space.id}]", f"{{listed{at}}}"
        yield space.name, f"{{name{at}}}"
    yield space.id, f"{{id{at}}}"
    yield space.id.upper(), f"{{ID{at}}}"


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
    what, way = _with_names(what, board, path), _with_via(way, board, path)
    option: Row = {"o": name, "to": path[-1], "cost": cost, "path": path}
    return option | {"text": sentence(way) if way and not usual else what, "full": f"{what} {way}".strip()}


def _whole(piece: str, names: Sequence[Any]) -> list[str]:
    found: list[str] = []
    for name in names:
        found += [name] if isinstance(name, str) else [f"{piece}/{name[0] + n}" for n in range(name[1])]
    return found


def _numbers(digits: str, count: int) -> list[int]:
    wide = len(digits) // count if count else 1
    values = [ord(sign) - FIRST - (sign > "\\") for sign in digits]
    return [sum(values[n * wide + k] * 91 ** (wide - 1 - k) for k in range(wide)) for n in range(count)]


def _paths(walks: Sequence[Sequence[Any]], neighbours: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the path to every step of some walks."""
    paths: list[list[int]] = []
    for start, signs in walks:
        here = [start]
        paths.append(list(here))
        for sign in signs:
            if sign in BACKS:
                del here[-1 - BACKS.index(sign) :]
            else:
                here.append(neighbours[here[-1]][SIGNS.index(sign)])
                paths.append(list(here))
    return paths
