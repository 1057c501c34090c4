"""Options, sums and refusals as values."""

from __future__ import annotations

from bulge_widget.core.decision import Lazily, Options, Part, Refusal, Roll, Sum


def test_a_group_is_made_once_and_only_when_asked_for():
    made = []

    def make(key):
        made.append(key)
        return (Roll((1,)), Roll((2,)))

    options = Options(["a", None], make)
    assert options.keys() == ("a", None)
    assert bool(options)
    assert made == []
    assert options.of("a")[1] == Roll((2,))
    assert len(options) == 4
    assert list(options)[2] == Roll((1,))
    assert options[3] == Roll((2,))
    assert options[1:3] == (Roll((2,)), Roll((1,)))
    assert made == ["a", None]


def test_a_key_that_is_not_there_has_no_options():
    options = Options.grouped({"a": (Roll((1,)),), "b": ()})
    assert options.keys() == ("a",)
    assert options.of("b") == ()
    assert options.of("c") == ()
    assert not Options.plain(())
    assert "roll 1" in repr(options)


def test_actions_made_one_by_one_behave_like_a_sequence():
    group = Lazily([1, 2, 3], lambda face: Roll((face,)))
    assert (len(group), group[-1], group[:2]) == (3, Roll((3,)), (Roll((1,)), Roll((2,))))
    assert list(group) == [Roll((1,)), Roll((2,)), Roll((3,))]


def test_a_sum_adds_up_and_reads_as_one():
    total = Sum("dice", (Part("28. Infantry", 5), Part("106. Infantry", 3)))
    assert total.total == 8
    assert str(total) == "dice: 8 = 28. Infantry 5 + 106. Infantry 3"


def test_refusals_compare_by_value():
    assert Refusal("too_far", "5", {"limit": 3}) == Refusal("too_far", "5", {"limit": 3})


def test_a_list_knows_the_action_it_made_last_by_what_it_is_and_not_by_what_it_says():
    options = Options(["a"], lambda _: Lazily([1, 2], lambda face: Roll((face,))))
    given = options.of("a")[1]
    assert options.made(given)
    assert not options.made(Roll((2,)))
    assert not options.made(options.of("a")[:1][0])
    few, many = Options.plain((given,)), Options.plain((given,) * 99)
    assert not few.made(given)  # nobody has looked at its group
    assert [(one.of(None), one.made(given))[1] for one in (few, many)] == [True, False]
    assert not few.made(Roll((2,)))


def test_the_keys_may_come_later_too():
    options = Options(later=lambda: (["a"], lambda _: (Roll((1,)),)))
    assert options.of("b") == ()
    assert options.keys() == ("a",)
    assert options.of("a") == (Roll((1,)),)
