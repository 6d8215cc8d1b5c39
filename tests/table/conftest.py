"""The sample campaign, set up and waiting to be opened."""

import pytest

from campaign.demo import populate
from tests.campaign.table import Table


@pytest.fixture
def table() -> Table:
    """The sample campaign: Merlin, Gaston and Brunehaut with their actions."""
    table = Table()
    session = table.sit_down()
    populate(session)
    return table
