"""What a limit of how often something may happen can be called."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import String

from pbmserv.storage.tables import TALLIES
from pbmserv.storage.tallies import LONGEST_NAME, Limit

DAY = timedelta(days=1)


def test_the_name_of_a_limit_has_to_fit_into_its_column() -> None:
    column = TALLIES.c.what.type
    assert isinstance(column, String)
    assert column.length == LONGEST_NAME == len(Limit("x" * 16, 1, DAY).what)

    with pytest.raises(ValueError, match="too long"):
        Limit("x" * 17, 1, DAY)
