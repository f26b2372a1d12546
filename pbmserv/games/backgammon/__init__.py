"""Backgammon: `plays` of dice, their `notation`, the course of games and matches (`rules`), and the `game` itself."""

from pbmserv.games.backgammon.game import Backgammon

__all__ = ["Backgammon"]
