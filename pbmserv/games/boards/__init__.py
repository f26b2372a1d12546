"""Families of boards: a game says what lies where, and has the board in characters and as a picture."""
