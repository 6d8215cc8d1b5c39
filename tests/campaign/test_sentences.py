"""Every refusal and every fault is one French sentence, whatever was typed."""

from __future__ import annotations

import pytest

from campaign.refusals import JournalError, JournalFault, Refusal, Refused
from campaign.sentences import sentence
from rules.errors import RuleError, Violation
from rules.tableau import Gravity

VIOLATIONS: dict[Violation, dict[str, object]] = {
    Violation.OUT_OF_RANGE: {"what": "dé", "value": 21, "low": 1, "high": 20},
    Violation.NEGATIVE_DIFF: {"value": -1},
    Violation.BELOW_MINIMUM: {"value": 3, "minimum": 8},
    Violation.DIE_MISSING: {"what": "dé d’encaissement"},
    Violation.NOT_A_WOUND: {"gravity": Gravity.ETOURDI},
    Violation.BAD_TABLEAU: {},
}
REFUSALS: dict[Refusal, dict[str, object]] = {
    Refusal.EMPTY: {"what": "nom"},
    Refusal.TOO_LONG: {"what": "nom", "length": 61, "longest": 60},
    Refusal.NOT_A_NUMBER: {"what": "Diff", "typed": "huit", "low": 0, "high": 999},
    Refusal.NOT_A_CHOICE: {"what": "genre", "typed": "P", "accepted": "PJ ou PNJ"},
    Refusal.UNKNOWN_CHARACTER: {"who": "merlin"},
    Refusal.NAME_TAKEN: {"name": "Merlin"},
    Refusal.UNKNOWN_COMPETENCE: {"name": "Foudre", "character": "Merlin"},
    Refusal.UNKNOWN_ACTION: {"name": "Éclair", "character": "Merlin"},
    Refusal.UNKNOWN_EVENT: {"sequence": 12},
    Refusal.NOT_CORRECTABLE: {},
    Refusal.EVENT_UNDONE: {},
    Refusal.NEVER_UNDONE: {},
    Refusal.NOT_UNDONE: {},
    Refusal.RULING_OUT_OF_PLACE: {},
    Refusal.NO_RULING_TO_CORRECT: {},
    Refusal.ALREADY_ROLLED: {},
    Refusal.NOT_SECRET: {},
    Refusal.NO_TURNS: {},
    Refusal.IS_ASIDE: {"name": "Merlin"},
    Refusal.NO_CHANGE: {},
    Refusal.NO_CHANGE_OF_HEALTH: {"name": "Merlin"},
    Refusal.NOBODY_TO_REST: {},
    Refusal.NOTHING_TO_UNDO: {},
    Refusal.NOTHING_TO_REDO: {},
    Refusal.RULING_AWAITED: {"name": "Merlin"},
    Refusal.NO_RULING_AWAITED: {},
    Refusal.SESSION_CLOSED: {},
    Refusal.SESSION_OPEN: {"number": 3},
    Refusal.SESSION_PASSED: {"number": 3, "last": 4},
    Refusal.UNKNOWN_SESSION: {"number": 5},
    Refusal.NO_BEGINNING: {"sequence": 12},
    Refusal.FIRST_SESSION: {},
    Refusal.BEGINS_ALREADY: {"label": "3 bis"},
    Refusal.WITHIN_A_COMMAND: {"first": 11},
    Refusal.NOTHING_AFTER: {},
}
FAULTS: dict[JournalFault, dict[str, object]] = {
    JournalFault.NO_SPACE: {},
    JournalFault.READ_ONLY: {},
    JournalFault.NO_PERMISSION: {},
    JournalFault.VANISHED: {},
    JournalFault.NOT_DURABLE: {},
    JournalFault.LOCKED: {"holder": "pierre depuis 20 h 15"},
    JournalFault.NEWER_FORMAT: {"version": 2, "known": 1},
    JournalFault.ONLY_LOOKING: {},
    JournalFault.NOT_A_CAMPAIGN: {},
    JournalFault.NOT_OURS: {},
    JournalFault.TOO_LARGE: {},
    JournalFault.UNKNOWN_CAMPAIGN: {"name": "La tour"},
    JournalFault.CAMPAIGN_EXISTS: {"name": "La tour"},
    JournalFault.NOT_SHARED: {},
    JournalFault.UNKNOWN_GROUP: {"name": "joueurs"},
    JournalFault.NOT_IN_GROUP: {"group": "joueurs"},
    JournalFault.CLOSED_WAY: {"group": "joueurs"},
    JournalFault.BAD_BACKUP: {"why": "elle est vide"},
    JournalFault.BAD_IMPORT: {"why": "il est vide"},
    JournalFault.NOT_KEPT: {"cause": JournalFault.NO_SPACE},
    JournalFault.OTHER: {"error": "Input/output error"},
}
ERRORS: list[RuleError | Refused | JournalError] = [
    *(RuleError(violation, **details) for violation, details in VIOLATIONS.items()),
    *(Refused(refusal, **details) for refusal, details in REFUSALS.items()),
    *(JournalError(fault, "seances/0001.jsonl", **details) for fault, details in FAULTS.items()),
]
HOSTILE = ("", "[/b]", "{what}", "%s", "\x1b[31mrouge", "１２", "a\nb", "\u202eabc", "x" * 10_000)


