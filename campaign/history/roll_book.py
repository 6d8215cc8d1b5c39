"""The rolls of a campaign as they are asked for: of a session or of all, of one person or of everyone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.history.figures import Rolls
from campaign.history.luck import Period
from campaign.history.rolls import RollFacts
from campaign.history.statistics import Accounts, RollSource, accounts, added_up, one_by_one, total


class RollBook:
    """What is known of the rolls of a campaign so far.

    Args:
        source: where they come from.
        names: the name of each person, by identity.

    Attributes:
        is_ready: whether it is known how events count: a session can be told.
    """

    def __init__(self, source: RollSource, names: Mapping[str, str]) -> None:
        self._source, self._names = source, names
        self._accounts: dict[int, Accounts] = {}
        self._session: tuple[int, tuple[RollFacts, ...]] | None = None
        self._last: tuple[tuple[int | None, str | None, bool], Rolls] | None = None
        self._loaded = 0
        self.is_ready = False

    @property
    def is_whole(self) -> bool:
        """Whether every session was read: the campaign can be told."""
        return self.is_ready and len(self._accounts) == len(self._source.sessions)

    @property
    def progress(self) -> str:
        """How far the reading has come."""
        return (
            f"{len(self._accounts) or self._loaded} séances lues sur {len(self._source.sessions)}…"
        )

    def reading(self) -> Iterator[object]:
        """Read everything in short steps, the last session first.

        Raises:
            JournalError: something can't be read.
        """
        for session in self._source.loading():
            self._loaded += 1
            yield session
        self.is_ready = True
        for session in reversed(self._source.sessions):
            self._accounts[session] = accounts(self._source.rolls(session))
            yield session

    def read(self) -> None:
        """Read everything.

        Raises:
            JournalError: something can't be read.
        """
        for _ in self.reading():
            pass

    def rolls(self, session: int | None, who: str | None, *, secrets: bool) -> Rolls:
        """Return the rolls of a session, one by one; or of the campaign, session by session, when it is None.

        Args:
            session: its number. A session can be told once `is_ready`, the campaign once `is_whole`.
            who: whose they are; None for everyone's.
            secrets: whether secret rolls count: only where the GC alone looks.

        Raises:
            JournalError: they can't be read.
        """
        asked = session, who, secrets
        if self._last is None or self._last[0] != asked:
            if session is None:
                found = self._of_campaign(who, secrets=secrets)
            else:
                found = self._of_session(session, who, secrets=secrets)
            self._last = asked, found
        return self._last[1]

    def _of_session(self, session: int, who: str | None, *, secrets: bool) -> Rolls:
        if self._session is None or self._session[0] != session:
            self._session = session, tuple(self._source.rolls(session))
        points = one_by_one(self._session[1], who, secrets=secrets)
        moments = range(1, len(points) + 1)
        return Rolls(points, moments, Period.NIGHT, self._names, added_up(points))

    def _of_campaign(self, who: str | None, *, secrets: bool) -> Rolls:
        sums = {
            session: total(self._accounts[session], who, secrets=secrets)
            for session in self._source.sessions
        }
        # sessions in which none of these rolled are left out
        points = {session: account for session, account in sums.items() if account.rolls}
        told = tuple(points.values())
        return Rolls(told, tuple(points), Period.CAMPAIGN, self._names, added_up(told))
