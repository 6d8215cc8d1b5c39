"""Verifying reads every line again and computes every result anew: it says what differs, and only that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.generator import play_campaign
from campaign.changes import Change
from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    ChangeCharacter,
    ChangeOptions,
    GivePF,
    GiveWound,
    HealWound,
    Redo,
    RemoveAction,
    ResolveDepassement,
    Rest,
    RuleEffect,
    SaveAction,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CharacterChanged,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventRedone,
    EventUndone,
    HealthCause,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    SessionOpened,
)
from rules.aspects import Aspect
from rules.health import Ruling
from rules.options import BorneCA, Options
from rules.tableau import Gravity
from storage.codec import document
from storage.library import FolderLibrary
from storage.lines import scan, seal
from storage.reading import read
from tests.storage.folders import Clock, created, seen, session_file, sit_down

SECOND = replace(BOULE_DE_FEU, name="Étincelle", eff=4)


@pytest.fixture
def library(tmp_path: Path) -> FolderLibrary:
    """A campaign in which everything that can happen has happened."""
    library = created(tmp_path, evenings=1)
    session = sit_down(library.open("brume"))
    session.execute(ChangeOptions(Options(borne_ca=BorneCA.EXCLUE)))
    session.execute(SaveAction("merlin", SECOND))
    session.execute(SaveAction("merlin", replace(SECOND, eff=5), replaces="Étincelle"))
    session.execute(RemoveAction("merlin", "Étincelle"))
    session.execute(ResolveDepassement("merlin", BOULE_DE_FEU, 3, die=20, encaissement_die=1))
    session.execute(RuleEffect(Ruling.BLESSURE))
    session.execute(ChangeCharacter("merlin", "Merlin l’Ancien", Kind.PNJ, MERLIN))
    session.execute(GivePF("merlin", 9))
    session.execute(GiveWound("merlin", Aspect.PHYSIQUE, Gravity.GRAVE))
    session.execute(HealWound("merlin", Aspect.PHYSIQUE, Gravity.GRAVE))
    session.execute(Rest("merlin", 2))
    session.execute(Rest("merlin"))
    session.execute(WriteNote("sur le premier événement", about=1))
    session.execute(Undo())
    session.execute(Undo())
    session.execute(Redo())
    session.execute(AddCharacter("Viviane", Kind.PNJ, MERLIN))
    session.close()
    return library


def test_nothing_is_said_of_a_campaign_in_which_everything_happened(
    library: FolderLibrary,
) -> None:
    assert library.verify("brume") == ()
    assert library.verify("BRUME") == ()


def test_nothing_is_said_of_a_campaign_played_by_the_generator(tmp_path: Path) -> None:
    slug = play_campaign(tmp_path, "Brume", evenings=2, events=150, seed=3)
    library = FolderLibrary(tmp_path, Clock())
    assert library.verify(slug) == ()
    kinds = {type(entry.event) for entry in seen(library, slug)}
    assert {DepassementResolved, EffectRuled, EventUndone, CharacterChanged} <= kinds


def test_verifying_changes_nothing(library: FolderLibrary, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    library.verify("brume")
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def forge(root: Path, kind: type[Event], change: Callable[[Any], Event], nth: int = 0) -> int:
    """Rewrite an event with a right checksum, as a dishonest hand could; return its number."""
    path = session_file(root)
    data = path.read_bytes()
    entries = [entry for entry in read(scan(data), 1, 0).entries if type(entry.event) is kind]
    entry = entries[nth]
    lines = data.splitlines(keepends=True)
    for index, line in enumerate(lines):
        if line.startswith(b'{"n":%d,' % entry.sequence):
            forged = Entry(entry.sequence, 1, entry.at, change(entry.event))
            lines[index] = seal({"n": entry.sequence, **document(forged)})
    path.write_bytes(b"".join(lines))
    return entry.sequence


def lighter(event: DepassementResolved) -> Event:
    return replace(event, outcome=replace(event.outcome, dom_effectif=1))


def other_die(event: DepassementResolved) -> Event:
    assert event.die is not None
    return replace(event, die=replace(event.die, face=13))


def easier(event: DepassementResolved) -> Event:
    options = replace(event.stakes.options, borne_ca=BorneCA.EXCLUE)
    return replace(event, stakes=replace(event.stakes, options=options))


def of_someone(event: Any) -> Any:
    return replace(event, who="personne")


def spared(event: EffectRuled) -> Event:
    return replace(event, consequence=replace(event.consequence, etourdi=False))


def elsewhere(event: EffectRuled) -> Event:
    return replace(event, consequence=replace(event.consequence, aspect=Aspect.PHYSIQUE))


FORGERIES: dict[str, tuple[type[Event], Callable[[Any], Event], str]] = {
    "a result": (DepassementResolved, lighter, "le résultat recalculé diffère"),
    "a die": (DepassementResolved, other_die, "le résultat recalculé diffère"),
    "options of a roll": (DepassementResolved, easier, "l’enjeu recalculé diffère"),
    "who rolled": (DepassementResolved, of_someone, "il parle d’un personnage inconnu"),
    "a consequence": (EffectRuled, spared, "la conséquence recalculée diffère"),
    "where it strikes": (EffectRuled, elsewhere, "la conséquence recalculée diffère"),
    "the PF before": (
        EffectRuled,
        lambda event: replace(event, pf_before=3),
        "la conséquence recalculée diffère",
    ),
    "the roll of a ruling": (
        EffectRuled,
        lambda event: replace(event, roll=1),
        "la conséquence recalculée diffère",
    ),
    "a sheet before": (
        CharacterChanged,
        lambda event: replace(event, changes=(Change("Ph", 3, 9),)),
        "la fiche d’avant n’est pas celle qu’il dit",
    ),
    "an impossible sheet": (
        CharacterChanged,
        lambda event: replace(event, changes=(Change("Ph", 5, 500),)),
        "la fiche d’avant n’est pas celle qu’il dit",
    ),
    "PF before a change": (
        HealthChanged,
        lambda event: replace(event, changes=(Change("PF", 50, 51),)),
        "la santé d’avant ou d’après n’est pas celle qu’il dit",
    ),
    "the cause of a rest": (
        HealthChanged,
        lambda event: replace(event, cause=HealthCause.FULL_REST),
        "la santé d’avant ou d’après n’est pas celle qu’il dit",
    ),
    "options before": (
        OptionsChanged,
        lambda event: replace(event, before=event.after),
        "les choix d’avant ne sont pas ceux qu’il dit",
    ),
    "an action removed": (
        ActionRemoved,
        lambda event: replace(event, action=SECOND),
        "l’action d’avant n’est pas celle qu’il dit",
    ),
    "a note on nothing": (
        NoteWritten,
        lambda event: replace(event, about=999),
        "il annote l’événement 999, qui n’existe pas",
    ),
    "an undoing of nothing": (
        EventUndone,
        lambda event: EventUndone(999),
        "il annule l’événement 999, qui ne peut pas l’être",
    ),
    "a redoing of nothing": (
        EventRedone,
        lambda event: EventRedone(1),
        "il rétablit l’événement 1, qui n’est pas annulé",
    ),
    "a session's number": (
        SessionOpened,
        lambda event: SessionOpened(7),
        "il se dit de la séance 7",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_event_with_a_right_checksum_is_found(
    library: FolderLibrary,
    tmp_path: Path,
    forgery: tuple[type[Event], Callable[[Any], Event], str],
) -> None:
    kind, change, what = forgery
    number = forge(tmp_path, kind, change)
    assert f"Séance 1, événement {number} : {what}." in library.verify("brume")


def test_the_action_that_another_replaced_is_checked(
    library: FolderLibrary, tmp_path: Path
) -> None:
    saved = [entry for entry in seen(library) if isinstance(entry.event, ActionSaved)]
    nth = next(
        index
        for index, entry in enumerate(saved)
        if isinstance(entry.event, ActionSaved) and entry.event.replaced
    )
    number = forge(tmp_path, ActionSaved, lambda event: replace(event, replaced=BOULE_DE_FEU), nth)
    assert library.verify("brume") == ()  # Merlin has that one too
    other = replace(BOULE_DE_FEU, eff=99)
    forge(tmp_path, ActionSaved, lambda event: replace(event, replaced=other), nth)
    (finding, *_) = library.verify("brume")
    assert finding == (
        f"Séance 1, événement {number} : l’action d’avant n’est pas celle qu’il dit."
    )


def test_after_a_lost_line_only_what_an_event_holds_itself_is_checked(
    library: FolderLibrary, tmp_path: Path
) -> None:
    """What followed was right when it was played; without the lost line nobody can say."""
    path = session_file(tmp_path)
    path.write_bytes(
        path.read_bytes().replace(b'"name":"Merlin","kind"', b'"name":"Melrin","kind"')
    )
    (finding,) = library.verify("brume")
    assert "1 ligne illisible" in finding
    number = forge(tmp_path, DepassementResolved, lighter)
    assert f"Séance 1, événement {number} : le résultat recalculé diffère." in library.verify(
        "brume"
    )


def test_a_header_that_is_lost_or_of_another_session_is_said(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=2)
    first, second = session_file(tmp_path, 1), session_file(tmp_path, 2)
    header, *lines = second.read_bytes().splitlines(keepends=True)
    second.write_bytes(b"".join(lines))
    assert library.verify("brume") == ("Séance 2 : l’en-tête manque ou ne peut pas être lu.",)
    second.write_bytes(first.read_bytes().splitlines(keepends=True)[0] + b"".join(lines))
    assert library.verify("brume") == ("Séance 2 : l’en-tête n’est pas le sien.",)
    second.write_bytes(header + b"".join(lines))
    assert library.verify("brume") == ()


def test_a_torn_end_and_a_lost_line_feed_are_said(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=1)
    path = session_file(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert library.verify("brume") == ("Séance 1 : la dernière ligne n’a plus sa fin de ligne.",)
    path.write_bytes(whole + b'{"n":')
    assert library.verify("brume") == ("Séance 1 : la dernière écriture est incomplète.",)


def test_a_snapshot_that_says_something_else_than_the_lines_is_said(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=3)
    forge(tmp_path, NoteWritten, lambda event: event)
    assert library.verify("brume") == ()
    number = forge(tmp_path, EffectRuled, spared)
    findings = library.verify("brume")
    assert f"Séance 1, événement {number} : la conséquence recalculée diffère." in findings
    assert (
        "campagne.json : l’état de la fin de la séance 1 n’est pas celui que disent les lignes."
        in findings
    )


def test_a_damaged_index_is_said(tmp_path: Path) -> None:
    library = created(tmp_path, evenings=2)
    index = tmp_path / "brume" / "campagne.json"
    index.write_bytes(index.read_bytes()[:-9])
    (finding,) = library.verify("brume")
    assert finding.startswith("campagne.json : il ne peut pas être lu")
