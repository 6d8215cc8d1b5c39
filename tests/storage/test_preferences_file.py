"""Preferences are kept whole or not at all, and a file that is not ours to write stays as it is."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path

import pytest

from campaign.preferences import NotRemembered, Pace, Preferences, Theme
from storage.preferences import FILE, PreferencesFile
from tests.storage.folders import FailingDisk, QuickDisk

CHOSEN = Preferences(Theme.CLAIR_CONTRASTE, Pace.VIF, slow_link=True, mouse=False)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("pace", Pace)
def test_what_was_kept_is_there_the_next_time(tmp_path: Path, theme: Theme, pace: Pace) -> None:
    folder = tmp_path / "config" / "gardien"
    PreferencesFile(folder, QuickDisk()).keep(Preferences(theme, pace))
    remembered = PreferencesFile(folder, QuickDisk()).load()
    assert (remembered.preferences, remembered.notice) == (Preferences(theme, pace), "")


def test_without_a_file_the_usual_ones_are_there_and_nothing_is_said(tmp_path: Path) -> None:
    remembered = PreferencesFile(tmp_path / "none").load()
    assert (remembered.preferences, remembered.notice) == (Preferences(), "")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "\xff",
        '{"format": 1}',
        '{"format": 1, "theme": "rose", "rythme": "posé"}',
        '{"format": 1, "theme": "clair", "rythme": 3}',
        '{"format": 2, "theme": "aurore", "rythme": "posé"}',
        '{"format": 2, "theme": "clair", "rythme": "posé"}',
    ],
)
def test_a_file_that_is_not_ours_is_told_and_never_written_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / FILE
    path.write_text(text, "latin-1")
    shelf = PreferencesFile(tmp_path, QuickDisk())
    remembered = shelf.load()
    assert remembered.preferences == Preferences()
    assert remembered.notice.startswith("Vos réglages sont ")
    assert str(path) in remembered.notice
    with pytest.raises(NotRemembered, match="ne vaut que pour cette fois"):
        shelf.keep(CHOSEN)
    assert path.read_text("latin-1") == text


def test_what_an_earlier_gardien_kept_is_read_and_the_rest_is_as_usual(tmp_path: Path) -> None:
    shelf = PreferencesFile(tmp_path)
    (tmp_path / FILE).write_text('{"format": 1, "theme": "clair", "rythme": "vif"}', "utf-8")
    assert shelf.load().preferences == Preferences(Theme.CLAIR, Pace.VIF)
    shelf.keep(CHOSEN)
    assert shelf.load().preferences == CHOSEN


def test_a_field_that_a_later_gardien_added_does_no_harm(tmp_path: Path) -> None:
    text = '{"format": 1, "theme": "clair", "rythme": "vif", "cadrans": false}'
    (tmp_path / FILE).write_text(text, "utf-8")
    assert PreferencesFile(tmp_path).load().preferences == Preferences(Theme.CLAIR, Pace.VIF)


def test_a_file_that_is_a_pipe_or_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    assert (
        PreferencesFile(tmp_path).load().notice.startswith("Vos réglages ne peuvent pas être lus")
    )


def test_whatever_the_disk_refuses_what_was_kept_before_is_there(tmp_path: Path) -> None:
    before = Preferences(Theme.CLAIR)
    PreferencesFile(tmp_path, QuickDisk()).keep(before)
    calls = FailingDisk()
    PreferencesFile(tmp_path / "elsewhere", calls).keep(CHOSEN)
    for at in range(len(calls.calls)):
        PreferencesFile(tmp_path, QuickDisk()).keep(before)
        failing = PreferencesFile(tmp_path, FailingDisk(at, errno.ENOSPC))
        with suppress(NotRemembered):
            failing.keep(CHOSEN)
        after = PreferencesFile(tmp_path).load()
        assert after.preferences in (before, CHOSEN)
        assert after.notice == ""


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    disk = FailingDisk(error=errno.ENOSPC)
    disk.next = "write"
    with pytest.raises(NotRemembered, match="le disque est plein"):
        PreferencesFile(tmp_path, disk).keep(CHOSEN)
    assert list(tmp_path.iterdir()) == []
