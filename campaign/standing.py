"""Where a session stands, between two evenings as well: gone on with, closed, left open, not played yet."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.dates import duration, full_date
from campaign.session import Session


def standing(session: Session, title: str = "", *, brief: bool = False) -> Iterator[str]:
    """Yield what is to be known of the session that is played, or was last, in French.

    Args:
        session: the open campaign.
        title: what is written after the number of the session.
        brief: whether there is room for the essential alone.
    """
    state = session.state
    name = f"séance {state.session or 1}{title}"
    if state.session and state.session_opened is None:
        yield f"{name} close"
        yield from _next(session)
    elif session.began is None:
        yield f"{name} pas encore jouée"
    elif session.is_over and (last := session.last_written):
        yield f"{name} restée ouverte" + ("" if brief else f" le {full_date(last)}")
        yield from _next(session)
    else:
        yield f"{name} depuis {session.began:%H:%M}"
        yield duration(session.elapsed)


def _next(session: Session) -> Iterator[str]:
    """Yield what begins the next session; of a campaign that is only looked at, nobody here knows."""
    if not session.is_looking:
        yield f"un geste commence la {session.state.session + 1}"
