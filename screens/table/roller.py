"""The roller: choose an action, its Diff on the risk ladder, the dice; then see each step, and rule."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from campaign.calculations import heading
from campaign.character import Action, Character
from campaign.commands import ResolveDepassement
from campaign.decide import stakes
from campaign.events import EffectRuled, Entry
from campaign.narration import Find
from campaign.place import HalfRoll
from campaign.preferences import Pace
from campaign.refusals import Refusal, Refused
from campaign.sentences import sentence
from campaign.state import State
from rules.depassement import Stakes
from rules.errors import RuleError
from rules.health import Ruling
from screens.enter_gate import EnterGate
from screens.keys import key_for
from screens.table.action_list import ActionList
from screens.table.dice_form import DiceForm
from screens.table.played import Played
from screens.table.replay import Replay
from screens.table.stakes_form import StakesForm
from screens.table.stakes_text import nothing_at_hand
from screens.table.staking import Staking


class Stage(StrEnum):
    """How far the roll has come; it is also the roller's CSS class, with a dash before it."""

    ACTION = "action"
    STAKES = "stakes"
    DICE = "dice"
    REPLAY = "replay"


class Roller(Vertical):
    """Leads one dépassement from its action to its ruling. It decides nothing: it asks, with a command."""

    state: reactive[State] = reactive(State)
    """The campaign as it is now."""
    who: reactive[str | None] = reactive(None)
    """The character at hand."""
    stage: reactive[Stage] = reactive(Stage.ACTION)
    """How far the roll has come."""
    is_secret: reactive[bool] = reactive(False)
    """Whether the coming roll is for the GC's eyes only."""

    class Launched(Message):
        """The dice are thrown: the command is to be executed."""

        def __init__(self, command: ResolveDepassement) -> None:
            super().__init__()
            self.command = command

    class Complained(Message):
        """Something that was typed can't be played; it is still there."""

        def __init__(self, error: Refused | RuleError) -> None:
            super().__init__()
            self.error = error

    def __init__(
        self,
        gate: EnterGate,
        pace: Callable[[], Pace],
        *,
        may_write: bool = True,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._gate, self._pace, self._may_write = gate, pace, may_write

    def compose(self) -> ComposeResult:
        """Lay out the parts; the stage's CSS class says which are shown."""
        yield Static(id="roller-title", classes="pane-title")
        yield ActionList(id="actions")
        yield Staking(id="staking")
        yield DiceForm(self._gate, id="dice")
        yield Played(self._pace, may_rule=self._may_write, id="played")

    # What is at hand

    @property
    def character(self) -> Character | None:
        """The character at hand."""
        return self.state.characters.get(self.who or "")

    @property
    def action(self) -> Action | None:
        """The action at hand."""
        return self.query_one(ActionList).at_hand

    def focus_main(self) -> None:
        """Go to the field or the list of the stage."""
        match self.stage:
            case Stage.ACTION:
                self.query_one(ActionList).focus()
            case Stage.STAKES:
                self.query_one(StakesForm).focus_diff()
            case Stage.DICE:
                self._ask_dice()
            case Stage.REPLAY:
                self.query_one(Replay).focus()

    def step_back(self) -> None:
        """Go back one stage; what was typed stays."""
        back = {Stage.DICE: Stage.STAKES, Stage.STAKES: Stage.ACTION, Stage.REPLAY: Stage.ACTION}
        if self.state.awaited is None or self.stage is not Stage.REPLAY:
            self.stage = back.get(self.stage, Stage.ACTION)
        self.focus_main()

    def half_roll(self) -> HalfRoll | None:
        """Return the roll that is being made ready, if one is."""
        if self.stage not in (Stage.STAKES, Stage.DICE):
            return None
        diff, handicap, called = self.query_one(StakesForm).typed()
        asks_dice = self.stage is Stage.DICE
        return HalfRoll(diff, handicap, called, asks_dice, *self.query_one(DiceForm).typed())

    def go_on(self, roll: HalfRoll) -> None:
        """Go on with a roll that was being made ready; the action at hand is its own."""
        self.query_one(StakesForm).type_again(roll.diff, roll.handicap, called=roll.called)
        self.query_one(DiceForm).type_again(roll.die, roll.encaissement_die)
        self.stage = Stage.STAKES
        if roll.asks_dice and self._stakes_or_complaint() is not None:
            self.stage = Stage.DICE
        self.focus_main()

    # What changes

    def watch_state(self) -> None:
        """Show the campaign as it is now; start afresh where the action at hand is no longer what it was."""
        before = self.action
        self.query_one(ActionList).show(self.character)
        if self.action != before and self.stage is not Stage.REPLAY:
            self.stage = Stage.ACTION
        self._redraw()

    def watch_who(self) -> None:
        """Start afresh with another character; a roll that was to be secret still is."""
        self.query_one(DiceForm).clear()
        self.query_one(ActionList).show(self.character)
        if self.state.awaited is None:
            self.stage = Stage.ACTION
        self._redraw()

    def watch_stage(self, before: Stage, after: Stage) -> None:
        """Show the parts of the stage; a focus that was on one that goes is on one that comes."""
        self.remove_class(f"-{before}")
        self.add_class(f"-{after}")
        self.query_one(StakesForm).disabled = after is Stage.DICE  # frozen before the dice
        if before is Stage.REPLAY and self.query_one(Replay).has_focus:
            self.focus_main()
        self._redraw()

    def toggle_secret(self) -> None:
        """Make the coming roll a secret one, or an open one again; one that has been played stays what it is."""
        if self.stage is Stage.REPLAY:
            self.post_message(self.Complained(Refused(Refusal.ALREADY_ROLLED)))
        else:
            self.is_secret = not self.is_secret

    def watch_is_secret(self) -> None:
        """Say so in the title."""
        self._redraw()

    def on_mount(self) -> None:
        """Show the parts of the first stage."""
        self.add_class(f"-{self.stage}")

    def on_resize(self) -> None:
        """Break the sums anew."""
        self._redraw()

    def thrown(self, entry: Entry, find: Find) -> None:
        """The roll is written: forget what was typed for it, and play it."""
        self.query_one(DiceForm).clear()
        self.query_one(StakesForm).forget()
        self.is_secret = False
        self.play(entry, find)

    def can_be_ruled(self, ruling: Ruling) -> bool:
        """Return whether a roll is in view, and accepts a ruling."""
        return self.has_class(f"-{Stage.REPLAY}") and self.query_one(Played).can_be_ruled(ruling)

    def play(
        self,
        entry: Entry,
        find: Find,
        ruled: EffectRuled | None = None,
        remark: str = "",
        *,
        at_once: bool = False,
    ) -> None:
        """Replay the calculation of an entry as it counts, tonight's or another's; `remark` goes with its title."""
        self.stage = Stage.REPLAY
        self._title(" · ".join(filter(None, (remark, heading(entry.event, find)))))
        played = self.query_one(Played)
        played.play(entry, find, at_once=at_once)
        played.tell_ruling(self.state.awaited, ruled)

    def played(self) -> None:
        """The roll is over and ruled on: make room for the next one."""
        self.query_one(DiceForm).clear()
        self.stage = Stage.ACTION

    # What the parts say

    def on_action_list_chosen(self, event: ActionList.Chosen) -> None:
        """Offer the Diff of the last time."""
        event.stop()
        if self.character is not None:
            known = self.character.last_diffs.get(event.action.name, event.action.min_diff)
            lowest = event.action.min_diff
            self.query_one(StakesForm).offer(max(known, lowest), lowest)
            self.query_one(DiceForm).clear()
        self._redraw()

    def on_action_list_played(self, event: ActionList.Played) -> None:
        """Go on to the Diff."""
        event.stop()
        try:
            playable = self._stakes(at_minimum=True) is not None
        except (Refused, RuleError) as error:
            self.post_message(self.Complained(error))
            return
        if playable:
            self.stage = Stage.STAKES
            self.focus_main()

    def on_stakes_form_changed(self, event: StakesForm.Changed) -> None:
        """Let the sums and the ladder follow each keystroke."""
        event.stop()
        self._redraw()

    def on_stakes_form_accepted(self, event: StakesForm.Accepted) -> None:
        """Freeze the stakes and ask for the dice."""
        event.stop()
        if self._stakes_or_complaint() is not None:
            self._gate.accepts()
            self.stage = Stage.DICE
            self.focus_main()

    def on_dice_form_complained(self, event: DiceForm.Complained) -> None:
        """Pass the complaint on."""
        event.stop()
        self.post_message(self.Complained(event.refused))

    def on_dice_form_thrown(self, event: DiceForm.Thrown) -> None:
        """Ask for the roll."""
        event.stop()
        if self.stage is not Stage.DICE or self.action is None or self.who is None:
            return
        diff, handicap, called = self.query_one(StakesForm).read()
        self.post_message(
            self.Launched(
                ResolveDepassement(
                    self.who,
                    self.action,
                    diff,
                    handicap,
                    called,
                    event.die,
                    event.encaissement_die,
                    self.is_secret,
                )
            )
        )

    # What is shown

    def _stakes(self, *, at_minimum: bool = False) -> Stakes | None:
        """The stakes as typed, or as they are at the least. Raises Refused or RuleError where they can't be played."""
        if self.character is None or self.action is None:
            return None
        diff, handicap, called = self.action.min_diff, 0, False
        if not at_minimum:
            diff, handicap, called = self.query_one(StakesForm).read()
        return stakes(self.state, self.character.who, self.action, diff, handicap, called=called)

    def _stakes_or_complaint(self) -> Stakes | None:
        try:
            return self._stakes()
        except (Refused, RuleError) as error:
            self.post_message(self.Complained(error))
            return None

    def _ask_dice(self) -> None:
        if held := self._stakes_or_complaint():
            self.query_one(DiceForm).ask(held)

    def _redraw(self) -> None:
        if self.stage is Stage.REPLAY:
            played = self.query_one(Played)
            played.tell_ruling(self.state.awaited, played.ruled)
            return
        self._title(self.action.name if self.action and self.stage is not Stage.ACTION else "")
        try:
            self._show_stakes(self._stakes())
        except (Refused, RuleError):
            self._show_least()

    def _show_least(self) -> None:
        """Where what is typed can't be played, show what can be; or why the action itself can't."""
        try:
            held = self._stakes(at_minimum=True)
        except (Refused, RuleError) as error:
            why = Content.styled(sentence(error), "$text-error")
            self.query_one(Staking).show_none(why)
            return
        if self.stage is Stage.ACTION:  # while a field is being typed in, the ladder doesn't jump
            self._show_stakes(held)

    def _show_stakes(self, held: Stakes | None) -> None:
        staking = self.query_one(Staking)
        if held is None or self.action is None:
            staking.show_none(nothing_at_hand(self.character, self._key_to_add()))
        else:
            staking.show(held, self.action.min_diff, self.character, self.size.width - 2)
            self.query_one(DiceForm).hold(held)

    def _key_to_add(self) -> str:
        """Return the key that adds what is missing to play; empty where nothing may be added."""
        if not self._may_write:
            return ""
        return key_for(self.screen, "table.add_action" if self.character else "table.add")

    def _title(self, text: str) -> None:
        name = self.character.name if self.character else ""
        secret = "JET SECRET" if self.is_secret else ""
        coming = " · ".join(filter(None, (secret, name, text)))
        shown = text if self.stage is Stage.REPLAY else coming
        title = Content(shown or "Dépassement")
        self.query_one("#roller-title", Static).update(title, layout=False)
