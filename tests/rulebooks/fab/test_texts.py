"""Every reason for a refusal has its sentence, and every die that is explained its own sum."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bulge_widget.core.decision import Refusal, Roll
from bulge_widget.core.event import Answered, PhaseBegan
from bulge_widget.core.odds import explained
from bulge_widget.rulebooks import fab
from bulge_widget.rulebooks.fab import combat_refusals, refusals
from bulge_widget.rulebooks.fab.admin import Play
from bulge_widget.rulebooks.fab.support import Assign
from tests.rulebooks.fab.battles import BOOK, EAST, Scene, unit
from tests.rulebooks.fab.table import situation

PACKAGE = Path(str(fab.__file__)).parent


def test_every_code_of_a_refusal_has_a_sentence():
    source = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py"))
    codes = set(re.findall(r'Refusal\(\s*"([a-z_]+)"', source))
    assert codes - {*refusals.TEXTS, *combat_refusals.REFUSALS} == set()


def test_where_two_chapters_share_a_word_the_sentence_fits_the_facts():
    near = BOOK.describe(Refusal("not_adjacent", "6.6", {"from": "22", "to": "48"}))
    assert near == "6.6: Weiswampach [22] and Noville [48] share no border."
    chit = BOOK.describe(Refusal("no_special_action", "8.1", {"chit": "us-35eng"}))
    assert chit == "8.1: 35th Eng is no Special Action of that side."


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (
            "move ge-2pz 12>22>37",
            (
                "5.35b: A unit goes no further than an area with enemy forces or a roadblock; "
                "2nd Pz must stop in Weiswampach [22]."
            ),
        ),
        ("reserve ge-2pz ge-reserve-6", "14.7: The Zone 6 reserve marker does not serve zone 5, where 2nd Pz stands."),
        ("entrench us-110rct", "5.2: 110/28th Inf is no unit of the German side."),
        ("move ge-2pz 12>47", "5.32: Lutzkampen [12] and Bastogne [47] do not touch."),
    ],
)
def test_a_refusal_gives_the_rule_and_names_with_numbers(order, sentence):
    game = situation({"ge-2pz": "12", "us-110rct": "22"}, german=EAST)
    assert BOOK.describe(BOOK.why_not(game.state, game.read(order)), game.state) == sentence


def test_2_2_who_asks_about_a_block_he_has_not_seen_reads_its_handle():
    game = situation({"ge-2pz": "12", "us-110rct": "22"}, german=EAST)
    handle = BOOK.handles(game.state)["us-110rct"]
    for name in ("us-110rct", handle):
        told = BOOK.describe(game.why_not(f"entrench {name}"), game.state)
        assert told == f"5.2: Block {handle} is no unit of the German side."


@pytest.mark.parametrize(
    ("use", "on", "sentence"),
    [
        (
            "reserve",
            ("ge-peiper", "ge-reserve-6"),
            "German Command Staff puts KG Peiper with the Zone 6 reserve marker in reserve",
        ),
        ("rebuild", ("us-112rct", "41"), "Rebuild or Replace Infantry brings back 112/28th Inf in Luxembourg [41]"),
        (
            "blow",
            ("1-14", "1-2"),
            "47+605th Eng blows the bridge Bitburg [1] / Neuerburg [14] and Bitburg [1] / Waxweiler [2]",
        ),
    ],
)
def test_what_a_chit_is_used_on_is_named_as_printed(use, on, sentence):
    chit = {"reserve": "ge-command-staff", "rebuild": "us-rebuild-or-replace-infantry", "blow": "ge-47-605eng"}[use]
    assert BOOK.describe(Play(chit=chit, use=use, on=on)) == sentence


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("lose ge-12vg", "12th VG suffers a loss: no other choice"),
        ("lead ge-18vg", "18th VG leads: no other choice"),
        ("retreat ge-peiper 6", "KG Peiper retreats to Blankenheim [6]: no other choice"),
        ("jump 31", "Von der Heydte jumps over Hohes Venn [31]: no other choice"),
    ],
)
def test_an_answer_given_for_a_player_is_told_as_a_sentence(answer, sentence):
    assert BOOK.describe(Answered("6.43", "german", answer)) == sentence


def test_a_phase_begins_with_the_name_of_its_side():
    begins = [PhaseBegan(turn=2, phase="combat", phasing=side, rule="3.0") for side in ("german", "")]
    assert [BOOK.describe(event) for event in begins] == ["Turn 2, German: combat", "Turn 2, both sides: combat"]


@pytest.mark.parametrize(
    ("order", "code", "rule"),
    [
        ("move us-82ab 47>37 strategic", "not_free", "5.4"),
        ("move us-82ab 47>48 strategic", "not_free", "5.4"),
        ("move us-1id 30>31 strategic", "paratroops_there", "16.11"),
        ("move uk-43id 57>58 strategic", "british_zone", "14.83"),
    ],
)
def test_a_strategic_move_is_refused_by_the_rule_that_closes_the_area(order, code, rule):
    units = {
        "us-82ab": {"at": "47", "reserve": "us-reserve-56-1"},
        "us-1id": {"at": "30", "reserve": "us-reserve-56-2"},
        "uk-43id": {"at": "57", "reserve": "us-reserve-7"},
        "us-9adr": "48",
        "ge-lehr": "48",
    }
    rest = {"chits": {"ge-heydte": "31"}, "numbers": {"drop": 1}, "german": [*EAST, "37"]}
    game = situation(units, phase="strategic-movement", phasing="allied", **rest)
    assert (game.why_not(order).code, game.why_not(order).rule) == (code, rule)


def test_a_german_march_is_refused_where_the_air_force_is():
    units = {"ge-lehr": {"at": "13", "reserve": "ge-reserve-5"}}
    rest = {"phase": "strategic-movement", "german": EAST, "chits": {"us-air-mission-t4": "12"}}
    game = situation(units, **rest)
    assert BOOK.describe(game.why_not("move ge-lehr 13>12 strategic"), game.state) == (
        "17.21: No German strategic move leads through an area under interdiction, such as Lutzkampen [12]."
    )


def test_6_24_several_firers_have_a_number_each_and_none_together():
    units = {"us-106id": unit("22"), "ge-116pz": unit("22")}
    scene = Scene(units, areas={"new": ["22"]}, german=EAST, chits={"us-740armor": "available"}).fight("22")
    scene.answer(Assign("us-740armor")).skip_to_fire()
    told = explained(BOOK, scene.state, Roll((1, 1, 1, 1)))
    told_first, sum_of_three, sum_of_one, now, later = str(told).splitlines()
    assert [told_first, sum_of_three, sum_of_one] == [
        "success numbers",
        "106th Inf, 3 dice at: 2 = base 5 + green on elite -2 + point unit is armor -1",
        "740th Armor, 1 die at: 4 = base 5 + armor fires 1 + veteran on elite -1 + point unit is armor -1",
    ]
    assert now.startswith("Defending ground fire: no hit 31 %, 1 hit 44 %")
    assert later.startswith("Attacking ground fire: ")
    assert [total.total for total in told.sums] == [2, 4]
    assert "success numbers" not in told._repr_html_()
    assert "<b>740th Armor, 1 die at: 4</b>" in told._repr_html_()
