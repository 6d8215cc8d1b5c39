"""The folder in which the campaigns are, each a folder of its own."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from campaign.events import CampaignCreated, Entry
from campaign.ports import Backup, CampaignSummary, Clock
from campaign.refusals import JournalError, JournalFault
from campaign.text import clean, clean_name, fold_case
from rules.options import Options
from storage import backup, codec, public_index, restoring, sharing
from storage.disk import Disk, clear
from storage.faults import told
from storage.imported import ImportedCampaign
from storage.interchange import Evenings, exported
from storage.journal import JournalStorage
from storage.layout import SESSIONS, any_folder_for, is_campaign, session_path
from storage.looking import LookingJournal
from storage.summary import summary
from storage.verify import verify
from storage.writing import WritingJournal

_SLUG_LENGTH = 48
_NEVER = datetime(1, 1, 1, tzinfo=UTC)
_DRAFT = re.compile(r"\.\d+\.nouveau")
_DAY = 24 * 60 * 60
"""Seconds."""
_TAKEN = {errno.ENOTEMPTY, errno.EEXIST}


class FolderLibrary:
    """The campaigns of a folder, which need not exist yet."""

    def __init__(self, root: Path, clock: Clock, disk: Disk | None = None) -> None:
        self._root, self._clock, self._disk = root, clock, disk or Disk()

    def campaigns(self) -> tuple[CampaignSummary, ...]:
        """Return the campaigns, the last played first.

        Raises:
            JournalError: the folder can't be read.
        """
        summaries = [summary(folder, self._disk) for folder in self._folders()]
        summaries.sort(key=lambda each: fold_case(each.name))
        summaries.sort(key=lambda each: each.last_played or _NEVER, reverse=True)
        return tuple(summaries)

    def create(self, name: str, options: Options) -> str:
        """Create a campaign and return its slug.

        Raises:
            Refused: the name can't be one.
            JournalError: there is one of that name, or its folder can't be made.
        """
        name = clean_name(name, "nom")
        self.check_free(name)
        first = codec.encoded(Entry(1, 1, self._clock(), CampaignCreated(name, options)))
        with self._drafted() as draft:
            with told(draft):
                shutil.rmtree(draft, ignore_errors=True)
                self._disk.make_folder(draft)
                self._disk.make_folder(draft / SESSIONS)
            JournalStorage(session_path(draft, 1), 1, first=[(1, first)], disk=self._disk).close()
            return self._settle(draft, name)

    def open(self, name: str) -> WritingJournal:
        """Open the campaign of that slug or name for writing; case and accents don't matter.

        Raises:
            JournalError: there is none, or another program is writing to it.
        """
        folder = self.folder(name)
        restoring.finish(folder, self._clock, self._disk)
        return WritingJournal(folder, self._clock, self._disk)

    def open_for_reading(self, name: str, *, public: bool = False) -> LookingJournal:
        """Open the campaign of that slug or name to look at it while another program may write to it.

        Args:
            name: the campaign's.
            public: whether to look only at what everyone may know, whatever the rights of who asks. These may then be
                as narrow as those of whom the campaign is shared with, who can't list the campaigns.

        Raises:
            JournalError: there is none, or it isn't shared with who asks.
        """
        folder = self._shared_folder(name) if public else self.folder(name)
        return LookingJournal(folder, self._disk, public=public)

    def share(self, name: str, group: str) -> None:
        """Let a Unix group read what everyone may know of a campaign.

        Raises:
            JournalError: there is no such campaign or group, the group could not get there, or the system refuses:
                nothing more is shared than before.
        """
        folder = self.folder(name)
        public_index.keep(folder, None, self._disk)
        sharing.share(folder, group, self._disk)

    def unshare(self, name: str) -> None:
        """Let nobody else read a campaign any more.

        Raises:
            JournalError: there is no such campaign, or the system refuses.
        """
        sharing.unshare(self.folder(name), self._disk)

    def shared_with(self, name: str) -> str | None:
        """Return the Unix group with which a campaign is shared, None if it is with none.

        Raises:
            JournalError: there is no such campaign, or its folder can't be looked at.
        """
        group = sharing.shared_with(self.folder(name), self._disk)
        return None if group is None else sharing.group_label(group)

    def back_up(self, name: str) -> Path:
        """Make a backup of a campaign, whether or not it is open; return its path.

        Raises:
            JournalError: there is no such campaign, or the backup can't be made.
        """
        return backup.make(self.folder(name), self._clock, self._disk)

    def backups(self, name: str) -> tuple[Backup, ...]:
        """Return the backups of a campaign, the latest first.

        Raises:
            JournalError: there is no such campaign, or they can't be listed.
        """
        return backup.backups(self.folder(name))

    def restore(self, name: str, archive: Path) -> None:
        """Put a campaign back as it was in a backup; what it was until now goes into a backup first.

        Raises:
            JournalError: there is no such campaign, someone is writing to it, or the backup is no good.
        """
        restoring.restore(self.folder(name), archive, self._clock, self._disk)

    def bring(self, archive: Path) -> str:
        """Make a campaign of a backup that comes from elsewhere, and return its slug.

        Raises:
            JournalError: the backup is no good, or there is a campaign of that name.
        """
        with self._drafted() as draft:
            restoring.unpack(archive, draft, self._disk)
            found = summary(draft, self._disk)
            name = found.name if found.name != draft.name else archive.stem
            return self._settle(draft, name)

    def check_free(self, name: str) -> None:
        """Make sure that a campaign of that name can be made.

        Raises:
            JournalError: there is one.
        """
        if any(fold_case(each.name) == fold_case(name) for each in self.campaigns()):
            raise JournalError(JournalFault.CAMPAIGN_EXISTS, str(self._root), name=name)

    def evenings(self, name: str, *, public: bool = False) -> Evenings:
        """Return the entries of a campaign, session by session; without its secrets if `public`.

        Raises:
            JournalError: there is no such campaign, or it can't be read.
        """
        return Evenings(self.folder(name), self._disk, public=public)

    def exported(
        self, name: str, *, public: bool = False, only: int | None = None
    ) -> Iterator[bytes]:
        """Yield a campaign, or its session numbered `only`, as JSON; without its secrets if `public`.

        Raises:
            JournalError: there is no such campaign, or it can't be read.
        """
        return exported(self.folder(name), self._disk, public=public, only=only)

    def take_in(self, imported: ImportedCampaign) -> str:
        """Make a campaign of a JSON document that has been checked, and return its slug.

        Raises:
            JournalError: there is one of that name, or it can't be written.
        """
        with self._drafted() as draft:
            imported.write(draft, self._disk)
            slug = self._settle(draft, imported.name)
        with suppress(JournalError), closing(self.open(slug)) as journal:
            journal.load()  # makes its index; else its first opening will
        return slug

    def verify(self, name: str) -> tuple[str, ...]:
        """Return what differs from what it should be in a campaign, in French sentences; nothing if all is well.

        Raises:
            JournalError: there is no such campaign, or it can't be read.
        """
        return verify(self.folder(name), self._disk)

    def folder(self, name: str) -> Path:
        """Return the folder of the campaign of that slug or name.

        Raises:
            JournalError: there is none.
        """
        folders = self._folders()
        wanted = fold_case(clean(name))
        for folder in folders:
            if folder.name == name:
                return folder
        for folder in folders:
            if wanted in (fold_case(folder.name), fold_case(summary(folder, self._disk).name)):
                return folder
        raise JournalError(JournalFault.UNKNOWN_CAMPAIGN, str(self._root), name=name)

    def _shared_folder(self, name: str) -> Path:
        """Return the folder of the campaign of that slug or name, be it where campaigns can't be listed."""
        try:
            folders = [self.folder(name)]
        except JournalError as error:
            if error.fault is not JournalFault.NO_PERMISSION:
                raise
            folders = [
                self._root / slug for slug in (name, _slug_of(clean(name))) if _is_slug(slug)
            ]
        for folder in folders:
            try:
                self._disk.status(folder / SESSIONS)
            except PermissionError:
                raise JournalError(JournalFault.NOT_SHARED, str(folder)) from None
            except OSError:
                continue
            return folder
        fault = JournalFault.UNKNOWN_CAMPAIGN
        raise JournalError(fault, str(self._root), name=name, unlisted=True)

    def _make_root(self) -> None:
        with told(self._root):
            any_folder_for(self._root, self._disk)
            self._clear_drafts()

    def _clear_drafts(self) -> None:
        """Remove what programs that were killed have left of a campaign that they made: nobody takes a day for one."""
        for path in self._root.iterdir():
            if _DRAFT.fullmatch(path.name):
                age = self._clock().timestamp() - self._disk.status(path).st_mtime
                if age > _DAY:
                    clear(self._disk, path)

    def _settle(self, draft: Path, name: str) -> str:
        """Give a campaign that is whole on disk its own folder, and return its slug."""
        self.check_free(name)
        with told(self._root):
            slug = self._free_slug(name)
            self._disk.flush_folder(draft)
            try:
                self._disk.rename(draft, self._root / slug)
            except OSError as error:
                if error.errno not in _TAKEN:
                    raise
                fault = JournalFault.CAMPAIGN_EXISTS  # another program was quicker
                raise JournalError(fault, str(self._root), name=name) from error
            self._disk.flush_folder(self._root)
        return slug

    @contextmanager
    def _drafted(self) -> Iterator[Path]:
        """Give a place to make a campaign ready, each program its own; nothing stays there of one that fails."""
        self._make_root()
        draft = self._root / f".{os.getpid()}.nouveau"
        try:
            yield draft
        except JournalError:
            shutil.rmtree(draft, ignore_errors=True)
            raise

    def _folders(self) -> list[Path]:
        with told(self._root):
            if not self._root.exists():
                return []
            folders = [
                path
                for path in self._root.iterdir()
                if not path.name.startswith(".") and is_campaign(path)
            ]
        return sorted(folders)

    def _free_slug(self, name: str) -> str:
        plain = _slug_of(name)
        number, slug = 1, plain
        while (self._root / slug).exists():
            number += 1
            slug = f"{plain}-{number}"
        return slug


def _is_slug(name: str) -> bool:
    return bool(name) and Path(name).name == name and not name.startswith(".")


def _slug_of(name: str) -> str:
    """Return the name of the folder of a campaign, if no other has it."""
    plain = re.sub(r"[^a-z0-9]+", "-", fold_case(name)).strip("-")[:_SLUG_LENGTH].strip("-")
    return plain or "campagne"
