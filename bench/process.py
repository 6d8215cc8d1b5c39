"""What a process uses, as Linux tells it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of a process, in MB: what is resident, and its own share of it (PSS)."""

    resident: float
    share: float


def memory(pid: int) -> Memory:
    """Return the memory that a process holds now."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    kilobytes = dict(re.findall(r"^(Rss|Pss):\s+(\d+) kB", told, re.MULTILINE))
    return Memory(int(kilobytes["Rss"]) / 1024, int(kilobytes["Pss"]) / 1024)


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, its threads and the system's work for it included."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
