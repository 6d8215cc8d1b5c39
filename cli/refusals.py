"""What the rules, the campaign or its files refuse, as a sentence and an exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from campaign.refusals import JournalError, JournalFault, Refused
from rules.errors import RuleError

_WRONG_NAMES = {
    JournalFault.UNKNOWN_CAMPAIGN,
    JournalFault.CAMPAIGN_EXISTS,
    JournalFault.UNKNOWN_GROUP,
}


@contextmanager
def refusals_in_french() -> Iterator[None]:
    """Turn a refusal into what ends the command: wrong usage (2), or files that are not as they should be (1)."""
    try:
        yield
    except (RuleError, Refused, JournalError) as error:
        from campaign.sentences import sentence

        if isinstance(error, JournalError) and error.fault not in _WRONG_NAMES:
            raise click.ClickException(sentence(error)) from error
        raise click.UsageError(sentence(error)) from error
