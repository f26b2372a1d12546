"""Trichet, by Cameron Browne."""

from pbmserv.games.trichet.game import Trichet

__all__ = ["Trichet"]
