"""A program that writes to a campaign as fast as it can, some of it in secret, and says what was acknowledged.

It is there to be killed.

Run as `python -m tests.storage.hammer FOLDER`; each line of its output is the text of an acknowledged note.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

from campaign.events import Entry
from campaign.past import fold
from campaign.session_events import SessionClosed, SessionOpened
from campaign.state import apply
from storage.library import FolderLibrary
from tests.storage.folders import EVENING, Clock, group


def main(root: Path) -> None:
    journal = FolderLibrary(root, Clock()).open("brume")
    loaded = journal.load()
    state, last = fold(loaded.entries, loaded.base), loaded.last_sequence
    session = max(state.session, 1)
    say("prêt")
    for turn in count(last):
        texts = [f"{turn}.{place}/{turn % 4}" for place in range(turn % 4 + 1)]
        entries = group(last + 1, session, *texts, secret=turn % 3 == 0)
        journal.append(entries)
        say(*texts)
        last += len(entries)
        if turn % 9 == 0:
            closed = Entry(last + 1, session, EVENING, SessionClosed(session))
            journal.append((closed,))
            state = apply(state, closed)
            journal.close_session(state, closed.sequence)
            session += 1
            opened = Entry(last + 2, session, EVENING, SessionOpened(session))
            journal.append((opened,))
            state, last = apply(state, opened), last + 2


def say(*texts: str) -> None:
    """Say each text on a line of its own, at once and unbuffered."""
    os.write(1, "".join(f"{text}\n" for text in texts).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
