"""Sets of spaces moved as one, against the same questions asked space by space."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bulge_widget.board import flood, strides

SIZE = 9


def members(found: int) -> set[int]:
    return {space for space in range(SIZE) if found >> space & 1}


sets = st.sets(st.integers(0, SIZE - 1))
networks = st.lists(sets, min_size=SIZE, max_size=SIZE).map(
    lambda ends: [others - {space} for space, others in enumerate(ends)]  # no space is linked to itself
)


@given(networks, sets)
def test_what_leads_into_a_set_has_a_link_into_it(network, goals):
    found = members(strides.leading_to(strides.links_of(network), strides.set_of(goals)))
    assert found == {space for space, ends in enumerate(network) if ends & goals}


@given(networks, sets, sets)
def test_what_is_joined_is_what_a_flood_reaches(network, sources, within):
    found = members(strides.joined(strides.links_of(network), strides.set_of(sources), strides.set_of(within)))
    assert found == set(flood([sorted(ends) for ends in network], sources, blocked=set(range(SIZE)) - within))


@given(networks, networks)
def test_links_of_either_are_those_of_both_together(one, other):
    both = [ends | more for ends, more in zip(one, other, strict=True)]
    assert strides.either(strides.links_of(one), strides.links_of(other)) == strides.links_of(both)


@given(networks)
def test_links_are_listed_by_where_they_begin(network):
    listed = strides.ends_of(strides.links_of(network))
    assert {start: set(ends) for start, ends in listed.items()} == {
        start: ends for start, ends in enumerate(network) if ends
    }


@given(networks, sets)
def test_links_that_meet_a_set_and_those_that_are_left(network, ends):
    links = strides.links_of(network)
    shut = strides.meet(links, strides.set_of(ends))
    touching = [{end for end in others if end in ends or space in ends} for space, others in enumerate(network)]
    assert shut == strides.links_of(touching)
    left = [others - gone for others, gone in zip(network, touching, strict=True)]
    goals = strides.set_of(range(SIZE))
    assert strides.leading_to(strides.without(links, shut), goals) == strides.leading_to(strides.links_of(left), goals)
