"""Verifying reads every line again and computes every result anew: it says what differs, and only that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bench.generator import play_campaign
from campaign.changes import Change
from campaign.character import Kind
from campaign.commands import (
    AddCharacter,
    BeginScene,
    BringBack,
    ChangeCharacter,
    ChangeOptions,
    CorrectNote,
    CorrectRoll,
    CorrectRuling,
    DuplicateCharacter,
    GivePF,
    GiveTurn,
    GiveWound,
    HealWound,
    MarkEvent,
    MoveCharacter,
    Redo,
    RemoveAction,
    ResolveDepassement,
    Rest,
    RestCompany,
    Reveal,
    RuleEffect,
    SaveAction,
    SetAside,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.events import (
    ActionRemoved,
    ActionSaved,
    CharacterAdded,
    CharacterBroughtBack,
    CharacterChanged,
    CharacterMoved,
    DepassementResolved,
    EffectRuled,
    Entry,
    Event,
    EventCorrected,
    EventMarked,
    EventRedone,
    EventRevealed,
    EventUndone,
    HealthCause,
    HealthChanged,
    NoteWritten,
    OptionsChanged,
    Provenance,
    SessionOpened,
    SessionReopened,
    SessionsJoined,
    SessionSplit,
    SessionTitled,
    TurnGiven,
)
from campaign.session import Session
from rules.aspects import Aspect
from rules.health import Consequence, Ruling
from rules.options import BorneCA, Options
from rules.tableau import TABLEAU_3_1, Gravity
from storage.codec import document
from storage.library import FolderLibrary
from storage.lines import scan, seal
from storage.reading import read
from storage.strands import Found
from tests.storage.folders import (
    EVENING,
    Clock,
    created,
    secret_file,
    seen,
    session_file,
    sit_down,
    whisper,
)

NO_RULING = EffectRuled(
    "gaston",
    "Gaston",
    2,
    TABLEAU_3_1.row(Gravity.AUCUNE),
    Ruling.FATIGUE,
    Consequence(Aspect.MENTAL),
    0,
)
SECOND = replace(BOULE_DE_FEU, name="Étincelle", eff=4)
BRUTAL = replace(BOULE_DE_FEU, name="Porte", competence=None, eff=15)


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
    at_the_table(session)
    session.close()
    return library


def at_the_table(session: Session) -> None:
    """Let the rest happen: the company, turns, secrets, and what is made of the past."""
    session.execute(DuplicateCharacter("gaston", "Gaston 2"))
    session.execute(MoveCharacter("gaston-2", "gaston"))
    session.execute(GiveTurn("gaston"))
    session.execute(BeginScene("La crypte"))
    (roll,) = session.execute(ResolveDepassement("gaston", BRUTAL, 3, die=20, encaissement_die=18))
    session.execute(RuleEffect(Ruling.BLESSURE))
    (note,) = session.execute(WriteNote("sur ce jet", about=roll.sequence))
    session.execute(MarkEvent(roll.sequence, marked=True))
    session.execute(CorrectRoll(roll.sequence, 3, 40, ca=2, encaissement=9, encaissement_die=4))
    session.execute(CorrectRuling(roll.sequence, Ruling.FATIGUE))
    session.execute(CorrectNote(note.sequence, "sur ce jet-là"))
    for _ in range(5):
        session.execute(GiveWound("gaston", Aspect.PHYSIQUE, Gravity.LEGERE))
    session.execute(GivePF("merlin", 9))
    session.execute(RestCompany())
    session.execute(Undo())
    session.execute(Redo())
    session.execute(SetAside("gaston-2"))
    session.execute(BringBack("gaston-2"))
    secret = whisper(session)
    whisper(session)
    session.execute(Reveal(secret))


def test_nothing_is_said_of_a_campaign_in_which_everything_happened(
    library: FolderLibrary,
) -> None:
    assert library.verify("brume") == ()
    assert library.verify("BRUME") == ()


def test_nothing_is_said_of_a_campaign_played_by_the_generator(tmp_path: Path) -> None:
    slug = play_campaign(tmp_path, "Brume", evenings=2, events=200, seed=1)
    library = FolderLibrary(tmp_path, Clock())
    assert library.verify(slug) == ()
    kinds = {type(entry.event) for entry in seen(library, slug)}
    assert {DepassementResolved, EffectRuled, EventUndone, CharacterChanged} <= kinds


def test_verifying_changes_nothing(library: FolderLibrary, tmp_path: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    library.verify("brume")
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def forge(
    root: Path,
    kind: type[Event],
    change: Callable[[Any], Event],
    nth: int = 0,
    *,
    secret: bool = False,
) -> Entry:
    """Rewrite an event with a right checksum, as a dishonest hand could; return it."""
    path = (secret_file if secret else session_file)(root)
    data = path.read_bytes()
    entries = [
        entry for entry in read(Found(scan(data), None), 1, 0).entries if type(entry.event) is kind
    ]
    entry = entries[nth]
    forged = replace(entry, event=change(entry.event))
    place: dict[str, object] = {"g": list(entry.place)} if entry.place[1] > 1 else {}
    lines = data.splitlines(keepends=True)
    for index, line in enumerate(lines):
        if line.startswith(b'{"n":%d,' % entry.sequence):
            lines[index] = seal({"n": entry.sequence, **place, **document(forged)})
    path.write_bytes(b"".join(lines))
    return forged


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
        "il rétablit l’événement 1, qui ne peut pas l’être",
    ),
    "who is called what": (
        EffectRuled,
        lambda event: replace(event, name="Merlon"),
        "le personnage ne s’appelle pas « Merlon »",
    ),
    "whom one passes": (
        CharacterMoved,
        lambda event: replace(event, ahead_name="Gustave"),
        "il n’y a pas de « Gustave » devant qui passer",
    ),
    "who was set aside": (
        CharacterBroughtBack,
        lambda event: replace(event, who="gaston", name="Gaston"),
        "ce personnage y était déjà",
    ),
    "whose turn it is": (
        TurnGiven,
        lambda event: replace(event, name="Merlin"),
        "le tour n’est pas celui d’un personnage de la compagnie d’alors",
    ),
    "what is starred": (
        EventMarked,
        lambda event: replace(event, target=999),
        "l’étoile de l’événement 999 ne peut pas changer ainsi",
    ),
    "a star taken off": (
        EventMarked,
        lambda event: replace(event, marked=False),
        "l’étoile de l’événement {target} ne peut pas changer ainsi",
    ),
    "what was told": (
        EventRevealed,
        lambda event: replace(event, event=replace(event.event, action="Brouillard")),
        "ce qu’il révèle n’est pas l’événement {target} tel qu’il compte",
    ),
    "what a public event is told of": (
        EventRevealed,
        lambda event: replace(event, target=1),
        "ce qu’il révèle n’est pas l’événement 1 tel qu’il compte",
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
    forged = forge(tmp_path, kind, change)
    what = what.format(target=getattr(forged.event, "target", 0))
    assert f"Séance 1, événement {forged.sequence} : {what}." in library.verify("brume")


def corrected(kind: type[Event], **parts: object) -> Callable[[EventCorrected], Event]:
    """Return a forgery of a correction of an event of that kind: of it, or of parts of what it holds."""

    def forged(correction: EventCorrected) -> Event:
        assert isinstance(correction.event, kind)
        own = {name: parts[name] for name in ("target", "before") if name in parts}
        inner = {name: part for name, part in parts.items() if name not in own}
        return replace(correction, **own, event=replace(correction.event, **inner))  # type: ignore[arg-type]

    return forged


def outcome_of(correction: EventCorrected) -> Event:
    assert isinstance(correction.event, DepassementResolved)
    outcome = replace(correction.event.outcome, dom=3)
    return replace(correction, event=replace(correction.event, outcome=outcome))


def other_dice(correction: EventCorrected) -> Event:
    """A face that was typed right can't have been corrected into itself."""
    assert isinstance(correction.event, DepassementResolved)
    assert correction.event.die is not None
    die = replace(correction.event.die, provenance=Provenance.CORRECTED)
    return replace(correction, event=replace(correction.event, die=die))


