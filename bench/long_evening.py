"""A long evening, compressed: a writer and its followers, whose screens and files must agree all along."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from random import Random

from bench.generator import sample_campaign
from bench.hands import (
    CLOSE_SESSION,
    FOCUS_CHANGES,
    REST,
    TO_THE_ROSTER,
    UNDO_AND_REDO,
    Hands,
    Keys,
)
from bench.process import Memory, memory
from bench.scenes import SIZE, follower, table
from bench.terminal import GARDIEN, Terminal, own_environment

SIZES = ((80, 24), (100, 30), (160, 45), (120, 24), (90, 40), SIZE)
TOO_SMALL = (60, 20)
WAYS_TO_LEAVE = ("SIGKILL", "SIGHUP", "ctrl+q")
PATIENCE = 60.0
"""Seconds that the followers may take to be in step: they look twice a second."""
_MARKS = str.maketrans("▸▹»›", "    ")
"""Who is at hand and where the cursor is: each program has its own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played. The same plan presses the same keys.

    Attributes:
        focus_changes: how often the focus goes round the panes, once through all three.
        samples: how often screens and files are held against each other, and memory is measured.
    """

    rolls: int = 5000
    reconnects: int = 50
    resizes: int = 4800
    focus_changes: int = 600
    dialogs: int = 600
    sessions: int = 4
    samples: int = 20
    followers: int = 3
    seed: int = 1

    def of_rolls(self, rolls: int) -> Plan:
        """Return the same evening, as short as so many rolls."""
        share = rolls / self.rolls
        counts = ("reconnects", "resizes", "focus_changes", "dialogs", "sessions")
        shorter = {name: max(1, round(getattr(self, name) * share)) for name in counts}
        return replace(self, rolls=rolls, **shorter)


@dataclass(frozen=True, slots=True)
class Sample:
    """What had been played at a moment, and what memory it took."""

    seconds: float
    rolls: int
    reconnects: int
    resizes: int
    focus_changes: int
    dialogs: int
    writer: Memory
    followers: tuple[Memory, ...]

    @property
    def heaviest_follower(self) -> Memory:
        """The memory of the follower that holds the most."""
        return max(self.followers, key=lambda each: each.resident)


@dataclass(slots=True)
class Rolls:
    """The rolls that the files of a campaign hold, counted as the files grow."""

    folder: Path
    _ends: dict[Path, int] = field(default_factory=dict)
    _count: int = 0

    def count(self) -> int:
        """Return how many there are."""
        for path in sorted(self.folder.glob("seances/*.jsonl")):
            end = self._ends.get(path, 0)
            if path.stat().st_size > end:
                with path.open("rb") as file:
                    file.seek(end)
                    whole, _, _ = file.read().rpartition(b"\n")
                self._ends[path] = end + len(whole) + 1 if whole else end
                events = (json.loads(line) for line in whole.splitlines())
                self._count += sum(event.get("type") == "dépassement" for event in events)
        return self._count


class LongEvening:
    """A writer and its followers, each on a pty, played by the hands of a seed.

    Args:
        folder: where the campaign is made.
        plan: how much is played.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._plan, self._chance = plan, Random(plan.seed)
        self._hands = Hands(self._chance)
        self.slug = sample_campaign(folder)
        self._env = own_environment(folder)
        self._rolls = Rolls(folder / self.slug)
        self._ways = cycle(WAYS_TO_LEAVE)
        self._start = time.monotonic()
        self._done = {"rolls": 0, "reconnects": 0, "resizes": 0, "focus_changes": 0, "dialogs": 0}
        self._writer = table(self._env, self.slug)
        self._followers = [follower(self._env, self.slug) for _ in range(plan.followers)]

    def play(self, tell: Callable[[Sample], None]) -> list[Sample]:
        """Play the plan; return the samples, each of which is also told at once.

        Raises:
            AssertionError: a program no longer answers, or writer, followers and files disagree.
        """
        samples: list[Sample] = []
        for turn in range(1, self._plan.rolls + 1):
            self._roll(turn)
            self._between(turn)
            for each in (self._writer, *self._followers):
                each.skip()
            if self._is_due("samples", turn):
                samples.append(self._sample())
                tell(samples[-1])
        return samples

    def close(self) -> None:
        """End all programs."""
        for each in (self._writer, *self._followers):
            each.close()

    def _is_due(self, what: str, turn: int) -> bool:
        """Whether one more of `what` is due, so that they are spread evenly over the rolls."""
        count, rolls = getattr(self._plan, what), self._plan.rolls
        return bool(turn * count // rolls > (turn - 1) * count // rolls)

    def _roll(self, turn: int) -> None:
        self._press(self._hands.stakes())
        if self._is_due("resizes", turn):
            self._resize()
        self._press(self._hands.dice())
        self._thrown()
        self._press(self._hands.ruling())

    def _thrown(self) -> None:
        self._done["rolls"] += 1
        wanted = self._done["rolls"]
        self._writer.wait_until(
            lambda: self._rolls.count() >= wanted, PATIENCE, f"roll {wanted} in the file"
        )

    def _press(self, keys: Keys) -> None:
        self._writer.press(*keys)

    def _between(self, turn: int) -> None:
        """Do what is due between two rolls."""
        if turn % 10 == 0:
            self._press(REST)
        if turn % 25 == 0:
            self._press(self._hands.note())
        if turn % 40 == 0:
            self._press(UNDO_AND_REDO)
        for what, keys in (("dialogs", self._hands.dialog()), ("focus_changes", FOCUS_CHANGES)):
            if self._is_due(what, turn):
                self._press(keys)
                self._done[what] += 1
        if self._is_due("reconnects", turn):
            self._reconnect()
        if self._is_due("sessions", turn):
            self._press(CLOSE_SESSION)

    def _resize(self) -> None:
        self._done["resizes"] += 1
        self._writer.resize(*self._chance.choice(SIZES))
        watcher = self._chance.choice(self._followers)
        watcher.resize(*self._chance.choice(SIZES))
        if self._chance.random() < 0.02:
            self._writer.wait_for("lancer ici")  # keys that wait are lost once all is covered
            self._writer.resize(*TOO_SMALL)
            self._writer.wait_for("Il faut 80")
            self._writer.resize(*SIZE)
            self._writer.wait_until(lambda: "Il faut 80" not in self._writer.text)

    def _reconnect(self) -> None:
        """Leave in the midst of a roll, in one of the ways there are, and come back."""
        self._done["reconnects"] += 1
        self._press(self._hands.stakes())
        if self._chance.random() < 0.5:
            self._press(self._hands.dice())
            self._thrown()
        way = next(self._ways)
        if way in signal.Signals.__members__:
            self._writer.kill(signal.Signals[way])
        else:
            self._writer.press(way)
        self._writer.wait_end()
        self._writer.close()
        self._writer = table(self._env, self.slug)
        assert "lecture seule" not in self._writer.text
        self._press((*self._hands.ruling(), *TO_THE_ROSTER))

    def _sample(self) -> Sample:
        self._check()
        return Sample(
            time.monotonic() - self._start,
            **self._done,
            writer=memory(self._writer.pid),
            followers=tuple(memory(each.pid) for each in self._followers),
        )

    def _wait_in_step(self, watching: Terminal) -> None:
        end = time.monotonic() + PATIENCE
        while not agree(self._writer, watching):
            self._writer.read(0.1)
            watching.read(0.1)
            if time.monotonic() > end:
                raise AssertionError(f"Out of step:\n{self._writer.text}\n{watching.text}")

    def _check(self) -> None:
        """Hold screens and files against each other."""
        self._press(("c",))
        for each in (self._writer, *self._followers):
            each.resize(*SIZES[0])
            each.wait_quiet()
            each.resize(*SIZE)  # all is painted anew, also for whoever skipped a part
        for each in self._followers:
            self._wait_in_step(each)
        assert self._rolls.count() == self._done["rolls"]
        verified = subprocess.run(
            [*GARDIEN, "verifier", self.slug],
            env=self._env,
            check=False,
            capture_output=True,
            text=True,
        )
        assert verified.returncode == 0, verified.stdout + verified.stderr


def agree(writer: Terminal, follower: Terminal) -> bool:
    """Return whether both show a company, the same one, and the same end of the log."""
    company, log = picture(writer)
    followed, followed_log = picture(follower)
    seen = min(len(log), len(followed_log))
    return bool(company) and company == followed and log[-seen:] == followed_log[-seen:]


def picture(at: Terminal) -> tuple[list[str], list[str]]:
    """Return what a table shows: who is in the company, with his PF, and the lines of the log.

    The roster has more of the character at hand only, and each program has its own at hand; the last column is that of
    the scrollbar, which tells how much each has in memory.
    """
    lines = [line[:-1].translate(_MARKS) for line in at.screen.display[1:-2]]
    start = next((row for row, line in enumerate(lines) if "Journal" in line), None)
    if start is None:
        return [], []
    column = lines[start].index("Journal")
    company = re.findall(r"\S+ +PF \d+", "\n".join(line[:column] for line in lines))
    return company, [line[column:].strip() for line in lines[start + 1 :]]
