"""13.0 Weather: read off the calendar, or thrown for each day.

Does not cover the shift that weather gives to attacks (combat) nor the missions of the air points (air).
"""

from __future__ import annotations

import msgspec

from bulge_widget.core.decision import Action, Decision, Dice, Options, Refusal, Roll
from bulge_widget.core.dice import classes_of_faces, in_words, roll_refusal
from bulge_widget.core.event import Event, Rolled
from bulge_widget.rulebooks.bigredone.components import ALLIED, SIDES, Components
from bulge_widget.rulebooks.bigredone.state import WEATHERS, State, Step, pop, push

__all__ = ["WeatherCheck", "WeatherRoll", "WeatherSet", "air_points", "thrown"]


class WeatherCheck(Step, frozen=True, gc=False):
    """13.0 The weather of the turn is looked up; nobody is asked."""


class WeatherRoll(Step, frozen=True, gc=False):
    """13.0 CHANCE makes the weather."""


class WeatherSet(Event, frozen=True, gc=False):
    """The weather of a turn is known, and with it the air points of both sides."""

    weather: str
    german: int
    allied: int


# -- questions ----------------------------------------------------------------------------------------


def thrown(parts: Components, turn: int, face: int) -> str:
    """13.0, 14.6 The weather of a throw, modified for the turn."""
    return parts.variable[face + parts.days[turn - 1].modifier]


def air_points(parts: Components, turn: int, weather: str, side: int) -> int:
    """14.0 The air points of a side in some weather."""
    points: int = getattr(parts.days[turn - 1], f"{SIDES[side]}_{weather}")
    return points


def is_thrown(parts: Components, state: State) -> bool:
    """13.1, 14.6 Whether the weather of this turn is thrown for."""
    return state.choices.weather == "variable" and not parts.days[state.turn - 1].always_overcast


def _classes(parts: Components, state: State) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    return classes_of_faces(tuple(thrown(parts, state.turn, face) for face in range(1, 7)))


def decision(parts: Components, state: State, step: Step) -> Decision:
    """13.0 Ask CHANCE for the weather."""
    del step
    rolls, weights = _classes(parts, state)

    def prompt() -> str:
        return "Weather of the day: " + in_words(tuple(thrown(parts, state.turn, face) for face in range(1, 7)))

    return Decision("chance", "13.0", prompt, Options.plain(rolls), lambda: weights, Dice(1))


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """13.0 Only one die."""
    del parts, state, step
    return roll_refusal(action, Dice(1), "13.0")


def canonical(parts: Components, state: State, step: Step, action: Roll) -> Roll:
    """Give the throw listed for the same weather."""
    del step
    wanted = thrown(parts, state.turn, action.faces[0])
    return next(roll for roll in _classes(parts, state)[0] if thrown(parts, state.turn, roll.faces[0]) == wanted)


# -- effect -------------------------------------------------------------------------------------------


def set_weather(parts: Components, state: State, weather: str) -> tuple[State, Event]:
    """13.0 Write the weather down and tell the air points."""
    points = [air_points(parts, state.turn, weather, side) for side in (1 - ALLIED, ALLIED)]
    return msgspec.structs.replace(state, weather=WEATHERS.index(weather)), WeatherSet("13.0", weather, *points)


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """13.0 Look the weather up, or have it thrown."""
    if not isinstance(step, WeatherCheck):
        return None
    if is_thrown(parts, state):
        return push(pop(state), WeatherRoll()), ()
    state, told = set_weather(parts, pop(state), parts.days[state.turn - 1].historical)
    return state, (told,)


def apply(parts: Components, state: State, step: Step, action: Roll) -> tuple[State, tuple[Event, ...]]:
    """13.0 Read the throw."""
    del step
    weather = thrown(parts, state.turn, action.faces[0])
    state, told = set_weather(parts, pop(state), weather)
    return state, (Rolled("13.0", action.faces, "weather", weather), told)
