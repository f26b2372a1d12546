"""The families under which lists have the games. A game on a grid is in that of its board; any other says its own."""

SQUARES = "Squares"
POINTS = "Points and lines"
HEXAGONS = "Hexagons"
TRIANGLES = "Triangles"
PITS = "Pits and seeds"
DICE_AND_CARDS = "Dice and cards"
OTHERS = "Other games"

IN_ORDER = (SQUARES, POINTS, HEXAGONS, TRIANGLES, PITS, DICE_AND_CARDS)
"""The order of the families in lists; those that other packages have come after them, and `OTHERS` at the end."""
