"""`make bench`: what Gardien costs on this machine. Compare on one machine and in one run, never between two."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench.appending import appending
from bench.exporting import exporting
from bench.opening import opening

BENCHES = {"appending": appending, "opening": opening, "exporting": exporting}


def main(names: list[str]) -> int:
    """Run the benches of these names, or all of them, and print their figures."""
    if unknown := set(names) - set(BENCHES):
        sys.stderr.write(
            f"No bench {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}.\n"
        )
        return 2
    with tempfile.TemporaryDirectory() as scratch:
        for name in names or BENCHES:
            print("\n".join(BENCHES[name](Path(scratch))), end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
