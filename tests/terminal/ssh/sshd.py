"""A real OpenSSH server for the tests: on a free port of the loopback, with keys of its own, for whoever runs them."""

from __future__ import annotations

import os
import pwd
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import psutil
import pytest

from tests.terminal.conftest import ROOT, Terminal, installed

PRIVILEGE_SEPARATION = Path("/run/sshd")
"""What sshd wants to be there when root starts it; Debian makes it with the service."""
_ATTEMPTS = 5
SENDS_LOCALE = ("-o", "SendEnv=LANG LC_*")
"""What the ssh of Debian and of macOS does by itself."""


class Sshd:
    """A running server.

    Args:
        folder: where its keys, settings and log go.
        settings: lines of its configuration that come before the usual ones.
        user: the account that is asked for; that of whoever runs the tests, unless root does.
        within: the words that start the server, before its own.
    """

    def __init__(
        self, folder: Path, *settings: str, user: str = "", within: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self._user = user or pwd.getpwuid(os.geteuid()).pw_name
        self._within = within
        folder.mkdir(parents=True)
        self._log = folder / "log"
        self._log.touch()
        self._authorized = folder / "authorized_keys"
        self._known = folder / "known_hosts"
        self._clients: list[Terminal] = []
        host = self._make_key("host")
        self.authorize("own")
        if os.geteuid() == 0:
            PRIVILEGE_SEPARATION.mkdir(mode=0o755, exist_ok=True)
        for _ in range(_ATTEMPTS):  # another program may take the port that was free
            self.port = _free_port()
            self._known.write_text(f"[127.0.0.1]:{self.port} {host}\n")
            if self._start(settings):
                return
        pytest.fail(f"sshd did not start:\n{self.log}")

    @property
    def log(self) -> str:
        """What the server said."""
        return self._log.read_text("utf-8", "replace")

    def authorize(self, name: str, restrictions: str = "") -> None:
        """Let in whoever has the key `name`, which is made; `restrictions` as in authorized_keys."""
        public = self._make_key(name)
        with self._authorized.open("a") as file:
            file.write(f"{restrictions} {public}\n".lstrip())

    def call(
        self,
        *command: str,
        program: str = "ssh",
        key: str = "own",
        options: tuple[str, ...] = (),
    ) -> list[str]:
        """Return the words that run `command` over the link; none of the user's own settings are read."""
        settings = (
            f"Port={self.port}",
            f"IdentityFile={self.folder / key}",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            f"UserKnownHostsFile={self._known}",
            f"GlobalKnownHostsFile={os.devnull}",
            "BatchMode=yes",
            "LogLevel=ERROR",
        )
        said = [word for setting in settings for word in ("-o", setting)]
        near = [installed(program, "openssh-client"), "-F", os.devnull, *options, *said]
        return [*near, f"{self._user}@127.0.0.1", *command]

    def connect(
        self,
        *command: str,
        key: str = "own",
        options: tuple[str, ...] = SENDS_LOCALE,
        columns: int = 120,
        lines: int = 36,
        **env: str,
    ) -> Terminal:
        """Run `command` at the far end on a terminal of its own; `env` is the environment of the near end."""
        near = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", **env}
        words = self.call(*command, key=key, options=("-tt", *options))
        client = Terminal(words, near, columns, lines)
        self._clients.append(client)
        return client

    def hang_up(self) -> None:
        """End all connections."""
        while self._clients:
            self._clients.pop().close()

    def close(self) -> None:
        """End the server and all its connections."""
        self.hang_up()
        self._process.kill()
        self._process.wait()

    def _start(self, settings: tuple[str, ...]) -> bool:
        config = self.folder / "sshd_config"
        config.write_text("\n".join((*settings, *self._usual_settings())) + "\n")
        program = installed("sshd", "openssh-server")
        words = [*self._within, program, "-D", "-f", str(config), "-E", str(self._log)]
        self._process = subprocess.Popen(words)
        while self._process.poll() is None:
            if f"listening on 127.0.0.1 port {self.port}." in self.log:
                return True
            time.sleep(0.01)
        return False

    def _usual_settings(self) -> tuple[str, ...]:
        return (
            f"Port {self.port}",
            "ListenAddress 127.0.0.1",
            f"HostKey {self.folder / 'host'}",
            f"AuthorizedKeysFile {self._authorized}",
            "PidFile none",
            "StrictModes no",  # the keys are in a temporary folder, below /tmp
            "UsePAM no",
            "PasswordAuthentication no",
            "KbdInteractiveAuthentication no",
            "PermitRootLogin prohibit-password",
            "PermitUserRC no",
            "PrintMotd no",
            "PrintLastLog no",
            "AcceptEnv LANG LC_*",
            "Subsystem sftp internal-sftp",
        )

    def _make_key(self, name: str) -> str:
        """Make a key pair and return its public half."""
        path = self.folder / name
        generate = [installed("ssh-keygen", "openssh-client"), "-q", "-t", "ed25519", "-N", ""]
        subprocess.run([*generate, "-C", name, "-f", str(path)], check=True)
        return path.with_suffix(".pub").read_text()


class FarGardien:
    """The `gardien` of the far end: a script that says where its campaigns are, as a profile would there.

    Args:
        folder: where the script and its home go.
        campaigns: the folder of the campaigns.
        env: what else is set, or set otherwise.
        python: the interpreter that runs it.
    """

    def __init__(
        self,
        folder: Path,
        campaigns: Path,
        env: Mapping[str, str] | None = None,
        python: str = sys.executable,
    ) -> None:
        folder.mkdir()
        home = folder / "home"
        home.mkdir()
        self._pid = folder / "pid"
        variables = {
            "HOME": str(home),
            "GARDIEN_DOSSIER": str(campaigns),
            "PYTHONPATH": str(ROOT),
            **(env or {}),
        }
        exports = "".join(
            f"export {key}={shlex.quote(value)}\n" for key, value in variables.items()
        )
        run = f"echo $$ > {shlex.quote(str(self._pid))}\nexec {shlex.quote(python)} -m cli"
        self.path = folder / "gardien"
        self.path.write_text(f'#!/bin/sh\n{exports}{run} "$@"\n')
        self.path.chmod(0o755)

    def __str__(self) -> str:
        """The word that runs it."""
        return shlex.quote(str(self.path))

    @property
    def process(self) -> psutil.Process:
        """The one that was started last."""
        return psutil.Process(int(self._pid.read_text()))

    @property
    def connection(self) -> psutil.Process:
        """The process of the server that serves it."""
        return next(each for each in self.process.parents() if each.name().startswith("sshd"))


def is_gone(process: psutil.Process, within: float) -> bool:
    """Wait for the end of a process that isn't ours; return whether it came in time, in seconds."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            if process.status() == psutil.STATUS_ZOMBIE:  # until its parent, maybe process 1, knows
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.01)
    return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
