"""8.0 and 13.2 Resolving an attack: differential, shifts, table and die.

The order is that of R18: the mist die, ground support, then the table together with any lowering (R65), then
the die. Does not cover what a result does (results).
"""

from __future__ import annotations

from bulge_widget.core.decision import Action, Decision, Dice, Options, Part, Refusal, Roll, Sum
from bulge_widget.core.dice import classes_of_faces, in_words, roll_refusal
from bulge_widget.core.event import Event, MarkerCleared, Rolled
from bulge_widget.rulebooks.bigredone import eligibility, results, shifts
from bulge_widget.rulebooks.bigredone.components import GERMAN, SIDES, Components
from bulge_widget.rulebooks.bigredone.refusals import RESULTS
from bulge_widget.rulebooks.bigredone.state import State, Step, fly, pop, push

__all__ = [
    "TABLES",
    "Attacked",
    "Choosing",
    "CombatRoll",
    "MistRoll",
    "Resolve",
    "Support",
    "Supporting",
    "differential_sum",
    "final_column",
]

MIST_SHIFTS = 3  # 13.2 the highest face that shifts
TABLES = ("primary", "secondary")


class MistRoll(Step, frozen=True, gc=False):
    """13.2 In mist a die says whether the attack is shifted."""

    target: str
    units: tuple[str, ...]


class Supporting(Step, frozen=True, gc=False):
    """14.2 The attacker may commit ground support."""

    target: str
    units: tuple[str, ...]
    mist: int = 0


class Choosing(Step, frozen=True, gc=False):
    """8.1, 8.5 The attacker chooses the table, and may lower the differential."""

    target: str
    units: tuple[str, ...]
    shifts: int


class CombatRoll(Step, frozen=True, gc=False):
    """8.0 The die."""

    target: str
    units: tuple[str, ...]
    table: str
    column: int


class Support(Action, frozen=True, gc=False):
    """Commit so many ground support missions to the attack."""

    missions: int


class Resolve(Action, frozen=True, gc=False):
    """Choose the table, and by how many points the differential is lowered."""

    table: str
    lower: int = 0


class Attacked(Event, frozen=True, gc=False):
    """An attack is resolved: who, whom, on which table, in which column."""

    units: tuple[str, ...]
    target: str
    at: str
    table: str
    column: str


# -- questions ----------------------------------------------------------------------------------------


def across_river(parts: Components, state: State, units: tuple[int, ...], target: int) -> bool:
    """4.9, R26 Whether every attacker attacks across a river; bridges count as river."""
    rivers = parts.rivers[state.at[target]]
    return all(state.at[unit] in rivers for unit in units)


def defence_parts(parts: Components, state: State, units: tuple[int, ...], target: int) -> tuple[Part, ...]:
    """2.7, 8.3, 4.9, 16.0, R26, R29 What is added to a defender's strength, by name."""
    where, chart = state.at[target], parts.terrain
    terrain = parts.board.spaces[where].terrain
    found = [Part(terrain.replace("-", " "), chart[terrain].defence, "8.3")]
    if parts.town[where]:
        found.append(Part("town", chart["town"].defence, "4.9"))
    if parts.west_wall[where] and parts.side[target] == GERMAN:
        found.append(Part("West Wall", chart["west-wall"].defence, "R29"))
    if units and across_river(parts, state, units, target):
        found.append(Part("river", chart["river"].defence, "4.9"))
    return tuple(part for part in found if part.value)


def differential_sum(parts: Components, state: State, units: tuple[int, ...], target: int) -> Sum:
    """8.0 The attackers less the defender and what helps him, part by part."""
    ours = [Part(parts.counters[parts.unit_ids[u]].short, parts.strength[u], "7.5") for u in units]
    his = Part(parts.counters[parts.unit_ids[target]].short, -parts.strength[target], "8.0")
    helps = [Part(part.label, -part.value, part.rule) for part in defence_parts(parts, state, units, target)]
    return Sum("differential", (*ours, his, *helps))


def differential(parts: Components, state: State, units: tuple[int, ...], target: int) -> int:
    """7.5, 8.0, 10.5 The combat differential, in or out of supply."""
    helps = sum(part.value for part in defence_parts(parts, state, units, target))
    return sum(parts.strength[unit] for unit in units) - parts.strength[target] - helps


