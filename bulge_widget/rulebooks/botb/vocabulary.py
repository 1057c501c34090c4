"""The words that the tables of this book may say, and what may stand in each of them once.

Does not cover names of hexes, units, scenarios and groups: those are looked up in the tables that have them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bulge_widget.errors import BoardError

__all__ = ["KEYS", "TAGS", "WORDS", "check_keys"]

_SIDES: Final = ("german", "allied")
_RATIOS: Final = (*(f"1-{n}" for n in range(7, 1, -1)), *(f"{n}-1" for n in range(1, 9)))
_LOSSES: Final = (
    *("AA1", "AA2", "AA3", "AA4", "AE", "AR1", "AR2", "AR3", "Cont", "DA1", "DA2", "DA3", "DE"),
    *("DR2", "DR3", "DR4", "Eng", "Exch", "Blitz1", "Blitz2", "Blitz3", "Blitz4"),
)
WORDS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "blitz.csv": {"ratio": _RATIOS, "results": _LOSSES},
    "bridges.csv": {"occupant": _SIDES, "banks": ("0", "1", "2")},
    "chances.csv": {
        "table": ("commando-recognition", "demolition", "drop", "infiltration"),
        "column": (
            *("bridge-guarded", "bridge-open", "brigade-150-1", "brigade-150-2", "dump-guarded", "dump-open"),
            *("last-minute", "peiper-1", "peiper-2", "von-der-heydte"),
            *("turn-2", "turn-3", "turn-4", "turn-5", "turn-6", "turn-7"),
        ),
        "faces": ("1", "2", "3", "4", "5", "6"),
        "result": ("destroyed", "discovered", "infiltrates", "lands"),
    },
    "counters.csv": {
        "nation": ("de", "us", "uk"),
        "arm": ("wehrmacht", "ss", "luftwaffe", "army"),
        "type": (
            *("infantry", "mechanized", "armor", "armored-cavalry", "airborne", "glider", "commando"),
            *("artillery", "rocket-artillery"),
        ),
        "unit_class": (
            *("infantry", "motorized_infantry", "armor", "armored_cavalry", "parachute", "glider", "commando"),
            *("artillery_corps", "nebelwerfer"),
        ),
        "size": ("ii", "iii", "x"),
        "deployment": ("a", "b", "c", "d", "e", "f", "g"),
        "points": ("armor", "infantry-3-3", "none", "other"),
        "infiltrates": ("41", "43"),
    },
    "crt.csv": {"ratio": _RATIOS, "results": _LOSSES},
    "movement.csv": {
        "ground": ("frozen", "mud"),
        "mover": ("mechanized", "other"),
        "terrain": ("clear", "forest", "interdiction", "rugged", "town"),
    },
    "reinforcements.csv": {
        "requires": (
            *("fifteenth-cancelled", "fifteenth-launched", "fifteenth-not-launched"),
            *("none-entered:10", "none-entered:13", "none-entered:14"),
        )
    },
    "road_rates.csv": {
        "mover": ("allied_infantry", "german_artillery_corps", "german_infantry", "other"),
        "slow_when": ("offensive-support", "zoc"),
    },
    "scenario_changes.csv": {
        "key": (
            *("all-air-available", "either-or-waived", "german-entry-first", "german-entry-last", "roer-free-from"),
            *("same-corps", "ss-panzer-free-from", "us-9-47-on-roer-entry", "uu1-source-from"),
        )
    },
    "scenarios.csv": {
        "kind": ("campaign", "tournament", "variant"),
        "level": ("advanced", "advanced+optional"),
        "fifteenth_army": ("launched", "may-launch", "may-not-launch"),
    },
    "supply_sources.csv": {
        "side": _SIDES,
        "kind": ("edge", "liege"),
        "condition": ("after-monschau-entered", "always", "if-occupied", "never", "unless-german"),
    },
    "towns.csv": {
        "quadrant": ("ne", "nw", "se", "sw"),
        "bank": ("east", "west"),
        "final_line": ("inside", "outside"),
        "control": _SIDES,
    },
    "triggers.csv": {
        "event": (
            *("allied-combat-unit-in", "crossed-meuse-or-sambre", "german-combat-unit-entered"),
            *("german-combat-unit-entered-roer-hex", "ss-regiment-entered-allied-zoc"),
        ),
        "at": ("arrival",),
        "when": ("next", "same"),
    },
    "turns.csv": {"half": ("am", "pm")},
    "weather.csv": {"sky": ("clear", "fog", "mist", "snow")},
}
"""By table and column; of several words in a cell each must be one of them."""
TAGS: Final = (
    *("fort", "field-fort:allied", "bridge", "bridge:blown", "fuel-dump", "parachute"),
    *("cross:light-blue", "cross:dark-blue", "star:white", "fifteen:plain", "fifteen:circled"),
    *("arrow:pink", "arrow:red", "bank:west", "road:south"),
    *(f"area:{letter}" for letter in "abcdefg"),
)
"""What is printed in a hex."""
KEYS: Final[dict[str, tuple[str, ...]]] = {
    "blitz.csv": ("ratio", "die"),
    "bridges.csv": ("space",),
    "chances.csv": ("table", "column"),
    "counters.csv": ("id",),
    "crt.csv": ("ratio", "die"),
    "diversion.csv": ("order",),
    "movement.csv": ("ground", "mover", "terrain"),
    "reinforcements.csv": ("group",),
    "road_rates.csv": ("mover",),
    "scenario_changes.csv": ("scenario", "key"),
    "scenarios.csv": ("id",),
    "sets.csv": ("id",),
    "setup.csv": ("unit",),
    "towns.csv": ("space",),
    "turns.csv": ("turn",),
    "weather.csv": ("turn",),
}
"""The columns that together name a row."""


def check_keys(path: Path, rows: Sequence[Any]) -> None:
    """Refuse a table with two rows of one name.

    Raises
    ------
    BoardError
        Names the table and the row.
    """
    columns = KEYS.get(path.name, ())
    named = Counter(tuple(getattr(row, column) for column in columns) for row in rows) if columns else Counter()
    for name, times in named.items():
        if times > 1:
            raise BoardError(f"{path}: there is a second row for {' '.join(map(str, name))}")
