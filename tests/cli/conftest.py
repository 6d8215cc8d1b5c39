from __future__ import annotations

import pytest

from campaign.ports import Dice
from cli.main import run
from tests.cli.command import Answer, Gardien, no_dice


@pytest.fixture
def gardien(capsys: pytest.CaptureFixture[str]) -> Gardien:
    def answer(line: str, *others: str, dice: Dice = no_dice) -> Answer:
        code = run([*line.split(), *others], dice)
        written = capsys.readouterr()
        return Answer(code, written.out, written.err)

    return answer
