"""Board families: a game says what lies where, and gets the board in characters and as a picture."""
