"""`make bench`: what Gardien costs on this machine. Compare on one machine and in one run, never between two."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench.appending import appending
from bench.exporting import exporting
from bench.history import history
from bench.idle import idle
from bench.keys import keys
from bench.opening import opening
from bench.painting import painting
from bench.searching import searching
from bench.soak import soak
from bench.weight import weight

BENCHES = {
    "appending": appending,
    "opening": opening,
    "searching": searching,
    "exporting": exporting,
    "history": history,
    "painting": painting,
    "keys": keys,
    "bytes": weight,
    "idle": idle,
}
SOAK = "soak"


def main(names: list[str]) -> int:
    """Run the benches of these names, or all but the soak, and print their figures; `soak 500` plays 500 rolls."""
    if names[:1] == [SOAK]:
        with tempfile.TemporaryDirectory() as scratch:
            soak(Path(scratch), *map(int, names[1:]))
        return 0
    if unknown := set(names) - set(BENCHES):
        sys.stderr.write(
            f"No bench {', '.join(sorted(unknown))}; there are {', '.join((*BENCHES, SOAK))}.\n"
        )
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        for name in names or BENCHES:
            print("\n".join(BENCHES[name](Path(scratch))), end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
