"""23.1, 23.6 Whoever leaves the map, by whatever way, is engaged no longer, and nobody stays engaged with him."""

from __future__ import annotations

import pytest

from bulge_widget.core.event import MarkerCleared
from bulge_widget.rulebooks.botb import invariants, leaving, losses
from bulge_widget.rulebooks.botb.state import Engagement
from tests.rulebooks.botb.field import PARTS, indexes, state_of, where

G1, NW, A1 = "ge-277vg-990", "ge-nw-9", "us-1-26"


def lost(state, unit):
    """18.0 The unit is eliminated."""
    return losses.eliminate(PARTS, state, unit, "18.0")


def gone(state, unit):
    """6.8 The unit leaves over the edge."""
    return leaving.leave(PARTS, state, unit, state.at[unit])


def engaged(attackers):
    """The attackers, in one hex, engaged with an American regiment beside it."""
    units = {**dict.fromkeys(attackers, "h4"), A1: "h3"}
    fight = Engagement(tuple(sorted(indexes(*attackers))), indexes(A1), 0)
    return state_of(units, engagements=(fight,))


@pytest.mark.parametrize("way", [lost, gone])
def test_23_1_a_unit_off_the_map_is_out_of_the_engagement_and_the_others_stay(way):
    state, told = way(engaged((G1, NW)), *indexes(G1))
    assert where(state, G1) is None
    assert state.engagements == (Engagement(indexes(NW), indexes(A1), 0),)
    assert [event.at for event in told if isinstance(event, MarkerCleared)] == [G1]
    assert not [problem for problem in invariants.invariants(PARTS, state) if problem.rule == "23.1"]


@pytest.mark.parametrize("way", [lost, gone])
@pytest.mark.parametrize(("leaver", "left"), [(G1, A1), (A1, G1)])
def test_23_6_3_the_last_of_a_side_off_the_map_frees_the_other_side(way, leaver, left):
    state, told = way(engaged((G1,)), *indexes(leaver))
    assert where(state, leaver) is None
    assert state.engagements == ()
    assert {event.at for event in told if isinstance(event, MarkerCleared)} == {leaver, left}
