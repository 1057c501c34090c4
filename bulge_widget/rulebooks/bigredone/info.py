"""The identity card of the book, and its options."""

from __future__ import annotations

import msgspec

from bulge_widget.core.rulebook import OptionInfo, RulebookInfo, ScenarioInfo

__all__ = ["INFO", "POINTS_PER_MP", "Choices"]

POINTS_PER_MP = 5
"""R2 Costs are held in fifths of a movement point, so that a fifth stays exact."""


class Choices(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What the players agreed on before one game."""

    weather: str = "historical"
    airdrop: bool = False
    airdrop_loss_scores: bool = True
    mist_for_both: bool = False
    draw_on_last_turn: bool = False


INFO = RulebookInfo(
    id="bigredone",
    title="The Big Red One",
    designer="SPI (1980)",
    version="1",
    scenarios=(ScenarioInfo("campaign", "16 December 1944 to 2 January 1945", 18),),
    options=(
        OptionInfo(
            "weather",
            ("historical", "variable"),
            default="historical",
            rule="13.1",
            ruling="",
            text="whether the weather is read off the calendar or thrown for each day",
        ),
        OptionInfo(
            "airdrop",
            (False, True),
            default=False,
            rule="11.0",
            ruling="R43",
            text="the German side may drop its parachute group on the first turn",
        ),
        OptionInfo(
            "airdrop_loss_scores",
            (True, False),
            default=True,
            rule="15.1",
            ruling="R49",
            text="a parachute group lost in the drop gives the Allied side its point",
        ),
        OptionInfo(
            "mist_for_both",
            (False, True),
            default=False,
            rule="13.2",
            ruling="R17",
            text="in mist both sides throw for a shift before their attacks after movement, not the German side alone",
        ),
        OptionInfo(
            "draw_on_last_turn",
            (False, True),
            default=False,
            rule="15.0",
            ruling="R61",
            text="the last turn keeps the levels of the turn before; between them the game is drawn",
        ),
    ),
    hidden=True,
    notice=(
        "The rules survive without the map, the counters, the turn track and most of both combat tables. "
        "Those are a reconstruction made for this project, not the printed game."
    ),
)
