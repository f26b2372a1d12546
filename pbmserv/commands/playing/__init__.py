"""Moves and resignations, and what follows a turn."""
