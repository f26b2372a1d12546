"""Goofspiel, by Merrill Flood."""

from pbmserv.games.goofspiel.game import Goofspiel

__all__ = ["Goofspiel"]
