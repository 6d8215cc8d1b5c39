"""The way into `gardien`: it starts fast, and whatever goes wrong ends in one French sentence and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from cli.exit_codes import DONE, FAILED, INTERRUPTED, NO_READER
from cli.outside import d20
from cli.streams import complain, speak_any_encoding

if TYPE_CHECKING:
    from campaign.ports import Dice


def main() -> NoReturn:
    """Run the command line of this process, and end it."""
    gc.disable()  # a command is over before there is garbage; the table turns it on again
    code = run(sys.argv[1:], d20)
    os._exit(code)  # all is flushed: to tear Python down would cost a tenth of the command's time


def run(arguments: Sequence[str], dice: Dice) -> int:
    """Run a command line; return the exit code: 0 done, 1 the data is not as it should be, 2 wrong usage.

    Args:
        arguments: the words after `gardien`.
        dice: rolls the dice that were not given.
    """
    speak_any_encoding()
    try:
        code = _call(list(arguments), dice)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return NO_READER
    except OSError as error:
        complain(_refused(error))
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last resort: a sentence, and the traceback in a file
        return _unforeseen(error)
    return code


def _call(arguments: list[str], dice: Dice) -> int:
    from click import ClickException
    from click.exceptions import Exit

    from cli.gardien import gardien

    try:
        with gardien.make_context("gardien", arguments, obj=dice) as context:
            code: int | None = gardien.invoke(context)
    except Exit as leaving:
        return leaving.exit_code
    except ClickException as error:
        complain(error.message)
        return error.exit_code
    return DONE if code is None else code


def _refused(error: OSError) -> str:
    """Return what is said of what the system refused, such as to write what was asked for on standard output."""
    from pathlib import Path

    from storage.faults import cause

    return f"Le système a refusé{cause(error, Path())}."


def _unforeseen(error: Exception) -> int:
    """Say in one sentence that something unforeseen happened, and where its details are kept."""
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix="gardien-", suffix=".txt", delete=False
    ) as report:
        report.writelines(traceback.format_exception(error))
    complain(
        f"Une erreur imprévue a arrêté Gardien ({type(error).__name__} : {error}) ; "
        f"le détail est dans {report.name}, à joindre à un rapport."
    )
    return FAILED
