"""The history of a character: what happened to it, what it bears of it, what it dared and how lucky it was."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content

from campaign.events import Entry, OfThePast
from campaign.history.person import Person
from campaign.history.portrait import Portrait
from campaign.refusals import JournalError
from campaign.sentences import sentence
from campaign.session import Session
from rules.errors import RuleError
from screens.base import SessionScreen
from screens.character.section_rows import SectionRows
from screens.character.sections import Section, Subject, section
from screens.dialogs.message import Message
from screens.keys import key_for
from screens.steady_text import SteadyText

WITH_SECRETS = "avec les secrets"
_TOLD_EACH = 10
"""After how many sessions it is told again how far the reading has come."""
_SUBJECTS = tuple(Subject)
_LETTERS = {
    Subject.TIMELINE: "c",
    Subject.WOUNDS: "b",
    Subject.EFFORTS: "e",
    Subject.LUCK: "j",
}
_TOOLTIPS = {
    Subject.TIMELINE: "Voir tout ce qui est arrivé à ce personnage",
    Subject.WOUNDS: "Voir ses vraies blessures : d’où elles viennent, lesquelles sont encore là",
    Subject.EFFORTS: "Voir ce qu’il a osé, et ce que cela lui a coûté",
    Subject.LUCK: "Voir ses réussites à côté de leurs chances, séance par séance",
}


class CharacterHistory(SessionScreen[int | None]):
    """One character over the years. What only the GC knows is left out until the GC says otherwise, here and now.

    Its result is the number of the event that is to be seen in the history of the campaign, or None.

    Args:
        session: the open campaign.
        who: the character.
        knows_secrets: whether there may be secrets to tell: not for those who follow.
    """

    CSS_PATH = "history.tcss"
    BINDING_GROUP_TITLE = "Histoire du personnage"
    BINDINGS = [
        *(
            Binding(
                _LETTERS[each],
                f"show('{each.name}')",
                each.value,
                tooltip=_TOOLTIPS[each],
                id=f"person.{each.name.lower()}",
                show=False,
            )
            for each in Subject
        ),
        Binding(
            "right",
            "turn(1)",
            "suite",
            tooltip="Voir la partie suivante de son histoire",
            id="person.next",
        ),
        Binding(
            "left",
            "turn(-1)",
            "partie d’avant",
            tooltip="Voir la partie précédente de son histoire",
            id="person.previous",
            show=False,
        ),
        Binding(
            "enter,ctrl+j",
            "whole",
            "détail",
            tooltip="Lire en entier la ligne choisie, avec le calcul d’un jet",
            id="person.whole",
        ),
        Binding(
            "escape,ctrl+g,q",
            "back",
            "retour",
            tooltip="Revenir d’où l’on vient",
            id="person.back",
        ),
        Binding(
            "H",
            "event",
            "historique",
            tooltip="Aller à l’événement choisi dans l’historique de la campagne",
            id="person.event",
        ),
        Binding(
            "z",
            "secrets",
            "secrets",
            tooltip="Montrer ce qui est secret, ou ne plus le montrer",
            id="person.secrets",
        ),
    ]

    def __init__(self, session: Session, who: str, *, knows_secrets: bool = True) -> None:
        super().__init__(session)
        self._who = who
        self._knows_secrets, self._with_secrets = knows_secrets, False
        self._person = Person(session.history, who)
        self._subject = Subject.TIMELINE
        self._section: Section | None = None
        # what was known when the section was made, unless something was written since
        self._shown: tuple[bool, int, bool] | None = None

    def compose_body(self) -> ComposeResult:
        """Yield the names of the sections, what there is to say of one, and its rows."""
        yield SteadyText(id="sections")
        yield SteadyText(id="reading")
        yield SectionRows(id="rows")

    def on_mount(self) -> None:
        """Begin to read, and follow what is written meanwhile; leaving the screen ends both."""
        self._stop_listening = self.session.listen(self._written)
        self.query_one(SectionRows).focus()
        self._show()
        self._read_on_from_here()

    def on_unmount(self) -> None:
        """Stop following the session."""
        self._stop_listening()

    # What becomes known

    def _read_on_from_here(self) -> None:
        self.run_worker(self._read(), exclusive=True)

    async def _read(self) -> None:
        try:
            await self.between_keys.work(self._person.reading(), self._became_known)
        except JournalError as error:
            self.complain(sentence(error))

    def _became_known(self) -> None:
        """Show the section as soon as it can be, and until then how far the reading has come."""
        if self._is_known() and self._shown != self._what_is_known():
            self._show()
        else:
            self._tell_reading()

    def _is_known(self) -> bool:
        """Whether the section can be shown: the timeline comes first, the rest when all is read."""
        is_timeline = self._subject is Subject.TIMELINE
        return self._person.is_listed if is_timeline else self._person.is_read

    def _what_is_known(self) -> tuple[bool, int, bool]:
        person = self._person
        return person.is_listed, person.timeline(secrets=True), person.is_read

    def _written(self, entries: tuple[Entry, ...]) -> None:
        """Take in what was written; where it changed how the past counts, begin anew."""
        is_another = self._person.history is not self.session.history
        if is_another or any(isinstance(each.event, OfThePast) for each in entries):
            self._person = Person(self.session.history, self._who)
        self._shown = None
        self._read_on_from_here()

    # What is shown

    def _show(self) -> None:
        person, subject = self._person, self._subject
        self._shown = self._what_is_known()
        self._section = None
        if self._is_known():
            self._section = section(subject, person, secrets=self._with_secrets)
        self.query_one(SectionRows).show(subject, self._section)
        self._tell_sections()
        self._tell_reading()
        self._tell_place()
        self.refresh_bindings()

    def _tell_sections(self) -> None:
        parts: list[Content] = []
        for each in Subject:
            style = "reverse bold" if each is self._subject else ""
            key = key_for(self, f"person.{each.name.lower()}")
            parts.append(Content.assemble((f" {each.value} ", style), (f" {key}", "$text-muted")))
        self.query_one("#sections", SteadyText).tell(Content("  ").join(parts))

    def _tell_reading(self) -> None:
        told = [] if self._section is None else [self._section.reading]
        if not self._person.is_read:
            told.append(self._progress())
        self.query_one("#reading", SteadyText).tell(Content(" ".join(filter(None, told))))

    def _progress(self) -> str:
        """Return how far the reading has come, in steps that don't fill a slow link."""
        read = self._person.read // _TOLD_EACH * _TOLD_EACH
        return f"Lecture : {read} séances sur {len(self._person.sessions) or '…'}."

    def _tell_place(self) -> None:
        character = self.session.state.characters.get(self._who)
        name = character.name if character else self._who
        title = Portrait(self._person, secrets=self._with_secrets).title(name)
        self.sub_title = f"{title} · {WITH_SECRETS}" if self._with_secrets else title

    # What the keys ask for

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer secrets only to those who may know them, and rows only where there are any."""
        if action == "secrets":
            return self._knows_secrets
        if action in {"whole", "event"}:
            return bool(self._section) or None
        return True

    def action_show(self, subject: str) -> None:
        """Show a section."""
        self._subject = Subject[subject]
        self._show()

    def action_turn(self, by: int) -> None:
        """Show the next section, or the one before, round and round."""
        place = _SUBJECTS.index(self._subject) + by
        self._subject = _SUBJECTS[place % len(_SUBJECTS)]
        self._show()

    def action_whole(self) -> None:
        """Show all there is to say of the row under the cursor."""
        if not self._section:
            return
        try:
            title, text = self._section.whole(self.query_one(SectionRows).cursor)
        except (JournalError, RuleError) as error:
            self.complain(sentence(error))
        else:
            self.app.push_screen(Message(title, text))

    def action_event(self) -> None:
        """Leave for the event under the cursor, in the history of the campaign."""
        if self._section:
            sequence = self._section.sequence(self.query_one(SectionRows).cursor)
            if sequence is not None:
                self.dismiss(sequence)

    def action_secrets(self) -> None:
        """Tell what is secret, or don't any more."""
        self._with_secrets = not self._with_secrets
        self._show()
        self.say("Secrets montrés." if self._with_secrets else "Secrets laissés de côté.")

    def action_back(self) -> None:
        """Leave; what is still being read is left there."""
        self.dismiss(None)


def show_character(
    screen: SessionScreen[None],
    who: str,
    chosen: Callable[[int], object],
    *,
    knows_secrets: bool,
) -> None:
    """Show the history of a character; `chosen` is called with the event that is to be seen in the campaign's."""

    def left(sequence: int | None) -> None:
        if sequence is not None:
            chosen(sequence)

    try:
        history = CharacterHistory(screen.session, who, knows_secrets=knows_secrets)
    except JournalError as error:
        screen.complain(sentence(error))
    else:
        screen.app.push_screen(history, left)
