"""The sheet editor: a character's name, aspects, moyens, compétences, armure and wound room."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from campaign.character import Character, Kind
from campaign.commands import AddCharacter, ChangeCharacter
from campaign.session import Session
from campaign.state import character_of
from campaign.text import of
from campaign.words import WARNINGS
from rules.aspects import Moyens, PerAspect
from rules.calculation import number
from rules.sheet import LIMIT_OF_VALUES, Sheet, WoundRoom, warnings
from screens.buttons import PushButton
from screens.character.sheet_form import (
    CompetenceRows,
    NumberRow,
    aspect_names,
    moyen_names,
)
from screens.choice import Choice
from screens.fields import Field
from screens.form import SAVE, FormBody, FormScreen, Misread

_KINDS = [(Kind.PJ, "PJ, personnage joueur"), (Kind.PNJ, "PNJ, personnage non joueur")]
_ROOMS = [
    ("légères", "place légères"),
    ("graves", "place graves"),
    ("critiques", "place critiques"),
]


class CharacterEditor(FormScreen):
    """The sheet of a character.

    Args:
        session: the open campaign.
        who: whose sheet it is; None for a character who is about to join.
    """

    CSS_PATH = "character.tcss"
    BINDING_GROUP_TITLE = "Fiche"

    def __init__(self, session: Session, who: str | None) -> None:
        super().__init__(session)
        self._who, self.is_new = who, who is None
        self._warned: list[str] = []
        character = character_of(session.state, who) if who else Character("", "", Kind.PJ)
        sheet = character.sheet
        room = (sheet.room.legere, sheet.room.grave, sheet.room.critique)
        moyens, names = list(sheet.moyens), moyen_names()
        self._name_field = Field("nom", character.name, id="name")
        self._kind = Choice("genre", _KINDS, character.kind)
        self._aspects = NumberRow("Aspects", aspect_names(""), sheet.aspects)
        self._moyens = (
            NumberRow("Moyens", names[:3], moyens[:3]),
            NumberRow("", names[3:], moyens[3:]),
        )
        self._armure = NumberRow("Armure", aspect_names("armure "), sheet.armure)
        self._room = NumberRow("Place pour", _ROOMS, room)
        self._competences = CompetenceRows(sheet.competences)
        self.sub_title = f"fiche {of(character.name)}" if who else "nouveau personnage"

    def compose_body(self) -> ComposeResult:
        """Yield the form, and the warnings under it."""
        with FormBody():
            with Horizontal(id="identity"):
                yield Static("Nom", classes="row--heading")
                yield self._name_field
                yield self._kind
            yield self._aspects
            yield from self._moyens
            yield self._armure
            yield self._room
            yield Static("Compétences", classes="section")
            yield self._competences
            yield PushButton("Enregistrer", id=SAVE)
        yield Static(id="warnings")

    def follow(self) -> None:
        """Show the sums and what the sheet breaks, and keep a spare compétence row."""
        self._competences.keep_a_spare()
        self._aspects.remark(f"= {self._sum(self._aspects)}")
        self._moyens[1].remark(f"= {self._sum(*self._moyens)}")
        try:
            broken = [WARNINGS[each] for each in warnings(self._sheet())]
        except Misread:
            broken = []
        if broken != self._warned:
            self._warned = broken
            lines = _packed([f"! {each}" for each in broken], self.size.width - 4)
            self.query_one("#warnings", Static).update(Content("\n".join(lines)))

    def entries(self) -> Iterable[Field | Choice[Any]]:
        """Return what is filled in, but for the compétence rows that hold none."""
        spare = [row for row in self._competences.rows() if row.is_empty]
        return (each for each in super().entries() if each.parent not in spare)

    def command(self) -> AddCharacter | ChangeCharacter:
        """Return the character as the form says it is.

        Raises:
            Misread: a field can't be read.
        """
        name, kind, sheet = self.name_in(self._name_field), self._kind.value, self._sheet()
        if self._who is None:
            return AddCharacter(name, kind, sheet)
        return ChangeCharacter(self._who, name, kind, sheet)

    def _sheet(self) -> Sheet:
        moyens = [self._value(field) for row in self._moyens for field in row.fields]
        return Sheet(
            aspects=PerAspect(*map(self._value, self._aspects.fields)),
            moyens=Moyens(*moyens),
            armure=PerAspect(*map(self._value, self._armure.fields)),
            room=WoundRoom(*map(self._count, self._room.fields)),
            competences=self._competences.read(self.name_in, self._count),
        )

    def _value(self, field: Field) -> int:
        return self.whole(field, -LIMIT_OF_VALUES, LIMIT_OF_VALUES)

    def _count(self, field: Field) -> int:
        return self.whole(field, 0, LIMIT_OF_VALUES)

    def _sum(self, *rows: NumberRow) -> str:
        try:
            return number(sum(self._value(field) for row in rows for field in row.fields))
        except Misread:
            return "?"


def _packed(sentences: list[str], width: int) -> list[str]:
    """Return lines of at most `width` characters with as many whole sentences in each as fit."""
    lines: list[str] = []
    for sentence in sentences:
        if lines and len(lines[-1]) + len(sentence) + 3 <= width:
            lines[-1] += f"   {sentence}"
        else:
            lines.append(sentence)
    return lines
