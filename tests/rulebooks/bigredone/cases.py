"""Asks the book each kind of worked example of the golden file, from a position wherever there is one."""

from __future__ import annotations

from bulge_widget.rulebooks.bigredone import (
    british,
    combat,
    eligibility,
    reinforcement,
    results,
    retreat,
    supply,
    victory,
    weather,
)
from bulge_widget.rulebooks.bigredone.eligibility import Attacking
from bulge_widget.rulebooks.bigredone.movement import Budget, Ways
from tests.rulebooks.bigredone.table import BOOK, PARTS, SIDES, anonymous, is_cut, state_of

MECH = "ge-1ss"
WALKS = "ge-277vg"


def answer(kind, given):
    """What the book says to an example."""
    return ASK[kind](given)


def hexes(given):
    air = {side: given.get(f"air_{side}", ()) for side in SIDES}
    return {"units": anonymous(given.get("german", ()), given.get("allied", ())), "interdiction": air}


def lay(given, extra=None, **rest):
    """A position with the hexes of an example occupied; air markers need clear weather for their points."""
    told = hexes(given)
    units = {name: at for name, at in told["units"].items() if at not in (extra or {}).values()}
    return state_of((extra or {}) | units, interdiction=told["interdiction"], weather="clear", **rest)


def by_strength(units):
    """A unit of the wanted side and strength for each hex."""
    named, taken = {}, set()
    for at, (side, strength) in units.items():
        sheet = BOOK.counters.values()
        name = next(c.id for c in sheet if (c.side, c.strength) == (side, strength) and c.id not in taken)
        taken.add(name)
        named[name] = at
    return named


def tec_sum(given):
    rows = [PARTS.terrain[name] for name in given["terrain"]]
    adders = [PARTS.terrain[tag.replace("_", "-")].defence for tag in ("town", "west_wall") if given.get(tag)]
    adders += [PARTS.terrain["river"].defence] if given.get("attacked_only_across_river") else []
    mp = max(row.mp for row in rows) + (PARTS.terrain["river"].mp if given.get("river") else 0)
    return {"mp": mp, "defence": max(row.defence for row in rows) + sum(adders)}


def column(given):
    table = PARTS.crt[given["table"]]
    number = table.shifted(table.column(given["differential"]), given.get("shifts", 0))
    return {"column": table.labels[number]}


def crt(given):
    table = PARTS.crt[given["table"]]
    number = table.shifted(table.column(given["differential"]), given.get("shifts", 0))
    return {"column": table.labels[number], "result": table.result(number, given["die"])}


def supply_(given):
    state = lay(given)
    cost = supply.cost(PARTS, state, SIDES.index(given["side"]), PARTS.hex_index[given["hex"]])
    return {"in_supply": cost is not None, "cost_fifths": cost}


def step(given):
    a, b = given["from"], given["to"]
    if given["mode"] == "off":
        cost = PARTS.entry_cost[PARTS.hex_index[b]]
        return {"cost_fifths": cost + PARTS.river_cost * (PARTS.hex_index[b] in PARTS.rivers[PARTS.hex_index[a]])}
    mode = "mech" if given["mode"] == "mech" else "normal"
    order = f"move {MECH} {a}>{b} {mode}"
    state = lay(given, {MECH: a}, turn=2)
    move = next(kind for kind in BOOK.actions if kind.__name__ == "Move")(MECH, (a, b), mode)
    refusal = BOOK.why_not(state, move)
    assert refusal is None or refusal.rule == "5.3", (order, refusal)
    return {"cost_fifths": None if refusal else BOOK.explain(state, move).total}


def reach(given):
    state = lay(given, {MECH: given["from"]}, turn=2)
    budget = Budget(given.get("allowance_fifths", 25), given.get("mech", False), marker=False)
    found = Ways.of(PARTS, state, PARTS.unit_index[MECH], budget).plain.cost
    goal, count = PARTS.hex_index[given["to"]], len(PARTS.hex_ids)
    costs = [found[node] for node in (goal, goal + count) if node in found]
    return {"cost_fifths": min(costs, default=None)}


def bridge(given):
    state, side = lay(given), SIDES.index(given["side"])
    a, b = (PARTS.hex_index[name] for name in given["hexside"].split("-"))
    return {"interdicted": is_cut(state, side, a, b)}


def exit_supply(given):
    return {"supplied": supply.exit_hex_is_supplied(PARTS, lay(given), PARTS.hex_index[given["hex"]])}


