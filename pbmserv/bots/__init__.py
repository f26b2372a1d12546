"""Machine players for every game, by the contract of games alone: pure, without clock, database or mail."""
