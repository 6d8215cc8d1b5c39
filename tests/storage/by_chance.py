"""A GC who does by chance anything that can be asked for, sensible or not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    BeginScene,
    BringBack,
    ChangeCharacter,
    ChangeOptions,
    CloseSession,
    Command,
    CorrectNote,
    CorrectRoll,
    CorrectRuling,
    DuplicateCharacter,
    Enlist,
    GivePF,
    GiveTurn,
    GiveWound,
    HealWound,
    JoinSessions,
    MarkEvent,
    MoveCharacter,
    OpenSession,
    Redo,
    RemoveAction,
    RenameSession,
    ReopenSession,
    ResolveDepassement,
    Rest,
    RestCompany,
    Reveal,
    RuleEffect,
    SaveAction,
    SetAside,
    SplitSession,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, COMPANY, MERLIN, populate
from campaign.events import DepassementResolved, EffectRuled, Entry, Event, NoteWritten
from campaign.refusals import Refused
from campaign.session import Session
from campaign.session_events import SessionOpened
from rules.aspects import Aspect
from rules.errors import RuleError
from rules.health import Ruling
from rules.options import BorneCA, Options, PFCascade
from rules.sheet import WoundRoom
from rules.tableau import WOUNDS
from storage.library import FolderLibrary
from tests.storage.folders import Clock, QuickDisk

SECRET = "chut"
"""What each note on a secret event says, and none on another."""
COMMANDS = 120
"""How many commands are asked for in a campaign."""
_COMMON = ("roll", "rule", "rule", "note", "undo", "correct_roll")


class Gardien:
    """Does by chance whatever can be asked for; the same seed does the same.

    Attributes:
        done: the kinds of the commands that were not refused.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.done: set[type[Command]] = set()

    def die(self) -> int:
        return self.chance.randint(1, 20)

    def act(self, session: Session) -> tuple[Entry, ...]:
        """Ask for something; return what was written."""
        command = self._command(session)
        try:
            written = session.execute(command)
        except (Refused, RuleError):
            return ()
        self.done.add(type(command))
        return written

    def _command(self, session: Session) -> Command:
        kinds: dict[str, Callable[[Session], Command]] = {
            name.removeprefix("ask_"): getattr(self, name)
            for name in dir(self)
            if name.startswith("ask_")
        }
        return kinds[self.chance.choice([*kinds, *_COMMON * 3])](session)

    def _who(self, session: Session) -> str:
        return self.chance.choice([*session.state.characters, "personne"])

    def _number(self, session: Session, *kinds: type[Event]) -> int:
        """The number of an event, of these kinds more often than not."""
        last = session.entries[-1].sequence
        some = [entry.sequence for entry in session.entries if isinstance(entry.event, kinds)]
        if some and self.chance.random() < 0.9:
            return self.chance.choice(some[-6:] if self.chance.random() < 0.7 else some)
        return self.chance.randint(1, last + 1)

    def ask_options(self, session: Session) -> Command:
        borne, cascade = self.chance.choice(list(BorneCA)), self.chance.choice(list(PFCascade))
        return ChangeOptions(Options(borne_ca=borne, pf_cascade=cascade))

    def ask_add(self, session: Session) -> Command:
        name = self.chance.choice(["Viviane", "Morgane", "Arthur", "Merlin"])
        room = WoundRoom(*(self.chance.randint(0, 2) for _ in range(3)))
        return AddCharacter(name, self.chance.choice(list(Kind)), replace(MERLIN, room=room))

    def ask_change(self, session: Session) -> Command:
        who = self._who(session)
        sheet = session.state.characters[who].sheet if who in session.state.characters else MERLIN
        worn = sheet.armure.put(Aspect.MYSTIQUE, self.chance.randint(0, 3))
        name = self.chance.choice(["Viviane", "Niniane", "Gorlois"])
        return ChangeCharacter(
            who, name, self.chance.choice(list(Kind)), replace(sheet, armure=worn)
        )

    def ask_duplicate(self, session: Session) -> Command:
        return DuplicateCharacter(self._who(session), self.chance.choice(["Loup", "Loup 2"]))

    def ask_enlist(self, session: Session) -> Command:
        sheet = replace(MERLIN, armure=MERLIN.armure.put(Aspect.MENTAL, self.chance.randint(0, 3)))
        actions = (replace(BOULE_DE_FEU, name="Givre"),)
        return Enlist((COMPANY[1], replace(COMPANY[2], sheet=sheet, actions=actions)))

    def ask_move(self, session: Session) -> Command:
        return MoveCharacter(
            self._who(session), self.chance.choice([None, self._who(session), self._who(session)])
        )

    def ask_aside(self, session: Session) -> Command:
        return SetAside(self._who(session))

    def ask_back(self, session: Session) -> Command:
        return BringBack(self._who(session))

    def ask_turn(self, session: Session) -> Command:
        return GiveTurn(self.chance.choice([None, self._who(session), self._who(session)]))

    def ask_save(self, session: Session) -> Command:
        action = replace(BOULE_DE_FEU, name=self.chance.choice(["Éclair", "Givre"]))
        replaces = self.chance.choice([None, "Éclair"])
        return SaveAction(
            self._who(session), replace(action, eff=self.chance.randint(5, 40)), replaces
        )

    def ask_remove(self, session: Session) -> Command:
        return RemoveAction(self._who(session), self.chance.choice(["Éclair", "Givre"]))

    def ask_roll(self, session: Session) -> Command:
        faces = [self.chance.choice([None, self.die()]) for _ in range(2)]
        action = replace(BOULE_DE_FEU, eff=self.chance.choice([4, 15, 40, 70]))
        return ResolveDepassement(
            self._who(session),
            action,
            self.chance.randint(0, 12),
            self.chance.choice([0, 0, -5, 3]),
            called=self.chance.random() < 0.1,
            die=faces[0],
            encaissement_die=faces[1],
            secret=self.chance.random() < 0.4,
        )

    def ask_rule(self, session: Session) -> Command:
        return RuleEffect(self.chance.choice(list(Ruling)))

    def ask_rest(self, session: Session) -> Command:
        return Rest(self._who(session), self.chance.choice([None, 1, 3]))

    def ask_rest_company(self, session: Session) -> Command:
        return RestCompany()

    def ask_pf(self, session: Session) -> Command:
        return GivePF(self._who(session), self.chance.randint(-4, 6))

    def ask_wound(self, session: Session) -> Command:
        return GiveWound(
            self._who(session), self.chance.choice(list(Aspect)), self.chance.choice(WOUNDS[:3])
        )

    def ask_heal(self, session: Session) -> Command:
        borne = [
            HealWound(character.who, aspect, gravity)
            for character in session.state.characters.values()
            for aspect in Aspect
            for gravity in WOUNDS
            if character.health.wounds[aspect][gravity]
        ]
        return self.chance.choice([*borne, HealWound("merlin", Aspect.MENTAL, WOUNDS[0])])

    def ask_scene(self, session: Session) -> Command:
        return BeginScene(self.chance.choice(["", "La crypte"]))

    def ask_note(self, session: Session) -> Command:
        about = self._number(session, DepassementResolved)
        found = session.find(about)
        if found is not None and session.past.is_secret(found):
            return WriteNote(SECRET, about)
        return WriteNote("à voix haute", self.chance.choice([None, about]))

    def ask_mark(self, session: Session) -> Command:
        return MarkEvent(
            self._number(session, DepassementResolved, NoteWritten), self.chance.random() < 0.6
        )

    def ask_correct_roll(self, session: Session) -> Command:
        return CorrectRoll(
            self._number(session, DepassementResolved),
            self.chance.randint(0, 12),
            self.chance.choice([0, 4, 15, 40, 70]),
            self.chance.choice([0, 0, 2, -9]),
            self.chance.choice([0, 0, 2]),
            self.chance.choice([None, self.die()]),
            self.chance.choice([None, self.die()]),
            self.chance.choice([None, *Ruling]),
        )

    def ask_correct_ruling(self, session: Session) -> Command:
        number = self._number(session, EffectRuled)
        found = session.find(number)
        if found is not None and isinstance(found.event, EffectRuled):
            number = found.event.roll
        return CorrectRuling(number, self.chance.choice(list(Ruling)))

    def ask_correct_note(self, session: Session) -> Command:
        number = self._number(session, NoteWritten)
        found = session.find(number)
        is_secret = found is not None and session.past.is_secret(found)
        return CorrectNote(number, SECRET + "…" if is_secret else "plus bas")

    def ask_reveal(self, session: Session) -> Command:
        return Reveal(self._number(session, DepassementResolved))

    def ask_undo(self, session: Session) -> Command:
        return Undo()

    def ask_redo(self, session: Session) -> Command:
        return Redo()

    def ask_open(self, session: Session) -> Command:
        return OpenSession()

    def ask_close(self, session: Session) -> Command:
        return CloseSession()

    def ask_reopen(self, session: Session) -> Command:
        return ReopenSession(session.state.session - self.chance.randint(0, 1))

    def ask_rename(self, session: Session) -> Command:
        return RenameSession(self._beginning(session), self.chance.choice(["", "Le pont", "Brume"]))

    def ask_split(self, session: Session) -> Command:
        return SplitSession(self._number(session, DepassementResolved, SessionOpened))

    def ask_join(self, session: Session) -> Command:
        return JoinSessions(self._beginning(session))

    def _beginning(self, session: Session) -> int:
        """The number of the event with which a session begins, as it is read."""
        return self.chance.choice(session.history.chapters()).first


class Campaign:
    """A campaign that is played by chance from a seed, in several evenings and by several processes.

    Attributes:
        session: what is open.
        states: the state after each command, with the order of the company.
    """

    def __init__(self, root: Path, seed: int, gardien: type[Gardien] = Gardien) -> None:
        self.clock = Clock()
        self.library = FolderLibrary(root, self.clock, QuickDisk())
        self.library.create("Brume", Options())
        self.gardien = gardien(seed)
        self.session = self.open()
        populate(self.session)

    def open(self) -> Session:
        return Session(self.library.open("brume"), self.clock, self.gardien.die)

    def play(self) -> Iterator[None]:
        for _ in range(COMMANDS):
            self.clock.pass_by(minutes=1)
            self.gardien.act(self.session)
            yield

    def reopen(self) -> None:
        self.session.close()
        self.session = self.open()
