"""Marshal: two armies whose men are hidden from each other, and a flag to be taken."""

from pbmserv.games.marshal.game import Marshal

__all__ = ["Marshal"]