def table_refusal(parts: Components, state: State, step: Choosing, table: str) -> Refusal | None:
    """8.2, 10.2, R21, R22 Why a table may not be used."""
    units, target = _indexes(parts, step.units), parts.unit_index[step.target]
    if table not in TABLES:
        return Refusal("unknown_table", "7.6", {"table": table, "allowed": " ".join(TABLES)})
    if table == "secondary" and not eligibility.is_strongest(parts, state, units, target):
        return Refusal("not_strongest", "8.2", {"target": step.target})
    cut_off = next((u for u in units if not eligibility.is_supplied(parts, state, u)), None)
    if table == "primary" and cut_off is not None:
        return Refusal("secondary_only", "10.2", {"unit": parts.unit_ids[cut_off]})
    return None


def final_column(parts: Components, state: State, step: Choosing, action: Resolve) -> int:
    """7.6, 8.5, R13 The column after lowering and shifts."""
    table = parts.crt[action.table]
    units, target = _indexes(parts, step.units), parts.unit_index[step.target]
    return table.shifted(table.column(differential(parts, state, units, target) - action.lower), step.shifts)


def _side(parts: Components, step: MistRoll | Supporting | Choosing | CombatRoll) -> int:
    return parts.side[parts.unit_index[step.units[0]]]


def _indexes(parts: Components, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(parts.unit_index[name] for name in names)


def why_not(parts: Components, state: State, step: Step, action: Action) -> Refusal | None:
    """8.0 The rule that forbids an answer."""
    if isinstance(step, MistRoll | CombatRoll):
        return roll_refusal(action, Dice(1), "13.2" if isinstance(step, MistRoll) else "8.0")
    if isinstance(step, Supporting):
        have = state.missions[_side(parts, step)].ground_support
        if not isinstance(action, Support):
            return Refusal("not_asked", "14.2", {"wanted": "a number of ground support missions"})
        if not 0 <= action.missions <= have:
            return Refusal("too_few_missions", "14.2", {"wanted": action.missions, "have": have})
        return None
    assert isinstance(step, Choosing)  # noqa: S101
    if not isinstance(action, Resolve):
        return Refusal("not_asked", "8.1", {"wanted": "a combat table"})
    if action.lower < 0:
        return Refusal("only_lower", "8.5", {"by": action.lower})
    return table_refusal(parts, state, step, action.table)


# -- options ------------------------------------------------------------------------------------------


def choices(parts: Components, state: State, step: Choosing) -> list[Resolve]:
    """8.1, 8.5, R16, R65 One choice for each column that can be reached, the highest first."""
    units, target = _indexes(parts, step.units), parts.unit_index[step.target]
    total, found = differential(parts, state, units, target), []
    for name in TABLES:
        if table_refusal(parts, state, step, name) is None:
            table = parts.crt[name]
            columns: dict[int, int] = {}
            for column in range(table.column(total), -1, -1):
                lower = max(0, total - table.highest[column]) if column < len(table.highest) else 0
                columns.setdefault(table.shifted(column, step.shifts), lower)
            found += [Resolve(name, lower) for lower in columns.values()]
    return found


def mist_shifts(face: int) -> bool:
    """13.2 Whether a face of the mist die shifts."""
    return face <= MIST_SHIFTS


def column_classes(parts: Components, table: str, column: int) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    """8.6 The throws that a column tells apart, and their weights."""
    return classes_of_faces(parts.crt[table].results[column])


def _classes(parts: Components, step: MistRoll | CombatRoll) -> tuple[tuple[Roll, ...], tuple[int, ...]]:
    if isinstance(step, MistRoll):
        return classes_of_faces(tuple(str(mist_shifts(face)) for face in range(1, 7)))
    return column_classes(parts, step.table, step.column)


def _throw(parts: Components, step: MistRoll | CombatRoll) -> str:
    """What is thrown for, and what each face means."""
    on = f"attack on {parts.counters[step.target].short}: "
    if isinstance(step, MistRoll):
        helps = tuple("one shift" if mist_shifts(face) else "no shift" for face in range(1, 7))
        return f"Mist over the {on}{in_words(helps)}"
    column = parts.crt[step.table].results[step.column]
    return f"The {on}{in_words(tuple(RESULTS.get(result, result) for result in column))}"


def decision(parts: Components, state: State, step: Step) -> Decision:
    """8.0, 14.2, R18 Ask for support, a table, or the die."""
    if isinstance(step, Supporting):
        have = state.missions[_side(parts, step)].ground_support
        options = Options.plain(Support(count) for count in range(have + 1))
        return Decision(SIDES[_side(parts, step)], "14.2", "How much ground support is committed?", options)
    if isinstance(step, Choosing):
        prompt = f"Choose the combat table against {parts.counters[step.target].short}"
        return Decision(SIDES[_side(parts, step)], "8.1", prompt, Options.plain(choices(parts, state, step)))
    assert isinstance(step, MistRoll | CombatRoll)  # noqa: S101
    rolls, weights = _classes(parts, step)
    mist = isinstance(step, MistRoll)
    return Decision(
        "chance", "13.2" if mist else "8.0", lambda: _throw(parts, step), Options.plain(rolls), lambda: weights, Dice(1)
    )


def canonical(parts: Components, state: State, step: Step, action: Action) -> Action:
    """Give the listed answer with the same effect."""
    if isinstance(step, MistRoll | CombatRoll):
        assert isinstance(action, Roll)  # noqa: S101
        mist = [str(mist_shifts(face)) for face in range(1, 7)]
        results_ = mist if isinstance(step, MistRoll) else parts.crt[step.table].results[step.column]
        return Roll((results_.index(results_[action.faces[0] - 1]) + 1,))
    if isinstance(step, Choosing) and isinstance(action, Resolve):
        wanted = final_column(parts, state, step, action)
        same = (c for c in choices(parts, state, step) if c.table == action.table)
        return next(choice for choice in same if final_column(parts, state, step, choice) == wanted)
    return action


def explain(parts: Components, state: State, step: Step, action: Action) -> Sum:
    """8.0 The differential, part by part, and the column it leads to."""
    assert isinstance(step, MistRoll | Supporting | Choosing | CombatRoll)  # noqa: S101
    total = differential_sum(parts, state, _indexes(parts, step.units), parts.unit_index[step.target])
    if not isinstance(step, Choosing) or not isinstance(action, Resolve) or action.table not in TABLES:
        return total
    label = parts.crt[action.table].labels[final_column(parts, state, step, action)]
    shifted = f" after {step.shifts} shift{'s' if step.shifts != 1 else ''}" if step.shifts else ""
    lowered = (Part("lowered", -action.lower, "8.5"),) if action.lower else ()
    return Sum(f"differential, {action.table} table, column {label}{shifted}", (*total.parts, *lowered))


# -- effects ------------------------------------------------------------------------------------------


def resolve(parts: Components, state: State, step: Step) -> tuple[State, tuple[Event, ...]] | None:
    """14.2 Go on by itself where there is no ground support to commit."""
    if not isinstance(step, Supporting) or state.missions[_side(parts, step)].ground_support:
        return None
    return _supported(parts, pop(state), step, 0), ()


def _supported(parts: Components, state: State, step: Supporting, missions: int) -> State:
    """7.6, R13 Add all shifts up."""
    due = shifts.fixed_shifts(state, _side(parts, step))
    return push(state, Choosing(step.target, step.units, due + step.mist + missions))


def apply(parts: Components, state: State, step: Step, action: Action) -> tuple[State, tuple[Event, ...]]:
    """8.0 Read a die, commit support, or fix table and column."""
    match step:
        case MistRoll():
            assert isinstance(action, Roll)  # noqa: S101
            mist = int(mist_shifts(action.faces[0]))
            told = Rolled("13.2", action.faces, "mist", "one shift" if mist else "no shift", (bool(mist),))
            return push(pop(state), Supporting(step.target, step.units, mist)), (told,)
        case Supporting():
            assert isinstance(action, Support)  # noqa: S101
            side = _side(parts, step)
            spent = (MarkerCleared("14.2", "ground-support", SIDES[side]),) * action.missions
            return _supported(
                parts, fly(pop(state), side, "ground_support", action.missions), step, action.missions
            ), spent
        case Choosing():
            assert isinstance(action, Resolve)  # noqa: S101
            return _chosen(parts, state, step, action)
    assert isinstance(step, CombatRoll)  # noqa: S101
    assert isinstance(action, Roll)  # noqa: S101
    result = parts.crt[step.table].result(step.column, action.faces[0])
    where = parts.hex_ids[state.at[parts.unit_index[step.target]]]
    rolled = Rolled("8.6", action.faces, f"attack on {step.target}", result, at=where)
    state, events = results.carried_out(parts, pop(state), result, step.units, step.target)
    return state, (rolled, *events)


def _chosen(parts: Components, state: State, step: Choosing, action: Resolve) -> tuple[State, tuple[Event, ...]]:
    column = final_column(parts, state, step, action)
    where = parts.hex_ids[state.at[parts.unit_index[step.target]]]
    label = parts.crt[action.table].labels[column]
    told = Attacked("8.1", step.units, step.target, where, action.table, label)
    return push(pop(state), CombatRoll(step.target, step.units, action.table, column)), (told,)
