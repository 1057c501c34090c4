"""The identity card of the book, and its options."""

from __future__ import annotations

import msgspec

from bulge_widget.core.rulebook import OptionInfo, RulebookInfo, ScenarioInfo

__all__ = ["BIDS", "INFO", "Choices"]

BIDS = ("none", *(f"american-{n}" for n in range(1, 6)), *(f"german-{n}" for n in range(1, 6)))
"""18.2, R83 What the winner of the bidding plays, and his bid in fuel assets."""


class Choices(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Optional rules and rulings that name an alternative, as chosen for one game."""

    fuel_shortage: bool = True
    bridge_repair_limits: bool = False
    bid: str = "none"
    kg_peiper: bool = False
    panzer_brigade_150: bool = False
    airborne_units: bool = False
    advanced_artillery: bool = False
    overrunning_artillery: bool = False
    maintaining_field_works: bool = False
    random_reinforcements: bool = False
    british_strategic_moves: bool = True
    task_forces_may_wait: bool = True
    roadblock_lifted_by_friends: bool = True
    river_assault_helps_artillery: bool = False
    greif_bridge_engineer: bool = True
    units_leave_garrison: bool = True
    blocks_forgotten: bool = False


def _choice(name: str, rule: str, text: str, *, ruling: str = "", default: bool = False) -> OptionInfo:
    return OptionInfo(name, (default, not default), default=default, rule=rule, ruling=ruling, text=text)


INFO = RulebookInfo(
    id="fab",
    title="FAB: The Bulge",
    designer="Rick Young, GMT Games (2008)",
    version="1",
    scenarios=(
        ScenarioInfo("campaign", "16 to 28 December 1944", 9),
        ScenarioInfo("tournament", "16 to 20 December 1944", 5),
        ScenarioInfo("introductory", "The road to Bastogne, 16 to 18 December 1944", 3),
    ),
    options=(
        _choice("fuel_shortage", "16.13", "German moves of more than 3 points use up fuel", default=True),
        _choice("bridge_repair_limits", "18.1", "the Germans repair six bridges at most"),
        OptionInfo("bid", BIDS, default="none", rule="18.2", ruling="", text="sides were bid for in fuel assets"),
        _choice("kg_peiper", "18.3", "KG Peiper may make one exploitation move with its full allowance"),
        _choice("panzer_brigade_150", "18.4", "the 150th Panzer Brigade confuses its first enemy"),
        _choice("airborne_units", "18.5", "American airborne units check morale unsupplied without loss"),
        _choice("advanced_artillery", "18.6", "artillery is weaker against defenders, stronger against infantry"),
        _choice("overrunning_artillery", "18.7", "artillery of a defender who is gone may be overrun"),
        _choice("maintaining_field_works", "18.8", "field works of a contested area stay while morale holds"),
        _choice("random_reinforcements", "18.9", "which unit arrives is drawn"),
        _choice(
            "british_strategic_moves",
            "14.83",
            "the British may move strategically inside their zone",
            ruling="R5",
            default=True,
        ),
        _choice("task_forces_may_wait", "16.22", "a task force may be placed later", ruling="R10", default=True),
        _choice(
            "roadblock_lifted_by_friends",
            "4.34",
            "a roadblock goes when a unit of its own side enters",
            ruling="R26",
            default=True,
        ),
        _choice(
            "river_assault_helps_artillery",
            "6.26",
            "defending artillery too gains by a river assault",
            ruling="R27",
        ),
        _choice(
            "greif_bridge_engineer",
            "17.12",
            "an engineer may help at once to blow a bridge a Greif team holds",
            ruling="R50",
            default=True,
        ),
        _choice(
            "units_leave_garrison",
            "8.24",
            "units may retreat before combat from beside a garrison",
            ruling="R61",
            default=True,
        ),
        _choice("blocks_forgotten", "2.2", "a block that was seen is unknown again once it is turned away"),
    ),
    hidden=True,
    notice=(
        "Map, order of battle, chits and turn track are a reconstruction from the rules: the printed components were "
        "not at hand. What the rules state is kept; half of the area names, most borders, values, units and arrivals "
        "are this project's."
    ),
)
