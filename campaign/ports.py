"""What a campaign needs from the outside world, and is given: its journal, its shelf, the time and the dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from campaign.decide import Dice
from campaign.events import Entry
from campaign.history.index import SessionIndex
from campaign.state import State
from rules.options import Options

Clock = Callable[[], datetime]
"""Tells the time, with its time zone."""

__all__ = [
    "Backup",
    "CampaignSummary",
    "Clock",
    "Dice",
    "FollowedJournal",
    "Journal",
    "Library",
    "Loaded",
    "Shelf",
]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a journal knows when it is opened.

    Attributes:
        base: the state before `entries`.
        entries: the entries after `base`, in order; the unreadable ones among them.
        last_sequence: the highest sequence number ever given, 0 in a new campaign.
        notices: what had to be set aside or rebuilt, in French sentences.
    """

    base: State
    entries: tuple[Entry, ...]
    last_sequence: int
    notices: tuple[str, ...] = ()


class Journal(Protocol):
    """The entries of one campaign, on disk."""

    def load(self) -> Loaded:
        """Return the state of the last snapshot and the entries since.

        Raises:
            JournalError: the files can't be read.
        """
        ...

    def shelf(self) -> Shelf:
        """Return the sessions that are on disk, to read them one at a time."""
        ...

    def append(self, entries: Sequence[Entry]) -> None:
        """Write the entries of one command, all or none; on return they are on disk.

        Raises:
            JournalError: they could not be written; then none is.
        """
        ...

    def close_session(self, state: State, last_sequence: int) -> None:
        """Keep a snapshot of the state after a session that has been closed, and a backup.

        Raises:
            JournalError: one of them could not be made (`NOT_KEPT`); the session is closed all the same.
        """
        ...

    def close(self) -> None:
        """Let go of the files and of the lock."""
        ...


class Shelf(Protocol):
    """The sessions of one campaign, read one at a time."""

    def sessions(self) -> tuple[int, ...]:
        """Return the numbers of the sessions that there are, in order.

        Raises:
            JournalError: they can't be listed.
        """
        ...

    def first(self, session: int) -> int | None:
        """Return the number of the first event of a session, without reading the others; None if it isn't said.

        Raises:
            JournalError: it can't be read.
        """
        ...

    def read(self, session: int, after: int) -> tuple[Entry, ...]:
        """Return the entries of a session, in order, the first of which comes after number `after`.

        Raises:
            JournalError: they can't be read.
        """
        ...

    def skim(self, session: int) -> tuple[Entry, ...]:
        """Return those entries of a session that say of what it is and what it makes of others, in order, quickly.

        These are the first one that was played and the last one; those that change how others count, or how the
        sessions are read; the secret rolls and rulings. Some others may be among them.

        Raises:
            JournalError: they can't be read.
        """
        ...

    def kept_index(self, session: int) -> SessionIndex | None:
        """Return the index that is kept of a session; None if none is, or its files are no longer what they were."""
        ...

    def kept_state(self, session: int) -> State | None:
        """Return the state that is kept with the index of a session: at its end, by what was known then."""
        ...

    def kept_base(self, known: State, changing: Sequence[Entry]) -> State | None:
        """Return the state that is kept of the time before a session, as entries written in it make it, if it is kept.

        Args:
            known: that state by what was known then.
            changing: the entries that change it.
        """
        ...

    def keep_base(self, known: State, changing: Sequence[Entry], state: State) -> None:
        """Keep what `kept_base` is to return, where that can be; only the last one is kept."""
        ...

    def keep(self, index: SessionIndex, after: State) -> None:
        """Keep the index of the session that was read last, and the state at its end, where that can be."""
        ...


class FollowedJournal(Journal, Protocol):
    """The entries of a campaign that another program may be writing to. It refuses to append."""

    def follow(self) -> tuple[Entry, ...]:
        """Return the entries written since the last time, in order.

        Raises:
            JournalError: the files are no longer those that were read; load again.
        """
        ...


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup of a campaign: where it is, and when it was made, by the local clock of then."""

    path: Path
    moment: datetime


@dataclass(frozen=True, slots=True)
class CampaignSummary:
    """A campaign as the library shows it.

    Attributes:
        slug: the name of its folder, which `gardien NOM` accepts.
        name: the name its GC gave it; the slug where it can't be read.
        sessions: how many sessions it has.
        last_played: when its journal last grew; None if it never did.
        trouble: what keeps it from being opened, in a French sentence; empty if nothing does.
    """

    slug: str
    name: str
    sessions: int
    last_played: datetime | None
    trouble: str = ""


class Library(Protocol):
    """The folder in which the campaigns are."""

    def campaigns(self) -> tuple[CampaignSummary, ...]:
        """Return the campaigns, the last played first."""
        ...

    def create(self, name: str, options: Options) -> str:
        """Create a campaign and return its slug.

        Raises:
            Refused: the name can't be one.
            JournalError: there is one of that name, or its folder can't be made.
        """
        ...

    def open(self, name: str) -> Journal:
        """Open the campaign of that slug or name for writing.

        Raises:
            JournalError: there is none, or another program is writing to it.
        """
        ...

    def open_for_reading(self, name: str, *, public: bool = False) -> FollowedJournal:
        """Open the campaign of that slug or name to look at it while another program may write to it.

        Args:
            name: the campaign's.
            public: whether to look only at what everyone may know, whatever the rights of who asks.

        Raises:
            JournalError: there is none, or it isn't shared with who asks.
        """
        ...

    def back_up(self, name: str) -> Path:
        """Make a backup of a campaign, whether or not it is open; return its path.

        Raises:
            JournalError: there is no such campaign, or the backup can't be made.
        """
        ...

    def backups(self, name: str) -> tuple[Backup, ...]:
        """Return the backups of a campaign, the latest first.

        Raises:
            JournalError: there is no such campaign, or they can't be listed.
        """
        ...

    def restore(self, name: str, archive: Path) -> None:
        """Put a campaign back as it was in a backup; what it was until now goes into a backup first.

        Raises:
            JournalError: there is no such campaign, someone is writing to it, or the backup is no good.
        """
        ...
