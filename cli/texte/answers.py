"""What is asked, and how an answer is read: on the line of the word, or else one question after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from campaign.numbers import whole_number
from campaign.refusals import Refusal, Refused
from campaign.text import clean, fold_case
from cli.texte.lines import Lines
from cli.texte.unclear import NotDone, Unclear, why
from rules.calculation import number

V = TypeVar("V")
Named = tuple[V, tuple[str, ...]]
"""A value that can be picked, and its names; the first one is shown."""

BACK = ".."
LIST = "?"
_SEPARATOR = ","
_SURE = {"oui": True, "o": True, "non": False, "n": False}
_FEW = 8
"""How many names a refusal tells; more of them are listed on demand."""
_SHORT = 40
"""How long the names in a question are at most, together, in characters."""


class Back(Exception):
    """The question before is to be asked again."""


class Answers:
    """Reads the answers to the questions of one word, in their order.

    Those that follow the word on its line are taken first; then a terminal is asked for the others. In a script, a
    word alone on its line is answered by the lines that follow; one that isn't leaves out only what has a default.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._left = ""  # of the line of the word
        self._is_alone = True
        self._given: list[tuple[Any, bool]] = []  # with whether each was asked for
        self._again: list[tuple[Any, bool]] = []  # what was given before a step back

    def begin(self, arguments: str) -> None:
        """Take note of what follows a word on its line."""
        self._left = arguments.strip()
        self._is_alone = not self._left
        self._given, self._again = [], []

    def step_back(self) -> bool:
        """Forget the last answer that was asked for; return whether there was one. The word then asks all anew."""
        while self._given and not self._given[-1][1]:
            self._given.pop()
        if not self._given:
            return False
        self._again, self._given, self._left = self._given[:-1], [], ""
        return True

    @property
    def will_ask(self) -> bool:
        """Whether the next answer is still to be asked for."""
        return not self._again and not self._left and self._may_ask

    def ask(
        self,
        what: str,
        read: Callable[[str], V],
        default: str | None = None,
        *,
        whole: bool = False,
    ) -> V:
        """Return the answer to a question, as `read` reads it.

        Args:
            what: the question.
            read: makes a value of what was typed, or raises one of `NotDone`.
            default: what an empty answer stands for; without one, it goes back.
            whole: whether the answer is all that is left of the line, commas and all.

        Raises:
            Back: the question before is to be asked again.
            Refused: a script answered wrong, as with the others of `NotDone`; a terminal is told, and asked again.
            EOFError: there is no answer any more.
        """
        if self._again:
            self._given.append(self._again.pop(0))
            value: V = self._given[-1][0]
            return value
        prompt = f"{what} : " if default is None else f"{what} [{default}] : "
        while True:
            typed, is_asked = self._next(prompt, whole=whole)
            is_left_out = not typed and default is None and is_asked and self._lines.is_terminal
            if typed == BACK or is_left_out:
                raise Back
            try:
                value = read(typed or default or "")
            except NotDone as error:
                if not self._lines.is_terminal:
                    raise
                self._lines.refuse(why(error))
                self._left = ""
            else:
                self._given.append((value, is_asked))
                return value

    def number(self, what: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`."""
        shown = None if default is None else number(default)
        return self.ask(what, lambda typed: whole_number(typed, what, low, high), shown)

    def numbers(
        self, what: str, names: Sequence[str], low: int, high: int, defaults: Sequence[int]
    ) -> tuple[int, ...]:
        """Return as many whole numbers as there are names, typed with spaces between them."""

        def read(typed: str) -> tuple[int, ...]:
            words = typed.split()
            if len(words) != len(names):
                raise Unclear(
                    f"{what} : il faut {len(names)} nombres séparés par des espaces, {' '.join(names)}."
                )
            pairs = zip(words, names, strict=True)
            return tuple(whole_number(word, f"{what}, {name}", low, high) for word, name in pairs)

        return self.ask(f"{what}, {' '.join(names)}", read, " ".join(map(number, defaults)))

    def pick(
        self,
        what: str,
        options: Sequence[Named[V]],
        default: str | None = None,
        listed: Sequence[Named[V]] = (),
    ) -> V:
        """Return one of `options`, by a name, an unambiguous part of one, or its number once they are `listed`.

        `?` lists them, as does an answer that fits several.
        """
        names = [each[0] for _, each in options]

        def read(typed: str) -> V:
            nonlocal listed
            by_number = {str(place): value for place, (value, _) in enumerate(listed, 1)}
            if typed in by_number:
                return by_number[typed]
            found = list(options) if typed == LIST else fitting(typed, options)
            if len(found) == 1 and typed != LIST:
                return found[0][0]
            if found:
                listed = found
                raise Unclear(f"{what} : {numbered(found)} ; il faut un numéro ou un nom.")
            _refuse(what, typed, names)

        is_short = len(", ".join(names)) <= _SHORT
        return self.ask(f"{what} ({', '.join(names)})" if is_short else what, read, default)

    @property
    def left_over(self) -> str:
        """What is left of the line once all has been answered."""
        return clean(self._left)

    def optional(self, ask: Callable[[], V]) -> V | None:
        """Return what `ask` asks for where the line says it, None where it says no more; nobody is asked."""
        return ask() if self._again or self._left else None

    def number_said(self, what: str, low: int, high: int) -> int | None:
        """Return a whole number where the line goes on with one, None where it doesn't; nobody is asked."""
        is_said = self._left.lstrip()[:1].isdigit()
        was_said = bool(self._again) and type(self._again[0][0]) is int
        return self.number(what, low, high) if is_said or was_said else None

    def confirm(self, question: str) -> bool:
        """Return whether the answer is yes. There is no default."""

        def read(typed: str) -> bool:
            if fold_case(typed) not in _SURE:
                raise Unclear(f"{question} : il faut « oui » ou « non ».")
            return _SURE[fold_case(typed)]

        return self.ask(f"{question} (oui ou non)", read)

    @property
    def _may_ask(self) -> bool:
        return self._lines.is_terminal or self._is_alone

    def _next(self, prompt: str, *, whole: bool) -> tuple[str, bool]:
        """Return the next answer, cleaned, and whether it was asked for."""
        if self._left:
            item, rest = (self._left, "") if whole else _first(self._left)
            self._left = rest
            return clean(item), False
        if self._may_ask:
            return clean(self._lines.read(prompt)), True
        return "", False


def _first(answers: str) -> tuple[str, str]:
    item, _, rest = answers.partition(_SEPARATOR)
    return item, rest.strip()


def fitting(typed: str, options: Sequence[Named[V]]) -> list[Named[V]]:
    """Return the options of that name; if there are none, those that have it as a part of a name."""
    wanted = fold_case(typed)
    if not wanted:
        return []
    folded = [(option, [fold_case(name) for name in option[1]]) for option in options]
    exact = [option for option, names in folded if wanted in names]
    return exact or [option for option, names in folded if any(wanted in name for name in names)]


def numbered(options: Sequence[Named[V]]) -> str:
    """Return the options with their numbers: "1 Dan, 2 Daniel"."""
    return ", ".join(f"{place} {names[0]}" for place, (_, names) in enumerate(options, 1))


def _refuse(what: str, typed: str, names: Sequence[str]) -> NoReturn:
    if not typed:
        raise Refused(Refusal.EMPTY, what=what)
    more = f"… (« {LIST} » les montre tous)" if len(names) > _FEW else ""
    accepted = f"l’un de : {', '.join(names[:_FEW])}{more}" if names else "autre chose d’abord"
    raise Refused(Refusal.NOT_A_CHOICE, what=what, typed=typed, accepted=accepted)
