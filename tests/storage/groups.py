"""The Unix groups of this machine to which the account that runs the tests may give its files."""

from __future__ import annotations

import grp
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_SPECIAL = (0, 65534)


def own_groups() -> list[grp.struct_group]:
    """Return the groups that this account can share with, its primary one last: at least one."""
    primary, mine = os.getegid(), {os.getegid(), *os.getgroups()}
    found = [
        group
        for group in grp.getgrall()
        if (group.gr_gid not in _SPECIAL if os.geteuid() == 0 else group.gr_gid in mine)
    ]
    return sorted(found, key=lambda group: (group.gr_gid == primary, group.gr_gid))


@contextmanager
def within_reach() -> Iterator[Path]:
    """Give a scratch folder to which every account can walk, as pytest's own are not."""
    with tempfile.TemporaryDirectory(prefix="gardien-partage-") as scratch:
        Path(scratch).chmod(0o755)
        yield Path(scratch)
