"""A fresh table for each test, and Merlin at it."""

import pytest

from campaign.demo import populate
from campaign.session import Session
from tests.campaign.table import Table


@pytest.fixture
def table() -> Table:
    """An empty campaign."""
    return Table()


@pytest.fixture
def session(table: Table) -> Session:
    """The sample campaign, begun: Merlin, Gaston and Brunehaut with their actions."""
    session = table.sit_down()
    populate(session)
    return session
