"""Tournaments: the commands of players, what the clock does with seasons, and what the operator mends."""
