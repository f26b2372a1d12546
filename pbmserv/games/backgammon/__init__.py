"""Backgammon: the plays that dice allow (`plays`), how they are written (`notation`), the course of a game and of a
match (`rules`), and the `game` for the server."""

from pbmserv.games.backgammon.game import Backgammon

__all__ = ["Backgammon"]
