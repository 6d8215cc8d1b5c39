"""What was played evenings ago is put right, undone and redone at the table, once all that follows was read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from campaign.commands import OpenSession, RuleEffect
from campaign.events import DepassementResolved
from campaign.history.consequences import Consequences
from campaign.past import fold
from campaign.session import Session
from rules.health import Ruling
from screens.table.foretelling import Foretelling
from tests.campaign.table import BURNT, FIREBALL, Table, in_play
from tests.table.at_the_table import Evening, evening

_LONG = 400
"""More pauses than any consequence of a few evenings takes."""


def weeks(table: Table, evenings: int) -> None:
    """Play evenings of one roll each, each in a program of its own."""
    for _ in range(evenings):
        session = table.sit_down()
        session.execute(BURNT)
        session.execute(RuleEffect(Ruling.FATIGUE))
        session.end()
        session.close()
        table.wait(timedelta(days=7))


def first_roll(session: Session) -> int:
    session.history.load()
    return next(
        entry.sequence
        for number in session.history.sessions
        for entry in session.history.entries(number)
        if isinstance(entry.event, DepassementResolved)
    )


async def known(at: Evening) -> None:
    """Wait until all that follows is known."""
    for _ in range(_LONG):
        await at.settle()
        if "Aujourd’hui :" in at.text:
            return
    raise AssertionError("what follows was never known")


async def go_up_to(at: Evening, sequence: int) -> None:
    await at.press("l")
    while at.log.selected() != sequence:
        assert at.log.selected() != 1
        await at.press("up")


async def test_a_roll_of_evenings_ago_is_corrected_once_all_that_follows_was_read(
    table: Table,
) -> None:
    weeks(table, 3)
    async with evening(table, (120, 36)) as at:
        roll = first_roll(at.session)
        before = at.session.state
        await go_up_to(at, roll)
        await at.press("i")
        await at.type("19")  # over the die: no success, and so on
        await at.press("down")
        await at.type("0")
        assert "Juste après" in at.prose
        assert "−3 PF à Merlin" in at.prose
        await at.press("ctrl+s")
        await known(at)
        assert "Corriger ce jet ?" in at.text
        assert "2 jets ou jugements d’après, joués avec d’autres valeurs, restent" in at.prose
        assert at.session.state == before, "nothing is written yet"
        await at.press("escape")
        assert at.session.state == before
        assert "correction · Merlin" in at.lines[0], "what was typed is still there"
        await at.press("ctrl+s")
        await known(at)
        await at.press("o")
        lines = table.journal.lines
        assert in_play(at.session.state) == in_play(fold(lines))
        pf = [each.characters["merlin"].health.pf for each in (before, at.session.state)]
        assert pf[0] - pf[1] == 3


async def test_what_was_done_last_evenings_ago_is_undone_once_all_that_follows_was_read(
    table: Table,
) -> None:
    table.journal.forgetful = True
    weeks(table, 2)
    async with evening(table, (120, 36)) as at:
        before = at.session.state
        await at.press("u")
        await known(at)
        assert "−3 PF à Merlin" in at.prose
        await at.press("u")
        assert at.session.state.characters["merlin"].health.pf == 3
        await at.press("r")
        await known(at)
        await at.press("r")
        assert in_play(at.session.state) == in_play(before)


async def test_what_takes_long_to_know_is_given_up_by_escape_and_not_accepted_before(
    table: Table,
) -> None:
    class Endless(Consequences):
        """What follows without an end."""

        def steps(self) -> Iterator[tuple[int, int]]:
            while True:
                yield 124, 250

    async with evening(table) as at:
        answers: list[bool | None] = []
        question = Foretelling("Corriger ?", (), Endless(at.session.history, ()))
        await at.pilot.app.push_screen(question, answers.append)
        await at.press("o")
        assert answers == []
        await at.pilot.pause(0.3)  # until the bar moves
        assert "█████████░░░░░░░░░░░ séance 125 sur 250" in at.text
        await at.press("escape")
        assert answers == [False]


async def test_the_log_goes_up_one_evening_at_a_time_and_skips_none(table: Table) -> None:
    weeks(table, 4)
    async with evening(table) as at:
        await at.press("l", "home")
        seen = [at.log.selected()]
        in_memory = [len(at.session.entries)]
        while at.log.selected() != 1:
            await at.press("up")
            seen.append(at.log.selected())
            in_memory.append(len(at.session.entries))
        assert seen == list(range(seen[0] or 0, 0, -1))
        evenings = [each.session for each in at.session.entries]
        assert evenings == sorted(evenings)
        assert in_memory == sorted(in_memory)
        assert len(set(in_memory)) >= 4, "each came when it was needed"
        await at.press("end")
        assert at.log.selected() == table.journal.lines[-1].sequence


async def test_what_follows_is_told_as_well_where_the_earlier_evening_is_still_in_memory(
    table: Table,
) -> None:
    async with evening(table, (120, 36)) as at:
        (roll,) = at.session.execute(BURNT)
        at.session.execute(RuleEffect(Ruling.FATIGUE))
        at.session.execute(OpenSession())
        at.session.execute(FIREBALL)
        at.session.execute(RuleEffect(Ruling.FATIGUE))
        await at.settle()
        await go_up_to(at, roll.sequence)
        await at.press("H", "u")
        await known(at)
        assert "juste après" in at.text
        assert "1 jet ou jugement d’après, joué avec d’autres valeurs, reste" in at.text
