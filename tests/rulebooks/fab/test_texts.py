"""Every reason for a refusal has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

from bulge_widget.core.decision import Refusal
from bulge_widget.rulebooks import fab
from bulge_widget.rulebooks.fab import combat_refusals, refusals
from tests.rulebooks.fab.battles import BOOK

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
