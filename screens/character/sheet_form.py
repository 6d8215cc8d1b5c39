"""The fields of a sheet, in rows: what they hold becomes a `Sheet`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from campaign.words import ASPECTS, MOYENS
from rules.aspects import Aspect
from rules.calculation import number
from rules.sheet import Competence
from screens.choice import Choice
from screens.fields import Field

ASPECT_CHOICES = [(aspect, f"{aspect} {ASPECTS[aspect]}") for aspect in Aspect]


class NumberRow(Horizontal):
    """Numbers side by side under one heading, with room for a remark at the right.

    Args:
        heading: what they are.
        names: for each number, the name shown and the name used in sentences.
        values: what they are at first.
    """

    DEFAULT_CSS = """
    NumberRow {
        height: 1;
        .row--heading { width: 11; color: $text-muted; }
        .row--name { width: 15; text-align: right; padding-right: 1; }
        Field { width: 4; }
        .row--remark { width: 1fr; padding-left: 2; color: $text-muted; }
    }
    """

    def __init__(
        self, heading: str, names: Iterable[tuple[str, str]], values: Iterable[int]
    ) -> None:
        super().__init__()
        self._heading = heading
        self._names = list(names)
        self.fields = [
            Field(label, number(value))
            for (_, label), value in zip(self._names, values, strict=True)
        ]

    def compose(self) -> ComposeResult:
        """Yield the heading, each name with its field, and the remark."""
        yield Static(Content(self._heading), classes="row--heading")
        for (shown, _), field in zip(self._names, self.fields, strict=True):
            yield Static(Content(shown), classes="row--name")
            yield field
        yield Static(classes="row--remark")

    def remark(self, text: str) -> None:
        """Say something about the numbers, at the right."""
        self.query_one(".row--remark", Static).update(Content(text), layout=False)


class CompetenceRow(Horizontal):
    """A compétence: its name, its level, its aspect."""

    DEFAULT_CSS = """
    CompetenceRow {
        height: 1;
        .competence--indent { width: 11; }
        .competence--name { width: 34; }
        .competence--word { width: 9; text-align: right; padding-right: 1; }
        .competence--level { width: 4; }
        Choice { margin-left: 2; }
    }
    """

    def __init__(self, competence: Competence | None = None) -> None:
        super().__init__()
        self._had_a_name = competence is not None
        name, level, aspect = (
            (competence.name, number(competence.level), competence.aspect)
            if competence
            else ("", "", Aspect.PHYSIQUE)
        )
        self.name_field = Field(
            "compétence", name, placeholder="une compétence…", classes="competence--name"
        )
        self.level = Field("niveau", level, classes="competence--level")
        self.aspect: Choice[Aspect] = Choice("aspect", ASPECT_CHOICES, aspect)

    def compose(self) -> ComposeResult:
        """Yield the three fields."""
        yield Static(classes="competence--indent")
        yield self.name_field
        yield Static("niveau", classes="competence--word")
        yield self.level
        yield self.aspect

    @property
    def is_empty(self) -> bool:
        """Whether the row holds no compétence: nothing was typed in it, or the name it had was taken off."""
        if self.name_field.text().strip():
            return False
        return self._had_a_name or not self.level.text().strip()


class CompetenceRows(Vertical):
    """The compétences, with one empty row at the end for another."""

    DEFAULT_CSS = """
    CompetenceRows { height: auto; }
    """

    def __init__(self, competences: Iterable[Competence]) -> None:
        super().__init__()
        self._competences = tuple(competences)

    def compose(self) -> ComposeResult:
        """Yield a row each, and the spare one."""
        yield from map(CompetenceRow, self._competences)
        yield CompetenceRow()

    def rows(self) -> list[CompetenceRow]:
        """Return the rows, in order."""
        return list(self.query(CompetenceRow))

    def keep_a_spare(self) -> None:
        """Add an empty row once the last one is used."""
        rows = self.rows()
        if rows and not rows[-1].is_empty:
            self.mount(CompetenceRow())

    def read(
        self, name: Callable[[Field], str], whole: Callable[[Field], int]
    ) -> tuple[Competence, ...]:
        """Return the compétences of the rows that have a name, read with `name` and `whole`."""
        return tuple(
            Competence(name(row.name_field), whole(row.level), row.aspect.value)
            for row in self.rows()
            if not row.is_empty
        )


def aspect_names(label: str) -> list[tuple[str, str]]:
    """Return the names of three numbers, one an aspect; `label` tells them apart in sentences."""
    return [(f"{ASPECTS[aspect]} {aspect}", f"{label}{ASPECTS[aspect]}") for aspect in Aspect]


def moyen_names() -> list[tuple[str, str]]:
    """Return the names of the six moyens."""
    return [(f"{name} {moyen}", name) for moyen, name in MOYENS.items()]
