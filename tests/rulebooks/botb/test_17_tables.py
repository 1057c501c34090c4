"""17.1, 17.2, 34.4 Ratios, every cell of both tables, and the modifiers that need no board."""

from __future__ import annotations

import pytest

from bulge_widget.rulebooks.botb import crt
from tests.rulebooks.botb.field import PARTS

CRT = """
-1 AE/DA1 AR1/DA1 Eng Cont Cont DR2/AA1 DR2/AA1 DR4/AA3 DR4/AA4 DE/AA1 DE/AA1 DE/AA2 DE/AA2 DE/AA3
0 AE/DA1 AR2/DA1 AR1/DA1 Eng Cont Cont Exch DR3/AA2 DR4/AA3 DR4/AA4 DE/AA1 DE/AA1 DE/AA2 DE/AA2
1 AE/DA1 AR2/DA1 AR2/DA1 AR1/DA1 Eng Cont Cont DR2/AA1 DR3/AA2 DR4/AA3 DR4/AA4 DE/AA1 DE/AA1 DE/AA2
2 AE/DA1 AR3/DA2 AR2/DA1 AR2/DA1 AR1/DA1 Eng Cont Exch DR2/AA1 DR3/AA2 DR4/AA3 DR4/AA4 DE/AA1 DE/AA1
3 AE/DA1 AE/DA1 AR3/DA2 AR2/DA1 AR2/DA1 AR1/DA1 Eng Cont Exch DR2/AA1 DR3/AA2 DR4/AA3 DR4/AA4 DE/AA1
4 AE/DA2 AE/DA1 AE/DA1 AR3/DA2 AR2/DA1 AR2/DA1 Eng Eng Cont Exch DR2/AA1 DR3/AA2 DR4/AA3 DR4/AA4
5 AE/DA2 AE/DA2 AE/DA1 AE/DA1 AR3/DA2 AR2/DA1 AR1/DA1 Eng Eng Cont Exch DR2/AA1 DR3/AA2 DR4/AA3
6 AE/DA2 AE/DA2 AE/DA2 AE/DA1 AE/DA1 AR3/DA2 AR2/DA1 AR1/DA1 Eng Eng Cont Exch DR2/AA1 DR3/AA2
7 AE/DA3 AE/DA2 AE/DA2 AE/DA2 AE/DA1 AE/DA1 AR3/DA2 AR2/DA1 AR1/DA1 Eng Eng Cont Exch DR2/AA1
8 AE/DA3 AE/DA3 AE/DA2 AE/DA2 AE/DA2 AE/DA1 AE/DA1 AR3/DA2 AR2/DA1 AR1/DA1 Eng Eng Cont Exch
"""
BLITZ = {  # by ratio, from die -1 to die 8
    "2-1": "Blitz3 Blitz2 Blitz2 Blitz1 Blitz1 Eng AR1/DA1 AR1/DA1 AR2/DA1 AR2/DA1",
    "3-1": "Blitz3 Blitz3 Blitz2 Blitz2 Blitz1 Blitz1 Eng AR1/DA1 AR1/DA1 AR2/DA1",
    "4-1": "Blitz4 Blitz3 Blitz3 Blitz2 Blitz2 Blitz1 Cont Eng AR1/DA1 AR1/DA1",
}


def cells(text, ratios):
    for line in text.split("\n")[1:-1]:
        die, *row = line.split()
        assert len(row) == len(ratios)
        for ratio, cell in zip(ratios, row, strict=True):
            yield int(die), ratio, tuple(cell.split("/"))


@pytest.mark.parametrize(("die", "ratio", "cell"), list(cells(CRT, crt.RATIOS)))
def test_every_cell_of_the_combat_results_table(die, ratio, cell):
    assert crt.cell(PARTS, ratio, die) == cell


@pytest.mark.parametrize(
    ("die", "ratio", "cell"),
    [
        (die, ratio, tuple(cell.split("/")))
        for ratio, row in BLITZ.items()
        for die, cell in enumerate(row.split(), start=-1)
    ],
)
def test_every_cell_of_the_blitz_columns(die, ratio, cell):
    assert crt.cell(PARTS, ratio, die, blitz=True) == cell
    if ratio == "4-1":
        assert all(crt.cell(PARTS, better, die, blitz=True) == cell for better in ("5-1", "6-1", "7-1", "8-1"))


@pytest.mark.parametrize(
    ("attack", "defence", "ratio"),
    [
        (12, 4, "3-1"), (16, 9, "1-1"), (14, 6, "2-1"), (4, 15, "1-4"), (1, 9, "1-7"), (27, 3, "8-1"),
        (20, 10, "2-1"), (16, 8, "2-1"), (7, 8, "1-2"), (5, 21, "1-5"), (5, 5, "1-1"), (1, 7, "1-7"), (0, 1, "1-7"),
    ],
)  # fmt: skip
def test_ratios_are_rounded_in_the_defenders_favour(attack, defence, ratio):
    assert crt.ratio_of(attack, defence) == ratio


def test_every_ratio_agrees_with_exact_fractions():
    for attack in range(1, 60):
        for defence in range(1, 60):
            left, right = map(int, crt.ratio_of(attack, defence).split("-"))
            # 17.1.1 the column never promises more than the strengths give, unless it is the lowest
            assert attack * right >= defence * left or (left, right) == (1, 7)
            if left > 1 and left < 8:
                assert attack < defence * (left + 1)
            if left == 1 and right > 1:
                assert attack * (right - 1) < defence


@pytest.mark.parametrize(("points", "modifier"), [(0, 0), (19, 0), (20, -1), (39, -1), (40, -2), (99, -2)])
def test_artillery_lowers_the_die_by_twenties(points, modifier):
    assert crt.artillery_modifier(points) == modifier


def test_modifiers_are_capped_at_two():
    assert [crt.capped(value) for value in (-4, -3, -1, 0, 2, 5)] == [-2, -2, -1, 0, 2, 2]