def uncascaded(correction: EventCorrected) -> Event:
    assert isinstance(correction.event, EffectRuled)
    less = replace(correction.event.consequence, pf=1)
    return replace(correction, event=replace(correction.event, consequence=less))


ROLL, RULING, AGAIN, NOTE = range(4)
"""The corrections of the fixture, in their order: a roll with its ruling, that ruling again, and a note."""
CORRECTIONS: dict[str, tuple[int, Callable[[EventCorrected], Event], str]] = {
    "what it comes to": (ROLL, outcome_of, "le résultat recalculé diffère"),
    "its dice": (ROLL, other_dice, ""),
    "who rolled": (ROLL, corrected(DepassementResolved, who="merlin"), ""),
    "what it corrects": (NOTE, corrected(NoteWritten, target=2, before=2), ""),
    "what isn't there": (NOTE, corrected(NoteWritten, target=999, before=999), ""),
    "what it takes the place of": (AGAIN, corrected(EffectRuled, before=999), ""),
    "a version before the last": (AGAIN, lambda event: replace(event, before=event.target), ""),
    "its consequence": (RULING, uncascaded, ""),
    "the PF before": (RULING, corrected(EffectRuled, pf_before=40), ""),
    "its ruling": (AGAIN, corrected(EffectRuled, ruling=Ruling.BLESSURE), ""),
    "of another roll": (AGAIN, corrected(EffectRuled, roll=2), ""),
    "a note about something else": (NOTE, corrected(NoteWritten, about=2), ""),
    "nothing at all": (NOTE, corrected(NoteWritten, text="sur ce jet"), ""),
    "an event of another kind": (NOTE, lambda event: replace(event, event=NO_RULING), ""),
}


