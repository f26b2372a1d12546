"""Fleets: ships that are placed in secret, and shots at squares."""

from pbmserv.games.fleets.game import Fleets

__all__ = ["Fleets"]
