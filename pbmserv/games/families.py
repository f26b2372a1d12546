"""Families of games in lists. A game on a grid has its board's family."""

CHESS = "Chess and its kin"
SQUARES = "Squares"
POINTS = "Points and lines"
HEXAGONS = "Hexagons"
TRIANGLES = "Triangles"
PITS = "Pits and seeds"
DICE_AND_CARDS = "Dice and cards"
OTHERS = "Other games"

IN_ORDER = (CHESS, POINTS, SQUARES, HEXAGONS, TRIANGLES, PITS, DICE_AND_CARDS)
"""The order of families; those of other packages follow, `OTHERS` is last."""
