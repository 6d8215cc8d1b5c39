"""The whole of a first evening, by keys, in a real terminal: played, killed, found again."""

from __future__ import annotations

import json
import signal
from pathlib import Path

from tests.terminal.conftest import Spawn, Terminal

STEPS = (
    "Magie du Feu 10 − 10 = 17",
    "8 < 12 ≤ 17 → réussie, °R 12",
    "15 + 8 − 12 = 11",
    "My 15 + Ré −1 = 14",
    "7 ≤ 14 → réussie, °R 7",
    "11 − 7 = 4",
    "1–5 → étourdi, 0 PF",
)
RULED = "Merlin : fatigue seule, étourdi (My −1)"


def create_merlin(at: Terminal) -> None:
    """From the empty library to Merlin with his ball of fire at the table."""
    at.wait_for("n crée la première")
    at.press("n")
    at.wait_for("Nom de la nouvelle campagne")
    at.press("La tour d’ivoire", "enter")
    at.wait_for("La compagnie est vide")
    at.press("n")
    at.wait_for("nouveau personnage")
    at.press("Merlin", "tab", "tab")
    for value in ("5", "10", "15", "0", "-1", "2", "1", "-1", "-1"):
        at.press(value, "tab")
    at.press(*["tab"] * 6, "Magie du Feu", "tab", "10", "tab", "m", "y", "ctrl+s")
    at.wait_for("Merlin rejoint la compagnie")
    at.press("a")
    at.wait_for("nouvelle action de Merlin")
    at.press("Boule de feu", "tab", "my", "tab", "ma", "tab", "ma", "tab", "tab", "15", "ctrl+s")
    at.wait_for("action « Boule de feu » ajoutée")


def roll_the_example(at: Terminal) -> None:
    at.press("enter", "enter")
    at.wait_for("Handicap")
    at.press("8", "enter", "12", "enter", "7", "enter")
    at.wait_for("Juger", "dé 12 (réel), encaissement 7 (réel)")
    at.press("enter")


def test_merlins_evening_survives_a_kill_and_replays_the_same_steps(
    gardien: Spawn, tmp_path: Path
) -> None:
    at = gardien(columns=120, lines=36)
    create_merlin(at)
    roll_the_example(at)
    at.wait_for(*STEPS)
    at.press("f")
    at.wait_for(RULED, "− 1 étourdi")
    at.wait_quiet()
    roster, log = roster_of(at), log_of(at)
    at.kill(signal.SIGKILL)
    at.wait_end()

    again = gardien("la-tour-d-ivoire", columns=120, lines=36)
    again.wait_for(RULED, "− 1 étourdi")
    again.wait_quiet()
    assert (roster_of(again), log_of(again)) == (roster, log)
    again.press("l", "up", "enter", "enter")
    again.wait_for(*STEPS)


def test_every_acknowledged_event_is_a_readable_line_of_the_session_file(
    gardien: Spawn, tmp_path: Path
) -> None:
    at = gardien(columns=120, lines=36)
    create_merlin(at)
    roll_the_example(at)
    at.press("f")
    at.wait_for(RULED)
    text = (tmp_path / "campagnes/la-tour-d-ivoire/seances/0001.jsonl").read_text("utf-8")
    events = [json.loads(line) for line in text.splitlines()[1:]]
    assert [event["n"] for event in events] == list(range(1, 7))
    assert [event["name"] for event in events[2:]] == ["Merlin"] * 4
    assert "Magie du Feu" in text


def test_the_next_roll_is_stunned_and_the_one_after_is_not(gardien: Spawn) -> None:
    at = gardien(columns=120, lines=36)
    create_merlin(at)
    roll_the_example(at)
    at.press("f")
    at.wait_for("CA 16 = My 15 + Ma 2 + Magie du Feu 10 − 10 − 1 étourdi")
    at.press("enter", "enter", "0", "enter", "14", "enter", "1", "enter", "enter")
    at.wait_for("aucun effet")
    at.press("escape")
    at.wait_for("CA 17 = My 15 + Ma 2 + Magie du Feu 10 − 10")
    assert "− 1 étourdi" not in at.text.split("Journal")[0]


def test_an_evening_typed_in_one_lump_by_a_slow_link_is_played_all_the_same(gardien: Spawn) -> None:
    at = gardien(columns=120, lines=36)
    at.wait_for("n crée la première")
    editor = "\t".join(["Merlin", "", "5", "10", "15", "0", "-1", "2", "1", "-1", "-1"])
    competence = "\t" * 7 + "Magie du Feu\t10\tmy\x13"
    action = "aBoule de feu\tmy\tma\tma\t\t15\x13"
    at.send(f"nLa tour\rn{editor}{competence}{action}\r\r8\r12\r7\rf".encode())
    at.wait_for(RULED, "Diff 8 : 12 réussi, Dom 11 − 7 = 4 : étourdi")


def test_an_unruled_roll_awaits_its_ruling_after_a_kill(gardien: Spawn) -> None:
    at = gardien(columns=120, lines=36)
    create_merlin(at)
    roll_the_example(at)
    at.wait_for(*STEPS)
    at.kill(signal.SIGKILL)
    at.wait_end()
    again = gardien("la-tour-d-ivoire", columns=120, lines=36)
    again.wait_for("Juger", *STEPS)
    again.press("f")
    again.wait_for(RULED)


def roster_of(at: Terminal) -> list[str]:
    return [line[:29].rstrip() for line in at.screen.display[1:-2]]


def log_of(at: Terminal) -> list[str]:
    lines = at.screen.display
    start = next(index for index, line in enumerate(lines) if line[29:].strip() == "Journal")
    return [line[29:].rstrip() for line in lines[start:-2]]
