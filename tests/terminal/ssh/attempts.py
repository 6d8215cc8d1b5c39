"""What an ssh key may be good for, beside what it was given for: tried with real programs."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from threading import Timer

from tests.terminal.ssh.sshd import Sshd

FOLLOWED = b"en lecture seule"
"""Said where the table is followed in lines instead, which never ends by itself."""
PATIENCE = 20.0
"""Seconds after which an attempt that says nothing has failed."""
ATTEMPTS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...], bytes]] = {
    "another program": ("ssh", (), ("echo", "pwned"), b"pwned"),
    "files": ("sftp", ("-b", "-"), (), b"Remote working directory"),
    "a tunnel": ("ssh", ("-W", "127.0.0.1:{port}"), (), b"SSH-2.0"),
    "a tunnel back": (
        "ssh",
        ("-o", "LogLevel=INFO", "-R", "0:127.0.0.1:{port}"),
        ("true",),
        b"Allocated port",
    ),
}
"""For each: a program of the near end, its options, the command, and what is read when it works."""


def works(sshd: Sshd, key: str, wanted: str) -> bool:
    """Return whether one of these attempts succeeds with that key."""
    program, options, command, sign = ATTEMPTS[wanted]
    filled = tuple(option.format(port=sshd.port) for option in options)
    call = sshd.call(*command, program=program, key=key, options=filled)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        call, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, start_new_session=True
    ) as attempt:
        assert attempt.stdin is not None
        assert attempt.stdout is not None
        at_last = Timer(PATIENCE, _end, [attempt])
        at_last.start()
        with suppress(BrokenPipeError):
            attempt.stdin.write(b"pwd\n")
            attempt.stdin.close()
        said = (line for line in attempt.stdout if sign in line or FOLLOWED in line)
        found = next(said, b"")
        at_last.cancel()
        _end(attempt)
    return sign in found


def _end(attempt: subprocess.Popen[bytes]) -> None:
    """End a program with all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(attempt.pid, signal.SIGKILL)
