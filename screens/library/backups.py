"""The backups of a campaign: see them, make one, bring one back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content

from campaign.ports import Backup, CampaignSummary, Clock, Library
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.text import of
from screens.dialogs.confirm import Confirm
from screens.dialogs.dialog import Dialog
from screens.keys import key_for
from screens.library.when import when
from screens.line_view import LineView


class Backups(Dialog[None]):
    """The backups of one campaign, the latest first.

    Args:
        library: where the campaign is.
        campaign: the campaign.
        clock: tells the time, for "hier".
    """

    BINDINGS = [
        Binding(
            "enter,ctrl+j",
            "restore",
            "restaurer",
            tooltip="Ramener la campagne à la sauvegarde choisie",
            id="backups.restore",
        ),
        Binding("s", "back_up", "sauvegarder", tooltip="Faire une sauvegarde", id="backups.make"),
    ]
    BINDING_GROUP_TITLE = "Sauvegardes"
    DEFAULT_CSS = """
    Backups BackupList { height: auto; max-height: 12; min-height: 1; }
    """

    def __init__(self, library: Library, campaign: CampaignSummary, clock: Clock) -> None:
        super().__init__(f"Sauvegardes {of(campaign.name)}")
        self._library, self._campaign, self._clock = library, campaign, clock

    def compose_body(self) -> ComposeResult:
        """Yield the list."""
        yield BackupList(self._clock)

    def on_mount(self) -> None:
        """Show the backups there are."""
        self._show()
        self.query_one(BackupList).focus()

    def action_back_up(self) -> None:
        """Make a backup now."""
        self._try(lambda: self._library.back_up(self._campaign.slug))

    def action_restore(self) -> None:
        """Bring the chosen backup back, once the GC has confirmed it."""
        backup = self.query_one(BackupList).chosen()
        if backup is None:
            return
        restored = backup.path

        def answered(wanted: bool | None) -> None:
            if wanted:
                self._restore(restored)

        moment = when(backup.moment.astimezone(), self._clock())
        self.app.push_screen(
            Confirm(
                f"Ramener {self._campaign.name} à sa sauvegarde ({moment}) ?",
                "Ce qu’elle est aujourd’hui est d’abord sauvegardé : rien n’est perdu.",
            ),
            answered,
        )

    def _restore(self, archive: Path) -> None:
        if self._try(lambda: self._library.restore(self._campaign.slug, archive)):
            self.dismiss()

    def _try(self, work: Callable[[], object]) -> bool:
        try:
            work()
        except JournalError as error:
            self.complain(sentence(error))
            return False
        self._show()
        return True

    def _show(self) -> None:
        try:
            backups = self._library.backups(self._campaign.slug)
        except JournalError as error:
            self.complain(sentence(error))
            return
        self.query_one(BackupList).show(backups)


class BackupList(LineView):
    """One line a backup: when it was made."""

    BINDING_GROUP_TITLE = "Liste"

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._backups: tuple[Backup, ...] = ()

    def show(self, backups: tuple[Backup, ...]) -> None:
        """Show these backups, the cursor on the first."""
        self._backups = backups
        self.styles.height = max(1, len(backups))
        self.rows_changed()

    def chosen(self) -> Backup | None:
        """Return the backup under the cursor."""
        return self._backups[self.cursor] if self._backups else None

    def row_count(self) -> int:
        """Return the number of backups, or 1 to say that there is none."""
        return max(1, len(self._backups))

    def row(self, index: int) -> Content:
        """Return when a backup was made."""
        if not self._backups:
            make = key_for(self.screen, "backups.make")
            return Content(f"Aucune sauvegarde encore ; {make} en fait une.")
        backup = self._backups[index]
        here = index == self.cursor
        moment = when(backup.moment.astimezone(), self._clock())
        muted = "" if here else "$text-muted"  # the cursor has its own colours
        return Content.assemble("▸ " if here else "  ", moment, (f"   {backup.path.name}", muted))
