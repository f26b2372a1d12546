"""Leaving the server for good, and what becomes of a player's boards."""
