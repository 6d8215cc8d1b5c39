"""A campaign in outline: the same at a glance at its files, from what is kept of them, and from all their lines."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.chronicle.retelling import Retelling
from campaign.commands import OpenSession, WriteNote
from campaign.events import DepassementResolved, EffectRuled
from campaign.history.history import History
from campaign.history.outline import Outline
from storage.library import FolderLibrary
from tests.storage.by_chance import Campaign
from tests.storage.folders import created, seen, sit_down


def outlined(library: FolderLibrary, *, indexed: bool) -> Outline:
    history = History(library.open_for_reading("brume").shelf())
    if indexed:
        history.load()
    return history.outline()


@given(st.integers(0, 10**6))
@settings(max_examples=8)
def test_whatever_was_done_it_is_the_same_however_it_is_read(seed: int) -> None:
    with TemporaryDirectory() as scratch:
        campaign = Campaign(Path(scratch), seed)
        for _ in campaign.play():
            pass
        campaign.session.close()
        shutil.rmtree(Path(scratch) / "brume" / "index", ignore_errors=True)
        retelling, entries = Retelling(campaign.library.evenings("brume")), seen(campaign.library)
        rolled = [
            (each.sequence, each.event.who)
            for each in entries
            if isinstance(each.event, DepassementResolved | EffectRuled)
            and retelling.past.is_secret(each)
            and each.sequence not in retelling.past.undone
        ]
        for indexed in (False, True):
            outline = outlined(campaign.library, indexed=indexed)
            assert outline.chapters == retelling.chapters
            assert outline.past == retelling.past
            for entry in entries:
                known = {who for sequence, who in rolled if sequence <= entry.sequence}
                assert outline.shadowed(entry.sequence) == known


def test_a_text_that_looks_like_an_event_is_none(tmp_path: Path) -> None:
    library = created(tmp_path, 1)
    session = sit_down(library.open("brume"))
    session.execute(WriteNote('"type":"annulation","target":1'))
    session.execute(OpenSession())
    session.close()
    assert outlined(library, indexed=False).past == outlined(library, indexed=True).past
    assert not outlined(library, indexed=False).past.undone
