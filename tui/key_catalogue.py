"""Every key of Gardien, read from the declarations of the screens: what there is to change, and what meets what.

It loads every screen, so only those who change keys, or ask which there are, pay for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from textual.binding import Binding
from textual.dom import DOMNode

from screens.buttons import PushButton
from screens.character.action_editor import ActionEditor
from screens.character.editor import CharacterEditor
from screens.character.history import CharacterHistory
from screens.character.section_rows import SectionRows
from screens.choice import Choice
from screens.dialogs.ask_preferences import AskPreferences
from screens.dialogs.ask_text import AskText
from screens.dialogs.confirm import Confirm
from screens.dialogs.fault import Fault
from screens.dialogs.help import Help
from screens.dialogs.message import Message
from screens.dialogs.palette import Palette
from screens.dialogs.previously import Previously
from screens.fields import Field
from screens.history.detail import Told
from screens.history.event_list import EventList
from screens.history.finding import Finding
from screens.history.found_list import FoundList
from screens.history.looking import LookingHistory
from screens.history.screen import HistoryScreen
from screens.history.search_bar import SearchBar
from screens.history.session_list import SessionList
from screens.keys import EVERYWHERE, declared_bindings
from screens.library.backups import BackupList, Backups
from screens.library.screen import CampaignList, LibraryScreen
from screens.settings.screen import SettingsScreen
from screens.statistics.people import People
from screens.statistics.screen import StatisticsScreen
from screens.table.action_list import ActionList
from screens.table.change_of_past import ChangeOfPast
from screens.table.correction import CorrectionScreen
from screens.table.dice_form import DiceForm
from screens.table.following import FollowingTable
from screens.table.foretelling import Foretelling
from screens.table.log import Log
from screens.table.opening import Opening
from screens.table.replay import Replay
from screens.table.roster import Roster
from screens.table.screen import TableScreen
from screens.table.stakes_form import StakesForm
from screens.text_field import TextField
from tui.app import GardienApp

Owners = tuple[type[DOMNode], ...]
"""What hears a key: the widget that has the focus, then what it is in."""

_FORM: tuple[Owners, ...] = ((Field,), (Choice,), (PushButton,))
_TABLE: tuple[Owners, ...] = (
    (Roster,),
    (ActionList,),
    (Field, StakesForm),
    (Choice, StakesForm),
    (Field, DiceForm),
    (Replay,),
    (Log,),
)
_HISTORY: tuple[Owners, ...] = (
    (SessionList,),
    (EventList,),
    (Field, SearchBar, Finding),
    (FoundList, Finding),
    (Replay,),
    (Told,),
    (Roster,),
)
PLACES: dict[type[DOMNode], tuple[Owners, ...]] = {
    LibraryScreen: ((CampaignList,), ()),
    TableScreen: _TABLE,
    FollowingTable: _TABLE,
    HistoryScreen: _HISTORY,
    LookingHistory: _HISTORY,
    Opening: ((),),
    CharacterEditor: _FORM,
    ActionEditor: _FORM,
    CharacterHistory: ((SectionRows,),),
    CorrectionScreen: _FORM,
    StatisticsScreen: ((People,),),
    SettingsScreen: ((Choice,), (PushButton,)),
    AskPreferences: ((Choice,),),
    Backups: ((BackupList,),),
    Palette: ((Field,),),
    AskText: ((Field,),),
    Confirm: ((PushButton,),),
    Foretelling: ((PushButton,),),
    ChangeOfPast: ((PushButton,),),
    Previously: ((PushButton,), (TextField,)),
    Fault: ((),),
    Message: ((),),
    Help: ((),),
}
"""For each screen, where the focus may be on it. A screen that isn't here can't have its keys changed."""


class Declared(NamedTuple):
    """Every binding of one id.

    Attributes:
        keys: their keys, in Textual's names, in order.
        binding: the first of them.
        group: the part of the screen it belongs to.
        in_fields: whether it must work where characters are written, so that none can be its key.
    """

    keys: tuple[str, ...]
    binding: Binding
    group: str
    in_fields: bool


def chains() -> Iterator[Owners]:
    """Yield every way from a focus to the app that there is."""
    for screen, focuses in PLACES.items():
        for focus in focuses:
            yield (*focus, screen, GardienApp)


def takes_letters(chain: Owners) -> bool:
    """Return whether the focus takes every character for itself."""
    return any(issubclass(each, (Field, TextField, Choice)) for each in chain)


def catalogue() -> dict[str, Declared]:
    """Return every binding that has an id, by id, those of one group together."""
    found: dict[str, list[tuple[str, Binding]]] = {}
    for group, binding in _declarations():
        if binding.id:
            found.setdefault(binding.id, []).append((group, binding))
    owners = {owner for chain in chains() if not takes_letters(chain) for owner in chain}
    free = {binding.id for owner in owners for _, binding in declared_bindings(owner)}
    declared = {name: _declared(each, name not in free) for name, each in found.items()}
    groups = list(dict.fromkeys(each.group for each in declared.values()))
    return dict(sorted(declared.items(), key=lambda item: groups.index(item[1].group)))


def _declarations() -> Iterator[tuple[str, Binding]]:
    """Yield each binding that a class declares, with its group."""
    for owner in dict.fromkeys(owner for chain in chains() for owner in reversed(chain)):
        for base in reversed(owner.__mro__):
            if issubclass(base, DOMNode):
                for binding in Binding.make_bindings(base.__dict__.get("BINDINGS", ())):
                    yield base.BINDING_GROUP_TITLE or EVERYWHERE, binding


def _declared(found: list[tuple[str, Binding]], never_free: bool) -> Declared:
    group, first = found[0]
    keys = tuple(dict.fromkeys(binding.key for _, binding in found))
    return Declared(keys, first, group, first.priority or never_free)
