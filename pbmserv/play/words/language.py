"""In what ways words of a language say yes or no, and what their writer wants.

Entries are separated by commas, and `(a|b|) c` stands for `a c`, `b c` and `c`. Case, accents of Latin, Greek and
Cyrillic letters, and apostrophes do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbmserv.play.words.wish import Wish


class Language(NamedTuple):
    yes: str
    """What says yes."""
    sure: str = ""
    """What says yes, and beside a no makes it stronger: `certainly`, `certainly not`."""
    asked: str = ""
    """What says yes in the form of a question: `why not`."""
    bare: str = ""
    """What says yes if only kind words stand beside it: `please`."""
    kind: str = ""
    """What changes nothing beside a yes or a no."""
    greeting: str = ""
    """Kind words that a name may follow: `hello`."""
    kindly_asked: str = ""
    """Kind words in the form of a question: `how are you`."""
    sorry: str = ""
    """What changes nothing beside a no, and makes a yes doubtful: `sorry`."""
    no: str = ""
    """What says no: one word that says it by itself, or a whole phrase."""
    busy: str = ""
    """What says no for now, and nothing about another time: `no time`."""
    negating: str = ""
    """Words that negate something, and alone are no answer: `not`, `nobody`."""
    doubt: str = ""
    """Contrasts, conditions, doubts, delays, jokes, and what takes a yes back: `but`, `if`, `later`, `kidding`."""
    asking: str = ""
    """Words that begin a question about the question: `who`, `what`."""
    board: str = ""
    """What stands before the number of a board: `board`, `game`."""
    on: str = ""
    """What stands before that: `on`, `in`."""
    within: Mapping[Wish, str] = {}
    """What a wish is, also among other words, if nothing in the line denies it."""
    alone: Mapping[Wish, str] = {}
    """What a wish is as all that a line says, beside kind words."""
    named: Mapping[Wish, str] = {}
    """What it is called: the same as `alone`, and beside a yes to who asks for it, it changes nothing."""
    agreeing: Mapping[Wish, str] = {}
    """What says yes to who asks for it, and to nothing else: `call it a draw`."""
    table: str = ""
    """What a tournament's table is called, and what asks for its first: `standings`, `leads`."""
    beside_table: str = ""
    """Words that may stand beside one of these in a question for the table."""
    instead: str = ""
    """Words beside the name of a game by which somebody asks for it when another is over: `how about`."""
    likewise: str = ""
    """What says that its writer does the same as the other: `me too`."""
    middle: str = ""
    """Words for the middle of a board; like those below, without what stands beside them."""
    left: str = ""
    right: str = ""
    top: str = ""
    bottom: str = ""
    beside_place: str = ""
    """Words that may stand beside words for a place: `in the`, `corner`."""
    kindness: str = ""
    """Kind words that people write for their own sake, not only beside others."""
    reminders: str = ""
    """Words for a reminder: kind words beside one of these are for the server."""
    apologies: str = ""
    """What says sorry, before a reason or alone."""
    excuses: str = ""
    """Why somebody is late, with which a clause may begin."""
    asides: str = ""
    """What changes nothing at the beginning of a clause."""
    please: str = ""
    """Single words that change nothing anywhere in a clause."""
    when: str = ""
    """With what a question for a day begins."""
    next_season: str = ""
    """What looks forward to a tournament's next season."""
    next_game: str = ""
    """What looks forward to anything else in a tournament, or to its end."""
    of_a_move: str = ""
    """Words of what is asked of the opponent, or about a move: the server does not know when that comes."""
    who_is_next: str = ""
    """A question for the next opponent."""
