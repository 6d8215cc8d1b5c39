"""A soak: 4 hours of play compressed, in which memory must stay flat and nobody may drift.

`make bench ARGS=soak` plays all of it, `make bench ARGS="soak 500"` as much as 500 rolls of it. It ends with an error
where the screens of the writer and the followers, the files or `gardien verifier` disagree.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

from bench.long_evening import LongEvening, Plan, Sample

ALLOWED = 10.0
"""MB that a follower may grow by in 1,000 rolls, the 2,000 events and more that it keeps for reading back included."""


def soak(scratch: Path, rolls: int | None = None) -> None:
    """Play, and print a table over time."""
    plan = Plan() if rolls is None else Plan().of_rolls(rolls)
    print(
        "   time   rolls  reconnects  resizes  focus  dialogs    writer RSS   PSS"
        "    followers RSS   PSS   (MB)",
        flush=True,
    )
    evening = LongEvening(scratch, plan)
    try:
        samples = evening.play(lambda sample: print(_row(sample), flush=True))
    finally:
        evening.close()
    grown = growth(samples)
    print(
        f"In step: {plan.followers} followers, the files and `gardien verifier`, at each line.\n"
        f"A follower grows by {grown:.1f} MB in 1,000 rolls (the fit of the second half; allowed: {ALLOWED:.0f})."
    )
    if grown > ALLOWED:
        raise SystemExit("The memory is not flat.")


def growth(samples: Sequence[Sample]) -> float:
    """Return by how many MB in 1,000 rolls the followers grow, once they are warm: over the second half."""
    later = samples[len(samples) // 2 :]
    rolls = [sample.rolls / 1000 for sample in later]
    return max(
        statistics.linear_regression(
            rolls, [sample.followers[each].resident for sample in later]
        ).slope
        for each in range(len(later[0].followers))
    )


def _row(sample: Sample) -> str:
    follower = sample.heaviest_follower
    return (
        f"{sample.seconds:6.0f} s{sample.rolls:7,}{sample.reconnects:12}{sample.resizes:9,}"
        f"{sample.focus_changes:7}{sample.dialogs:9}"
        f"{sample.writer.resident:14.1f}{sample.writer.share:7.1f}"
        f"{follower.resident:17.1f}{follower.share:7.1f}"
    )
