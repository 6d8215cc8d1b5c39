"""What the rules refuse, as data. The French sentences are in `campaign.sentences`."""

from enum import StrEnum


class Violation(StrEnum):
    """The ways in which a request can be against the rules."""

    OUT_OF_RANGE = "out_of_range"
    """Details: `what` (the value's name), `value`, `low`, `high`."""
    NEGATIVE_DIFF = "negative_diff"
    """A Diff below 0 has no meaning without the dé critique (H). Details: `value`."""
    BELOW_MINIMUM = "below_minimum"
    """The Diff is under the minimum that the GC set (S). Details: `value`, `minimum`."""
    DIE_MISSING = "die_missing"
    """The roll needs a die and none was given. Details: `what`."""
    NOT_A_WOUND = "not_a_wound"
    """The ruling *blessure* needs an effect of gravity légère or worse. Details: `gravity`."""
    BAD_TABLEAU = "bad_tableau"
    """The rows of a Tableau 3.1 don't cover every Dom effectif in order."""


class RuleError(ValueError):
    """A request that the rules refuse; nothing was computed and nothing has changed."""

    def __init__(self, violation: Violation, **details: object) -> None:
        super().__init__(violation, details)
        self.violation = violation
        self.details = details


def check_range(what: str, value: int, low: int, high: int) -> None:
    """Raise `RuleError` unless `low` ≤ `value` ≤ `high`."""
    if not low <= value <= high:
        raise RuleError(Violation.OUT_OF_RANGE, what=what, value=value, low=low, high=high)
