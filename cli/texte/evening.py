"""A session as it is played in plain mode: who is at hand, what is asked, what is done and told."""

from __future__ import annotations

from collections.abc import Callable

from campaign.calculations import as_text, calculation, heading
from campaign.character import Character
from campaign.commands import Command
from campaign.events import Entry, Event
from campaign.narration import line
from campaign.numbers import whole_number
from campaign.refusals import Refusal, Refused
from campaign.ruling import accepts
from campaign.session import Session
from campaign.text import clean
from cli.texte.answers import Answers
from cli.texte.lines import Lines
from cli.texte.unclear import Unclear
from rules.health import Ruling

RULING_WORDS = {
    Ruling.FATIGUE: "fatigue",
    Ruling.BLESSURE: "blessure",
    Ruling.SANS_EFFET: "sans-effet",
}
"""The word that gives each ruling."""
LONGEST_NUMBER = 9
"""How many digits the number of an event has at most."""


class Evening:
    """An open campaign, told and asked in lines.

    Attributes:
        session: the campaign.
        lines: where what is typed comes from.
        answers: what it answers.
        who: the character at hand, offered where one is asked for.
    """

    def __init__(self, session: Session, lines: Lines) -> None:
        self.session, self.lines = session, lines
        self.answers = Answers(lines)
        awaited, company = session.state.awaited, session.state.company
        self.who = awaited.roll.who if awaited else company[0].who if company else None

    @property
    def last_number(self) -> int:
        """The number of the last event; 0 where none is left, as in a file that was emptied."""
        entries = self.session.entries
        return entries[-1].sequence if entries else 0

    def say(self, *lines: str) -> None:
        """Write lines, without anything that a terminal would obey."""
        for text in lines:
            self.lines.say(clean(text))

    def do(self, command: Command) -> tuple[Entry, ...]:
        """Have a command done, and tell what it wrote.

        Raises:
            Refused: as with RuleError and JournalError, nothing was done.
        """
        entries = self.session.execute(command)
        for entry in entries:
            self.say(self.numbered(entry))
        return entries

    def numbered(self, entry: Entry) -> str:
        """Return an entry's number and line: "12 : Note : …"."""
        return f"{entry.sequence} : {line(entry, self.session.find)}"

    def tell_roll(self, entry: Entry) -> None:
        """Tell all that a roll computed, as it counts now, and how it can be ruled on if it awaits that."""
        event, awaited = self._current(entry), self.session.state.awaited
        self.say(f"{entry.sequence} : {heading(event, self.session.find)}", *self.steps(entry))
        if awaited is not None and awaited.sequence == entry.sequence:
            self.say(f"À juger : {self.rulings()}.")

    def steps(self, entry: Entry) -> list[str]:
        """Return the dice and the steps of an entry as it counts now; none where it computed nothing."""
        event = self._current(entry)
        if not calculation(event, self.session.find):
            return []
        return as_text(event, self.session.find).split("\n")[1:]

    def _current(self, entry: Entry) -> Event:
        return self.session.past_of(entry.sequence).current(entry)

    def rulings(self) -> str:
        """Return the words that rule on the roll that awaits its ruling: "fatigue, blessure ou sans-effet"."""
        awaited = self.session.state.awaited
        if awaited is None:
            return ""
        *first, last = [
            word
            for ruling, word in RULING_WORDS.items()
            if accepts(awaited.roll.outcome.effect, ruling)
        ]
        return f"{', '.join(first)} ou {last}"

    # What is asked for by many words

    def character(
        self, what: str = "Qui", among: Callable[[Character], bool] = lambda each: True
    ) -> Character:
        """Ask for a character of the campaign, offering the one at hand; it is at hand from then on."""
        everyone = [each for each in self.everyone() if among(each)]
        if not everyone:
            raise Unclear(
                "Aucun personnage ne convient."
                if self.session.state.characters
                else "La compagnie est vide : « nouveau » ajoute un personnage."
            )
        at_hand = next((each.name for each in everyone if each.who == self.who), everyone[0].name)
        chosen = self.answers.pick(what, [(each, (each.name,)) for each in everyone], at_hand)
        self.who = chosen.who
        return chosen

    def everyone(self) -> tuple[Character, ...]:
        """Return the company, then those set aside."""
        return (*self.session.state.company, *self.session.state.aside)

    def event(self, what: str = "Numéro de l’événement") -> Entry:
        """Ask for an event by its number in the journal, offering the last one; return it as it was written."""
        highest = 10**LONGEST_NUMBER - 1
        return self.answers.ask(
            what,
            lambda typed: self.found(whole_number(typed, what, 1, highest)),
            str(self.last_number),
        )

    def found(self, sequence: int) -> Entry:
        """Return the entry of a number, of this session or an earlier one, as it was written.

        Raises:
            Refused: there is none.
        """
        entry = self.session.find(sequence)
        if entry is None:
            raise Refused(Refusal.UNKNOWN_EVENT, sequence=sequence)
        return entry
