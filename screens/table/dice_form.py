"""The two dice: each is typed as it fell on the table, or rolled here; both in a row, without leaving the keyboard."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input, Static

from campaign.refusals import Refused
from rules.depassement import ENCAISSEMENT_DIE, Stakes, needs_die, needs_encaissement_die
from rules.roll import FACES
from screens.enter_gate import EnterGate
from screens.fields import Field
from screens.table.roll_form import RollForm


class DiceForm(RollForm):
    """The fields of the dice. An empty field is a die rolled here; a field that isn't needed is passed over."""

    class Thrown(Message):
        """Both dice are settled; None is a die to roll here."""

        def __init__(self, die: int | None, encaissement_die: int | None) -> None:
            super().__init__()
            self.die = die
            self.encaissement_die = encaissement_die

    class Complained(Message):
        """A field doesn't hold a face of the die; nothing was rolled."""

        def __init__(self, refused: Refused) -> None:
            super().__init__()
            self.refused = refused

    def __init__(self, gate: EnterGate, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._gate = gate
        self._stakes: Stakes | None = None

    def compose(self) -> ComposeResult:
        """Lay the fields out on one line."""
        yield Static("Dé ", classes="label")
        yield Field("dé", placeholder="d20", id="die")
        yield Static("  Encaissement ", classes="label")
        yield Field(ENCAISSEMENT_DIE, placeholder="d20", id="encaissement-die")
        yield Static("  vide : lancer ici", classes="label")

    def ask(self, stakes: Stakes) -> None:
        """Ask for the dice that `stakes` need; what was typed before stays."""
        self.hold(stakes)
        (self._encaissement if self._die.disabled else self._die).focus()

    def hold(self, stakes: Stakes) -> None:
        """Take note of what the dice will be held against."""
        self._stakes = stakes
        self._die.disabled = not needs_die(stakes)

    def clear(self) -> None:
        """Forget what was typed."""
        self._die.value = self._encaissement.value = ""

    def typed(self) -> tuple[str, str]:
        """Return both dice as they were typed."""
        return self._die.text(), self._encaissement.text()

    def type_again(self, die: str, encaissement_die: str) -> None:
        """Put back what was typed."""
        self._die.value, self._encaissement.value = die, encaissement_die

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take note that a key other than Enter was pressed."""
        event.stop()
        self._gate.other_key()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next die that is needed, or throw.

        An Enter on an empty field rolls a die, so one that merely repeats another is not heard.
        """
        event.stop()
        heard = self._gate.accepts()
        if self._stakes is None or not (heard or event.value.strip()):
            return
        try:
            die = self._face(self._die) if needs_die(self._stakes) else None
            if event.input is self._die and self._goes_on(self._stakes, die):
                self._encaissement.focus()
                return
            self.post_message(self.Thrown(die, self._face(self._encaissement)))
        except Refused as refused:
            self.post_message(self.Complained(refused))

    def _goes_on(self, stakes: Stakes, die: int | None) -> bool:
        """Whether the encaissement's die is to be asked for; of a die still to be rolled, nobody can tell."""
        return die is None or needs_encaissement_die(stakes, die)

    def _face(self, field: Field) -> int | None:
        if not field.text():
            return None
        try:
            return field.whole(1, FACES)
        except Refused:
            field.focus()
            raise

    @property
    def _die(self) -> Field:
        return self.query_one("#die", Field)

    @property
    def _encaissement(self) -> Field:
        return self.query_one("#encaissement-die", Field)
