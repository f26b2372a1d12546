"""What the games on the triangular lattice share.

`lattice` counts vertices and cells, `drawing` is a canvas of characters for them; that much serves every game. For
tiles with three marks there are `tiles` (names, turns, hours), `layout` (what lies where, and what fits),
`printed_board` (outlines and marked spaces), `notation` (moves as players write them) and `marked_drawing`. Puzzles
are `filling` with a `solver`; `hands` is for games of hidden hands.
"""
