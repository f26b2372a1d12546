"""What the games of hidden hands with Trioker's tiles have in common: drawing, passing, leaving, and how they end.

`rules` is the course of such a game, `events` what happens in it, `words` what letters say of it, and `game` how the
server meets it. Where tiles may be placed and what that brings is left to each game.
"""
