"""Boards that one does not play, and the letter of a day."""
