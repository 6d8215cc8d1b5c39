"""Players follow the evening from an account of their own, which can write nothing and read no secret."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.commands import (
    CloseSession,
    OpenSession,
    ResolveDepassement,
    Reveal,
    RuleEffect,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, NAME, populate
from campaign.session import Session
from rules.health import Ruling
from rules.options import Options
from storage.library import FolderLibrary
from tests.cli.command import in_a_process
from tests.screens.at_the_keyboard import no_dice
from tests.storage.groups import own_groups, within_reach
from tests.terminal.another_account import Player, trouble
from tests.terminal.conftest import FOLDER, Spawn, Terminal, gardien_in

GROUP = own_groups()[0]
WHISPER = "Murmure-de-la-Clef-7919"
ALOUD = "Clameur-de-la-tour-7907"


def now() -> datetime:
    return datetime.now(UTC)


class Table:
    """A campaign that its GC plays and shares.

    Attributes:
        folder: where the campaigns are.
        session: the open campaign.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = FolderLibrary(folder, now)
        self.library.create(NAME, Options())
        self.session = self.sit_down()
        populate(self.session)

    def sit_down(self) -> Session:
        return Session(self.library.open(FOLDER), now, no_dice)

    def roll(self, diff: int = 8, *, secret: bool = False) -> int:
        command = ResolveDepassement(
            "merlin", BOULE_DE_FEU, diff, die=12, encaissement_die=7, secret=secret
        )
        (entry,) = self.session.execute(command)
        if self.session.state.awaited:
            self.session.execute(RuleEffect(Ruling.SANS_EFFET))
        return entry.sequence

    def whisper(self) -> int:
        roll = self.roll(3, secret=True)
        (note,) = self.session.execute(WriteNote(WHISPER, about=roll))
        return note.sequence


@pytest.fixture
def reach() -> Iterator[Path]:
    with within_reach() as scratch:
        yield scratch


@pytest.fixture
def table(reach: Path) -> Table:
    table = Table(reach / "campagnes")
    table.whisper()
    said = in_a_process(
        f"partager {FOLDER} --groupe", GROUP.gr_name, GARDIEN_DOSSIER=str(table.folder)
    )
    assert (said.code, said.err) == (0, "")
    assert f"gardien suivre {FOLDER} --dossier {table.folder}" in said.out
    return table


@pytest.fixture
def spawn(table: Table) -> Iterator[Spawn]:
    with gardien_in(table.folder) as spawn:
        yield spawn


@pytest.fixture
def player(reach: Path) -> Player:
    if reason := trouble():
        pytest.skip(reason)
    return Player(GROUP.gr_gid, reach / "programme")


def test_another_account_of_the_group_follows_live_and_can_do_nothing_else(
    table: Table, player: Player
) -> None:
    suivre = player.gardien("suivre", "La tour de Brume", "--dossier", str(table.folder))
    with closing(Terminal(suivre, os.environ, 120, 36)) as following:
        follow_live(table, following)
        try_everything(table, player)
        assert WHISPER.encode() not in following.output
        following.press("q")
        assert following.wait_end() == 0
    table.session.close()
    assert table.library.verify(FOLDER) == ()


def follow_live(table: Table, following: Terminal) -> None:
    following.wait_for("Merlin", "Boule de feu", "· suivi")
    table.roll()
    following.wait_for("8 < 12 ≤ 17", "Jugé sans effet")
    table.session.execute(OpenSession())
    table.session.execute(WriteNote(ALOUD))
    following.wait_for("séance 2", ALOUD)


