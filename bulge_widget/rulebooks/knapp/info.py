"""The identity card of the book, and its options."""

from __future__ import annotations

import msgspec

from bulge_widget.core.rulebook import OptionInfo, RulebookInfo, ScenarioInfo

__all__ = ["INFO", "Choices"]


class Choices(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The rulings that name an alternative, as chosen for one game."""

    control_on_pass_through: bool = True
    contested_areas_score: bool = False
    march_may_end_at_enemy: bool = True
    overrun_and_march: str = "overrun_first"


INFO = RulebookInfo(
    id="knapp",
    title="George Knapp's Battle of the Bulge",
    designer="George Knapp, MWAN 122 (2003)",
    version="1",
    scenarios=(ScenarioInfo("campaign", "16 to 25 December 1944", 10),),
    options=(
        OptionInfo(
            "control_on_pass_through",
            (True, False),
            default=True,
            rule="1",
            ruling="R2",
            text="driving through an empty area takes control of it; if not, only where a move ends",
        ),
        OptionInfo(
            "contested_areas_score",
            (False, True),
            default=False,
            rule="1",
            ruling="R3",
            text="a German-controlled area with U.S. units in it still scores at the end",
        ),
        OptionInfo(
            "march_may_end_at_enemy",
            (True, False),
            default=True,
            rule="5",
            ruling="R5",
            text="the last area of a road march may hold enemy units",
        ),
        OptionInfo(
            "overrun_and_march",
            ("overrun_first", "never", "free_mix"),
            default="overrun_first",
            rule="5",
            ruling="R6",
            text="how overruns and a road march combine in one turn",
        ),
    ),
    hidden=False,
    notice=(
        "Map, order of battle, strengths and arrival turns are a reconstruction: the article that holds the rules "
        "survives without them. They are not George Knapp's."
    ),
    reactions=("defensive-fire",),
)
