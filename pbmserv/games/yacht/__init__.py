"""Yacht: `sheets` say what dice score, `rules` how a game goes, `words` how it reads, `game` serves the server."""

from pbmserv.games.yacht.game import Yacht

__all__ = ["Yacht"]
