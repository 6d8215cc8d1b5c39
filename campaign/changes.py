"""The difference between two versions of a character's identity and sheet, as small named changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from campaign.character import Character, Kind
from rules.aspects import Aspect, Moyen, Moyens, PerAspect
from rules.sheet import Competence, Sheet, WoundRoom

Value = int | str | None


@dataclass(frozen=True, slots=True)
class Change:
    """One value that changed: `field` names it ("nom", "Ph", "armure My", "compétence Magie du Feu" …).

    A compétence's value is written "10 My"; None stands for a compétence that isn't there.
    """

    field: str
    before: Value
    after: Value


NAME = "nom"
KIND = "genre"
ARMURE = "armure "
ROOM = "place "
COMPETENCE = "compétence "
_ROOMS = ("légères", "graves", "critiques")


def differences(before: Character, after: Character) -> tuple[Change, ...]:
    """Return what differs between two versions of a character's name, kind and sheet.

    Compétences stay in the order in which they were learnt: another order alone is no difference.
    """
    old, new = _values(before), _values(after)
    names = list(old) + [name for name in new if name not in old]
    return tuple(
        Change(name, old.get(name), new.get(name))
        for name in names
        if old.get(name) != new.get(name)
    )


def apply_changes(character: Character, changes: tuple[Change, ...]) -> Character:
    """Return `character` with each change's `after` in place; what it has suffered is untouched.

    Raises:
        ValueError: the changes give what no sheet can be.
    """
    values = _values(character)
    for change in changes:
        if change.after is None:
            values.pop(change.field, None)
        else:
            values[change.field] = change.after
    return replace(
        character,
        name=str(values.get(NAME, character.name)),
        kind=Kind(str(values.get(KIND, character.kind))),
        sheet=_sheet(values),
    )


def _values(character: Character) -> dict[str, Value]:
    sheet = character.sheet
    values: dict[str, Value] = {NAME: character.name, KIND: character.kind.value}
    values |= {aspect.value: sheet.aspects[aspect] for aspect in Aspect}
    values |= {moyen.value: sheet.moyens[moyen] for moyen in Moyen}
    values |= {ARMURE + aspect: sheet.armure[aspect] for aspect in Aspect}
    rooms = (sheet.room.legere, sheet.room.grave, sheet.room.critique)
    values |= {ROOM + name: room for name, room in zip(_ROOMS, rooms, strict=True)}
    values |= {COMPETENCE + each.name: f"{each.level} {each.aspect}" for each in sheet.competences}
    return values


def _sheet(values: Mapping[str, Value]) -> Sheet:
    def whole(name: str) -> int:
        value = values.get(name)
        if not isinstance(value, int):
            raise ValueError(f"{name} is a number, not {value!r}")
        return value

    competences = [
        _competence(name.removeprefix(COMPETENCE), str(value))
        for name, value in values.items()
        if name.startswith(COMPETENCE)
    ]
    return Sheet(
        aspects=PerAspect(*(whole(aspect) for aspect in Aspect)),
        moyens=Moyens(*(whole(moyen) for moyen in Moyen)),
        competences=tuple(competences),
        armure=PerAspect(*(whole(ARMURE + aspect) for aspect in Aspect)),
        room=WoundRoom(*(whole(ROOM + name) for name in _ROOMS)),
    )


def _competence(name: str, value: str) -> Competence:
    level, aspect = value.split(" ")
    return Competence(name, int(level), Aspect(aspect))
