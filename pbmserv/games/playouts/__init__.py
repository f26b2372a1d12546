"""Fast ways to the end of games, for machine players alone. No game imports this: it says by name where it is."""
