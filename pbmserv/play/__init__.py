"""A board's life, pure: seats, turns, resignations, the record and its replay, ratings."""
