"""The plain mode on a pty: prompts, Ctrl+C, Ctrl+D, hang-ups, a second program, no cursor trick where TERM is dumb."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.cli.test_texte_scripts import STEPS
from tests.terminal.conftest import FOLDER, Spawn, Terminal, written

CTRL_C, CTRL_D = "\x03", "\x04"
RULED = "12 : Merlin : fatigue seule, étourdi (My −1)"


def answer(at: Terminal, *exchanges: tuple[str, str]) -> None:
    """Wait for each prompt, and answer it."""
    for prompt, typed in exchanges:
        at.wait_until(lambda prompt=prompt: last_line(at).endswith(prompt.strip()), what=prompt)  # type: ignore[misc]
        at.press(typed, "enter")


def last_line(at: Terminal) -> str:
    return next((line.rstrip() for line in reversed(at.screen.display) if line.strip()), "")


def roll_the_example(at: Terminal) -> None:
    answer(
        at,
        (">", "jet"),
        ("Qui (Merlin, Gaston, Brunehaut) [Merlin] :", ""),
        ("[Boule de feu] :", ""),
        ("Diff [0] :", "8"),
        ("Dé [lancé ici] :", "12"),
        ("Dé d’encaissement [lancé ici] :", "7"),
    )


def test_the_example_is_played_by_prompts_on_a_dumb_terminal(
    gardien: Spawn, campaigns: Path
) -> None:
    at = gardien(FOLDER, TERM="dumb", lines=60, columns=130)
    at.wait_for("Ce terminal (TERM=dumb) ne montre pas de plein écran : voici le mode texte.")
    roll_the_example(at)
    at.wait_for("Diff 8 : 9 chances sur 20, Dom 6 à 14", *STEPS, "À juger : fatigue ou sans-effet.")
    answer(at, ("Jet de Merlin à juger >", "f"))
    at.wait_for(RULED)
    at.press(CTRL_D)
    assert at.wait_end() == 0
    assert b"\x1b" not in at.output
    assert [event["n"] for event in written(campaigns)[-2:]] == [11, 12]


def test_ctrl_c_gives_up_the_gesture_and_not_the_program(gardien: Spawn, campaigns: Path) -> None:
    at = gardien("texte", FOLDER, lines=60, columns=130)
    roll_the_example(at)
    at.wait_for("À juger")
    answer(at, ("à juger >", "note"))
    at.wait_for("Note :")
    at.press("à moitié")
    at.wait_for(
        "à moitié"
    )  # in the instant before a program reads, a signal waits for the next key
    at.press(CTRL_C)
    at.wait_for("Abandonné.")
    answer(at, ("Jet de Merlin à juger >", "f"))
    at.wait_for(RULED)
    at.press(CTRL_C)
    at.wait_for("« quitter », ou Ctrl+D, pour partir.")
    answer(at, (">", "quitter"))
    assert at.wait_end() == 0
    assert len(written(campaigns)) == 12


def test_a_roll_without_its_ruling_is_offered_after_a_kill(gardien: Spawn, campaigns: Path) -> None:
    at = gardien("texte", FOLDER, lines=60, columns=130)
    roll_the_example(at)
    at.wait_for("à juger >")
    at.kill()
    at.wait_end()
    again = gardien("texte", FOLDER, lines=60, columns=130)
    again.wait_for("11 : Merlin · Boule de feu · Diff 8 · Eff 15", *STEPS, "À juger")
    answer(again, ("Jet de Merlin à juger >", "fatigue"))
    again.wait_for(RULED)


@pytest.mark.parametrize("term", ["dumb", "xterm"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_at_once_with_the_echo_on_and_the_campaign_free(
    gardien: Spawn, campaigns: Path, term: str, number: signal.Signals
) -> None:
    at = gardien("texte", FOLDER, TERM=term, lines=60, columns=130)
    at.wait_for("« aide » dit les mots.")
    at.press("note à moitié")
    at.wait_for("à moitié")
    at.kill(number)
    status = at.wait_end(timeout=2)
    assert number in (status & 0x7F, (status >> 8) - 128)
    assert at.echoes()
    again = gardien("texte", FOLDER, lines=60, columns=130)
    assert "déjà ouverte" not in again.wait_for("« aide » dit les mots.")


def test_a_terminal_that_is_gone_ends_it_where_hang_ups_are_ignored(
    campaigns: Path,
) -> None:
    ignoring = f"trap '' HUP; exec {sys.executable} -m cli texte {FOLDER}"
    environ = {**os.environ, "GARDIEN_DOSSIER": str(campaigns), "TERM": "xterm", "LANG": "C.UTF-8"}
    at = Terminal(["sh", "-c", ignoring], environ)
    at.wait_for("« aide » dit les mots.")
    at.hang_up()
    assert at.ends_unread(4)
    with pytest.raises(ProcessLookupError):
        os.kill(at.pid, 0)


def test_a_campaign_that_is_held_can_be_looked_at_as_it_grows(
    gardien: Spawn, campaigns: Path
) -> None:
    writer = gardien("texte", FOLDER, lines=60, columns=130)
    writer.wait_for("« aide » dit les mots.")
    looker = gardien("texte", FOLDER, lines=60, columns=130)
    looker.wait_for("La campagne est déjà ouverte en écriture par", f"(processus {writer.pid})")
    answer(looker, ("La regarder sans y écrire (oui ou non) :", "oui"))
    looker.wait_for("en lecture seule.")
    answer(writer, (">", "note vue d’ailleurs"))
    writer.wait_for("11 : Note : vue d’ailleurs")
    answer(looker, (">", "note ici"))
    looker.wait_for("Cette campagne est ouverte en lecture seule", ": Note : vue d’ailleurs")
    assert len(written(campaigns)) == 11


def test_pasted_lines_are_as_many_words(gardien: Spawn, campaigns: Path) -> None:
    at = gardien("texte", FOLDER, lines=60, columns=130)
    at.wait_for("« aide » dit les mots.")
    at.press("note une\nnote deux\nnote trois\n")
    at.wait_for("13 : Note : trois")
    assert b"\x1b[?2004h" not in at.output


def test_a_campaign_is_chosen_by_its_number_or_made(gardien: Spawn, campaigns: Path) -> None:
    at = gardien("texte", TERM="dumb", lines=60, columns=130)
    at.wait_for("1 : La tour de Brume, 1 séance, jouée le")
    answer(at, ("nouvelle) :", "2"), ("nouvelle) :", "1"))
    at.wait_for("La tour de Brume, séance 1 depuis")
    answer(at, (">", "campagnes"), ("nouvelle) :", "nouv"), ("Son nom :", "la tour de brume"))
    at.wait_for("Il y a déjà une campagne « la tour de brume »")
    answer(at, ("Son nom :", "Les îles"))
    at.wait_for("Les îles, séance 1 pas encore jouée", "La compagnie est vide")