@pytest.mark.parametrize("forgery", CORRECTIONS.values(), ids=CORRECTIONS)
def test_a_forged_correction_is_found(
    library: FolderLibrary,
    tmp_path: Path,
    forgery: tuple[int, Callable[[EventCorrected], Event], str],
) -> None:
    nth, change, what = forgery
    forged = forge(tmp_path, EventCorrected, change, nth)
    assert isinstance(forged.event, EventCorrected)
    what = what or f"la correction recalculée de l’événement {forged.event.target} diffère"
    assert f"Séance 1, événement {forged.sequence} : {what}." in library.verify("brume")


def test_a_command_that_is_not_undone_whole_is_found(
    library: FolderLibrary, tmp_path: Path
) -> None:
    """The company's rest is one command: to undo one twice is to leave the other."""
    undoings = [entry for entry in seen(library) if isinstance(entry.event, EventUndone)]
    nth = next(index for index, entry in enumerate(undoings) if entry.place == (2, 2))
    forged = forge(tmp_path, EventUndone, lambda event: EventUndone(event.target - 1), nth)
    what = f"il annule l’événement {forged.event.target}, qui ne peut pas l’être"  # type: ignore[union-attr]
    assert f"Séance 1, événement {forged.sequence} : {what}." in library.verify("brume")


def test_a_character_that_joins_again_is_found(library: FolderLibrary, tmp_path: Path) -> None:
    forged = forge(tmp_path, CharacterAdded, lambda event: replace(event, who="merlin"), nth=1)
    what = "ce personnage est déjà de la compagnie"
    assert f"Séance 1, événement {forged.sequence} : {what}." in library.verify("brume")


