"""The one place where letters are made of outcomes: `letters_of` knows a writer for each kind."""

from __future__ import annotations

from pbmserv.commands.writing import boards, lists, refusals
from pbmserv.commands.writing.dispatch import letters_of
from pbmserv.commands.writing.untold import with_untold

WRITERS = (boards, lists, refusals)
"""The writers of most letters: to import these is to have `letters_of` know them. It imports the others itself."""

__all__ = ["letters_of", "with_untold"]
