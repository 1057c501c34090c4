"""How a game begins: a scenario's set-up, or a position given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from bulge_widget.core import chance
from bulge_widget.core.event import Event
from bulge_widget.core.game import Game
from bulge_widget.core.plain import plain
from bulge_widget.core.record import Node, Record
from bulge_widget.core.rulebook import Rulebook
from bulge_widget.errors import EditError, UnknownNameError, shown

__all__ = ["begin", "opening"]

MODES = ("study", "fair")


def begin(  # noqa: PLR0913  the choices before a game
    book: Rulebook[Any],
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    mode: Literal["study", "fair"] = "study",
    dice: Iterable[int | str] | Literal["ask"] | None = None,
    position: Mapping[str, Any] | None = None,
) -> Game:
    """Set up a game and run it to its first question; see ``bulge_widget.new_game``."""
    if mode not in MODES:
        raise UnknownNameError("mode", mode, MODES)
    position = None if position is None else _by_name(position)
    scenario = book.info.check_scenario(scenario)
    values = book.info.check_options((position or {}).get("options"))
    values |= {name: value for name, value in book.info.check_options(options).items() if name in (options or ())}
    root = Node(None, "", None, *opening(book, scenario, values, position), 0)
    record = Record(
        root,
        book=(book.info.id, book.info.version, book.digest),
        scenario=scenario,
        options=values,
        seed=chance.new_seed() if seed is None else chance.checked_seed(seed),
        mode=mode,
        position=position,
    )
    return Game(book, record, dice).start()


def _by_name(position: object) -> dict[str, Any]:
    """A position as data of the game's own: what the caller does to it later changes nothing here."""
    if not isinstance(position, Mapping):
        raise EditError(f"a position is given by name, as {{'turn': 1, 'units': {{…}}}}, not as {shown(position)}")
    try:
        own: dict[str, Any] = plain(position)
    except TypeError as error:
        raise EditError(f"not a position: {error}") from None
    return own


def opening(
    book: Rulebook[Any], scenario: str, options: Mapping[str, Any], position: Mapping[str, Any] | None
) -> tuple[tuple[Event, ...], Any]:
    """The first events and state of a game: a scenario's set-up, or a position given."""
    if position is None:
        state, events = book.setup(scenario, options)
    else:
        state, events = book.settle(book.position({**position, "options": dict(options)}))
    return events, state
