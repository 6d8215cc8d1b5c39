"""Any evening: all that a GC can ask for, in any order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st

from campaign.character import Kind, Member
from campaign.commands import (
    AddCharacter,
    BeginScene,
    BringBack,
    ChangeCharacter,
    ChangeOptions,
    CloseSession,
    Command,
    CorrectNote,
    CorrectRoll,
    CorrectRuling,
    DuplicateCharacter,
    Enlist,
    GivePF,
    GiveTurn,
    GiveWound,
    HealWound,
    JoinSessions,
    MarkEvent,
    MoveCharacter,
    OpenSession,
    Redo,
    RemoveAction,
    RenameSession,
    ReopenSession,
    ResolveDepassement,
    Rest,
    RestCompany,
    Reveal,
    RuleEffect,
    SaveAction,
    SetAside,
    SplitSession,
    Undo,
    WriteNote,
)
from campaign.demo import BOULE_DE_FEU, MERLIN
from campaign.events import DepassementResolved, NoteWritten
from campaign.refusals import Refused
from campaign.session import Session
from rules.aspects import Aspect
from rules.errors import RuleError
from rules.health import Ruling
from rules.options import BorneCA, MalusFatigue, Options
from rules.tableau import WOUNDS
from tests.campaign.table import Table

NAMES = ("Merlin", "Dan", "Daniel", "Merlin 2")
CHOICES = (Options(), Options(borne_ca=BorneCA.EXCLUE), Options(malus_fatigue=MalusFatigue.AUCUN))
RULINGS = (*Ruling, None)


def _who(session: Session, n: int) -> str:
    company = list(session.state.characters)
    return company[n % len(company)] if company else "personne"


def _of(session: Session, kind: type, n: int) -> int:
    """Return the number of an event of that kind, of tonight or long ago, mostly one that counts; 0 for none."""
    if n % 3:
        history = session.history
        history.learn_past()
        past, entries = (
            history.past,
            [each for n in history.sessions for each in history.entries(n)],
        )
    else:
        past, entries = session.past, list(session.entries)
    undone = past.undone if n % 8 else frozenset()
    numbers = [
        each.sequence
        for each in entries
        if isinstance(each.event, kind) and each.sequence not in undone
    ]
    return numbers[n % len(numbers)] if numbers else 0


def _mark(session: Session, n: int) -> Command:
    target = _of(session, object, n)
    return MarkEvent(target, target not in session.past_of(target).marked)


def _aside(session: Session, n: int) -> Command:
    who = _who(session, n)
    is_aside = who in {each.who for each in session.state.aside}
    return BringBack(who) if is_aside else SetAside(who)


def _heal(session: Session, n: int) -> Command:
    who = _who(session, n)
    character = session.state.characters.get(who)
    held = [
        (aspect, gravity)
        for aspect in Aspect
        for gravity in WOUNDS
        if character is not None and character.health.wounds[aspect][gravity]
    ]
    return HealWound(who, *(held[n % len(held)] if held else (Aspect.MENTAL, WOUNDS[0])))


def _session(session: Session, n: int) -> int:
    """Return the number of the event with which a session begins, as it is read."""
    chapters = session.history.chapters()
    return chapters[n % len(chapters)].first


def _rename(session: Session, n: int) -> Command:
    sheet = replace(MERLIN, aspects=MERLIN.aspects.put(Aspect.PHYSIQUE, n % 4))
    return ChangeCharacter(_who(session, n), NAMES[n % 3], Kind.PNJ, sheet)


def _roll(session: Session, n: int) -> ResolveDepassement:
    action = replace(BOULE_DE_FEU, competence=None, eff=3 * n)
    return ResolveDepassement(_who(session, n), action, n % 20, die=n % 20 + 1, encaissement_die=20)


def _move(session: Session, n: int) -> Command:
    return MoveCharacter(_who(session, n), _who(session, n // 3) if n % 4 else None)


def _correct(session: Session, n: int) -> Command:
    return CorrectRoll(
        _of(session, DepassementResolved, n),
        diff=n % 12,
        eff=2 * n,
        ca=n % 7 - 3,
        encaissement=-(n % 5),
        die=n % 20 + 1 if n % 2 else None,
        encaissement_die=20 - n % 20 if n % 5 else None,
        ruling=RULINGS[n % 4],
    )


COMMANDS: dict[str, Callable[[Session, int], Command]] = {
    "add": lambda session, n: AddCharacter(NAMES[n % 3], Kind.PJ, MERLIN),
    "rename": _rename,
    "duplicate": lambda session, n: DuplicateCharacter(_who(session, n), NAMES[n % 4]),
    "enlist": lambda session, n: Enlist(
        (Member(NAMES[n % 4], Kind.PJ, MERLIN, (replace(BOULE_DE_FEU, eff=n),)),)
    ),
    "move": _move,
    "aside or back": _aside,
    "turn": lambda session, n: GiveTurn(_who(session, n) if n % 4 else None),
    "save": lambda session, n: SaveAction(
        _who(session, n), replace(BOULE_DE_FEU, name=f"Feu {n % 3}", eff=n)
    ),
    "remove": lambda session, n: RemoveAction(_who(session, n), f"Feu {n % 3}"),
    "options": lambda session, n: ChangeOptions(CHOICES[n % 3]),
    "roll": _roll,
    "secret roll": lambda session, n: replace(_roll(session, n), secret=True),
    "rule": lambda session, n: RuleEffect(list(Ruling)[n % 3]),
    "rest": lambda session, n: Rest(_who(session, n), n if n % 2 else None),
    "rest all": lambda session, n: RestCompany(),
    "pf": lambda session, n: GivePF(_who(session, n), n - 6),
    "wound": lambda session, n: GiveWound(_who(session, n), list(Aspect)[n % 3], WOUNDS[n % 4]),
    "heal": _heal,
    "scene": lambda session, n: BeginScene(f"scène {n}"),
    "note": lambda session, n: WriteNote(f"note {n}", _of(session, DepassementResolved, n) or None),
    "mark": _mark,
    "correct": _correct,
    "other ruling": lambda session, n: CorrectRuling(
        _of(session, DepassementResolved, n), list(Ruling)[n % 3]
    ),
    "title": lambda session, n: RenameSession(_session(session, n), f"titre {n % 3}"),
    "split": lambda session, n: SplitSession(_of(session, DepassementResolved, n)),
    "join": lambda session, n: JoinSessions(_session(session, n)),
    "reopen": lambda session, n: ReopenSession(session.state.session),
    "other words": lambda session, n: CorrectNote(_of(session, NoteWritten, n), f"mots {n}"),
}
"""Each command, made from the state of a session and a number."""

MOVES = ("undo", "undo", "undo", "redo", "redo", "restart", "evening", "closing", "recall")
FREQUENT = ("roll", "rule", "correct") * 4
BEGINNING = (("add", 0), ("add", 1), ("add", 2), ("roll", 9), ("rule", 0))


def undo_any(session: Session, n: int) -> Undo:
    """Undo any event, of tonight or long ago."""
    return Undo(_of(session, object, n) or 1)


def redo_any(session: Session, n: int) -> Redo:
    """Redo any of the events that are undone."""
    undone = sorted(session.history.past.undone)
    return Redo(undone[n % len(undone)] if undone else 1)


def reveal(session: Session, n: int) -> Reveal:
    return Reveal(_of(session, DepassementResolved, n))


def plays(*others: str) -> st.SearchStrategy[list[tuple[str, int]]]:
    """Return evenings as lists of moves, each with a number; `others` are moves of the caller's own."""
    names = st.sampled_from((*COMMANDS, *FREQUENT, *MOVES, *others))
    moves = st.lists(st.tuples(names, st.integers(0, 20)), min_size=15, max_size=60)
    return moves.map(lambda listed: [*BEGINNING, *listed])


def tries(table: Table, session: Session, command: Command) -> bool:
    """Return whether `command` was done; one that is refused writes nothing."""
    written = len(table.journal.lines)
    try:
        session.execute(command)
    except (Refused, RuleError):
        assert len(table.journal.lines) == written
        return False
    return True


OTHER_MOVES: dict[str, Command] = {
    "undo": Undo(),
    "redo": Redo(),
    "evening": OpenSession(),
    "closing": CloseSession(),
}

ASKED = {**COMMANDS, "reveal": reveal, "undo any": undo_any, "redo any": redo_any}


def play(moves: list[tuple[str, int]]) -> tuple[Table, Session]:
    """Play moves, those that are refused as well; return the table and the session as they are then."""
    table = Table()
    session = table.sit_down()
    for name, n in moves:
        if name == "restart":
            session.close()
            session = table.sit_down()
        elif name == "recall":
            session.recall()
        elif name == "look back":
            session.history.load()
        else:
            chosen = ASKED[name](session, n) if name in ASKED else OTHER_MOVES[name]
            tries(table, session, chosen)
    return table, session
