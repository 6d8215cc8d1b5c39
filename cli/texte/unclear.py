"""What was typed and can't be understood, beside what the rules, the campaign or its files refuse."""

from __future__ import annotations

from campaign.refusals import JournalError, Refused
from campaign.sentences import sentence
from rules.errors import RuleError


class Unclear(Exception):
    """What was typed is no answer, or could be several; `sentence` says what is accepted, in French."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


NotDone = (Unclear, Refused, RuleError, JournalError)
"""What keeps a gesture from being done; nothing of it is."""


def why(error: Exception) -> str:
    """Return why a gesture was not done, as one French sentence; `error` is one of `NotDone`."""
    if isinstance(error, Unclear):
        return error.sentence
    assert isinstance(error, Refused | RuleError | JournalError)
    return sentence(error)
