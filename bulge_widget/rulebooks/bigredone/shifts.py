"""12.0 and 13.2 Column shifts that come with the day: first-turn surprise, and the weather after movement.

Does not cover ground support (combat), nor what the mist die brings.
"""

from __future__ import annotations

from bulge_widget.rulebooks.bigredone.components import GERMAN, SIDES
from bulge_widget.rulebooks.bigredone.state import PHASES, WEATHERS, State

__all__ = ["fixed_shifts", "needs_mist_die"]

SURPRISE_TURN = 1
SURPRISE = {"pre-movement-combat": 2, "post-movement-combat": 1}  # 12.0


def fixed_shifts(state: State, side: int) -> int:
    """12.0, 13.2, R19 Shifts that need no die: surprise, and weather after movement."""
    phase = PHASES[state.phase][0]
    shifts = SURPRISE.get(phase, 0) if side == GERMAN and state.turn == SURPRISE_TURN else 0
    favoured = {"overcast": "german", "clear": "allied"}.get(WEATHERS[state.weather])
    return shifts + (phase == "post-movement-combat" and favoured == SIDES[side])


def needs_mist_die(state: State, side: int) -> bool:
    """13.2, R17 Whether a die is thrown for the mist before an attack."""
    after = PHASES[state.phase][0] == "post-movement-combat"
    concerned = side == GERMAN or state.choices.mist_for_both
    return after and concerned and WEATHERS[state.weather] == "mist"
