"""What an address asks to see of a board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, islice, takewhile
from typing import Any
from urllib.parse import quote_plus, urlencode

from pbmserv.games.base import Game
from pbmserv.games.picture import LONGEST_TARGET
from pbmserv.language.argument_types import BoardAt
from pbmserv.play.board import Board
from pbmserv.play.board_fingerprint import tags_of
from pbmserv.web.page_context import NotThere, PageContext

MOST_TOUCHES = 100
MOST_IN_A_LINE = 50
"""The maximum length of an analysed line."""
LONGEST_LINE = 2_000
"""Its characters: more than fifty moves of any game have, and a page has the line in dozens of addresses."""
TAG = 3
"""Letters of a position's tag in addresses, of which a page has hundreds."""


@dataclass(frozen=True)
class Wanted:
    """What a request asks to see of a board, from its address.

    `after` is the move after which it is shown, None for now. `touches` are the places touched, or `move` the move
    typed. `line` is the line being analysed, None outside of analysis. `tag` tells the position after that move from
    another one after the same number of moves; `is_taken_back` if the board has gone another way since. `level` is
    that of the bots on a board that nobody has begun, with the value of an option that is not the usual one
    (`easy-7`), and empty for any other.
    """

    game: Game[Any]
    number: int
    after: int | None = None
    touches: tuple[str, ...] = ()
    move: str = ""
    line: tuple[str, ...] | None = None
    tag: str = ""
    is_taken_back: bool = False
    level: str = ""

    @property
    def place(self) -> BoardAt:
        return BoardAt(self.number, self.after)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is touched, typed or analysed, and the board is what the address was made for."""
        return not (self.touches or self.move or self.is_taken_back) and self.line is None

    @cached_property
    def board_address(self) -> str:
        """The address of the current position."""
        return f"/{self.game.word}/{self.board_word}"

    @property
    def against(self) -> str:
        """The level of the bots alone."""
        return self.level.partition("-")[0]

    @property
    def size(self) -> str:
        """The value of an option that is not the usual one, as it stands in the address."""
        return self.level.partition("-")[2]

    @property
    def board_word(self) -> str:
        """What names the board in addresses of its game."""
        return f"play/{self.level}" if self.level else str(self.number)

    @cached_property
    def address(self) -> str:
        """The address of this very view."""
        path = self.board_address if self.after is None else f"{self.board_address}/{self.after}"
        asked = [("at", self.tag)] if self.after is not None and self.tag else []
        asked += [("line", move) for move in self.line or ("",) * (self.line is not None)]
        if self.touches:
            asked.append(("touch", " ".join(self.touches)))
        if self.move:
            asked.append(("move", self.move))
        return f"{path}?{urlencode(asked)}" if asked else path

    @property
    def now(self) -> Wanted:
        """The current position."""
        return Wanted(self.game, self.number, level=self.level)

    @property
    def plain(self) -> Wanted:
        """A copy with nothing touched, typed or analysed."""
        return replace(self, touches=(), move="", line=None)

    def on(self, board: Board) -> Wanted:
        """A copy with the tag that the position has on this board now."""
        if self.after is None:
            return self
        tag = tags_of(board)[self.after][:TAG]
        return replace(self, tag=tag, is_taken_back=self.tag not in ("", tag))

    def touching(self, touches: Sequence[str]) -> Wanted:
        """A copy with these touches."""
        return replace(self, touches=tuple(touches), move="")

    def after_touch(self, touched: Sequence[str], targets: Iterable[str]) -> dict[str, str]:
        """The address of each target, after these touches and a touch of it."""
        # There may be hundreds, and only their ends differ.
        begin = self.touching([*touched, ""]).address
        return {target: begin + _quoted(target) for target in targets}

    def trying(self, line: Sequence[str]) -> Wanted:
        """A copy with this line analysed."""
        return replace(self, line=tuple(line), touches=(), move="")


def wanted_by(asked: PageContext) -> Wanted:
    """Parse what a request asks to see. Raises `NotThere` if there is no such game."""
    game = asked.site.catalogue.get(asked.path("game"))
    if game is None:
        raise NotThere
    params = asked.http.query_params
    after = asked.http.path_params.get("after")
    line = _short(filter(None, map(_tidy, params.getlist("line")))) if "line" in params else None
    number, tag = asked.http.path_params["board"], asked.given("at")[:TAG]
    return touched_by(asked, Wanted(game, number, after, line=line, tag=tag))


def touched_by(asked: PageContext, wanted: Wanted) -> Wanted:
    """A copy with what a request says is touched, or typed."""
    touches = tuple(each[:LONGEST_TARGET] for each in asked.given("touch").split()[:MOST_TOUCHES])
    return replace(wanted, touches=touches, move=_tidy(asked.given("move")))


def _short(line: Iterable[str]) -> tuple[str, ...]:
    """The first moves of a line, as many as may be analysed."""
    moves = tuple(islice(line, MOST_IN_A_LINE))
    lengths = accumulate(map(len, moves))
    return moves[: sum(1 for _ in takewhile(LONGEST_LINE.__ge__, lengths))]


# The same few places on every page.
_quoted = lru_cache(maxsize=4096)(quote_plus)


def _tidy(move: str) -> str:
    return " ".join(move.split())[:500]
