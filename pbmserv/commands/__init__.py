"""Commands, by subject."""
