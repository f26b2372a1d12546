"""Trioker, invented by Marc Odier and published by Robert Laffont in 1969: its tiles, for all games of the family."""
