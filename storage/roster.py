"""A company as a JSON document: `{"gardien":"compagnie","format":1,"personnages":[…]}`, a character on each line."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campaign.character import Member
from storage.documents import check_same
from storage.importing import COMPANY, DOCUMENT_FORMAT, Document, bad, decoded
from storage.interchange import json
from storage.lines import Damaged

_MOST_MEMBERS = 1000
_MOST_ACTIONS = 5000
"""Of all of them together: each is one event, decided one after the other."""


class _Company(msgspec.Struct, forbid_unknown_fields=True):
    gardien: str
    format: int
    personnages: list[Member]


def company_document(members: Sequence[Member]) -> bytes:
    """Return a roster as a JSON document."""
    head = json({"gardien": COMPANY, "format": DOCUMENT_FORMAT, "personnages": []})
    lines = [b"\n" + json(msgspec.to_builtins(each)) for each in members]
    return head.removesuffix(b"]}") + b",".join(lines) + b"]}\n"


def company_in(source: Document) -> tuple[Member, ...]:
    """Return the roster that a document holds.

    Raises:
        JournalError: it holds no roster, or one with what no sheet can be.
    """
    company = decoded(source.path, source.data, _Company)
    written = msgspec.json.decode(source.data, type=dict[str, object])
    try:
        check_same(company, written)
    except Damaged as damage:
        raise bad(source.path, f"une fiche avec {damage}") from damage
    if not 0 < len(company.personnages) <= _MOST_MEMBERS:
        raise bad(source.path, f"il faut de 1 à {_MOST_MEMBERS} personnages")
    if sum(len(each.actions) for each in company.personnages) > _MOST_ACTIONS:
        raise bad(source.path, f"il y a plus de {_MOST_ACTIONS} actions en tout")
    return tuple(company.personnages)
