"""The winning game of Trichet from its help page: bob, who is Dot, begins and surrounds a region of 14 tiles."""

from __future__ import annotations

from textwrap import dedent

CHALLENGE = "trichet challenge alice bob"
MOVES = [
    ("bob", "d1"),
    ("alice", "e6"),
    ("bob", "d5"),
    ("alice", "f12"),
    ("bob", "e16"),
    ("alice", "f23"),
    ("bob", "d24"),
]

BOARD = r"""
                        +
                       /.\
                      /...\
                     ooooooo
            +----ooo+ooooooo+ooo----+
           /.\...ooooooooooooooo.../
          /...\.ooooo.\.../.ooooo./
         ooooooooooo...\./...ooooo
+----ooo+ooooooo+ooo----+----ooo+
 \...ooooooooooooooo.../.\...ooooo
  \.ooooo.\...ooooo.../...o.ooooo.\
   ooooo...\./.....\./...ooooooo...\
    +ooo----+-------+----ooo+ooo----+
   ooooo.../.\...../.\...ooooooo.../.\
  /.ooooo./...ooooo.*.\.+ooo+.o.+./.+.o
 /...ooooooooooooooooooooooo...\./...ooo
+----ooo+ooooooo+ooooooo+ooo----+----ooo+
         ooooooooooooooo
          \...oo+oo.+./
           \./.....\./
            +-------+
             \...../
              oo+oo
               ooo
                +
""".strip("\n")  # fmt: skip


def move(userid: str, password: str, words: str) -> str:
    """The command for a move on the first board."""
    return f"trichet move 101 {userid} {password} {words}"


def drawing_in(text: str) -> str:
    """The board that is drawn in a letter, without the blanks that all of its lines begin with."""
    paragraphs = text.split("\n\n")
    [number] = [number for number, paragraph in enumerate(paragraphs) if "\nTiles left: " in paragraph]
    return dedent(paragraphs[number - 1])
