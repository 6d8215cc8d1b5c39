"""One past evening of an open campaign, with what is to be known of it: read without reading all the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.chronicle.previously import previously
from campaign.chronicle.retelling import Evening
from campaign.events import DepassementResolved, EffectRuled, Entry
from campaign.past import Past, counting, placed, told_late
from campaign.session import Session
from campaign.state import State

NO_EVENING = "Aucune séance n’est encore passée : il n’y en a pas à raconter."
NOTHING_OF = "Il n’y a rien à raconter de la séance {}."


@dataclass(frozen=True, slots=True)
class Recollection:
    """An evening that is looked back at.

    Attributes:
        evening: the session as it counts now.
        end: the state at its end, likewise.
        past: how everything counts now.
        shadowed: those, by `who`, of whose health only the GC may know all.
    """

    evening: Evening
    end: State
    past: Past
    shadowed: frozenset[str]

    @property
    def told(self) -> str:
        """It in a few sentences, without secrets."""
        return previously(self.evening, self.end, self.past, self.shadowed)


def last_evening(session: Session) -> int:
    """Return the number of the last session that is over; 0 if none is."""
    return session.state.session - (not session.is_evening_over)


def recollection(session: Session, number: int) -> Recollection | None:
    """Return the evening of a session as it counts now; None if there is none of that number, or nothing happened.

    Raises:
        JournalError: the campaign can't be read.
    """
    written = session.entries_of(number)
    if not written:
        return None
    last = written[-1].sequence
    later = [entry for entry in session.entries if entry.sequence > last]
    past = Past.of((*written, *later))
    span = range(written[0].sequence, last + 1)
    of_then = {
        target: each for target, each in told_late((*written, *later)).items() if target in span
    }
    counted = tuple(counting(placed(written, of_then), past))
    evening = Evening.of(written, counted)
    if evening is None:
        return None
    end = session.state_before(later[0].sequence) if later else session.state
    if session.has_secrets_before(number):  # whose they are isn't worth reading them all
        return Recollection(evening, end, past, frozenset(end.characters))
    return Recollection(evening, end, past, shadowed(written, past))


def shadowed(entries: Iterable[Entry], past: Past) -> frozenset[str]:
    """Return those, by `who`, whose health one of `entries` has touched that is still the GC's secret."""
    return frozenset(
        entry.event.who
        for entry in entries
        if past.is_secret(entry)
        and entry.sequence not in past.undone
        and isinstance(entry.event, DepassementResolved | EffectRuled)
    )
