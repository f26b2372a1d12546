"""Bots for every game by its contract alone: pure, without clock, database or mail."""
