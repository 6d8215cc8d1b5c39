"""A campaign on disk for the tests of screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.character import Kind
from campaign.commands import AddCharacter
from campaign.session import Session
from rules.options import Options
from storage.library import FolderLibrary
from tests.screens.at_the_keyboard import MERLIN, no_dice, now


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    return FolderLibrary(tmp_path, now)


@pytest.fixture
def session(library: FolderLibrary) -> Iterator[Session]:
    """An open campaign with Merlin in it."""
    session = Session(library.open(library.create("La Clef", Options())), now, no_dice)
    session.execute(AddCharacter("Merlin", Kind.PJ, MERLIN))
    yield session
    session.close()
