"""A campaign retold: what counts, told once, to whom it may be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from hypothesis import given

from campaign.character import Kind
from campaign.chronicle.markdown import markdown
from campaign.chronicle.spreadsheet import spreadsheet
from campaign.chronicle.story import Passage, Story, story
from campaign.chronicle.web_page import web_page
from campaign.commands import (
    AddCharacter,
    BeginScene,
    CloseSession,
    CorrectNote,
    GivePF,
    JoinSessions,
    MarkEvent,
    OpenSession,
    Redo,
    RenameSession,
    ReopenSession,
    Reveal,
    RuleEffect,
    SplitSession,
    Undo,
    WriteNote,
)
from campaign.demo import MERLIN
from campaign.events import DepassementResolved, Entry
from campaign.history.sittings import sittings
from campaign.session import Session
from rules.health import Ruling
from tests.campaign.correcting import right
from tests.campaign.evenings import COMMANDS, plays, reveal, tries
from tests.campaign.readers import by_evening, rows
from tests.campaign.table import FIREBALL, Table, recall_all


def of(session: Session, *, public: bool = False) -> Story:
    recall_all(session)
    return story(by_evening(session.entries, public=public))


def passages(session: Session, *, public: bool = False) -> list[Passage]:
    """What the whole story tells, in order."""
    chapters = of(session, public=public).chapters
    return [each for chapter in chapters for scene in chapter.scenes for each in scene.passages]


def told(session: Session, *, public: bool = False) -> list[str]:
    return [each.text for each in passages(session, public=public)]


def in_every_form(session: Session, *, public: bool) -> list[str]:
    recall_all(session)
    evenings = by_evening(session.entries, public=public)
    return [
        "".join(markdown(story(evenings))),
        "".join(web_page(story(evenings))),
        "".join(spreadsheet(evenings)),
    ]


def test_each_session_is_a_chapter_with_its_date_its_length_and_those_who_were_there(
    session: Session, table: Table
) -> None:
    table.wait(timedelta(hours=2, minutes=5))
    session.execute(WriteNote("Il se fait tard."))
    table.wait(timedelta(days=7))
    session.execute(AddCharacter("Zoé", Kind.PJ, MERLIN))
    first, second = of(session).chapters
    assert [each.title for each in (first, second)] == [
        "Séance 1 · samedi 14 mars 2026",
        "Séance 2 · samedi 21 mars 2026",
    ]
    assert (first.length, second.length) == (timedelta(hours=2, minutes=5), timedelta())
    assert first.facts[1] == ("Étaient là", "Merlin, Gaston, Brunehaut")
    assert second.present == ("Merlin", "Gaston", "Zoé", "Brunehaut")
    assert of(session).contents == (("1", first.title), ("2", second.title))


def test_the_story_has_the_sessions_as_they_are_read(session: Session, table: Table) -> None:
    session.execute(WriteNote("premier soir"))
    table.wait(timedelta(days=7))
    opening, _ = *session.execute(OpenSession()), session.execute(WriteNote("deuxième soir"))
    table.wait(timedelta(hours=1))
    (rest,) = session.execute(WriteNote("la suite"))
    session.execute(RenameSession(1, "Le gué | <b>"))
    session.execute(JoinSessions(opening.sequence))
    session.execute(SplitSession(rest.sequence))
    first, second = of(session).chapters
    assert (first.title, second.title) == (
        "Séances 1–2 · Le gué | <b> · samedi 14 mars 2026",
        "Séance 2 bis · samedi 21 mars 2026",
    )
    assert (first.length, second.length) == (timedelta(), timedelta())
    assert [each.text for each in second.scenes[0].passages] == ["la suite"]
    assert first.scenes[-1].passages[-1].text == "deuxième soir"
    assert [each.label for each in story(by_evening(session.entries), only=1).chapters] == ["1–2"]
    assert len(list(story(by_evening(session.entries), only=2).chapters)) == 2
    page = "".join(web_page(of(session)))
    assert '<a href="#seance-1-2">Séances 1–2 · Le gué | &lt;b&gt; · samedi' in page
    assert '<section id="seance-2-bis"' in page
    cells = [
        (row["séance"], row["séance lue"])
        for row in rows("".join(spreadsheet(by_evening(session.entries))))
    ]
    assert cells[-1] == ("2", "2 bis")
    assert ("2", "1–2") in cells


def test_a_session_lasts_for_as_long_as_it_was_open(session: Session, table: Table) -> None:
    table.wait(timedelta(hours=3))
    session.execute(WriteNote("Il se fait tard."))
    session.end()
    table.wait(timedelta(hours=10))
    session.execute(ReopenSession(1))
    table.wait(timedelta(minutes=20))
    session.execute(WriteNote("J’oubliais."))
    (chapter,) = of(session).chapters
    assert chapter.length == timedelta(hours=3, minutes=20)


def test_what_was_undone_is_left_out_and_what_was_redone_is_told(session: Session) -> None:
    session.execute(WriteNote("jamais"))
    session.execute(Undo())
    assert "jamais" not in told(session)
    session.execute(Redo())
    assert told(session)[-1] == "jamais"


def test_what_was_corrected_is_told_as_it_counts_and_says_so(session: Session) -> None:
    (roll,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(right(roll.sequence, eff=25))
    (note,) = session.execute(WriteNote("Elle bruule.", about=roll.sequence))
    session.execute(CorrectNote(note.sequence, "Elle brûle."))
    (chapter,) = of(session).chapters
    *_, rolled, ruled, noted = chapter.scenes[-1].passages
    assert "Dom 21 − 7 = 14 : légère" in rolled.text
    assert rolled.steps[0] == "dé 12 (réel), encaissement 7 (réel)"
    assert "Dom : 25 + 8 − 12 = 21" in rolled.steps
    assert (noted.text, noted.is_note, noted.about) == ("Elle brûle.", True, f"« {rolled.text} »")
    assert {each.marks for each in (rolled, ruled, noted)} == {("corrigé",)}
    assert "Corrigé" not in "".join(told(session))


def test_a_note_of_a_later_evening_quotes_what_it_is_about(session: Session) -> None:
    (roll,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(OpenSession())
    session.execute(WriteNote("On en parle encore.", about=roll.sequence))
    session.execute(WriteNote("Et l’on joue."))
    *_, chapter = of(session).chapters
    assert chapter.scenes[0].passages[0].about.startswith("« Merlin · Boule de feu, Diff 8")


def test_stars_are_the_highlights_of_their_chapter_and_scenes_its_parts(session: Session) -> None:
    session.execute(BeginScene("Le gué"))
    (roll,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(BeginScene())
    session.execute(GivePF("merlin", 2))
    session.execute(MarkEvent(roll.sequence, marked=True))
    (chapter,) = of(session).chapters
    assert [scene.title for scene in chapter.scenes] == [None, "Le gué", "Nouvelle scène"]
    assert chapter.highlights == (chapter.scenes[1].passages[0].text,)
    assert chapter.scenes[1].passages[0].is_starred


def test_one_session_alone_is_told_by_what_counts_today(session: Session) -> None:
    (note,) = session.execute(WriteNote("Il pleut."))
    session.execute(OpenSession())
    session.execute(CorrectNote(note.sequence, "Il neige."))
    only = story(by_evening(session.entries), only=1)
    assert [each.label for each in only.chapters] == ["1"]
    assert only.contents == (("1", "Séance 1 · samedi 14 mars 2026"),)
    page = "".join(markdown(story(by_evening(session.entries), only=1)))
    assert "Il neige." in page
    assert "Il pleut." not in page


def test_what_is_written_meanwhile_is_not_half_told(session: Session) -> None:
    class Growing:
        """What a campaign holds while it is exported: someone undoes the last note between the two readings."""

        def __iter__(self) -> Iterator[Sequence[Entry]]:
            yield from by_evening(session.entries)
            session.execute(Undo())
            session.execute(WriteNote("trop tard"))

    session.execute(WriteNote("à temps"))
    (chapter,) = story(Growing()).chapters
    assert chapter.scenes[0].passages[-1].text == "à temps"


def test_the_gc_reads_his_secrets_marked_as_such_and_players_none_until_they_are_revealed(
    session: Session,
) -> None:
    (roll,) = session.execute(replace(FIREBALL, secret=True))
    session.execute(RuleEffect(Ruling.FATIGUE))
    session.execute(WriteNote("Du poison !", about=roll.sequence))
    session.execute(MarkEvent(roll.sequence, marked=True))
    session.execute(OpenSession())
    session.execute(WriteNote("au matin"))
    for form in in_every_form(session, public=True):
        assert "Boule de feu, Diff" not in form
        assert "poison" not in form
        assert "★" not in form
    assert of(session).has_secrets
    assert not of(session, public=True).has_secrets
    session.execute(Reveal(roll.sequence))
    first, second = of(session, public=True).chapters
    assert first.scenes[0].passages[-2].text.startswith("Merlin · Boule de feu, Diff 8")
    assert first.highlights == (first.scenes[0].passages[-2].text,)
    assert [each.text for each in second.scenes[0].passages] == ["au matin"]
    assert "poison" not in "".join(told(session, public=True))
    assert "Du poison !" in told(session)


@given(plays("reveal", "reveal"))
def test_any_evening_is_told_to_the_gc_whole_and_to_players_from_what_is_public_alone(
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
    recall_all(session)
    rolls = [
        entry
        for entry in session.entries
        if isinstance(entry.event, DepassementResolved)
        and entry.sequence not in session.past.undone
    ]
    assert len([each for each in passages(session) if each.steps]) == len(rolls)
    secret = {each.sequence for each in session.entries if session.past.is_secret(each)}
    numbers = {int(row["numéro"]) for row in rows(in_every_form(session, public=True)[2])}
    assert not numbers & secret
    assert all("secret" not in form for form in in_every_form(session, public=True)[:2])


def test_an_empty_session_is_no_evening_and_what_is_said_in_it_is_read_with_the_one_before(
    session: Session,
) -> None:
    (roll,) = session.execute(FIREBALL)
    session.execute(RuleEffect(Ruling.FATIGUE))
    for _ in range(2):
        session.execute(OpenSession())
    session.execute(WriteNote("Beau jet.", about=roll.sequence))
    (chapter,) = of(session).chapters
    assert chapter.label == "1"
    assert chapter.scenes[-1].passages[-1].text == "Beau jet."
    assert [each.label for each in session.history.chapters()] == ["1"]
    session.execute(WriteNote("On joue."))
    assert [each.label for each in of(session).chapters] == ["1", "3"]
    session.history.load()
    assert [each.label for each in sittings(session.history)] == ["1", "3"]
    assert sittings(session.history)[0].sessions == (1, 2), "its lines can still be read"