def test_every_kind_of_error_is_tried_here() -> None:
    assert set(VIOLATIONS) == set(Violation)
    assert set(REFUSALS) == set(Refusal)
    assert set(FAULTS) == set(JournalFault)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.args[0].value)
def test_every_error_is_a_sentence(error: RuleError | Refused | JournalError) -> None:
    text = sentence(error)
    assert text[0].isupper() or text.startswith("« ")
    assert text.endswith((".", ")"))
    assert "'" not in text
    assert not any(word in text for word in ("None", "{", "}", "  "))
    named = {
        "what",
        "value",
        "minimum",
        "typed",
        "low",
        "high",
        "name",
        "character",
        "holder",
        "error",
    }
    for name in named & error.details.keys():
        assert str(error.details[name]).replace("-", "−").casefold() in text.casefold()


@pytest.mark.parametrize("fault", JournalFault)
def test_a_fault_names_its_file(fault: JournalFault) -> None:
    error = JournalError(fault, "seances/0001.jsonl", **FAULTS[fault])
    assert "seances/0001.jsonl" in sentence(error)


@pytest.mark.parametrize("typed", HOSTILE)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.args[0].value)
def test_what_was_typed_is_quoted_without_harm(
    error: RuleError | Refused | JournalError, typed: str
) -> None:
    details = {
        name: typed if isinstance(value, str) else value for name, value in error.details.items()
    }
    match error:
        case RuleError():
            text = sentence(RuleError(error.violation, **details))
        case Refused():
            text = sentence(Refused(error.refusal, **details))
        case _:
            text = sentence(JournalError(error.fault, error.path, **details))
    assert all(char.isprintable() for char in text)
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_a_wrong_entry_is_quoted_and_cut() -> None:
    huge = Refused(Refusal.NOT_A_NUMBER, what="Diff", typed="9" * 10_000, low=0, high=999)
    assert sentence(huge) == (f"Diff : « {'9' * 40}… » n’est pas un nombre entier de 0 à 999.")
    enormous = RuleError(Violation.OUT_OF_RANGE, what="Eff", value=10**500, low=0, high=999)
    assert len(sentence(enormous)) < 120


def test_a_negative_bound_bears_a_true_minus_sign() -> None:
    error = RuleError(Violation.OUT_OF_RANGE, what="handicap", value=-100, low=-99, high=99)
    assert sentence(error) == ("Handicap : −100 est hors limites, il faut un nombre de −99 à 99.")


def test_an_empty_number_is_called_empty() -> None:
    error = Refused(Refusal.NOT_A_NUMBER, what="Diff", typed="", low=0, high=999)
    assert sentence(error) == "Diff : c’est vide, il faut un nombre entier de 0 à 999."


def test_a_lock_whose_holder_is_unknown_is_told_all_the_same() -> None:
    text = sentence(JournalError(JournalFault.LOCKED, "verrou", holder=""))
    assert text == "La campagne est déjà ouverte en écriture. (verrou)"
