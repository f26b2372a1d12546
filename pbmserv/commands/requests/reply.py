"""Replies to letters."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pbmserv.letters.absence import looks_like_absence
from pbmserv.letters.reply_address import MASKED, without_tokens

MOST_ANSWERED = 20
"""The maximum number of letters one mail may answer."""


@dataclass(frozen=True)
class Reply:
    """A mail as a possible answer to a letter, not yet interpreted.

    `line` is its first new line, `body` the rest as typed, `comment` the rest as others may read it, `words`
    everything. `token` and `code` are from the address it was sent to; `is_answer` says that Subject or headers mark
    it as an answer, `beside_quotation` that a quoted letter was removed.
    """

    line: str
    body: str = ""
    comment: str = ""
    words: str = ""
    subject: str = ""
    token: str | None = None
    code: str | None = None
    letters: int = 1
    """The number of letters answered, if it exceeds the limit."""
    is_apart: bool = False
    """Whether a blank line stands between its first line and the rest."""
    is_answer: bool = False
    beside_quotation: bool = False
    below_banner: bool = False
    """Whether lines were taken for a gateway's banner above its words, and left out: nothing final is done."""
    unreadable: str = ""
    """Why it has no readable words, for its author."""
    is_absence_note: bool = False
    """Whether it looks like an absence note, by its Subject or, unless it quotes a letter, by its words."""

    @property
    def below(self) -> str:
        """The text below its first line, with a line break before it where a blank line stands there."""
        return f"\n{self.body}" if self.is_apart else self.body

    @property
    def tells_of_absence(self) -> bool:
        """Whether it only says that somebody is away, which answers no question."""
        return self.is_absence_note or looks_like_absence(self.subject, f"{self.line}\n{self.body}")

    @property
    def masked(self) -> Reply:
        # Most of these are one text.
        masked = {
            text: self._without_token(text) for text in {self.subject, self.line, self.body, self.comment, self.words}
        }
        if all(text == without for text, without in masked.items()):
            return self
        return replace(
            self,
            subject=masked[self.subject],
            line=masked[self.line],
            body=masked[self.body],
            comment=masked[self.comment],
            words=masked[self.words],
        )

    def _without_token(self, text: str) -> str:
        for secret in filter(None, (self.token, self.code)):
            text = re.sub(secret, MASKED, text, flags=re.IGNORECASE)
        return without_tokens(text)
