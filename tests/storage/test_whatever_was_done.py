"""Whatever a GC does in whatever order, over evenings and dropped links, what is on disk says just that."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.commands import Command
from campaign.past import Past, fold
from campaign.state import State
from storage.recomputing import Replay
from tests.campaign.table import recall_all
from tests.storage.by_chance import SECRET, Campaign
from tests.storage.folders import seen


def whole(state: State) -> tuple[State, list[str]]:
    """A state, and the order of the company, which == overlooks."""
    return state, list(state.characters)


@given(st.integers(0, 10**6))
@settings(max_examples=8)
def test_a_campaign_opens_as_it_was_left_from_its_index_or_without(seed: int) -> None:
    with TemporaryDirectory() as scratch:
        campaign = Campaign(Path(scratch), seed)
        for _ in campaign.play():
            if campaign.gardien.chance.random() < 0.05:
                left = whole(campaign.session.state)
                campaign.reopen()
                assert whole(campaign.session.state) == left
                assert campaign.session.notices == ()
        recall_all(campaign.session)
        left, past = whole(campaign.session.state), campaign.session.past
        entries = campaign.session.entries
        for _ in range(2):
            campaign.reopen()
            assert whole(campaign.session.state) == left
            recall_all(campaign.session)
            assert (whole(campaign.session.state), campaign.session.past) == (left, past)
            assert campaign.session.entries == entries == seen(campaign.library)
            (Path(scratch) / "brume" / "campagne.json").unlink(missing_ok=True)
        assert (whole(fold(entries)), Past.of(entries)) == (left, past)
        campaign.session.close()


@given(st.integers(0, 10**6))
@settings(max_examples=8)
def test_each_event_is_as_it_is_recomputed_and_leads_to_the_state_that_the_fold_gives(
    seed: int,
) -> None:
    with TemporaryDirectory() as scratch:
        campaign = Campaign(Path(scratch), seed)
        replay = Replay()
        done = 0
        for _ in campaign.play():
            recall_all(campaign.session)
            for entry in campaign.session.entries[done:]:
                assert replay.add(entry) == []
            done = len(campaign.session.entries)
            assert whole(replay.state) == whole(campaign.session.state)
            assert whole(replay.state) == whole(fold(campaign.session.entries))
        campaign.session.close()
        assert campaign.library.verify("brume") == ()


@given(st.integers(0, 10**6))
@settings(max_examples=8)
def test_nothing_of_a_secret_is_in_what_everyone_may_read(seed: int) -> None:
    with TemporaryDirectory() as scratch:
        campaign = Campaign(Path(scratch), seed)
        for _ in campaign.play():
            pass
        campaign.session.close()
        text = "".join(path.read_text() for path in sorted(Path(scratch).glob("brume/seances/*")))
        lines = [json.loads(line) for line in text.splitlines()]
        numbers = [line["n"] for line in lines if "n" in line]
        assert numbers == [entry.sequence for entry in seen(campaign.library) if not entry.secret]
        whispered = [line["type"] for line in lines if SECRET in json.dumps(line)]
        assert set(whispered) <= {"révélation"}


def test_everything_that_can_be_asked_for_is_done(tmp_path: Path) -> None:
    done: set[type[Command]] = set()
    for seed in range(12):
        campaign = Campaign(tmp_path / str(seed), seed)
        for _ in campaign.play():
            pass
        campaign.session.close()
        done |= campaign.gardien.done
    assert set(get_args(Command)) - done == set()


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_does_the_same(tmp_path: Path, seed: int) -> None:
    played = []
    for name in "ab":
        campaign = Campaign(tmp_path / name, seed)
        for _ in campaign.play():
            pass
        played.append(campaign.session.entries)
        campaign.session.close()
    assert played[0] == played[1]
