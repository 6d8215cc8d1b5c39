"""What it costs to export a campaign of 250 evenings in each form, and to import it: time, and the memory it takes."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from bench.generator import write_campaign
from cli.main import run
from cli.outside import d20

EVENINGS, EVENTS = 250, 400


def exporting(scratch: Path) -> list[str]:
    """Measure each form on a long campaign, and on a tenth of it: memory must not grow with its length."""
    figures = []
    for evenings in (EVENINGS // 10, EVENINGS):
        root = scratch / f"exporter-{evenings}"
        write_campaign(root, "Longue", evenings, EVENTS)
        for form in ("md", "html", "csv", "json"):
            line = ["exporter", "Longue", "--format", form, "-o", str(root / f"longue.{form}")]
            figures.append(_figure(f"export {form:4}", evenings, root, line))
        line = ["importer", str(root / "longue.json"), "--nom", "Copie", "--oui"]
        figures.append(_figure("import json", evenings, root, line))
    return figures


def _figure(what: str, evenings: int, root: Path, line: list[str]) -> str:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "bench.exporting", *line],
        env=os.environ | {"GARDIEN_DOSSIER": str(root)},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    elapsed, memory = time.perf_counter() - start, int(done.stderr) / 1024
    return f"{what}, {evenings * EVENTS:>7,} events   {elapsed:6.1f} s   {memory:6.1f} MB"


if __name__ == "__main__":
    gc.disable()  # as `gardien` does
    code = run(sys.argv[1:], d20)
    peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert peak is not None
    sys.stderr.write(peak[1])
    sys.exit(code)
