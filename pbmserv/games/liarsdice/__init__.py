"""Liar's Dice: bids on what all dice show together, of which each player sees their own."""

from pbmserv.games.liarsdice.game import LiarsDice

__all__ = ["LiarsDice"]
