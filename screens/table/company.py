"""What can be done to the company, and to the character at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from textual.reactive import reactive

from campaign.character import Character
from campaign.commands import (
    BringBack,
    Command,
    DuplicateCharacter,
    GiveTurn,
    MoveCharacter,
    SetAside,
)
from campaign.company import next_name
from campaign.events import Entry
from campaign.narration import line
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.state import State
from campaign.text import of
from screens.base import SessionScreen
from screens.dialogs.ask_text import AskText
from screens.dialogs.palette import Palette, PaletteRow, run_row
from screens.keys import key_for
from screens.table.action_list import ActionList
from screens.table.recovery import show_recovery
from screens.table.roller import Roller, Stage
from screens.table.roster import Roster


class CompanyScreen(SessionScreen[None]):
    """A screen that shows the company, one character being at hand."""

    state: reactive[State] = reactive(State)
    """The campaign as it is now."""
    who: reactive[str | None] = reactive(None)
    """The character at hand."""
    KNOWS_SECRETS = True
    """Whether those who look at this table may know the GC's secrets."""

    def character_at_hand(self) -> Character | None:
        """Return the character at hand; where there is none, tell the GC how to add one."""
        character = self.state.characters.get(self.who or "")
        if character is None:
            self.complain(
                f"La compagnie est vide : {key_for(self, 'table.add')} ajoute un personnage."
            )
        return character

    def tell(self, entries: tuple[Entry, ...] | None) -> None:
        """Say what was written, if anything was."""
        if entries:
            self.say(line(entries[0], self.session.find))

    def action_add_character(self) -> None:
        """Open an empty sheet."""
        self._edit_character(None)

    def action_edit_character(self) -> None:
        """Open the sheet of the character at hand."""
        if character := self.character_at_hand():
            self._edit_character(character.who)

    def action_character_history(self) -> None:
        """Show the history of the character at hand."""
        from screens.character.history import CharacterHistory

        if character := self.character_at_hand():
            try:
                history = CharacterHistory(
                    self.session, character.who, knows_secrets=self.KNOWS_SECRETS
                )
            except JournalError as error:
                self.complain(sentence(error))
            else:
                self.app.push_screen(history)

    def action_duplicate(self) -> None:
        """Ask for the name of another such character, and bring it in."""
        if character := self.character_at_hand():
            self._ask_duplicate(character)

    def action_place(self) -> None:
        """Ask where the character at hand stands in the company."""
        if character := self.character_at_hand():
            title = f"Placer {character.name}"
            self.app.push_screen(Palette(self._places(character), title, "Devant qui…"), run_row)

    def action_aside(self) -> None:
        """Set the character at hand aside, or bring it back."""
        if character := self.character_at_hand():
            command = BringBack if character.is_aside else SetAside
            self.tell(self.attempt(command(character.who)))

    def action_turn(self) -> None:
        """Give the turn to the next character, who is then at hand."""
        following = self.state.next_turn
        if following is None:
            self.complain("Personne ne peut jouer : la compagnie est vide ou à l’écart.")
        elif (entries := self.attempt(GiveTurn(following.who))) is not None:
            self.who = following.who
            self.tell(entries)

    def action_no_turn(self) -> None:
        """Keep no turns any more."""
        self.tell(self.attempt(GiveTurn(None)))

    def action_add_action(self) -> None:
        """Open an empty action of the character at hand."""
        if self.character_at_hand() is not None:
            self.edit_action(None)

    def action_recovery(self) -> None:
        """Show what can be done to the health of the character at hand."""
        if character := self.character_at_hand():
            show_recovery(self, character)

    def action_jump(self) -> None:
        """Go to a character by a part of its name."""
        rows = [
            PaletteRow(each.name, "", "", partial(self._go_to, each.who))
            for each in self._everyone()
        ]
        self.app.push_screen(Palette(rows, "Aller à", "Une partie du nom…"), run_row)

    def palette_rows(self) -> Iterable[tuple[str, str, Callable[[], None]]]:
        """Yield a row for each character, then for each saved action: its name, what choosing it does, the doing."""
        for each in self._everyone():
            yield each.name, "Aller à ce personnage", partial(self._go_to, each.who)
        for each in self._everyone():
            for action in each.actions_by_use:
                go = partial(self._go_to_action, each.who, action.name)
                yield action.name, f"Aller à cette action {of(each.name)}", go

    def _everyone(self) -> tuple[Character, ...]:
        return (*self.state.company, *self.state.aside)

    def _go_to(self, who: str) -> None:
        self.who = who
        self.query_one(Roster).focus()

    def _go_to_action(self, who: str, name: str) -> None:
        self.who = who
        roller = self.query_one(Roller)
        if self.state.awaited is None:  # a roll that awaits its ruling stays in view
            roller.stage = Stage.ACTION
        self.query_one(ActionList).go_to(name)
        roller.focus_main()

    def edit_action(self, name: str | None) -> None:
        """Open an action of the character at hand, or an empty one."""
        from screens.character.action_editor import ActionEditor

        if self.who is not None:
            self.app.push_screen(ActionEditor(self.session, self.who, name))

    def _edit_character(self, who: str | None) -> None:
        from screens.character.editor import CharacterEditor

        self.app.push_screen(CharacterEditor(self.session, who))

    def _ask_duplicate(self, character: Character) -> None:
        def written(name: str) -> str | None:
            """Bring it in, or say why it can't be: the name is then still in the dialog."""
            trouble = self.trouble_with(DuplicateCharacter(character.who, name))
            if trouble is None:
                *_, self.who = self.session.state.characters
            return trouble

        name = next_name(character.name, self.state)
        title = f"Dupliquer {character.name}, sans ses blessures"
        self.app.push_screen(AskText(title, value=name, label="nom", validate=written))

    def _places(self, moved: Character) -> Iterator[PaletteRow]:
        """Yield where a character can go: before each other of its group, or last of it."""
        group = [each for each in self.state.company if each.kind is moved.kind]
        for other in group:
            if other.who != moved.who:
                yield self._row(f"devant {other.name}", MoveCharacter(moved.who, other.who))
        yield self._row(f"en dernier des {moved.kind}", MoveCharacter(moved.who, None))

    def _row(self, name: str, command: Command) -> PaletteRow:
        do: Callable[[], None] = partial(self._do, command)
        return PaletteRow(name, "", "", do)

    def _do(self, command: Command) -> None:
        self.tell(self.attempt(command))