def test_a_wound_that_went_through_another_room_is_found(
    library: FolderLibrary, tmp_path: Path
) -> None:
    def roomier(event: HealthChanged) -> Event:
        assert event.wound is not None
        return replace(event, wound=replace(event.wound, held=(3,)))

    wounds = [entry for entry in seen(library) if isinstance(entry.event, HealthChanged)]
    nth = next(
        index
        for index, entry in enumerate(wounds)
        if isinstance(entry.event, HealthChanged) and entry.event.wound and entry.event.wound.held
    )
    forged = forge(tmp_path, HealthChanged, roomier, nth)
    what = "la santé d’avant ou d’après n’est pas celle qu’il dit"
    assert f"Séance 1, événement {forged.sequence} : {what}." in library.verify("brume")


def test_a_forged_secret_is_found(library: FolderLibrary, tmp_path: Path) -> None:
    forged = forge(tmp_path, DepassementResolved, lighter, nth=1, secret=True)
    what = "le résultat recalculé diffère"
    assert f"Séance 1, événement {forged.sequence} : {what}." in library.verify("brume")


def test_what_tells_everyone_of_a_secret_is_found(library: FolderLibrary, tmp_path: Path) -> None:
    secrets = [
        entry
        for entry in seen(library)
        if entry.secret and isinstance(entry.event, DepassementResolved)
    ]
    secret = secrets[-1].sequence
    forged = forge(tmp_path, EventMarked, lambda event: replace(event, target=secret))
    assert any(
        each.startswith(f"Séance 1, événement {forged.sequence} : ")
        for each in library.verify("brume")
    )
    journal = library.open("brume")
    last = journal.load().last_sequence
    journal.append((Entry(last + 1, 1, EVENING, NoteWritten("oups", about=secret)),))
    journal.close()
    what = f"il parle à tous de l’événement {secret}, qui est secret"
    assert f"Séance 1, événement {last + 1} : {what}." in library.verify("brume")


OTHER_SESSIONS = "les séances d’alors ne sont pas celles qu’il dit"


@pytest.mark.parametrize(
    ("event", "what"),
    [
        (SessionReopened(1), "la séance qu’il rouvre n’était pas close"),
        (SessionTitled(1, "1", "Le gué", "Le pont"), OTHER_SESSIONS),
        (SessionTitled(1, "2", "", "Le pont"), OTHER_SESSIONS),
        (SessionTitled(2, "1", "", "Le pont"), OTHER_SESSIONS),
        (SessionTitled(1, "1", "", "Le  pont"), OTHER_SESSIONS),
        (SessionSplit(1, "1", EVENING.date()), OTHER_SESSIONS),
        (SessionSplit(3, "1", EVENING.date() + timedelta(days=1)), OTHER_SESSIONS),
        (SessionSplit(10**6, "1", EVENING.date()), OTHER_SESSIONS),
        (SessionsJoined(1, "1", "0"), OTHER_SESSIONS),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_is_said_of_the_sessions_and_is_not_so_is_found(
    event: Event, what: str, library: FolderLibrary
) -> None:
    journal = library.open("brume")
    last = journal.load().last_sequence
    journal.append((Entry(last + 1, 1, EVENING, event),))
    journal.close()
    assert f"Séance 1, événement {last + 1} : {what}." in library.verify("brume")


def test_the_action_that_another_replaced_is_checked(
    library: FolderLibrary, tmp_path: Path
) -> None:
    saved = [entry for entry in seen(library) if isinstance(entry.event, ActionSaved)]
    nth = next(
        index
        for index, entry in enumerate(saved)
        if isinstance(entry.event, ActionSaved) and entry.event.replaced
    )
    forged = forge(tmp_path, ActionSaved, lambda event: replace(event, replaced=BOULE_DE_FEU), nth)
    assert library.verify("brume") == ()  # Merlin has that one too
    other = replace(BOULE_DE_FEU, eff=99)
    forge(tmp_path, ActionSaved, lambda event: replace(event, replaced=other), nth)
    (finding, *_) = library.verify("brume")
    assert finding == (
        f"Séance 1, événement {forged.sequence} : l’action d’avant n’est pas celle qu’il dit."
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
    number = forge(tmp_path, DepassementResolved, lighter).sequence
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
    number = forge(tmp_path, EffectRuled, spared).sequence
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
