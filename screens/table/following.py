"""The table as its players see it, or a projector: it follows the evening live and knows no secret."""

from __future__ import annotations

from collections.abc import Sequence

from screens.table.keys import FOLLOWER_KEYS
from screens.table.looking import LookingTable


class FollowingTable(LookingTable):
    """The table of whoever has only what everyone may know. There is nothing to go back to: leaving it is quitting."""

    KIND = "suivi"
    KNOWS_SECRETS = False
    REFUSAL = "Cette table suit la partie : les dés se lancent à celle du Gardien de la Clef."
    BINDINGS = FOLLOWER_KEYS

    def tell_notices(self, notices: Sequence[str]) -> None:
        """Say what was wrong in the journal without asking anything of anyone: nobody may be there to answer."""
        self.complain(" ".join(notices))
