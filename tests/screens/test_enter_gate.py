"""A doubled or repeated Enter counts once."""

from __future__ import annotations

from screens.enter_gate import EnterGate


class Watch:
    """A clock that tests wind by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def test_the_first_enter_is_meant() -> None:
    assert EnterGate(Watch()).accepts()


def test_a_second_enter_in_a_hurry_is_not() -> None:
    watch = Watch()
    gate = EnterGate(watch)
    gate.accepts()
    watch.time += 0.29
    assert not gate.accepts()


def test_a_second_enter_that_took_its_time_is_meant() -> None:
    watch = Watch()
    gate = EnterGate(watch)
    gate.accepts()
    watch.time += 0.31
    assert gate.accepts()


def test_a_key_in_between_makes_the_next_enter_meant() -> None:
    gate = EnterGate(Watch())
    gate.accepts()
    gate.other_key()
    assert gate.accepts()


def test_a_key_held_down_makes_one_enter_however_long() -> None:
    watch = Watch()
    gate = EnterGate(watch)
    accepted = 0
    for _ in range(100):
        accepted += gate.accepts()
        watch.time += 0.033
    assert accepted == 1
