"""What the table uses while nobody touches it: bytes on the link, and processor time."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from bench.generator import sample_campaign
from bench.process import processor_seconds
from bench.scenes import bare_app, follower, table
from bench.terminal import Terminal, own_environment

MINUTE = 60.0
ALLOWED_TABLE, ALLOWED_FOLLOWER = 0.5, 1.0
SETTLE = 2.0
"""Seconds without a byte before the minute begins."""


def idle(scratch: Path) -> list[str]:
    """Watch a bare app, the table and a follower for a minute, all at the same time."""
    root = scratch / "repos"
    env = own_environment(root)
    slug = sample_campaign(root)
    watched: dict[str, tuple[Terminal, float | None]] = {
        "bare app": (bare_app(env), None),
        "table": (table(env, slug), ALLOWED_TABLE),
        "follower": (follower(env, slug), ALLOWED_FOLLOWER),
    }
    terminals = [at for at, _ in watched.values()]
    try:
        for at in terminals:
            at.wait_quiet(SETTLE)
            at.output.clear()
        before = [processor_seconds(at.pid) for at in terminals]
        start = perf_counter()
        while perf_counter() - start < MINUTE:
            for at in terminals:
                at.read(0.5)
        used = [
            (processor_seconds(at.pid) - begun) / (perf_counter() - start) * 100
            for at, begun in zip(terminals, before, strict=True)
        ]
    finally:
        for at in terminals:
            at.close()
    return [f"{MINUTE:.0f} s without a key"] + [
        f"{name:12}{len(at.output):6} bytes{percent:8.2f} % of a core"
        + (f"   (allowed: 0 bytes, {allowed} %)" if allowed else "")
        for (name, (at, allowed)), percent in zip(watched.items(), used, strict=True)
    ]
