"""The message shown on a page after a command, taken from the letter that answers it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbmserv.post_office import Answer

_ABOUT_MAIL = re.compile(
    r"^ {4}|\bSubject\b|^\*{20}|PASSWORD\b|\banswer\s+this\s+letter\b|The same command sent again"
    # The same in Russian and German.
    r"|\b[Тт]ем(?:а|у|е|ы|ой|ами)\b|\bответьте\s+на\s+(?:это\s+письмо|него)\b|\bту\s+же\s+команду\b"
    r"|\bBetreffe?n?\b|\b(?:be)?antworte\s+(?:einfach\s+)?(?:auf\s+)?diesen\s+Brief\b|\bDerselbe\s+Befehl\b",
    re.MULTILINE,
)
"""Where a letter starts to explain how to write the next mail, in each language that there is."""


def flash_words(answer: Answer) -> str:
    """The first paragraphs of the letter to the command's author; empty without one."""
    texts = [letter.text for letter in answer.letters if letter.answers and not letter.only_mailed]
    return "\n".join(_paragraphs(texts[0])) if texts else ""


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if _ABOUT_MAIL.search(paragraph):
            return
        items = paragraph.replace("\n* ", "\0* ").replace("\n", " ").split("\0")
        yield "\n".join(items)
