"""What the history of a character is made of: its timeline, its wounds, its efforts, its luck; each a list of rows."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Protocol

from textual.content import Content

from campaign.dates import full_date
from campaign.history.luck import ORDINARY, Period
from campaign.history.person import Person
from campaign.history.portrait import Evening, Portrait
from campaign.odds import decimal

_DAY = "%d/%m/%y"
_NAME = len("critique en My  ")
_FATE = len("guérie 14/03/26  ")
_SESSION = len("séance 1234")
_ROWS_KEPT = 256
_PLURAL = 2


class Subject(Enum):
    """What a section tells, by its name."""

    TIMELINE = "chronologie"
    WOUNDS = "blessures"
    EFFORTS = "efforts"
    LUCK = "chance"


class Section(Protocol):
    """A list of rows, and what there is to say of them all."""

    reading: str
    """What there is to say of them all; may be empty."""

    def __len__(self) -> int:
        """Return how many rows there are."""
        ...

    def row(self, index: int) -> Content:
        """Return what a row shows."""
        ...

    def whole(self, index: int) -> tuple[str, str]:
        """Return all there is to say of a row: a title and a text.

        Raises:
            RuleError: another hand has written what can't be computed.
            JournalError: it can't be read.
        """
        ...

    def sequence(self, index: int) -> int | None:
        """Return the number of the event that a row is about, if there is one."""
        ...


def section(subject: Subject, person: Person, *, secrets: bool) -> Section:
    """Return the section of a subject: of a character that is read, or, for its timeline, whose events are known."""
    portrait = Portrait(person, secrets=secrets)
    if subject is Subject.TIMELINE:
        return TimelineSection(person, portrait)
    if subject is Subject.WOUNDS:
        return WoundSection(portrait)
    return EffortSection(portrait) if subject is Subject.EFFORTS else LuckSection(portrait)


class TimelineSection:
    """Every event of the character."""

    def __init__(self, person: Person, portrait: Portrait) -> None:
        self._person, self._portrait = person, portrait
        self.reading = portrait.reading_of_timeline()

    def __len__(self) -> int:
        """Return how many events there are."""
        return len(self._portrait)

    def row(self, index: int) -> Content:
        """Return an event: its day and time, what has become of it, what happened."""
        row = self._portrait.row(index)
        if row is None:  # its session is being read anew
            return Content("…")
        past = self._person.history.past
        undone = row.sequence in past.undone
        return Content.assemble(
            (f"{row.at:%d/%m/%y %H:%M} ", "$text-muted"),
            ("✗ " if undone else "", "$text-muted"),
            ("★ " if row.sequence in past.marked else "", "$text-primary"),
            ("secret " if row.is_secret(past) else "", "$text-warning"),
            ("✎ " if row.sequence in past.corrections else "", "$text-muted"),
            (row.alone, "strike $text-muted" if undone else ""),
        )

    def whole(self, index: int) -> tuple[str, str]:
        """Return an event with its calculation, and what it changed."""
        row = self._portrait.row(index)
        return ("…", "") if row is None else self._portrait.whole(row)

    def sequence(self, index: int) -> int | None:
        """Return the event's number."""
        row = self._portrait.row(index)
        return None if row is None else row.sequence


class WoundSection:
    """Every real wound of the character."""

    def __init__(self, portrait: Portrait) -> None:
        self._portrait, self._scars = portrait, portrait.scars
        self.reading = portrait.reading_of_scars()

    def __len__(self) -> int:
        """Return how many wounds there were."""
        return len(self._scars)

    def row(self, index: int) -> Content:
        """Return a wound: when it came, what it is, what has become of it, where it came from."""
        scar = self._scars[index]
        healed = scar.healed
        gone = f"guérie {healed.at:{_DAY}}" if healed else "encore là"
        return Content.assemble(
            (f"{scar.came.at:{_DAY}}  ", "$text-muted"),
            (f"{scar.gravity} en {scar.aspect}".ljust(_NAME), "" if healed else "bold"),
            (gone.ljust(_FATE), "$text-muted" if healed else "$text-warning"),
            scar.cause,
        )

    def whole(self, index: int) -> tuple[str, str]:
        """Return a wound with where it came from and what has become of it."""
        scar = self._scars[index]
        told = (scar.name, scar.cause, self._portrait.fate(scar))
        return _upper(self._portrait.then(scar.came)), "\n".join(map(_upper, filter(None, told)))

    def sequence(self, index: int) -> int | None:
        """Return the number of the event that brought the wound."""
        return self._scars[index].came.sequence


class EveningSection:
    """What the character's rolls came to, session by session."""

    def __init__(self, portrait: Portrait) -> None:
        self.evenings = portrait.evenings()

    def __len__(self) -> int:
        """Return how many sessions there are in which it rolled."""
        return len(self.evenings)

    def whole(self, index: int) -> tuple[str, str]:
        """Return a session with its luck and its cost."""
        evening = self.evenings[index]
        day = f", {full_date(evening.day)}" if evening.day else ""
        title = f" · {evening.title}" if evening.title else ""
        return f"{evening.name}{title}{day}", "\n\n".join(evening.readings())

    def sequence(self, index: int) -> int | None:
        """Return the number of the roll of the greatest Diff."""
        boldest = self.evenings[index].account.boldest
        return -boldest.earliness if boldest else None

    def _start(self, evening: Evening) -> tuple[str, str]:
        day = f"{evening.day:{_DAY}}" if evening.day else ""
        name = f"séance {evening.label}"
        told = name if len(name) <= _SESSION else evening.label  # "12 bis", "12–13"
        return (
            f"{day:8}  {Content(told).truncate(_SESSION, ellipsis=True).plain:{_SESSION}}",
            "$text-muted",
        )


class EffortSection(EveningSection):
    """What the character dared, and what it paid."""

    def __init__(self, portrait: Portrait) -> None:
        super().__init__(portrait)
        self.reading = portrait.reading_of_efforts()

    def row(self, index: int) -> Content:
        """Return the efforts of a session: how many, the greatest Diff, the Dom effectif paid and risked, the PF."""
        evening = self.evenings[index]
        account = evening.account
        diff = account.boldest.value if account.boldest else 0
        risked = decimal(evening.risked)
        return Content.assemble(
            self._start(evening),
            f"{account.rolls:>3} jet{'s' if account.rolls > 1 else ' '}  Diff max {diff:<3} ",
            (f"Dom eff. {account.paid:>4} pour {risked:<6}", _worse(account.paid > evening.risked)),
            f" {evening.pf:>3} PF",
        )


class LuckSection(EveningSection):
    """How the character's successes compare with their odds."""

    def __init__(self, portrait: Portrait) -> None:
        super().__init__(portrait)
        self.reading = portrait.reading_of_luck()
        self.row = lru_cache(_ROWS_KEPT)(self._row)

    def _row(self, index: int) -> Content:
        evening = self.evenings[index]
        luck = evening.luck
        expected = f"{decimal(luck.expected)} attendue{'s' if luck.expected >= _PLURAL else ''}"
        return Content.assemble(
            self._start(evening),
            f"{luck.successes:>3} sur {luck.rolls:<3}  {expected:<14} ",
            (luck.verdict(Period.NIGHT), _worse(luck.is_bad and luck.chance < ORDINARY)),
        )


def _worse(is_worse: bool) -> str:
    return "$text-warning" if is_worse else ""


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
