"""Boards as pure data: seats, turns, resignations, records and their replay, ratings."""
