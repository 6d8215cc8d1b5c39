"""What a keystroke of the search costs over 250 evenings: all of its answer, its first slice, its longest step."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from bench.generator import Table, keep_what_is_known, write_campaign
from bench.opening import EVENINGS, EVENTS
from campaign.history.completion import completions
from campaign.history.explanation import explanation
from campaign.history.history import History
from campaign.history.known import Known
from campaign.history.query import parse
from campaign.history.search import search
from campaign.history.texts import Texts
from campaign.session import Session
from storage.library import FolderLibrary

TYPED = (
    "merlin boule de feu réussi",
    "perso:merlin type:dépassement gravité:≥grave séance:12-200 avant:2026-03",
    "œuvre dragon introuvable",
    "★ -type:note secret:non annulé:non porte",
    "dé:20 diff:≥10 dom:≥9 merlin",
)
ROUNDS = 3


def searching(scratch: Path) -> list[str]:
    """Measure each keystroke of some queries, typed letter by letter, all of the history being known."""
    root, clock = scratch / "chercher", Table(3).clock
    slug = write_campaign(root, "Longue", EVENINGS, EVENTS)
    made = keep_what_is_known(root, slug)
    session = Session(FolderLibrary(root, clock).open(slug), clock, Table(4).die)
    kept = _loading(session.history)
    wholes, steps = [], []
    for _ in range(ROUNDS):
        for query in TYPED:
            texts = Texts()
            for typed in accumulate(query):
                times = list(_keystroke(typed, session.history, texts))
                wholes.append(sum(times))
                steps += times
    session.close()
    return [
        f"{EVENINGS * EVENTS:,} events          p50         max",
        f"a keystroke in the search  {_ms(wholes)}   (allowed: p50 50 ms)",
        f"one of its steps           {_ms(steps)}   (keys go first between two)",
        f"making what is kept {made:.1f} s, once; reading it {kept * 1e3:.0f} ms",
    ]


def _ms(times: list[float]) -> str:
    return f"{statistics.median(times) * 1e3:7.2f} ms  {max(times) * 1e3:7.2f} ms"


def _loading(history: History) -> float:
    start = time.perf_counter()
    history.load()
    for each in history.sessions:
        history.index(each)  # as it counts
    return time.perf_counter() - start


def _keystroke(typed: str, history: History, texts: Texts) -> Iterator[float]:
    """Do all that a key asks for; yield how long each step of it takes."""
    start = time.perf_counter()
    query, known = parse(typed), Known.of(history)
    explanation(query, known)
    completions(typed, len(typed), known)
    for _ in search(query, history, texts) if query.terms else ():
        now = time.perf_counter()
        yield now - start
        start = now
    yield time.perf_counter() - start
