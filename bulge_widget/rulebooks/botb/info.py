"""The identity card of the book, and its options."""

from __future__ import annotations

import msgspec

from bulge_widget.core.rulebook import OptionInfo, RulebookInfo, ScenarioInfo

__all__ = ["INFO", "POINTS_PER_MP", "Choices"]

POINTS_PER_MP = 12
"""R25 Costs are held in twelfths of a movement point, so that thirds and quarters stay exact."""


class Choices(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What the players agreed on before one game.

    ``level`` may be ``scenario``: the level the scenario was made for. `settled` fills that in.
    """

    level: str = "scenario"
    corps_integrity: bool = False
    bombing_hits_both: bool = False
    first_pair_counts: bool = False
    fifteenth_may_decline: bool = False
    fire_line_to_all: bool = False
    ss_commitment: str = "scenario"
    british_offensive: str = "scenario"
    armor_in_forest: str = "scenario"
    last_minute_demolition: str = "scenario"
    peiper_infiltration: str = "scenario"
    german_defensive_fire: str = "scenario"


SWITCHES = (
    ("ss_commitment", "36", "the German side may commit its SS Panzer divisions on the first turn"),
    ("british_offensive", "37", "the Allied side may announce that the British go beyond the Meuse"),
    ("armor_in_forest", "38", "armour attacks dense forest at half strength"),
    ("last_minute_demolition", "39", "bridges and dumps may be blown as the enemy comes in"),
    ("peiper_infiltration", "43", "Peiper may slip through the lines on the first day"),
    ("german_defensive_fire", "44", "German artillery may support the defence late in the battle"),
)


def _flag(name: str, rule: str, ruling: str, text: str) -> OptionInfo:
    return OptionInfo(name, (False, True), default=False, rule=rule, ruling=ruling, text=text)


INFO = RulebookInfo(
    id="botb",
    title="The Battle of the Bulge",
    designer="third edition, 3 km hexes",
    version="1",
    scenarios=(
        ScenarioInfo("45", "The German Onslaught", 14),
        ScenarioInfo("46", "Wacht am Rhein", 36),
        ScenarioInfo("47", "Plan Martin", 20),
        ScenarioInfo("48", "Operation Herbstnebel", 20),
    ),
    options=(
        OptionInfo(
            "level",
            ("scenario", "basic", "advanced"),
            default="scenario",
            rule="24",
            ruling="R51",
            text="whether the basic or the advanced game is played; by itself each scenario uses the level it names",
        ),
        _flag("corps_integrity", "47.6", "R1", "German units of different deployment letters may not stack"),
        _flag("bombing_hits_both", "27.2", "R5b", "strategic bombing slows both sides, not the German side alone"),
        _flag("first_pair_counts", "16.11.2", "R7", "of the two pairs of reserve divisions the first to qualify comes"),
        _flag("fifteenth_may_decline", "28.1", "R16", "the German side may decline to launch the Fifteenth Army"),
        _flag("fire_line_to_all", "11.8", "R61", "artillery needs a free line to every hex of the battle it supports"),
        *(
            OptionInfo(name, ("scenario", "yes", "no"), default="scenario", rule=rule, ruling="R51", text=text)
            for name, rule, text in SWITCHES
        ),
    ),
    hidden=False,
    notice=(
        "The rules survive without the map, the counters and the order of battle cards. "
        "Those are a reconstruction made for this project, not the printed game."
    ),
)


def settled(choices: Choices, scenario: str) -> Choices:
    """R51 Every ``scenario`` replaced by what that scenario uses."""
    full = scenario in {"47", "48"}
    found: dict[str, str] = {}
    if choices.level == "scenario":
        found["level"] = "advanced"
    for name, _, _ in SWITCHES:
        if getattr(choices, name) == "scenario":
            found[name] = "yes" if full and choices.level != "basic" else "no"
    return msgspec.structs.replace(choices, **found)
