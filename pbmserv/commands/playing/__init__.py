"""Playing: moves, resignations, and what follows a turn."""
