"""The conversation of an evening: a line is a word and what it needs; it is done and told, or refused in a sentence."""

from __future__ import annotations

from campaign.looking import LookingSession
from campaign.refusals import JournalError
from campaign.sentences import quote, sentence
from campaign.text import clean, of
from cli.exit_codes import DONE, FAILED
from cli.streams import complain
from cli.texte.answers import Back
from cli.texte.company import show_company
from cli.texte.evening import Evening
from cli.texte.log import log_line
from cli.texte.sitting import Leave, show_place
from cli.texte.unclear import NotDone, Unclear, why
from cli.texte.words import Word, understood

READ_ONLY = "Cette campagne est ouverte en lecture seule : elle s’écrit là où elle est tenue."
GIVEN_UP = "Abandonné."
_COMMENT = "#"


def converse(at: Evening) -> int:
    """Do what is said until there is no more, or until a script is refused something; return the exit code.

    Raises:
        Leave: the other campaigns are wanted.
    """
    _greet(at)
    while True:
        try:
            _follow(at)
            line = clean(at.lines.read(_prompt(at)))
        except EOFError:
            return DONE
        except JournalError as error:
            complain(sentence(error))
            return FAILED
        except KeyboardInterrupt:
            _give_up(at, "« quitter », ou Ctrl+D, pour partir.")
            continue
        if line and not line.startswith(_COMMENT):
            try:
                done = _obeyed(at, line)
            except Leave as leaving:
                if leaving.for_others:
                    raise
                return DONE
            if not done and not at.lines.is_terminal:
                return FAILED


def _obeyed(at: Evening, line: str) -> bool:
    """Do what a line says; return whether it was done, having told why if it was not."""
    last = at.last_number
    try:
        _obey(at, line)
    except EOFError:
        if at.lines.is_terminal:
            raise Leave(for_others=False) from None
        at.lines.refuse(f"Il manque la suite de {quote(line)} : rien n’en est fait.")
    except KeyboardInterrupt:
        is_written = at.last_number > last
        _give_up(at, "Interrompu ; c’est écrit." if is_written else GIVEN_UP)
    except NotDone as error:
        at.lines.refuse(why(error))
    else:
        return True
    return False


def _obey(at: Evening, line: str) -> None:
    name, _, arguments = line.partition(" ")
    word = understood(name, is_ruling=at.session.state.awaited is not None)
    if word.writes and at.session.is_looking:
        raise Unclear(READ_ONLY)
    at.answers.begin(arguments)
    while not _went_through(at, word):
        if not at.answers.step_back():
            at.say(GIVEN_UP)
            return
    if left := at.answers.left_over:
        raise Unclear(f"{quote(left)} est de trop ; le reste de la ligne est fait.")


def _went_through(at: Evening, word: Word) -> bool:
    """Do what a word says; return False if a question before is to be asked again."""
    try:
        word.do(at)
    except Back:
        return False
    return True


def _greet(at: Evening) -> None:
    """Tell whoever sits at the terminal where they are, and what was left unfinished."""
    for notice in at.session.notices:
        complain(notice)
    if at.lines.is_terminal:
        show_place(at)
        show_company(at)
        if (awaited := at.session.state.awaited) is not None:
            at.tell_roll(at.found(awaited.sequence))
        at.say("« aide » dit les mots.")


def _follow(at: Evening) -> None:
    """Tell what another program wrote meanwhile."""
    if isinstance(at.session, LookingSession):
        for entry in at.session.follow():
            at.say(log_line(at, entry))


def _prompt(at: Evening) -> str:
    awaited = at.session.state.awaited
    return f"Jet {of(awaited.roll.name)} à juger > " if awaited is not None else "> "


def _give_up(at: Evening, sentence: str) -> None:
    """Answer Ctrl+C, which ends a script."""
    if not at.lines.is_terminal:
        raise KeyboardInterrupt
    at.say("", sentence)