def entry(given):
    gone = [{"unit": "ge-15pzg", "hex": name} for name in given.get("german_exits", ())]
    state = lay(given, {"ge-15pzg": "exited"} if gone else None, departures=gone)
    side = SIDES.index(given["side"])
    where = PARTS.hex_index[given["hex"]]
    return {"allowed": reinforcement.entry_refusal(PARTS, state, side, given["edge"].lower(), where) is None}


def secondary_target(given):
    named = by_strength(given["units"])
    state = state_of(named)
    units = {at: PARTS.unit_index[name] for name, at in named.items()}
    ours = tuple(units[at] for at in given["attackers"])
    step = Attacking(PARTS.side[ours[0]], (), (), ())
    enemies = [u for u in units.values() if all(o in eligibility.around(PARTS, state, step, u) for o in ours)]
    strongest = [u for u in enemies if eligibility.is_strongest(PARTS, state, ours, u)]
    return {"targets": sorted(PARTS.hex_ids[state.at[u]] for u in strongest)}


def retreat_(given):
    name = next(n for n, at in hexes(given)["units"].items() if at == given["hex"] and not n.startswith("ge"))
    state = lay(given)
    safe = sorted(PARTS.hex_ids[h] for h in retreat.safe_hexes(PARTS, state, PARTS.unit_index[name]))
    return {"options": safe, "eliminated": not safe}


def exchange(given):
    ours = tuple(given["attackers"])
    best, sets = results.losses(ours, given["defender"])
    choices = {tuple(sorted((ours[i] for i in chosen), reverse=True)) for chosen in sets}
    return {"loss": best, "choices": sorted((list(c) for c in choices), key=len)}


def exit_vp(given):
    name = next(c.id for c in BOOK.counters.values() if (c.side, c.strength) == ("german", given["strength"]))
    if given["hex"] not in {PARTS.hex_ids[h] for h in PARTS.multiple}:
        return {"vp": 0}
    blocker = {} if given["hex_supplied"] else {"us-1id": given["hex"]}
    state = state_of({name: "exited"} | blocker, departures=[{"unit": name, "hex": given["hex"]}])
    return {"vp": victory.exit_points(PARTS, state, state.departures[0])}


def victory_(given):
    lost, missing = {}, given["differential"]
    for counter in sorted(BOOK.counters.values(), key=lambda c: -c.strength):
        if counter.side == "allied" and counter.strength <= missing:
            lost[counter.id], missing = "eliminated", missing - counter.strength
    state = state_of(lost, turn=given["turn"], phase="victory", phasing="")
    assert victory.differential(PARTS, state) == given["differential"]
    return {"outcome": victory.verdict(PARTS, state) or "continue"}


def weather_(given):
    turn = given["turn"]
    thrown = PARTS.days[turn - 1].always_overcast
    state = "overcast" if thrown else weather.thrown(PARTS, turn, given["die"])
    return {"state": state} | {side: weather.air_points(PARTS, turn, state, i) for i, side in enumerate(SIDES)}


def british_(given):
    ours = dict(zip(("uk-43id", "uk-29bde"), ({"at": at, "entered": at} for at in given["british"]), strict=False))
    state = state_of({"ge-1ss": given["german"][0]} | ours)
    return {"released": british.settle(PARTS, state)[0].released}


def british_move(given):
    ours = {"at": given["from"]} | ({} if given["released"] else {"entered": given["entry"]})
    state = state_of({"uk-29bde": ours}, phasing="allied", released=given["released"])
    move = next(kind for kind in BOOK.actions if kind.__name__ == "Move")("uk-29bde", (given["from"], given["to"]))
    refusal = BOOK.why_not(state, move)
    assert refusal is None or refusal.rule == "9.4"
    return {"allowed": refusal is None}


def out_of_supply_mp(given):
    return {"mp": PARTS.unsupplied_mp[given["die"]]}


def defence(given):
    around = {at: ["german" if given["side"] == "allied" else "allied", 3] for at in given["attackers_from"]}
    named = by_strength({given["hex"]: [given["side"], given["printed"]]} | around)
    state = state_of(named)
    target, *ours = (PARTS.unit_index[name] for name in named)
    added = sum(part.value for part in combat.defence_parts(PARTS, state, tuple(ours), target))
    return {"strength": given["printed"] + added}


ASK = {
    ask.__name__.rstrip("_"): ask
    for ask in (
        tec_sum,
        column,
        crt,
        supply_,
        step,
        reach,
        bridge,
        exit_supply,
        entry,
        secondary_target,
        retreat_,
        exchange,
        exit_vp,
        victory_,
        weather_,
        british_,
        british_move,
        out_of_supply_mp,
        defence,
    )
}
