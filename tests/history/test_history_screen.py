"""The history: one browses years of play, sees each event whole and the company as it was, and comes back."""

from __future__ import annotations

from itertools import count

from campaign.commands import WriteNote
from campaign.past import Past, fold
from screens.history.trail import View
from screens.library.screen import LibraryScreen
from screens.table.replay import Replay
from screens.table.screen import TableScreen
from screens.text_field import TextField
from tests.history.at_the_history import HOSTILE, Played, Reader, reading
from tests.screens.at_the_keyboard import no_dice
from tui.following import FollowingApp


async def test_from_campaigns_to_sessions_to_events_and_back_without_writing_anything(
    played: Played,
) -> None:
    before = {path: path.read_bytes() for path in played.folder.rglob("*.jsonl")}
    async with reading(played, (80, 24)) as at:
        await at.press("home")
        await at.sees("samedi 14 mars 2026, 2 h 00")
        assert "Étaient là : Merlin, Gaston, Brunehaut" in at.text
        assert "1 blessure" in at.text
        await at.press("enter")
        await at.sees("Séance 1 ouverte")
        await at.press("t")
        assert "lecture seule" in at.complaint
        played.library.open(played.slug).close()  # no lock is held
        await at.press("escape", "escape")
        assert isinstance(at.pilot.app.screen, LibraryScreen)
    assert {path: path.read_bytes() for path in played.folder.rglob("*.jsonl")} == before


async def test_jumps_go_from_session_to_session_and_back_and_say_where_there_is_none_left(
    played: Played,
) -> None:
    wound, last = played.numbers["wound"], played.numbers["last wound"]
    async with reading(played) as at:
        await at.press("home", "enter", "home", "down")
        start = at.chosen
        await at.press("b")
        assert at.chosen == wound
        await at.press("b")
        assert at.chosen == last
        await at.press("b")
        assert (at.chosen, at.complaint) == (last, "Pas de blessure après.")
        await at.press("D", "D")
        assert at.chosen == played.numbers["secret"]
        await at.press("E")
        assert at.chosen == wound - 1
        await at.press("E")
        assert at.complaint == "Pas de ★ avant."
        await at.press("n", "N", "N")
        assert at.complaint == "Pas de séance avant."
        await at.press("r", "r", "r", "r", "r", "backspace")
        assert at.chosen == wound
        await at.press("r")
        assert at.chosen == start
        await at.press("r")
        assert at.complaint == "Il n’y a pas de saut dont revenir."


async def test_the_history_is_where_it_was_left_or_at_the_event_chosen_in_the_log(
    played: Played,
) -> None:
    wound, last = played.numbers["wound"], played.numbers["last wound"]
    async with reading(played, table=True) as at:
        await at.press("home", "enter", "home", "b", "q", "H")
        assert (at.screen.spot.view, at.chosen) == (View.EVENTS, wound)
        await at.press("q", "l", "up", "H")
        assert at.chosen == last - 1
        await at.press("r")
        assert at.chosen == wound
        await at.press("q")
        assert isinstance(at.pilot.app.screen, TableScreen)


async def test_the_company_is_as_it_was_right_after_each_event(played: Played) -> None:
    session = played.open()
    entries = [each for n in session.history.sessions for each in session.history.entries(n)]
    session.close()
    async with reading(played) as at:
        await at.press("home", "enter", "home", "b")
        for number in (played.numbers["wound"], played.numbers["last wound"]):
            assert at.chosen == number
            await at.settle()
            then = fold(entries, past=Past.of(entries), before=number + 1)
            assert (at.roster.state, at.roster.who) == (then, "merlin")
            await at.press("b")


async def test_a_calculation_is_replayed_step_by_step(played: Played) -> None:
    async with reading(played, (80, 24)) as at:
        await at.press("enter", "end", "D", "enter")
        replay = at.screen.query_one(Replay)
        await at.press("enter")
        await at.sees("Tableau 3.1")
        await at.press("home", "space", "backspace")
        assert replay.is_playing
        assert "Tableau 3.1" not in at.text
        await at.press("escape")
        assert (at.screen.spot.view, replay.is_playing) == (View.EVENTS, False)


async def test_a_corrected_event_shows_both_versions_its_ruling_and_its_notes(
    played: Played,
) -> None:
    async with reading(played, (160, 50)) as at:
        await at.press("home", "enter", "home", "e")
        await at.sees("CORRIGÉ")
        text = " ".join(at.text.split())
        assert "Merlin · Boule de feu · Diff 9 · Eff 15" in text
        assert "avant : Eff 15 = 15" in text or "avant : 8 < 20" in text
        assert "D’abord écrit : Merlin · Boule de feu, Diff 8" in text
        assert "Note : un cri dans la nuit" in text
        assert "Jugé : Merlin : blessure légère en My" in text
        assert "Depuis : corrigé samedi 21 mars 2026" in text


async def test_what_was_undone_or_secret_says_so_and_names_are_text(played: Played) -> None:
    async with reading(played) as at:
        await at.press("home", "down", "enter")
        await at.to(played.numbers["undone"])
        await at.sees("ANNULÉ")
        assert "Depuis : annulé" in at.text
        assert f"{HOSTILE} rejoint la compagnie" in at.text
        await at.press("D")
        await at.sees("SECRET")


