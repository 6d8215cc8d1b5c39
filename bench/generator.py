"""Campaigns played by the rules from a seed: the same seed gives the same bytes."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from campaign.character import Character
from campaign.commands import (
    BeginScene,
    BringBack,
    ChangeCharacter,
    Command,
    CorrectRoll,
    GiveTurn,
    HealWound,
    MarkEvent,
    MoveCharacter,
    OpenSession,
    Redo,
    ResolveDepassement,
    Rest,
    Reveal,
    RuleEffect,
    SetAside,
    Undo,
    WriteNote,
)
from campaign.demo import NAME, populate
from campaign.events import DepassementResolved, Entry
from campaign.ports import Loaded
from campaign.refusals import Refused
from campaign.session import Session
from campaign.state import State
from rules.aspects import Aspect
from rules.errors import RuleError
from rules.health import Ruling
from rules.options import Options
from rules.roll import FACES
from rules.tableau import WOUNDS
from storage.codec import document
from storage.disk import FILE_MODE, FOLDER_MODE, Disk
from storage.index_shelf import SessionShelf
from storage.journal import header
from storage.layout import Strands, new_session
from storage.library import FolderLibrary
from storage.lines import seal

_START = datetime(2020, 1, 3, 20, 0, tzinfo=UTC)
_TIRED = 12
"""PF from which the GC of this generator spares a character, and has it healed or rest before its next roll."""
_MOST_AT_ONCE = 6
"""How many events a turn of this generator brings about, at most."""
_RECENT = 40
"""How far back, in events, the GC of this generator corrects, marks and reveals."""
_NOTES = (
    "La porte résiste ; on entend l’orage.",
    "Brunehaut négocie le passage du gué contre une promesse.",
    "Une odeur de soufre monte de l’escalier…",
    "Le cœur de la tour bat — lentement.",
)


class Table:
    """A seeded evening: its clock, its dice, and a GC who plays by the rules."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._pace = random.Random(
            seed
        )  # its own: how often the time is told changes nothing that is played
        self._now = _START

    def clock(self) -> datetime:
        """Tell the time, which passes a few seconds each time it is told."""
        self._now += timedelta(seconds=self._pace.randint(5, 60))
        return self._now

    def now(self) -> datetime:
        """Tell the time without letting it pass."""
        return self._now

    def next_evening(self) -> None:
        """Let a week pass."""
        self._now += timedelta(days=7)

    def die(self) -> int:
        """Roll a d20."""
        return self._chance.randint(1, FACES)

    def play(self, session: Session, events: int) -> None:
        """Play until `events` more events are in the journal; the company must be there."""
        goal = len(session.entries) + events
        while (left := goal - len(session.entries)) > 0:
            if left < _MOST_AT_ONCE and not session.state.awaited:
                session.execute(WriteNote(self._chance.choice(_NOTES)))
            else:
                self._turn(session)

    def _turn(self, session: Session) -> None:
        state = session.state
        if state.awaited is not None:
            session.execute(RuleEffect(self._ruling(state)))
            return
        character = self._chance.choice(state.company)
        turn = self._chance.random()
        if turn < 0.05:
            session.execute(WriteNote(self._chance.choice(_NOTES)))
        elif turn < 0.06 and session.undoable():
            session.execute(Undo())
            if self._chance.random() < 0.4:
                session.execute(Redo())
        elif turn < 0.09:
            worn = character.sheet.armure
            armure = worn.put(Aspect.PHYSIQUE, (worn.physique + 1) % 4)
            sheet = replace(character.sheet, armure=armure)
            session.execute(ChangeCharacter(character.who, character.name, character.kind, sheet))
        elif turn < 0.15:
            with suppress(Refused, RuleError):  # what was chosen by chance may make no sense now
                session.execute(self._between_rolls(session, character))
        elif character.health.pf >= _TIRED:
            session.execute(self._recovery(character))
        else:
            action = self._chance.choice(character.actions)
            diff = self._chance.randint(action.min_diff, 14)
            real = self.die() if self._chance.random() < 0.7 else None
            secret = self._chance.random() < 0.03
            session.execute(
                ResolveDepassement(character.who, action, diff, die=real, secret=secret)
            )

    def _between_rolls(self, session: Session, character: Character) -> Command:
        state, recent = session.state, session.entries[-_RECENT:]
        if state.aside:
            return BringBack(state.aside[0].who)
        rolls = [entry for entry in recent if isinstance(entry.event, DepassementResolved)]
        secrets = [entry.sequence for entry in rolls if session.past.is_secret(entry)]
        turn = state.next_turn
        ahead = self._chance.choice(list(state.characters))
        commands: list[Command] = [
            BeginScene(),
            GiveTurn(turn.who if turn else None),
            MoveCharacter(character.who, ahead),
            SetAside(character.who),
        ]
        if rolls:
            roll = self._chance.choice(rolls)
            commands += [MarkEvent(roll.sequence, marked=True), self._correction(roll)]
        if secrets:
            commands.append(Reveal(self._chance.choice(secrets)))
        return self._chance.choice(commands)

    def _recovery(self, character: Character) -> Command:
        """Heal a wound of who can't go on, or else let it rest."""
        wounds = character.health.wounds
        for aspect in Aspect:
            for gravity in WOUNDS:
                if wounds[aspect][gravity]:
                    return HealWound(character.who, aspect, gravity)
        return Rest(character.who)

    def _correction(self, roll: Entry) -> Command:
        assert isinstance(roll.event, DepassementResolved)
        stakes = roll.event.stakes
        return CorrectRoll(roll.sequence, max(0, stakes.diff - 1), stakes.eff, ca=1)

    def _ruling(self, state: State) -> Ruling:
        assert state.awaited is not None
        roll = state.awaited.roll
        if state.characters[roll.who].health.pf >= _TIRED:
            return Ruling.SANS_EFFET
        serious = roll.outcome.effect.gravity.is_wound and self._chance.random() < 0.2
        return Ruling.BLESSURE if serious else Ruling.FATIGUE


