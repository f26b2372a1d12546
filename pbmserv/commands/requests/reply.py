"""A mail as an answer to a letter of ours, before anybody knows what it means."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pbmserv.letters.reply_address import MASKED, without_tokens

MOST_ANSWERED = 20
"""How many letters one mail may answer."""


@dataclass(frozen=True)
class Reply:
    """A mail as an answer to a letter of ours.

    `line` is its first new line, `body` what follows as it was typed, `comment` that as others may read it, `words`
    all of it; `subject` is the Subject. `token` and `code` are what the address holds that it went to; `is_answer` is
    whether its Subject or its header says that it answers a letter, `beside_quotation` whether a letter was quoted in
    it, and has been left out.
    """

    line: str
    body: str = ""
    comment: str = ""
    words: str = ""
    subject: str = ""
    token: str | None = None
    code: str | None = None
    letters: int = 1
    """How many letters it answers, if they are more than one mail may answer."""
    is_answer: bool = False
    beside_quotation: bool = False
    below_banner: bool = False
    """Whether lines were taken for a gateway's banner above its words, and left out: nothing final is done."""
    unreadable: str = ""
    """Why it has no words, told to its author, where something hides them."""
    is_absence_note: bool = False
    """Whether it looks like an absence note, by its Subject or, unless it quotes a letter of ours, by its words."""

    @property
    def masked(self) -> Reply:
        """The same with nothing left in its words by which a letter of ours can be answered."""
        return replace(
            self,
            subject=self._without_token(self.subject),
            line=self._without_token(self.line),
            body=self._without_token(self.body),
            comment=self._without_token(self.comment),
            words=self._without_token(self.words),
        )

    def _without_token(self, text: str) -> str:
        for secret in filter(None, (self.token, self.code)):
            text = re.sub(secret, MASKED, text, flags=re.IGNORECASE)
        return without_tokens(text)
