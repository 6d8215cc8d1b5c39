"""What can be done to the events of a campaign: see them played again, rule on them, put them right."""

from __future__ import annotations

from dataclasses import replace

from textual.content import Content

from campaign.calculations import as_text, calculation
from campaign.commands import Redo, RuleEffect, Undo
from campaign.events import EffectRuled, Entry
from campaign.narration import line
from campaign.sentences import sentence
from rules.errors import RuleError
from rules.health import Ruling
from screens.dialogs.message import Message
from screens.table.change_of_past import offer_change_of_past
from screens.table.company import CompanyScreen
from screens.table.log import Log
from screens.table.note import ask_note, ask_scene
from screens.table.past import correct, mark, offer_other_ruling, offer_reveal
from screens.table.played import Played
from screens.table.previously import tell_last_evening
from screens.table.roller import Roller, Stage
from screens.table.roster import Roster


class EventScreen(CompanyScreen):
    """A screen that shows the events of a campaign, one of them being at hand: in view, or chosen in the log."""

    def replay(self, entry: Entry, *, at_once: bool = False) -> None:
        """Play an entry's steps, or show all of them `at_once`; say its line where it has none."""
        current = replace(entry, event=self.session.past_of(entry.sequence).current(entry))
        try:
            has_steps = bool(calculation(current.event, self.session.find))
        except RuleError as error:  # a line that another hand has written
            self.complain(sentence(error))
            return
        if has_steps:
            ruled = self.ruling_on(entry.sequence)
            remark = self._remark(entry)
            self.query_one(Roller).play(current, self.session.find, ruled, remark, at_once=at_once)
        else:
            self._tell(current)

    def action_rule(self, ruling: str) -> None:
        """Rule on the roll that awaits it, and make room for the next; or rule otherwise on the one in view."""
        ruled = self.query_one(Played).ruled
        if self.state.awaited is None and ruled is not None:
            offer_other_ruling(self, ruled.roll, Ruling(ruling), self._past_changed)
        elif self.attempt(RuleEffect(Ruling(ruling))) is not None:
            self.query_one(Roller).played()
            self.query_one(Roster).focus()

    def action_copy(self) -> None:
        """Copy the calculation that is shown; the app tells where to."""
        entry = self.session.find(self.query_one(Played).sequence or 0)
        if entry is not None:
            current = self.session.past_of(entry.sequence).current(entry)
            self.app.copy_to_clipboard(as_text(current, self.session.find))

    def action_undo(self) -> None:
        """Undo the last event that counts."""
        self._offer(Undo())

    def action_redo(self) -> None:
        """Redo what was undone last."""
        self._offer(Redo())

    def action_note(self) -> None:
        """Ask for a note, on the event at hand where one is chosen."""
        entry = self._event_at_hand() if self._is_chosen() else None
        ask_note(self, entry.sequence if entry else None)

    def action_scene(self) -> None:
        """Ask for the title of the scene that begins."""
        ask_scene(self)

    def action_previously(self) -> None:
        """Tell the last session again."""
        tell_last_evening(self)

    def action_mark(self) -> None:
        """Put a ★ on the event at hand, or take it off."""
        if entry := self._event_at_hand():
            mark(self, entry)

    def action_correct(self) -> None:
        """Ask how the event at hand should have been."""
        if entry := self._event_at_hand():
            correct(self, entry, lambda _: self.take_up())

    def action_secret(self) -> None:
        """Reveal the event at hand where one is chosen; else make the coming roll secret, or open again."""
        entry = self._event_at_hand() if self._is_chosen() else None
        if entry is None:
            self.query_one(Roller).toggle_secret()
        else:
            offer_reveal(self, entry)

    def take_up(self) -> None:
        """Show the roll that awaits its ruling, after a crash as after an undo; else what is in view as it is now."""
        awaited = self.state.awaited
        if awaited is None:
            self._view_again()
            return
        self.who = awaited.roll.who
        entry = self.session.find(awaited.sequence)
        if entry is not None:
            self.replay(entry, at_once=True)

    def _view_again(self) -> None:
        """Show the event in view as it counts now, or make room for the next roll if it no longer counts."""
        roller, focused = self.query_one(Roller), self.focused
        if roller.stage is not Stage.REPLAY:
            return
        entry = self.session.find(self.query_one(Played).sequence or 0)
        if entry is not None and entry.sequence not in self.session.past_of(entry.sequence).undone:
            self.replay(entry, at_once=True)
            if focused is not None:
                focused.focus()
            return
        roller.played()

    def _remark(self, entry: Entry) -> str:
        """Return what is to be known of an entry before its calculation is read."""
        past = self.session.past_of(entry.sequence)
        if entry.sequence in past.undone:
            return "ANNULÉ"
        return "SECRET" if past.is_secret(entry) else ""

    def _tell(self, entry: Entry) -> None:
        """Say the line of an entry that computed nothing, on the status line if it fits there."""
        told = line(entry, self.session.find)
        if Content(told).cell_length < self.size.width - 2:
            self.say(told)
        else:
            self.app.push_screen(Message(f"{entry.at:%H:%M}", told))

    def ruling_on(self, sequence: int) -> EffectRuled | None:
        """Return the ruling on the event of that sequence number, or the ruling that it is, as it counts."""
        entry = self.session.find(sequence)
        roll = entry.event.roll if entry and isinstance(entry.event, EffectRuled) else sequence
        ruled = self.session.ruling_of(roll)
        return ruled.event if ruled and isinstance(ruled.event, EffectRuled) else None

    def _offer(self, command: Undo | Redo) -> None:
        offer_change_of_past(self, command, self._past_changed)
        self.query_one(Log).written()  # looking for it may have brought earlier sessions in

    def _past_changed(self, entries: tuple[Entry, ...]) -> None:
        self.say(line(entries[0], self.session.find))
        self.take_up()

    def _event_at_hand(self) -> Entry | None:
        """Return the event that is replayed while the roller has the focus, else the one selected in the log."""
        played, log = self.query_one(Played), self.query_one(Log)
        sequence = played.sequence if self._in_replay() else log.selected()
        return self.session.find(sequence or 0)

    def _is_chosen(self) -> bool:
        """Whether the event at hand was chosen: in the log, or by replaying it."""
        return self.query_one(Log).has_focus or self._in_replay()

    def _in_replay(self) -> bool:
        roller = self.query_one(Roller)
        return roller.has_focus_within and roller.stage is Stage.REPLAY
