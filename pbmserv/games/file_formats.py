"""What a game says of the files that the programs of its players read. How they are written is for `game_file`, which
is imported by games that have such files, and by nothing else that shows a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from pbmserv.games.file_parts import Told
    from pbmserv.games.game_file import PlayedGame


class FileFormat(NamedTuple):
    """A format of files: what it is called, the ending of its files, and its type as mail programs know it."""

    name: str
    ending: str
    media_type: str


SGF = FileFormat("SGF", "sgf", "application/x-go-sgf")
PGN = FileFormat("PGN", "pgn", "application/vnd.chess-pgn")
PDN = FileFormat("PDN", "pdn", "application/x-pdn")
MAT = FileFormat("MAT", "mat", "application/x-jellyfish-match")
FORMATS = (SGF, PGN, PDN, MAT)


class FileFormats:
    """What a game says of its files; one that has none leaves this as it is."""

    file_format: ClassVar[FileFormat | None] = None
    """In which format games are written for the programs of their players; None if they are not."""

    def game_file(self, played: PlayedGame) -> str:
        """A game in the `file_format`; asked only of a game that has one."""
        raise LookupError(f"{type(self).__name__} is not written as a file")

    def read_game(self, told: Told) -> PlayedGame | None:
        """The game that a file tells, if it is this one; it is played by the rules afterwards.

        Raises `Refusal` where it cannot be had here, for example because it does not begin as it has to.
        """
        return None

    def file_move(self, position: Any, text: str) -> str:
        """A move in the words of a file, as a player could have typed it."""
        return text

    def file_end(self, position: Any) -> Sequence[str]:
        """Moves by which a game ends in a tie that its file says to be one; they are in no file."""
        return ()
