"""What was on the screen when Gardien was cut off: kept while the table is open, and offered when it opens again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from campaign.events import NoteWritten
from campaign.place import Bookmark, Draft, HalfRoll, Place, PlaceLost, Writing
from campaign.refusals import Refused
from campaign.session import Session
from screens.base import SessionScreen
from screens.dialogs.confirm import Confirm
from screens.table.note import ask_note, ask_other_words, ask_scene
from screens.table.previously import tell_again

QUESTION = "Reprendre où vous en étiez ?"
FORGETS = "Non, ou Échap, l’oublie."
_SHOWN = 40
"""Characters of a text that the question shows."""
_KINDS = {
    Writing.NOTE: "une note à moitié écrite",
    Writing.CORRECTION: "une note à moitié corrigée",
    Writing.SCENE: "un titre de scène à moitié écrit",
    Writing.RETELLING: "un « Précédemment… » retouché",
}


class PlaceKeeper:
    """Keeps the place of a table each time that it changes.

    Args:
        bookmark: where; nowhere without one.

    Attributes:
        found: the place that was kept the last time.
    """

    def __init__(self, bookmark: Bookmark | None) -> None:
        self._bookmark = bookmark
        self._trouble, self._is_told = "", False
        self.found: Place | None = None
        try:
            self.found = bookmark.find() if bookmark else None
        except PlaceLost as lost:
            self._trouble = str(lost)
        self._kept = self.found

    @property
    def keeps(self) -> bool:
        """Whether there is somewhere to keep a place."""
        return self._bookmark is not None

    def keep(self, place: Place) -> None:
        """Keep `place`, unless it is the one that was kept last."""
        if self._bookmark is not None and place != self._kept:
            self._kept = place
            try:
                self._bookmark.keep(place)
            except PlaceLost as lost:
                self._trouble = str(lost)

    def trouble(self) -> str:
        """Return what went wrong, in a French sentence, the first time; empty if nothing did, or all is told."""
        if self._is_told:
            return ""
        self._is_told = bool(self._trouble)
        return self._trouble

    def forget(self) -> None:
        """Keep no place any more, until there is another one to keep."""
        self._kept = None
        if self._bookmark is not None:
            self._bookmark.forget()

    def close(self) -> None:
        """Forget the place, and keep none from now on."""
        self.forget()
        self._bookmark = None


def still_there(place: Place, session: Session) -> Place:
    """Return what of `place` the campaign still has; of a roll that awaits its ruling, it is the journal that tells."""
    character = session.state.characters.get(place.who or "")
    actions = [action.name for action in character.actions] if character else []
    action = place.action if place.action in actions else None
    is_free = session.state.awaited is None
    return replace(
        place,
        who=character.who if character else None,
        action=action,
        is_secret=place.is_secret and is_free,
        roll=place.roll if action and is_free else None,
        drafts=tuple(each for each in place.drafts if _is_there(each, session)),
    )


def _is_there(draft: Draft, session: Session) -> bool:
    return draft.writing is not Writing.CORRECTION or _note(session, draft) is not None


def _note(session: Session, draft: Draft) -> str | None:
    """Return what the note says that a draft corrects; None if it is no longer to be corrected."""
    try:
        event = session.counting(draft.about or 0).event
    except Refused:
        return None
    return event.text if isinstance(event, NoteWritten) else None


def offer(screen: SessionScreen[None], place: Place, answered: Callable[[bool], None]) -> None:
    """Ask whether to go on from `place`; call `answered` with the answer."""
    detail = "\n".join((*(f"· {each}" for each in _told(place, screen.session)), "", FORGETS))
    question = Confirm(QUESTION, detail, yes_first=True)
    screen.app.push_screen(question, lambda answer: answered(bool(answer)))


def go_on_writing(screen: SessionScreen[None], drafts: tuple[Draft, ...]) -> None:
    """Take drafts up, and show the last of them."""
    screen.drafts.update({(each.writing, each.about): each.text for each in drafts})
    for draft in drafts[-1:]:
        match draft.writing:
            case Writing.NOTE:
                ask_note(screen, draft.about)
            case Writing.SCENE:
                ask_scene(screen)
            case Writing.CORRECTION:
                ask_other_words(screen, draft.about or 0, _note(screen.session, draft) or "")
            case Writing.RETELLING:
                tell_again(screen, draft.about or 0)


def _told(place: Place, session: Session) -> Iterator[str]:
    character = session.state.characters.get(place.who or "")
    if place.roll is not None and character is not None:
        at_hand = ", ".join((place.action or "", *_stakes(place.roll)))
        secret = " · jet secret" if place.is_secret else ""
        yield f"{character.name} · {at_hand}{secret}"
    elif place.is_secret:
        yield "un jet secret"
    for draft in place.drafts:
        text = draft.text if len(draft.text) <= _SHOWN else f"{draft.text[:_SHOWN]}…"
        yield f"{_KINDS[draft.writing]} : « {text.strip()} »"


def _stakes(roll: HalfRoll) -> Iterator[str]:
    yield f"Diff {roll.diff}"
    if roll.handicap not in ("", "0"):
        yield f"handicap {roll.handicap}"
    if roll.die:
        yield f"dé {roll.die}"
    if roll.encaissement_die:
        yield f"encaissement {roll.encaissement_die}"
