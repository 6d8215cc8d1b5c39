"""Following a campaign in lines: what happens at its table is told as it happens, to a screen reader or a program."""

from __future__ import annotations

from campaign.looking import PACE, TAKEN_UP, LookingSession, cut_off
from campaign.refusals import JournalError
from cli.exit_codes import DONE
from cli.streams import complain
from cli.texte.company import show_company
from cli.texte.evening import Evening
from cli.texte.lines import Lines
from cli.texte.log import log_line
from cli.texte.sitting import show_place


def follow(session: LookingSession) -> int:
    """Tell where the evening is, then all that happens until nobody reads it any more; return the exit code."""
    at = Evening(session, Lines())
    for notice in session.notices:
        complain(notice)
    show_place(at)
    show_company(at)
    is_cut_off = False
    while at.lines.wait(PACE):
        try:
            fresh = session.follow()
        except JournalError as error:
            if not is_cut_off:
                complain(cut_off(error))
            is_cut_off = True
            continue
        if is_cut_off:
            at.say(TAKEN_UP)
        is_cut_off = False
        for entry in fresh:
            at.say(log_line(at, entry), *at.steps(entry))
    return DONE
