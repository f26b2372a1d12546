"""Points on some of which a player may not play: these are marked, as in Renju."""

from __future__ import annotations

from pbmserv.games.boards.figures import EMBLEMS, Figure
from pbmserv.games.boards.points import APART, Points
from pbmserv.games.picture import Path, Shape

FORBIDDEN = "!"
"""The character of a free point where nobody may play now."""


class MarkedPoints(Points):
    """Points with crosses where a player may not play."""

    def drawn(self, piece: Figure, place: int) -> tuple[Shape, ...]:
        if piece.mark != FORBIDDEN:
            return super().drawn(piece, place)
        cross = EMBLEMS["cross"]
        return (Shape(Path(cross.path, self._centre(place), APART * 0.6 * cross.times), "mark", self.names[place]),)
