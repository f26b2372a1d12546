"""What games of hidden hands on the triangular lattice share: turns, drawing of tiles, leaving, visibility.

`rules` is the course of a game, `events` its events, `words` their sentences, `game` the contract. Placement, scoring
and ends belong to each game.
"""