def try_everything(table: Table, player: Player) -> None:
    """Read what isn't shared, write what is, by any program: all of it is refused."""
    campaign = table.folder / FOLDER
    (backup,) = (campaign / "sauvegardes").iterdir()
    secret, public = campaign / "secrets" / "0001.jsonl", campaign / "seances" / "0001.jsonl"
    assert WHISPER in secret.read_text("utf-8")
    assert player.does("cat", str(public)).stdout == public.read_text("utf-8")
    for forbidden in (
        ["cat", secret],
        ["cat", campaign / "campagne.json"],
        ["cat", campaign / "verrou"],
        ["cat", backup],
        ["ls", table.folder],
        ["ls", campaign],
        ["ls", campaign / "secrets"],
        ["ls", campaign / "sauvegardes"],
        ["touch", table.folder / "intrus"],
        ["touch", campaign / "intrus"],
        ["touch", campaign / "seances" / "0003.jsonl"],
        ["touch", campaign / "secrets" / "0003.jsonl"],
        ["cp", "/etc/hostname", public],
        ["rm", "-f", public],
        ["mv", public, public.with_name("0009.jsonl")],
        ["chmod", "666", public],
        ["ln", "-s", secret, campaign / "seances" / "0009.jsonl"],
    ):
        done = player.does(*map(str, forbidden))
        assert done.returncode, forbidden
        assert re.search("Permission denied|Operation not permitted", done.stderr), done.stderr
    for words in (
        ("verifier", FOLDER),
        ("sauvegarder", FOLDER),
        ("partager", FOLDER, "--personne"),
        ("restaurer", FOLDER, backup.stem),
    ):
        done = player.asks(*words, "--dossier", str(table.folder))
        assert (done.returncode, "Les droits du dossier" in done.stderr) == (1, True), done.stderr


def in_memory(pid: int, *wanted: str) -> list[bool]:
    """Return whether each text is anywhere in the memory of a process, as UTF-8 or as Python keeps it."""
    found = [False] * len(wanted)
    maps = Path(f"/proc/{pid}/maps").read_text()
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for start, end, kind in re.findall(r"^(\w+)-(\w+) (r\S+)", maps, re.MULTILINE):
            if "w" not in kind:
                continue
            memory.seek(int(start, 16))
            try:
                held = memory.read(int(end, 16) - int(start, 16))
            except OSError:  # what the kernel keeps to itself
                continue
            found = [had or each.encode() in held for had, each in zip(found, wanted, strict=True)]
    return found


def test_whatever_becomes_of_the_campaign_a_follower_goes_on_and_holds_no_secret(
    table: Table, spawn: Spawn
) -> None:
    following = spawn("suivre", FOLDER, columns=120, lines=36)
    following.wait_for("Merlin", "· suivi")
    table.session.execute(WriteNote(ALOUD))
    following.wait_for(ALOUD)
    table.session.execute(Undo())
    following.wait_for("Annulé")
    table.session.close()

    writer = spawn(FOLDER, columns=120, lines=36)
    writer.wait_for("Merlin")
    writer.press("enter", "enter", "9", "enter", "12", "enter")
    writer.wait_for("Encaissement d20")
    writer.kill()
    writer.wait_end()
    table.session = table.sit_down()
    whispered = table.whisper()
    table.roll(6)
    following.wait_for("6 < 12 ≤ 17")
    table.session.execute(CloseSession())
    following.wait_for("séance 1 close")
    table.session.execute(WriteNote("La nuit tombe."))
    following.wait_for("séance 2 depuis")
    table.session.close()

    (archive,) = table.library.backups(FOLDER)
    table.library.restore(FOLDER, archive.path)
    following.wait_for("séance 1 close")
    table.library.unshare(FOLDER)
    table.library.share(FOLDER, GROUP.gr_name)
    table.session = table.sit_down()
    table.session.execute(WriteNote("Le jour se lève."))
    following.wait_for("séance 2 depuis", "Le jour se lève.")
    assert WHISPER.encode() not in following.output
    if Path("/proc/self/mem").exists():
        assert in_memory(following.pid, ALOUD, WHISPER) == [True, False]
    table.session.execute(Reveal(whispered))
    following.wait_for(WHISPER)
    table.session.close()


def test_an_idle_follower_writes_nothing(table: Table, spawn: Spawn) -> None:
    following = spawn("suivre", FOLDER)
    following.wait_for("Merlin", "· suivi")
    following.wait_quiet(1.0)
    assert following.read(3.0) == 0
    table.session.close()
