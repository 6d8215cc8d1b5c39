"""What of a campaign a query can name: its characters, by every name they had, and its sessions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaign.history.history import History
from campaign.text import fold_case


@dataclass(frozen=True, slots=True)
class Known:
    """What of a campaign can be named.

    Attributes:
        names: the identity of each character to whom something happened, with each name it had, the last one last.
        sessions: the number of each session, and when it began, if that is known.
        parts: what each part of a session that was split is called, but for the first one, and what it is.
    """

    names: tuple[tuple[str, str], ...] = ()
    sessions: tuple[tuple[int, datetime | None], ...] = ()
    parts: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, history: History) -> Known:
        """Return what can be named of the sessions whose index is known."""
        names: dict[tuple[str, str], None] = {}
        sessions = []
        for index in history.indexes():
            for each in index.names:
                names.pop(each, None)
                names[each] = None
            sessions.append((index.session, index.began))
        chapters = history.chapters() if history.is_loaded else ()
        parts = {end: each.heading for each in chapters for end in each.ends if not end.isdecimal()}
        return cls(tuple(names), tuple(sessions), tuple(parts.items()))

    def meant(self, folded: str) -> frozenset[str]:
        """Return the characters of whom a name holds `folded`, which is as `fold_case` leaves it."""
        return frozenset(who for who, name in self.names if folded in fold_case(name))
