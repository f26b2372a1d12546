"""What games on the triangular lattice share.

`lattice` has vertices and cells, `drawing` a canvas for them. For tiles with three marks there are `tiles` (names,
turns, hours), `layout` (what lies where, what fits), `printed_board`, `notation` and `marked_drawing`. Puzzles use
`filling` with `solver`, hidden hands `hands`.
"""
