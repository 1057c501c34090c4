"""11.2 to 11.5, 11.8 Which artillery corps may support whom: nearness, nation, range and the line of fire.

Does not cover when support is given (assets, support).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from bulge_widget.core.decision import Refusal
from bulge_widget.core.event import Event, MarkerCleared
from bulge_widget.rulebooks.botb.components import Components
from bulge_widget.rulebooks.botb.state import OFF, State, Step
from bulge_widget.rulebooks.botb.zones import in_enemy_zone

__all__ = ["RANGE", "gun_refusal", "line_is_blocked", "segments_cross", "silenced", "target_refusal"]

RANGE = 4  # 11.4.2, 11.5.4
Point = tuple[int, int]
_CORNERS: tuple[Point, ...] = ((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0))  # side i lies between i and i + 1
_SIDES = ("n", "ne", "se", "s", "sw", "nw")


def centre(parts: Components, where: int) -> Point:
    """The middle of a hex in whole numbers: thirds of a side to the east, half hexes to the north."""
    q, r = parts.axial[where]
    return 3 * q, -(2 * r + q)


def _turn(a: Point, b: Point, c: Point) -> int:
    """On which side of the line a-b a point lies: 1, -1, or 0 on it."""
    value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (value > 0) - (value < 0)


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """R61 Whether a line of fire a-b crosses the inside of a cliff c-d or runs along it; a touched end is no bar.

    Examples
    --------
    >>> segments_cross((0, 0), (4, 0), (2, -1), (2, 1)), segments_cross((0, 0), (4, 0), (2, 0), (2, 2))
    (True, False)
    """
    left, right = _turn(a, b, c), _turn(a, b, d)
    if left == right == 0:
        axis = int(a[0] == b[0])
        low, high = sorted((a[axis], b[axis]))
        first, last = sorted((c[axis], d[axis]))
        return max(low, first) < min(high, last)
    return left * right < 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


@lru_cache(maxsize=8)
def _cliffs(parts: Components) -> tuple[tuple[Point, Point], ...]:
    """Both ends of every cliff hexside."""
    found = []
    for (a, b), border in parts.board.borders.items():
        if border.cliff and a < b:
            (x, y), i = centre(parts, a), _SIDES.index(border.side)
            ends = (_CORNERS[i], _CORNERS[(i + 1) % 6])
            found.append(((x + ends[0][0], y + ends[0][1]), (x + ends[1][0], y + ends[1][1])))
    return tuple(found)


@lru_cache(maxsize=4096)
def line_is_blocked(parts: Components, here: int, there: int) -> bool:
    """11.8, R61 Whether a cliff bars the straight line between the middles of two hexes."""
    a, b = centre(parts, here), centre(parts, there)
    return any(segments_cross(a, b, *ends) for ends in _cliffs(parts))


def gun_refusal(parts: Components, state: State, unit: int, flags: int) -> Refusal | None:
    """11.2, 11.3, 13.3, 25.6 Why a unit may give no support at all; `flags` are the bits that keep it silent."""
    facts: dict[str, str | int] = {"unit": parts.unit_ids[unit]}
    if not parts.corps[unit]:
        return Refusal("no_corps", "11.3", facts)
    if state.at[unit] >= OFF:
        return Refusal("not_on_map", "11.1", facts)
    if in_enemy_zone(parts, state, unit):
        return Refusal("gun_in_zone", "11.2", facts)
    if state.status[unit] & flags:
        return Refusal("gun_silent", "11.4.1", facts)
    return None


def target_refusal(parts: Components, state: State, unit: int, hexes: Iterable[int]) -> Refusal | None:
    """11.4.2, 11.5.4, 11.8 Why a corps may not fire at, or in support of, some hexes."""
    for where in hexes:
        facts: dict[str, str | int] = {"unit": parts.unit_ids[unit], "hex": parts.hex_ids[where]}
        far = parts.distance(state.at[unit], where)
        if far > RANGE:
            return Refusal("out_of_range", "11.4.2", facts | {"distance": far, "limit": RANGE})
        if line_is_blocked(parts, state.at[unit], where):
            return Refusal("line_blocked", "11.8", facts)
    return None


def nation_refusal(parts: Components, unit: int, helped: Iterable[int]) -> Refusal | None:
    """11.4.2, 11.5.3 Why a corps may not support these units: none is of its nation."""
    if all(parts.nation[other] != parts.nation[unit] for other in helped):
        return Refusal("other_nation", "11.4.2", {"unit": parts.unit_ids[unit]})
    return None


def cancelled(parts: Components, state: State, unit: int) -> bool:
    """11.7 Whether a corps has lost the chance to support: gone, or an enemy beside it."""
    return state.at[unit] >= OFF or in_enemy_zone(parts, state, unit)


def supporters(parts: Components, state: State, where: int, side: int) -> tuple[int, ...]:
    """11.5.5, 11.7 The corps of a side that still support a hex."""
    return tuple(
        unit
        for unit, target in state.fire
        if target == where and parts.side[unit] == side and not cancelled(parts, state, unit)
    )


def silenced(parts: Components, state: State) -> tuple[State, tuple[Event, ...]]:
    """11.7 Take away for good the support of every corps that has an enemy beside it now."""
    lost = tuple(pledge for pledge in state.fire if cancelled(parts, state, pledge[0]))
    told = tuple(MarkerCleared("11.7", "support-fire", parts.hex_ids[where]) for _, where in lost)
    fire = tuple(pledge for pledge in state.fire if pledge not in lost)
    stack = tuple(_without_lost_guns(parts, state, step) for step in state.stack)
    return msgspec.structs.replace(state, fire=fire, stack=stack), told


def _without_lost_guns(parts: Components, state: State, step: Step) -> Step:
    """11.7 A step that waits with planned battles, less the corps that may not fire any more."""
    fights = getattr(step, "fights", ())
    kept = tuple(
        msgspec.structs.replace(fight, guns=tuple(gun for gun in fight.guns if not cancelled(parts, state, gun)))
        for fight in fights
    )
    return msgspec.structs.replace(step, fights=kept) if kept != fights else step