async def test_a_line_that_cannot_be_read_is_a_line_that_says_so(played: Played) -> None:
    path = next(played.folder.rglob("0001.jsonl"))
    path.write_bytes(path.read_bytes().replace(b"un cri dans la nuit", b"un cri dans la\x1bnuit"))
    async with reading(played) as at:
        await at.press("home", "enter")
        await at.to(played.numbers["note"])
        await at.sees("La ligne :")
        assert "Ligne illisible, gardée telle quelle" in at.text


async def test_notes_and_stars_are_written_from_the_history_of_an_open_campaign(
    played: Played,
) -> None:
    wound = played.numbers["wound"]
    async with reading(played, table=True) as at:
        await at.press("home", "enter", "home", "b", "asterisk")
        await at.press("t", *"quelle peur", "enter")
        await at.sees("Note : quelle peur")
        assert "★ Merlin : blessure légère" in at.text
        assert at.chosen == wound
        assert at.screen.session.history.past.marked == {wound - 1, wound}


async def test_an_event_of_long_ago_is_undone_and_redone_once_what_follows_was_read(
    played: Played,
) -> None:
    wound = played.numbers["wound"]
    async with reading(played, table=True) as at:
        await at.press("home", "enter", "home", "b")
        for question, undone in (("Annuler", {wound}), ("Rétablir", set())):
            await at.press("u")
            await at.sees(f"{question} cet événement ?")
            await at.sees("Aujourd’hui :")
            await at.press("o")
            assert at.screen.session.history.past.undone & {wound} == undone
        assert at.chosen == wound


async def test_what_is_written_meanwhile_appears_and_the_cursor_stays(played: Played) -> None:
    async with reading(played) as at:
        await at.press("enter", "home", "b")
        before = at.chosen
        writer = played.open()
        writer.execute(WriteNote("on frappe à la porte"))
        await at.sees("Note : on frappe à la porte")
        assert at.chosen == before
        writer.close()


async def test_players_see_the_public_history_alone(played: Played) -> None:
    app = FollowingApp(played.library, lambda: played.now, no_dice, played.slug)
    async with app.run_test(size=(120, 36)) as pilot:
        at = Reader(pilot)
        await at.sees("Compagnie")
        await at.press("H")
        await at.sees("Séance 3")
        await at.press("home", "down", "enter", "end", "t")
        assert "lecture seule" in at.complaint
        assert "secret" not in at.text
        indexes = [at.screen.history.index(session) for session in at.screen.history.sessions]
        told = {sequence for index in indexes if index for sequence in index.sequences}
        assert played.numbers["wound"] in told
        assert played.numbers["secret"] not in told


async def test_it_can_be_left_while_the_sessions_are_still_read(played: Played) -> None:
    async with played.app().run_test(size=(120, 36)) as pilot:
        await pilot.press("H", "q")
        at = Reader(pilot)
        await at.settle()
        assert isinstance(pilot.app.screen, LibraryScreen)


async def test_what_is_in_front_of_it_has_all_the_time(played: Played) -> None:
    async with reading(played) as at:
        behind, steps = at.screen, count()
        await at.press("question_mark")
        behind.run_worker(behind.between_keys.work(steps))
        for _ in range(5):
            await at.pilot.pause()
        taken = next(steps)
        for _ in range(5):
            await at.pilot.pause()
        assert next(steps) == taken + 1
        await at.press("escape")
        await at.pilot.pause()
        assert next(steps) > taken + 2


async def test_what_is_found_is_gone_to_and_come_back_from(played: Played) -> None:
    async with reading(played) as at:
        await at.press("home", "enter", "home", "down")
        start = at.chosen
        await at.press("j", *"cri dans", "enter", "enter")
        assert at.chosen == played.numbers["note"]
        await at.press("escape")
        await at.sees("1 trouvé")
        await at.press("escape")
        assert at.chosen == start
        await at.press("j", "enter", "n")
        await at.sees("Séance 2 ouverte")
        assert "1 trouvé" not in at.text
        await at.press("q", "H", "j")
        await at.sees("1 trouvé")


async def test_sessions_are_titled_split_and_joined_from_the_history(played: Played) -> None:
    async with reading(played, (160, 50), table=True) as at:
        await at.press("home", "down", "enter")
        await at.to(played.numbers["secret"])
        await at.press("K", "o")
        await at.sees("2 bis")
        assert at.chosen == played.numbers["secret"]
        await at.press("T", *"Le pont", "enter")
        await at.sees("Séance 2 bis · Le pont")
        await at.press("U", "o")
        await at.sees("Séance 2 ouverte")
        chapter = at.screen.chapter_at_hand()
        assert chapter is not None
        assert chapter.label == "2"
        assert at.chosen == played.numbers["secret"]


async def test_a_session_is_told_again_from_the_history_without_its_secrets(
    played: Played,
) -> None:
    async with reading(played, table=True) as at:
        await at.press("home", "P")
        assert "blessure légère" in told_again(at)
        await at.press("escape", "n", "P")
        told = told_again(at)
        assert HOSTILE in told
        assert "Boule de feu" not in told  # it was rolled in secret


def told_again(at: Reader) -> str:
    return at.pilot.app.screen.query_one(TextField).text
