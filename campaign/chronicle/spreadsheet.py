"""The events of a campaign as rows for a spreadsheet: CSV by RFC 4180, one row for each event that counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from campaign.chronicle.retelling import Evening, Evenings, Retelling
from campaign.events import (
    CampaignCreated,
    DepassementResolved,
    Die,
    EffectRuled,
    Entry,
    Event,
    EventMarked,
    OfThePast,
    Unreadable,
)
from campaign.narration import event_line
from campaign.past import Past
from campaign.text import clean
from campaign.words import KINDS, PROVENANCES, RULINGS
from rules.calculation import Verdict

Cell = str | int | None

COLUMNS = (
    "numéro",
    "séance",
    "date",
    "heure",
    "type",
    "personnage",
    "récit",
    "étoile",
    "corrigé",
    "secret",
    "action",
    "CA",
    "Diff",
    "Eff",
    "dé",
    "origine du dé",
    "réussite",
    "°R",
    "Dom",
    "CA d’encaissement",
    "dé d’encaissement",
    "origine du dé d’encaissement",
    "encaissement réussi",
    "°R d’encaissement",
    "Dom effectif",
    "effet",
    "jugement",
    "blessure",
    "PF avant",
    "PF gagnés",
    "séance lue",
    "titre de la séance",
)
"""The headers, in their order. A later version only ever adds some at the end."""

_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""By which Excel knows UTF-8; LibreOffice and any reader of today pass over it."""
_FORMULA = re.compile(r"[\s\"'“”‘’«»]*[=+\-@＝＋－＠]")
_AFTER_SEMICOLON = re.compile(rf";(?={_FORMULA.pattern})")
_SEPARATED = re.compile(r'[",;|\t]')
"""What separates cells for one reader or another: LibreOffice offers semicolons together with commas."""
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")


def spreadsheet(evenings: Evenings, only: int | None = None) -> Iterator[str]:
    """Yield the events of a campaign that count as CSV, a session at a time; or those read as the session `only`."""
    retelling = Retelling(evenings)
    yield _BOM + _lines([COLUMNS])
    for evening, quoted in retelling.evenings():
        if only in (None, *evening.chapter.sessions):
            yield _lines(_rows(evening, retelling.past, quoted))


def defused(text: str) -> str:
    """Return text that no spreadsheet takes for a formula; a number stays a number.

    Nor what comes after a semicolon in it: where that separates cells, as in a French Excel, it begins one.
    """
    if _NUMBER.fullmatch(text):
        return text
    return _AFTER_SEMICOLON.sub(";'", f"'{text}" if _FORMULA.match(text) else text)


def _lines(rows: Iterable[tuple[Cell, ...]]) -> str:
    return "".join(",".join(map(_written, row)) + "\r\n" for row in rows)


def _written(cell: Cell) -> str:
    """Return a cell as it is written: between quotation marks where any reader could see two in it."""
    if not isinstance(cell, str):
        return "" if cell is None else str(cell)
    text = defused(clean(cell))
    return '"' + text.replace('"', '""') + '"' if _SEPARATED.search(text) else text


def _rows(evening: Evening, past: Past, quoted: Mapping[int, Entry]) -> Iterator[tuple[Cell, ...]]:
    chapter = evening.chapter
    read: dict[str, Cell] = {"séance lue": chapter.label, "titre de la séance": chapter.title}
    for entry in evening.entries:
        if not isinstance(entry.event, OfThePast | EventMarked):
            row = _common(entry, past, quoted) | _own(entry.event) | read
            yield tuple(row.get(column) for column in COLUMNS)


def _common(entry: Entry, past: Past, quoted: Mapping[int, Entry]) -> dict[str, Cell]:
    event = entry.event
    has_moment = not isinstance(event, Unreadable)
    return {
        "numéro": entry.sequence,
        "séance": entry.session,
        "date": f"{entry.at:%Y-%m-%d}" if has_moment else None,
        "heure": f"{entry.at:%H:%M:%S}" if has_moment else None,
        "type": KINDS[type(event)],
        "personnage": getattr(event, "name", None),
        "récit": event_line(event, quoted.get),
        "étoile": _yes(entry.sequence in past.marked),
        "corrigé": _yes(entry.sequence in past.corrections),
        "secret": _yes(past.is_secret(entry)),
    }


def _own(event: Event) -> dict[str, Cell]:
    match event:
        case CampaignCreated():
            return {"personnage": None}
        case DepassementResolved():
            return _roll(event)
        case EffectRuled(ruling=ruling, consequence=result, pf_before=pf):
            return {
                "effet": event.effect.gravity.value,
                "jugement": RULINGS[ruling],
                "blessure": result.wound and result.wound.value,
                "PF avant": pf,
                "PF gagnés": result.pf,
            }
        case _:
            return {}


def _roll(roll: DepassementResolved) -> dict[str, Cell]:
    stakes, outcome = roll.stakes, roll.outcome
    verdict, encaissement = outcome.verdict, outcome.encaissement
    return {
        "action": roll.action,
        "CA": stakes.ca.value,
        "Diff": stakes.diff,
        "Eff": stakes.eff,
        "dé": _face(roll.die),
        "origine du dé": _origin(roll.die),
        "réussite": _verdict(verdict),
        "°R": verdict.degree,
        "Dom": outcome.dom,
        "CA d’encaissement": stakes.encaissement.value,
        "dé d’encaissement": _face(roll.encaissement_die),
        "origine du dé d’encaissement": _origin(roll.encaissement_die),
        "encaissement réussi": _verdict(encaissement),
        "°R d’encaissement": encaissement.degree if encaissement else None,
        "Dom effectif": outcome.dom_effectif,
        "effet": outcome.effect.gravity.value,
    }


def _yes(is_so: bool) -> str | None:
    return "oui" if is_so else None


def _verdict(verdict: Verdict | None) -> str | None:
    return None if verdict is None else "oui" if verdict.success else "non"


def _face(die: Die | None) -> int | None:
    return die.face if die else None


def _origin(die: Die | None) -> str | None:
    return PROVENANCES[die.provenance] if die else None
