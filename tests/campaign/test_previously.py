"""Précédemment…: an evening told again by rule, whole evenings word for word, and never a secret."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from hypothesis import given

from campaign.character import Kind
from campaign.chronicle.previously import LONGEST, paragraphs
from campaign.chronicle.recollection import Recollection, chapter_of, last_chapter, recollection
from campaign.commands import (
    AddCharacter,
    BeginScene,
    ChangeOptions,
    CloseSession,
    CorrectNote,
    GivePF,
    GiveWound,
    JoinSessions,
    MarkEvent,
    OpenSession,
    Redo,
    RenameSession,
    Reveal,
    RuleEffect,
    SetAside,
    SplitSession,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import NoteWritten
from campaign.session import Session
from rules.aspects import Aspect
from rules.health import Ruling
from rules.options import BorneCA, Options
from rules.tableau import Gravity
from tests.campaign.correcting import right
from tests.campaign.evenings import COMMANDS, plays, reveal, tries
from tests.campaign.table import BURNT, FIREBALL, Table

HARD = replace(FIREBALL, diff=11)
"""Dom 15 + 11 − 12 = 14, less 7: sonné, 1 PF."""


def told(session: Session, number: int = 1) -> str:
    return recalled(session, number).told


def recalled(session: Session, number: int = 1) -> Recollection:
    chapter = chapter_of(session, number)
    assert chapter is not None
    return recollection(session, chapter)


def starred(session: Session, text: str) -> None:
    (note,) = session.execute(WriteNote(text))
    session.execute(MarkEvent(note.sequence, marked=True))


def test_an_evening_is_told_with_its_scenes_its_stars_its_wounds_its_efforts_and_how_it_ended(
    session: Session, table: Table
) -> None:
    session.execute(BeginScene("Au pont de Brume"))
    session.execute(HARD)
    session.execute(RuleEffect(Ruling.FATIGUE))
    starred(session, "Le pont s’est écroulé")
    session.execute(BeginScene("Le gué."))
    session.execute(BURNT)
    session.execute(RuleEffect(Ruling.BLESSURE))
    session.execute(GivePF("gaston", 2))
    session.execute(WriteNote("Ceci n’est qu’un pense-bête."))
    session.execute(BeginScene())
    session.execute(GiveWound("brunehaut", Aspect.PHYSIQUE, Gravity.FATALE))
    session.execute(BeginScene("La tour"))
    table.wait(timedelta(days=7))
    assert last_chapter(session) == chapter_of(session, 1)
    assert told(session) == (
        "À la séance 1, le samedi 14 mars 2026, Merlin, Gaston et Brunehaut étaient là.\n"
        "Au pont de Brume, Merlin a réussi « Boule de feu » (Diff 11), au prix de 1 PF. "
        "Le pont s’est écroulé. "
        "Le gué : Merlin a raté « Boule de feu » (Diff 8), et l’a payé d’une blessure légère en Mystique. "
        "Ensuite, Brunehaut a reçu une blessure fatale en Physique. "
        "Il y a eu « La tour ».\n"
        "À la fin, Merlin gardait une blessure légère en Mystique et 4 PF. Gaston gardait 2 PF. "
        "Brunehaut gardait une blessure fatale en Physique et 20 PF."
    )


def test_an_evening_without_anything_to_tell_says_so(table: Table) -> None:
    session = table.sit_down()
    assert last_chapter(session) is None
    session.execute(ChangeOptions(Options(borne_ca=BorneCA.EXCLUE)))
    session.execute(OpenSession())
    assert told(session) == (
        "La séance 1 a eu lieu le samedi 14 mars 2026.\nIl ne s’est rien passé qui soit à raconter."
    )
    assert chapter_of(session, 3) is None
    session.execute(AddCharacter("Éloïse", Kind.PJ, MERLIN))
    assert told(session, 2) == (
        "À la séance 2, le samedi 14 mars 2026, Éloïse était là.\n"
        "Il ne s’est rien passé qui soit à raconter.\n"
        "À la fin, Éloïse était indemne."
    )


def test_what_bears_a_star_is_told_in_the_past(session: Session) -> None:
    for command in (
        AddCharacter("Zoé", Kind.PJ, MERLIN),
        SetAside("gaston"),
        GivePF("merlin", 5),
        GivePF("merlin", -3),
    ):
        (entry,) = session.execute(command)
        session.execute(MarkEvent(entry.sequence, marked=True))
    assert told(session).split("\n")[1] == (
        "Zoé a rejoint la compagnie. Gaston a quitté la compagnie. "
        "Merlin a pris 5 PF. Merlin a récupéré 3 PF."
    )


def test_what_was_undone_is_not_told_and_what_was_corrected_is_as_it_counts(
    session: Session, table: Table
) -> None:
    (roll,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    starred(session, "Il plleut.")
    note = next(each for each in session.entries[::-1] if isinstance(each.event, NoteWritten))
    session.execute(GiveWound("gaston", Aspect.MENTAL, Gravity.GRAVE))
    session.execute(Undo())
    table.wait(timedelta(days=7))
    session.execute(CorrectNote(note.sequence, "Il pleut."))  # the next evening, of this one
    session.execute(right(roll.sequence, diff=9, ruling=Ruling.BLESSURE, eff=25))
    happened = told(session).split("\n")[1]
    assert happened == (
        "Merlin a réussi « Boule de feu » (Diff 9), au prix d’une blessure légère en Mystique. Il pleut."
    )


def test_no_secret_is_told_nor_what_it_did_until_it_is_revealed(session: Session) -> None:
    (roll,) = session.execute(replace(BURNT, secret=True))
    session.execute(RuleEffect(Ruling.BLESSURE))
    session.execute(MarkEvent(roll.sequence, marked=True))
    (note,) = session.execute(WriteNote("Du poison !", about=roll.sequence))
    session.execute(MarkEvent(note.sequence, marked=True))
    session.execute(OpenSession())
    session.execute(BeginScene("Le gué"))
    kept = told(session)
    assert kept.split("\n")[1:] == ["Il ne s’est rien passé qui soit à raconter."]
    assert told(session, 2).count("PF") == 0
    session.execute(Reveal(roll.sequence))
    assert told(session).split("\n")[1:] == [
        "Merlin a raté « Boule de feu » (Diff 8), et l’a payé d’une blessure légère en Mystique.",
        "À la fin, Merlin gardait une blessure légère en Mystique et 3 PF. Gaston et Brunehaut étaient indemnes.",
    ]


def test_who_bears_a_secret_is_told_by_what_everyone_saw(session: Session) -> None:
    session.execute(replace(BURNT, secret=True))
    session.execute(RuleEffect(Ruling.BLESSURE))
    session.execute(GiveWound("merlin", Aspect.PHYSIQUE, Gravity.GRAVE))
    session.execute(GivePF("gaston", 1))
    session.execute(OpenSession())
    assert told(session).split("\n")[2] == (
        "À la fin, Merlin gardait une blessure grave en Physique et 8 PF. Gaston gardait 1 PF."
    )


def test_only_who_bears_a_secret_is_told_by_what_was_seen(session: Session, table: Table) -> None:
    session.execute(GivePF("merlin", 1))
    session.execute(GivePF("gaston", 2))
    session.execute(replace(BURNT, secret=True))
    session.execute(RuleEffect(Ruling.BLESSURE))
    table.wait(timedelta(days=7))
    session.execute(OpenSession())
    session.execute(WriteNote("Rien."))
    assert recalled(session, 2).shadowed == {"merlin"}
    assert told(session, 2).split("\n")[2] == "À la fin, Gaston gardait 2 PF."


def test_sessions_are_told_as_they_are_read(table: Table) -> None:
    session = table.sit_down()
    for evening in range(3):
        session.execute(OpenSession())
        starred(session, f"Le soir {evening}, enfin.")
        starred(session, f"Le soir {evening}, plus tard.")
        table.wait(timedelta(days=7))
    third = next(each.sequence for each in session.entries if each.session == 3)
    session.execute(RenameSession(third, "La tour"))
    assert told(session, 3).startswith("La séance 3 « La tour » a eu lieu le ")
    session.execute(JoinSessions(third))
    opening, happened, *_ = told(session, 3).split("\n")
    assert opening.startswith("Les séances 2–3 ont eu lieu à partir du ")
    assert happened.count("Le soir") == 4
    assert told(session, 2) == told(session, 3)


def test_of_a_session_that_is_cut_the_last_part_is_told(table: Table) -> None:
    session = table.sit_down()
    session.execute(OpenSession())
    starred(session, "Avant.")
    (note,) = session.execute(WriteNote("Après."))
    session.execute(MarkEvent(note.sequence, marked=True))
    session.execute(SplitSession(note.sequence))
    table.wait(timedelta(days=7))
    chapter = last_chapter(session)
    assert chapter is not None
    assert recollection(session, chapter).told.split("\n") == [
        f"La {chapter.name.lower()} a eu lieu le samedi 14 mars 2026.",
        "Après.",
    ]
    assert "Avant." in told(session, chapter.sessions[0])


def test_the_gravest_and_the_starred_are_kept_where_there_is_too_much(session: Session) -> None:
    for number in range(30):
        session.execute(BeginScene(f"Scène {number}"))
        session.execute(replace(FIREBALL, diff=number % 10, encaissement_die=20))
        session.execute(RuleEffect(Ruling.SANS_EFFET))
        if number % 10 == 5:
            starred(session, f"note {number} " + "mot " * 200)
    session.execute(GiveWound("gaston", Aspect.MENTAL, Gravity.CRITIQUE))
    found = recalled(session)
    opening, happened, standing = paragraphs(found.evening, found.end, found.past, frozenset())
    assert len(opening + happened + standing) <= LONGEST
    text = " ".join(happened)
    assert [text.count(f"note {number} mot") for number in (5, 15, 25)] == [1, 1, 1]
    assert text.count("(Diff 9)") == 3
    assert text.endswith("Gaston a reçu une blessure critique en Mental.")
    assert max(map(len, happened)) < 400
    assert "mot… " in text


def test_a_company_of_many_is_named_in_part(table: Table) -> None:
    session = table.sit_down()
    for number in range(20):
        session.execute(AddCharacter(f"Garde {number}", Kind.PNJ, MERLIN))
        session.execute(GivePF(f"garde-{number}", number + 1))
    found = recalled(session)
    (opening,), _, standing = paragraphs(found.evening, found.end, found.past)
    assert opening.endswith("Garde 6 et 13 autres étaient là.")
    assert [each.split()[-2] for each in standing[:4]] == ["17", "18", "19", "20"]


@given(plays("reveal"))
def test_any_evening_is_told_briefly_and_the_same_to_whoever_knows_its_secrets_or_not(
    moves: list[tuple[str, int]],
) -> None:
    table = Table()
    session = table.sit_down()
    asked = {**COMMANDS, "reveal": reveal, "undo": lambda *_: Undo(), "redo": lambda *_: Redo()}
    asked |= {"evening": lambda *_: OpenSession(), "closing": lambda *_: CloseSession()}
    for name, n in moves:
        table.wait(timedelta(minutes=1))
        if name in asked:
            tries(table, session, asked[name](session, n))
    public = Table()
    public.journal.lines = [each for each in table.journal.lines if not each.secret]
    follower = public.open()
    for number in range(1, session.state.session + 1):
        if chapter_of(follower, number) is None:
            continue
        found, known = recalled(session, number), recalled(follower, number)
        whole = paragraphs(found.evening, found.end, found.past, found.shadowed)
        assert sum(map(len, whole)) <= LONGEST
        assert whole == paragraphs(known.evening, known.end, known.past, found.shadowed)
        assert all(each == each.strip() and each[-1] in ".!?…" for part in whole for each in part)
