"""Taking in a JSON document. It comes from anywhere: nothing in it is trusted before it has been checked."""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from campaign.refusals import JournalError, JournalFault
from campaign.sentences import sentence
from rules.errors import RuleError
from storage.disk import MOST_BYTES, Disk
from storage.faults import told

DOCUMENT_FORMAT = 1
"""The format of the documents that this program writes, and the newest that it reads."""
CAMPAIGN, COMPANY = "campagne", "compagnie"
"""What a document can hold: its `gardien`."""

_NOT_READ = {
    errno.EINVAL: "ce n’est pas un fichier ordinaire",
    errno.EOVERFLOW: f"il dépasse {MOST_BYTES >> 20} Mo",
}
_PLACE = re.compile(r"at `\$\.?([^`]*)`")
_Form = TypeVar("_Form")


class _Head(msgspec.Struct):
    gardien: str
    format: int


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document of ours, of a format that this program reads.

    Attributes:
        path: where it comes from.
        kind: what it holds, `CAMPAIGN` or `COMPANY`.
        data: its bytes.
    """

    path: Path
    kind: str
    data: bytes


def document(path: Path, disk: Disk) -> Document:
    """Return the document that a file holds, which the user named: it may be a link.

    Raises:
        JournalError: it can't be read, is none of ours, or is of a newer format.
    """
    with told(path):
        try:
            data = disk.read_named(path)
        except OSError as error:
            if error.errno in _NOT_READ:
                raise bad(path, _NOT_READ[error.errno]) from error
            raise
    head = decoded(path, data, _Head)
    if head.gardien not in (CAMPAIGN, COMPANY) or head.format < 1:
        raise bad(path, "ce n’est pas un export de Gardien en JSON")
    if head.format > DOCUMENT_FORMAT:
        fault = JournalFault.NEWER_FORMAT
        raise JournalError(fault, str(path), version=head.format, known=DOCUMENT_FORMAT)
    return Document(path, head.gardien, data)


def decoded(path: Path, data: bytes, form: type[_Form]) -> _Form:
    """Return what JSON says, in the form that it must have.

    Raises:
        JournalError: it isn't JSON, or of another form.
    """
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.ValidationError as error:
        raise bad(path, _wrong_form(error)) from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise bad(path, "ce n’est pas du JSON entier, en UTF-8") from error
    except RecursionError as error:
        raise bad(path, "il est imbriqué trop profondément") from error


def bad(path: Path, why: str) -> JournalError:
    """Return the refusal of a document."""
    return JournalError(JournalFault.BAD_IMPORT, str(path), why=why)


def _wrong_form(error: msgspec.ValidationError) -> str:
    """Return what is wrong with a document in French: what the rules refuse, or where it isn't what it should be."""
    found = _PLACE.search(str(error))
    place = f"à « {found[1]} », " if found and found[1] else ""
    if isinstance(error.__cause__, RuleError):
        refused = sentence(error.__cause__).rstrip(".")
        return f"{place}{refused[0].lower()}{refused[1:]}"
    return f"{place}il n’a pas la forme d’un export de Gardien"
