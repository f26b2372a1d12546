"""What games of hidden hands on the triangular lattice share: turns, drawing, leaving, and who may see which hand.

`rules` is the course of such a game, `events` what happens in it, `words` what letters say of it, and `game` how the
server meets it. Where tiles may be placed, what that brings, and how the game ends is left to each game.
"""
