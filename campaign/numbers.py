"""Whole numbers as people type them: signs, AZERTY's digit row without Shift, and a refusal for all else."""

from __future__ import annotations

import re
import unicodedata

from campaign.refusals import Refusal, Refused
from rules.calculation import MINUS

_AZERTY = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))
"""The digit row of a French keyboard without Shift."""
_NUMBER = re.compile(rf"[+{MINUS}-]?[0-9]{{1,9}}")


def whole_number(typed: str, what: str, low: int, high: int) -> int:
    """Return the whole number that `typed` says.

    Only the ten ASCII digits count, with one sign before them or none. An entry made of AZERTY's unshifted digit row
    alone is read as its digits: "&é" is 12, and "-" is 6, unless the field takes negative numbers.

    Args:
        typed: the entry; spaces around it don't matter.
        what: the field's name, for the sentence.
        low: the least number accepted.
        high: the greatest number accepted.

    Raises:
        Refused: it isn't a whole number from `low` to `high`.
    """
    entry = _digits(typed, signed=low < 0)
    if _NUMBER.fullmatch(entry):
        value = int(entry.replace(MINUS, "-"))
        if low <= value <= high:
            return value
    raise Refused(Refusal.NOT_A_NUMBER, what=what, typed=typed.strip(), low=low, high=high)


def _digits(typed: str, *, signed: bool) -> str:
    entry = unicodedata.normalize("NFC", typed.strip())
    sign = entry[:1] if signed and entry[:1] in ("-", "+", MINUS) else ""
    digits = entry[len(sign) :]
    if digits and not _NUMBER.fullmatch(entry) and all(char in _AZERTY for char in digits):
        return sign + "".join(_AZERTY[char] for char in digits)
    return entry
