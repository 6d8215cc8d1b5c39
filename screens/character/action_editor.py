"""The action editor: what a saved action's CA is made of, its Eff, and the CA and encaissement it comes to."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content

from campaign.character import Action, Character
from campaign.commands import RemoveAction, SaveAction
from campaign.decide import stakes
from campaign.refusals import Refused
from campaign.sentences import sentence
from campaign.session import Session
from campaign.state import character_of
from campaign.text import of
from campaign.words import MOYENS
from rules.aspects import Aspect, Moyen
from rules.calculation import number
from rules.errors import RuleError
from rules.roll import LIMIT_OF_STAKES
from rules.sheet import LIMIT_OF_VALUES
from screens.buttons import PushButton
from screens.character.sheet_form import ASPECT_CHOICES
from screens.choice import Choice
from screens.dialogs.confirm import Confirm
from screens.fields import Field
from screens.form import SAVE, FormBody, FormScreen, Misread, row
from screens.steady_text import SteadyText

_MOYEN_CHOICES = [(moyen, f"{moyen} {name}") for moyen, name in MOYENS.items()]
_REMOVE = "remove"


class ActionEditor(FormScreen):
    """A saved action of a character.

    Args:
        session: the open campaign.
        who: whose action it is.
        action_name: which one; None for a new one.
    """

    CSS_PATH = "character.tcss"
    BINDING_GROUP_TITLE = "Action"
    BINDINGS = [
        Binding(
            "ctrl+d",
            "remove",
            "retirer",
            tooltip="Retirer l’action ; demande d’abord",
            id="action.remove",
            priority=True,
        )
    ]

    def __init__(self, session: Session, who: str, action_name: str | None) -> None:
        super().__init__(session)
        self._who, self._replaces, self.is_new = who, action_name, action_name is None
        character = character_of(session.state, who)
        saved = character.action(action_name) if action_name is not None else None
        action = saved or Action("", Aspect.PHYSIQUE, Moyen.PUISSANCE)
        self._name_field = Field("nom", action.name, id="name")
        self._aspect = Choice("aspect", ASPECT_CHOICES, action.aspect)
        self._moyen = Choice("moyen", _MOYEN_CHOICES, action.moyen)
        self._competence = Choice("compétence", _competences(character, action), action.competence)
        self._modificateur = Field("modificateur", number(action.modificateur))
        self._eff = Field("Eff", number(action.eff))
        self._min_diff = Field("Diff minimum", number(action.min_diff))
        title = f"action {of(character.name)}"
        self.sub_title = title if action_name is not None else f"nouvelle {title}"

    def compose_body(self) -> ComposeResult:
        """Yield the form, and what it comes to."""
        with FormBody():
            yield from row("Nom", self._name_field)
            yield from row("Aspect", self._aspect)
            yield from row("Moyen", self._moyen)
            yield from row("Compétence", self._competence)
            yield from row("Modificateur", self._modificateur, "ajouté à la CA à chaque jet")
            yield from row("Eff", self._eff, "Effort maximal")
            yield from row("Diff minimum", self._min_diff, "0 : le joueur choisit librement")
            yield SteadyText(id="stakes")
            with Horizontal(id="buttons"):
                yield PushButton("Enregistrer", id=SAVE)
                if self._replaces is not None:
                    yield PushButton("Retirer", id=_REMOVE)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a saved action can be removed."""
        return action != "remove" or self._replaces is not None

    def on_push_button_pressed(self, event: PushButton.Pressed) -> None:
        """Remove."""
        if event.button.id == _REMOVE:
            event.stop()
            self.action_remove()

    def follow(self) -> None:
        """Show the CA and the encaissement that the action comes to for this character, as it is now."""
        self.query_one("#stakes", SteadyText).tell(Content(self._stakes()))

    def command(self) -> SaveAction:
        """Return the action as the form says it is.

        Raises:
            Misread: a field can't be read.
        """
        return SaveAction(self._who, self._action(self.name_in(self._name_field)), self._replaces)

    def action_entered(self) -> None:
        """Go on to the next field; save on the last one."""
        if self.focused is self._min_diff:
            self.action_save()
        else:
            super().action_entered()

    def action_remove(self) -> None:
        """Ask, then take the action off the character's list."""
        name = self._replaces
        if name is None:
            return
        detail = "Les jets déjà faits avec elle restent au journal."
        question = Confirm(f"Retirer l’action « {name} » ?", detail)
        self.confirm(question, RemoveAction(self._who, name), lambda _: self.dismiss())

    def _action(self, name: str) -> Action:
        return Action(
            name,
            self._aspect.value,
            self._moyen.value,
            self._competence.value,
            modificateur=self.whole(self._modificateur, -LIMIT_OF_VALUES, LIMIT_OF_VALUES),
            eff=self.whole(self._eff, 0, LIMIT_OF_STAKES),
            min_diff=self.whole(self._min_diff, 0, LIMIT_OF_STAKES),
        )

    def _stakes(self) -> str:
        try:
            action = self._action(self._name_field.text().strip() or "modificateur")
            held = stakes(self.session.state, self._who, action, action.min_diff)
        except Misread as error:
            return sentence(error.refused)
        except (Refused, RuleError) as error:
            return sentence(error)
        ca, borne = held.ca, held.encaissement
        return (
            f"CA {number(ca.value)} = {ca.formula}\n"
            f"Encaissement {number(borne.value)} = {borne.formula}"
        )


def _competences(character: Character, action: Action) -> list[tuple[str | None, str]]:
    options: list[tuple[str | None, str]] = [(None, "— aucune")]
    options += [
        (each.name, f"{each.name} {each.level} ({each.aspect})")
        for each in character.sheet.competences
    ]
    if action.competence is not None and character.sheet.competence(action.competence) is None:
        options.append((action.competence, f"{action.competence} (n’est plus sur la fiche)"))
    return options
