"""The statistics as sentences: what the dice, the successes and the risks of a session or a campaign were worth."""

from __future__ import annotations

from campaign.history.figures import Subject, figure
from campaign.history.roll_book import RollBook
from cli.texte.answers import Named
from cli.texte.evening import Evening

_SCOPES: list[Named[bool]] = [(True, ("séance",)), (False, ("campagne",))]
_SECRETS: list[Named[bool]] = [(False, ("sans",)), (True, ("avec",))]
_EVERYONE = "tous"


def show_statistics(at: Evening) -> None:
    """Tell the statistics of the session, or of what the line says; secret rolls count where it says so."""
    ask = at.answers
    people: list[Named[str | None]] = [
        (None, (_EVERYONE,)),
        *((each.who, (each.name,)) for each in at.everyone()),
    ]
    of_session = ask.optional(lambda: ask.pick("Portée", _SCOPES)) is not False
    who = ask.optional(lambda: ask.pick("Qui", people))
    secrets = bool(ask.optional(lambda: ask.pick("Secrets", _SECRETS)))
    names = {each.who: each.name for each in at.everyone()}
    book, session = RollBook(at.session.history, names), at.session.state.session
    book.read()
    rolls = book.rolls(session if of_session else None, who, secrets=secrets)
    scope = f"Séance {session}" if of_session else "Toute la campagne"
    at.say(
        f"{scope}, {names[who] if who else _EVERYONE}{', avec les jets secrets' if secrets else ''} :"
    )
    if not rolls.points:
        at.say(figure(Subject.DICE, rolls).reading)
        return
    for subject in Subject:
        told = figure(subject, rolls)
        at.say(f"{told.title} : {told.reading}", *filter(None, [told.aside]))
