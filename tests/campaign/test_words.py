"""Every term of the game and every house choice has its words, each written once."""

from campaign import words
from campaign.events import Provenance
from campaign.steps import REASONS, STEPS
from rules.aspects import Aspect, Moyen
from rules.calculation import Reason, StepName
from rules.health import Ruling
from rules.options import Options
from rules.sheet import SheetWarning


def test_every_term_of_the_rules_has_its_words() -> None:
    assert set(STEPS) == set(StepName)
    assert set(REASONS) == set(Reason)
    assert set(words.ASPECTS) == set(Aspect)
    assert set(words.MOYENS) == set(Moyen)
    assert set(words.RULINGS) == set(Ruling)
    assert set(words.WARNINGS) == set(SheetWarning)
    assert set(words.PROVENANCES) == set(Provenance)


def test_every_house_choice_has_its_words() -> None:
    fields = {name for name in Options.__dataclass_fields__ if name != "tableau"}
    assert set(words.CHOICES) == fields
    for name, (_, answers) in words.CHOICES.items():
        default: words.Choice = getattr(Options(), name)
        assert set(answers) == set(type(default))
        assert next(iter(answers)) is default
        for answer, told in answers.items():
            options = Options(**{name: answer})  # type: ignore[arg-type]
            assert words.choice(options, name) == told


def test_a_number_with_its_sign() -> None:
    assert [words.signed(value) for value in (2, 0, -1)] == ["+2", "0", "−1"]
