"""The library screen: choose a campaign, or create one."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.events import ScreenResume
from textual.message import Message
from textual.widgets import Static

from campaign.ports import CampaignSummary, Clock, Library
from campaign.refusals import JournalError, Refused
from campaign.sentences import sentence
from rules.options import Options
from screens.base import GardienScreen
from screens.dialogs.ask_text import AskText
from screens.keys import key_for
from screens.library.backups import Backups
from screens.library.when import when
from screens.line_view import LineView


class LibraryScreen(GardienScreen[None]):
    """The campaigns, the last played first.

    Args:
        library: where they are.
        clock: tells the time, for "hier".
    """

    CSS_PATH = "library.tcss"
    BINDING_GROUP_TITLE = "Campagnes"
    BINDINGS = [
        Binding(
            "enter,ctrl+j",
            "open",
            "ouvrir",
            tooltip="Ouvrir la campagne choisie",
            id="library.open",
        ),
        Binding("n", "create", "nouvelle", tooltip="Créer une campagne", id="library.create"),
        Binding(
            "s",
            "backups",
            "sauvegardes",
            tooltip="Voir les sauvegardes de la campagne choisie, en faire une ou en ramener une",
            id="library.backups",
        ),
        Binding(
            "H",
            "history",
            "historique",
            tooltip="Lire l’historique de la campagne choisie, sans l’ouvrir ni y écrire",
            id="library.history",
        ),
        Binding(
            "q",
            "app.quit",
            "quitter",
            tooltip="Quitter Gardien ; demande d’abord s’il le faut",
            id="library.quit",
        ),
    ]

    @dataclass
    class Chosen(Message):
        """Posted when a campaign is to be opened.

        Attributes:
            slug: the campaign's folder.
        """

        slug: str

    @dataclass
    class HistoryAsked(Message):
        """Posted when the history of a campaign is to be shown.

        Attributes:
            slug: the campaign's folder.
        """

        slug: str

    def __init__(self, library: Library, clock: Clock) -> None:
        super().__init__()
        self._library, self._clock = library, clock
        self._created: str | None = None

    def compose_body(self) -> ComposeResult:
        """Yield the list, and what to do while it is empty."""
        self.sub_title = "campagnes"
        yield CampaignList(self._clock)
        yield Static(
            Content.assemble(
                "Aucune campagne encore.\n",
                (key_for(self, "library.create"), "bold $primary"),
                " crée la première.",
            ),
            id="empty",
        )

    def on_screen_resume(self, event: ScreenResume) -> None:
        """Show the campaigns as they are now."""
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Opening, history and backups need a campaign."""
        return action not in ("open", "history", "backups") or not self.has_class("-empty")

    def action_open(self) -> None:
        """Open the campaign under the cursor."""
        if (chosen := self.query_one(CampaignList).chosen()) is not None:
            self.post_message(self.Chosen(chosen.slug))

    def action_history(self) -> None:
        """Read the history of the campaign under the cursor."""
        if (chosen := self.query_one(CampaignList).chosen()) is not None:
            self.post_message(self.HistoryAsked(chosen.slug))

    def action_create(self) -> None:
        """Ask for a name, create the campaign, and open it."""
        self.app.push_screen(
            AskText("Nom de la nouvelle campagne", label="nom", validate=self._create),
            self._open_created,
        )

    def action_backups(self) -> None:
        """Show the backups of the campaign under the cursor."""
        if (chosen := self.query_one(CampaignList).chosen()) is not None:
            self.app.push_screen(Backups(self._library, chosen, self._clock))

    def _create(self, name: str) -> str | None:
        try:
            self._created = self._library.create(name, Options())
        except (Refused, JournalError) as error:
            return sentence(error)
        return None

    def _open_created(self, name: str | None) -> None:
        if name is not None and self._created is not None:
            self.post_message(self.Chosen(self._created))

    def _show(self) -> None:
        try:
            campaigns = self._library.campaigns()
        except JournalError as error:
            campaigns = ()
            self.complain(sentence(error))
        self.set_class(not campaigns, "-empty")
        view = self.query_one(CampaignList)
        view.show(campaigns)
        if campaigns:
            view.focus()
        self.refresh_bindings()


class CampaignList(LineView):
    """One line a campaign: its name, its sessions, when it was last played, or what troubles it."""

    BINDING_GROUP_TITLE = "Liste"

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._campaigns: tuple[CampaignSummary, ...] = ()

    def show(self, campaigns: tuple[CampaignSummary, ...]) -> None:
        """Show these campaigns; the cursor stays on the one it was on."""
        before = self.chosen()
        self._campaigns = campaigns
        slugs = [each.slug for each in campaigns]
        self.rows_changed()
        self.cursor = slugs.index(before.slug) if before and before.slug in slugs else 0

    def chosen(self) -> CampaignSummary | None:
        """Return the campaign under the cursor."""
        return self._campaigns[self.cursor] if self._campaigns else None

    def row_count(self) -> int:
        """Return how many campaigns there are."""
        return len(self._campaigns)

    def row(self, index: int) -> Content:
        """Return the line of a campaign."""
        campaign = self._campaigns[index]
        here = index == self.cursor
        mark = "▸ " if here else "  "
        if campaign.trouble:
            red = "" if here else "$text-error"  # the cursor has its own colours
            return Content.assemble(mark, campaign.name, (f"  ✗ {campaign.trouble}", red))
        played = when(campaign.last_played, self._clock()) if campaign.last_played else "—"
        facts = f"{_sessions(campaign.sessions):>14}   {played:<20}"
        width = max(0, self.scrollable_content_region.width - len(facts) - len(mark) - 2)
        name = Content(campaign.name).truncate(width, ellipsis=True)
        return Content.assemble(mark, name.pad_right(width - name.cell_length), facts)


def _sessions(count: int) -> str:
    if count == 0:
        return "aucune séance"
    return f"{count} séance{'s' if count > 1 else ''}"
