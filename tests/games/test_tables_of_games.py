"""Every game that is installed stands in each table of `docs/games.md` that claims all of them."""

from __future__ import annotations

import re

from pbmserv.games.catalogue import installed
from tests.docs import PAGES

PAGE = PAGES["docs/games.md"]
_WORD = re.compile(r"`([a-z][a-z0-9-]*)(?: -[^`]*)?`")


def rows_below(heading: str) -> list[list[str]]:
    """The cells of each row of the table with this heading."""
    table = PAGE.partition(f"\n{heading}\n")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[1:]]


def test_each_game_tells_once_what_its_rules_were_compared_with() -> None:
    rows = rows_below("| game | compared with | how much | what differed |")

    assert [cells[0].strip("`") for cells in rows] == sorted(installed())
    assert all(all(cells) for cells in rows)


def test_each_game_tells_once_how_many_random_games_were_played() -> None:
    rows = rows_below("| games of each variant | of |")

    assert sorted(word for _, words in rows for word in _WORD.findall(words)) == sorted(installed())
