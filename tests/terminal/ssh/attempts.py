"""What an ssh key may be good for, beside what it was given for: tried with real programs."""

from __future__ import annotations

import subprocess

from tests.terminal.ssh.sshd import Sshd

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
    done = subprocess.run(call, capture_output=True, input=b"pwd\n", timeout=20, check=False)
    return sign in done.stdout + done.stderr
