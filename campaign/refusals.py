"""What a campaign refuses, and what its journal can't do, as data. The French sentences are in `campaign.sentences`."""

from enum import StrEnum


class Refusal(StrEnum):
    """The ways in which a command can make no sense in the current state."""

    EMPTY = "empty"
    """Details: `what`."""
    TOO_LONG = "too_long"
    """Details: `what`, `length`, `longest`."""
    NOT_A_NUMBER = "not_a_number"
    """Details: `what`, `typed`, `low`, `high`."""
    NOT_A_CHOICE = "not_a_choice"
    """Details: `what`, `typed`, `accepted`."""
    UNKNOWN_CHARACTER = "unknown_character"
    """Details: `who`."""
    NAME_TAKEN = "name_taken"
    """Details: `name`."""
    UNKNOWN_COMPETENCE = "unknown_competence"
    """Details: `name`, `character`."""
    UNKNOWN_ACTION = "unknown_action"
    """Details: `name`, `character`."""
    UNKNOWN_EVENT = "unknown_event"
    """Details: `sequence`."""
    NOT_CORRECTABLE = "not_correctable"
    EVENT_UNDONE = "event_undone"
    NEVER_UNDONE = "never_undone"
    NOT_UNDONE = "not_undone"
    RULING_OUT_OF_PLACE = "ruling_out_of_place"
    NO_RULING_TO_CORRECT = "no_ruling_to_correct"
    ALREADY_ROLLED = "already_rolled"
    NOT_SECRET = "not_secret"
    IS_ASIDE = "is_aside"
    """Details: `name`."""
    NO_CHANGE = "no_change"
    NO_CHANGE_OF_HEALTH = "no_change_of_health"
    """Details: `name`."""
    NO_TURNS = "no_turns"
    NOBODY_TO_REST = "nobody_to_rest"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_REDO = "nothing_to_redo"
    RULING_AWAITED = "ruling_awaited"
    """Details: `name`."""
    NO_RULING_AWAITED = "no_ruling_awaited"
    SESSION_CLOSED = "session_closed"
    SESSION_OPEN = "session_open"
    """Details: `number`."""
    SESSION_PASSED = "session_passed"
    """Details: `number`, and `last`, the session that has begun since."""
    UNKNOWN_SESSION = "unknown_session"
    """Details: `number`."""
    NO_BEGINNING = "no_beginning"
    """Details: `sequence`."""
    FIRST_SESSION = "first_session"
    BEGINS_ALREADY = "begins_already"
    """Details: `label`."""
    WITHIN_A_COMMAND = "within_a_command"
    """Details: `first`, the sequence number of the command's first event."""
    NOTHING_AFTER = "nothing_after"


class Refused(ValueError):
    """A command that makes no sense now; no event was written and nothing has changed."""

    def __init__(self, refusal: Refusal, **details: object) -> None:
        super().__init__(refusal, details)
        self.refusal = refusal
        self.details = details


class JournalFault(StrEnum):
    """The ways in which a campaign's files can fail."""

    NO_SPACE = "no_space"
    READ_ONLY = "read_only"
    NO_PERMISSION = "no_permission"
    VANISHED = "vanished"
    NOT_DURABLE = "not_durable"
    """A flush to disk failed: the journal goes no further."""
    LOCKED = "locked"
    """Details: `holder`."""
    NEWER_FORMAT = "newer_format"
    """Details: `version`, `known`."""
    ONLY_LOOKING = "only_looking"
    """The campaign was opened to be looked at."""
    NOT_A_CAMPAIGN = "not_a_campaign"
    NOT_OURS = "not_ours"
    """A link, or something else that Gardien never makes, stands where a file or a folder of the campaign should."""
    TOO_LARGE = "too_large"
    """A file that no campaign has, lest it fill the memory."""
    UNKNOWN_CAMPAIGN = "unknown_campaign"
    """Details: `name`; `unlisted` where whoever asks may not list those that there are."""
    CAMPAIGN_EXISTS = "campaign_exists"
    """Details: `name`."""
    NOT_SHARED = "not_shared"
    """Its GC doesn't share it with whoever asks."""
    UNKNOWN_GROUP = "unknown_group"
    """Details: `name`."""
    NOT_IN_GROUP = "not_in_group"
    """Details: `group`."""
    CLOSED_WAY = "closed_way"
    """A folder above the campaigns can't be walked through. Details: `group`."""
    BAD_BACKUP = "bad_backup"
    """Details: `why`, in French."""
    BAD_IMPORT = "bad_import"
    """Details: `why`, in French."""
    NOT_KEPT = "not_kept"
    """A session was closed, but its snapshot or its backup could not be made. Details: `cause`, another fault."""
    OTHER = "other"
    """Details: `error`, the system's own words."""


class JournalError(Exception):
    """The campaign's files failed: what had been acknowledged is safe, what was asked for was not done."""

    def __init__(self, fault: JournalFault, path: str, **details: object) -> None:
        super().__init__(fault, path, details)
        self.fault = fault
        self.path = path
        self.details = details