def sample_campaign(root: Path) -> str:
    """Make the sample campaign, its first session begun now and nothing rolled yet; return its slug."""
    library = FolderLibrary(root, _now)
    slug = library.create(NAME, Options())
    session = Session(library.open(slug), _now, Table(1).die)
    session.execute(OpenSession())
    populate(session)
    session.close()
    return slug


def play_campaign(
    root: Path, name: str, evenings: int, events: int, seed: int = 1, disk: Disk | None = None
) -> str:
    """Play a campaign through the library, as the product would; return its slug.

    Each evening has `events` events or one more, its opening and closing among them.
    """
    table = Table(seed)
    library = FolderLibrary(root, table.now, disk)
    slug = library.create(name, Options())
    for _ in range(evenings):
        session = Session(library.open(slug), table.clock, table.die)
        _evening(session, table, events)
        session.close()
    return slug


def write_campaign(root: Path, name: str, evenings: int, events: int, seed: int = 1) -> str:
    """Write the campaign that `play_campaign` plays, without waiting for the disk at each event; return its slug.

    It has its index, and no backup; what is known of each session isn't kept yet, as after years of real evenings it
    is: see `keep_what_is_known`.
    """
    table = Table(seed)
    library = FolderLibrary(root, table.now)
    slug = library.create(name, Options())
    journal = _Evenings(library.folder(slug), State(name=name))
    for _ in range(evenings):
        _evening(Session(journal, table.clock, table.die), table, events)
    opened = library.open(slug)
    opened.load()
    opened.close()
    return slug


def keep_what_is_known(root: Path, slug: str) -> float:
    """Keep what is known of each session, as its end leaves it when it is really played; return how long that takes."""
    table, start = Table(3), time.perf_counter()
    session = Session(FolderLibrary(root, table.clock).open(slug), table.clock, table.die)
    session.history.load()
    session.close()
    return time.perf_counter() - start


def _now() -> datetime:
    return datetime.now(UTC)


def _evening(session: Session, table: Table, events: int) -> None:
    table.next_evening()
    session.execute(OpenSession())
    if not session.state.characters:
        populate(session)
    played = sum(entry.session == session.state.session for entry in session.entries)
    table.play(session, events - played - 1)
    session.end()


class _Evenings:
    """A journal that writes each evening's file in one go when the evening is over."""

    def __init__(self, folder: Path, created: State) -> None:
        self._folder = folder
        self._entries: list[Entry] = []
        self._state, self._last = created, 1

    def load(self) -> Loaded:
        return Loaded(self._state, (), self._last)

    def shelf(self) -> SessionShelf:
        return SessionShelf(self._folder, Disk(), secrets=True, may_write=True)

    def append(self, entries: Sequence[Entry]) -> None:
        self._entries += entries

    def close_session(self, state: State, last_sequence: int) -> None:
        self._state, self._last = state, last_sequence
        self._write(new_session(self._folder, state.session))
        self._entries = []

    def close(self) -> None:
        pass

    def _write(self, strands: Strands) -> None:
        for strand in strands:
            entries = [entry for entry in self._entries if entry.secret is strand.secret]
            if not entries:
                continue
            session, first = entries[0].session, entries[0].sequence
            is_begun = strand.path.exists()  # by the campaign's creation
            head = strand.path.read_bytes() if is_begun else seal(header(session, first))
            strand.path.parent.mkdir(FOLDER_MODE, exist_ok=True)
            strand.path.write_bytes(head + b"".join(map(_line, entries)))
            strand.path.chmod(FILE_MODE)


def _line(entry: Entry) -> bytes:
    place = {"g": list(entry.place)} if entry.place[1] > 1 else {}
    return seal({"n": entry.sequence, **place, **document(entry)})
