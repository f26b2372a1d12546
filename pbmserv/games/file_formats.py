"""A game's file formats. Writing is in `game_file`, imported only by games with such files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from pbmserv.games.file_parts import Told
    from pbmserv.games.game_file import PlayedGame


class FileFormat(NamedTuple):
    """A file format: name, extension, media type."""

    name: str
    ending: str
    media_type: str


SGF = FileFormat("SGF", "sgf", "application/x-go-sgf")
PGN = FileFormat("PGN", "pgn", "application/vnd.chess-pgn")
PDN = FileFormat("PDN", "pdn", "application/x-pdn")
MAT = FileFormat("MAT", "mat", "application/x-jellyfish-match")
PBN = FileFormat("PBN", "pbn", "application/x-pbn")
KIF = FileFormat("KIF", "kifu", "application/x-kifu")
USI = FileFormat("USI", "usi", "application/x-usi")
FORMATS = (SGF, PGN, PDN, MAT, PBN, KIF, USI)


class FileFormats:
    """A game's files; games without any leave the defaults."""

    file_format: ClassVar[FileFormat | None] = None
    """The format in which games are written, or None."""
    other_formats: ClassVar[tuple[FileFormat, ...]] = ()
    """Formats in which they are written as well."""

    @property
    def file_formats(self) -> tuple[FileFormat, ...]:
        """All formats of this game, the usual one first."""
        return (self.file_format, *self.other_formats) if self.file_format else ()

    def game_file(self, played: PlayedGame) -> str:
        """A game in the `file_format`; called only if there is one."""
        raise LookupError(f"{type(self).__name__} is not written as a file")

    def other_file(self, form: FileFormat, played: PlayedGame) -> str:
        """A game in one of the `other_formats`."""
        raise LookupError(f"{type(self).__name__} is not written as {form.name}")

    def read_game(self, told: Told) -> PlayedGame | None:
        """The game in a file, if it is this one; it is replayed afterwards.

        Raises `Refusal` if it is not possible here, for example with a wrong start.
        """
        return None

    def file_move(self, position: Any, text: str) -> str:
        """A file's move as a player could have typed it."""
        return text

    def file_end(self, position: Any) -> Sequence[str]:
        """Moves that end a game in the draw that its file states, and that files lack."""
        return ()
