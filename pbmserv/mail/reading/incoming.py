"""A mail parsed into one value, bounded, without raising."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pbmserv.commands.accounts.bounced_addresses import Failure
from pbmserv.commands.requests.reply import Reply
from pbmserv.language.words import SENTENCE_MARKS, SHORTEST_PASSWORD, without_opening
from pbmserv.letters.absence import is_subject_of_a_note, reads_like_a_note
from pbmserv.letters.headers import LANGUAGE, OWN_MARK, is_our_own
from pbmserv.letters.reply_address import Tag, answers_among, ours_among, tokens_in
from pbmserv.mail.reading.authentication_results import is_proven, results_in
from pbmserv.mail.reading.automatic_mail import why_automatic, why_no_letter, why_unanswered
from pbmserv.mail.reading.bounce_reports import failures_in
from pbmserv.mail.reading.envelope import RECIPIENT_FIELDS, may_answer_stranger, names_the_sender
from pbmserv.mail.reading.headers import (
    Fields,
    message_id_of,
    plain_command,
    sender_of,
    split_head,
    subject_of,
    with_plain_line_ends,
)
from pbmserv.mail.reading.mime_parts import contents_of
from pbmserv.mail.reading.quote_stripping import comment_of, own_words

# What a server that sends a message again leaves alone. The once-only key of a message without a Message-ID is made
# of these.
_LASTING_FIELDS = ("from", "to", "cc", "date", "subject", "content-type", "content-transfer-encoding")

_LIST_MARK = re.compile(r"\A[*•·▪◦‣∙] +(?=\S)")
_RULE = re.compile(r"\n[ \t]*[_*=~-]{5}")
_SHORTEST_BEGINNING = 3
_MOST_LINES = 100
_MOST_WORDS = 100
_MOST_DIGITS = 9
_MOST_BOARDS_A_LINE = 2
"""A command names its board first, perhaps after a userid of digits."""


@dataclass(frozen=True)
class Incoming:
    sender: str | None
    """The address in From; None if missing, ambiguous or invalid."""
    subject: str
    """The Subject: decoded, on one line, without `Re:` and `[tags]`, with plain quotes and dashes."""
    lines: tuple[str, ...]
    """The command: the Subject, or else the body's first line; none in an empty mail."""
    body: str
    """The new text below the command as typed; for `multiple`, its lines are commands."""
    comment: str
    """The body for other players: bounded, saying what was left out."""
    reply: Reply
    """The mail as an answer to a letter: its body's first line is the command."""
    message_id: str | None
    """The Message-ID with angle brackets, if valid."""
    once_key: str
    """The key that recognises a duplicate, for each letter it answers."""
    once_key_anywhere: str
    """The same for all letters that it answers."""
    automatic: str | None
    """Why no person wrote it, for the log; None for a person's mail."""
    unanswered: str
    """Why it gets no answer though a person may have written it, as the end of a sentence, or an empty text."""
    our_own: bool
    """Whether it is one of our own letters."""
    may_answer_stranger: bool
    """Whether an answer to an unknown address would reach the actual sender."""
    is_envelope: bool
    """Whether the envelope's sender is the address in From."""
    proven: bool
    """Whether our mail server has verified the domain in From."""
    bounce: str | None
    """The token of the bounced letter, if it came to a return path."""
    failures: tuple[Failure, ...]
    """What it reports about that letter."""
    unsubscribe: str | None
    """The token of an unsubscription, if it came to such an address."""
    content_language: str = ""
    """What its writer's mail program says of the language."""

    @property
    def command_lines(self) -> list[str]:
        """All lines that may be commands: an answer to a letter of ours may have its own in the first line."""
        lines = [*dict.fromkeys([*self.lines, self.reply.line])]
        if any(without_opening(line).lower().startswith("mul") for line in lines):
            lines += self.body.splitlines()[:_MOST_LINES]
        return lines

    def boards_named(self, games: Iterable[str]) -> Iterator[str]:
        """The boards of these games that its commands may change, such as `hex 101`; too many rather than too few."""
        games = tuple(games)
        for line in self.command_lines:
            yield from boards_in(line, games)


def boards_in(line: str, games: Iterable[str]) -> Iterator[str]:
    words = [word.rstrip(SENTENCE_MARKS) for word in without_opening(line).lower().split()[:_MOST_WORDS]]
    numbers = [word for word in words if word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS]
    for game in games if numbers else ():
        if any(len(word) >= _SHORTEST_BEGINNING and game.startswith(word) for word in words):
            yield from (f"{game} {int(number)}" for number in numbers[:_MOST_BOARDS_A_LINE])


def read_message(
    raw: bytes,
    envelope_sender: str | None = None,
    own_key: bytes | None = None,
    recipients: Sequence[str] = (),
    authserv_id: str = "",
) -> Incoming:
    """Parse a mail.

    `envelope_sender` and `recipients` are from MAIL FROM and RCPT TO: the sender is `""` or `<>` for the null sender,
    None if unknown. `own_key` recognises our own letters. `authserv_id` is our mail server's name in
    Authentication-Results. Raises TypeError only if `raw` is not bytes.
    """
    fields, content = split_head(with_plain_line_ends(raw))
    sender = sender_of(fields)
    subject, has_prefix = subject_of(fields)
    contents = contents_of(fields, content)
    # A mail server on the way may have put our plain address in place of the one that was written to.
    addressed_to = [value for name in RECIPIENT_FIELDS for value in fields.texts(name)]
    text, beside_quotation, below_banner = own_words(contents.text, ours_among([*recipients, *addressed_to]), sender)
    line, below, is_apart = _command_in(text)
    comment_below = comment_of(below, contents.attachments)
    comment = comment_of(text, contents.attachments) if subject else comment_below
    message_id = message_id_of(fields)
    our_own = own_key is not None and is_our_own(fields.text(OWN_MARK.lower()), message_id, own_key)
    tokens = tokens_in(recipients)
    answers = {Tag.REPLY, Tag.CODE}
    # Of several letters that are answered, it is the one whose address it has come to.
    named = tokens_in(addressed_to)
    tokens = {tag: named[tag] for tag in named if not (tag in answers and answers & tokens.keys())} | tokens
    answered = tokens.get(Tag.REPLY) or tokens.get(Tag.CODE)
    is_note = is_subject_of_a_note(fields.text("subject") or "") or (
        not (beside_quotation or "\n>" in contents.text)
        and reads_like_a_note(text)
        # The word that says in an answer that the others are to read what follows.
        and not line.lower().startswith("chat ")
    )
    author = (sender or fields.text("from") or "").lower()
    known_by = _said(subject or line, text if subject else below) if message_id else _lasting(fields)
    # Only an answer has two of them.
    once_key_anywhere = _once_key(message_id, author, "", known_by, content)
    once_key = _once_key(message_id, author, answered, known_by, content) if answered else once_key_anywhere

    return Incoming(
        sender=sender,
        subject=subject,
        lines=tuple(filter(None, [subject or line])),
        body=text if subject else below,
        comment=comment,
        reply=Reply(
            line=line,
            body=below,
            comment=comment_below,
            words=comment if subject else "\n".join(filter(None, [line, comment])),
            subject=subject,
            token=tokens.get(Tag.REPLY),
            code=tokens.get(Tag.CODE),
            is_apart=is_apart,
            letters=max(1, len(answers_among(recipients))),
            is_answer=bool(has_prefix or fields.raw("in-reply-to") or fields.raw("references")),
            is_absence_note=is_note,
            beside_quotation=beside_quotation,
            below_banner=below_banner,
            unreadable=contents.unreadable,
        ),
        message_id=message_id,
        once_key=once_key,
        once_key_anywhere=once_key_anywhere,
        automatic="our own letter"
        if our_own
        else why_automatic(fields, sender, envelope_sender, subject) or why_no_letter(fields, content),
        unanswered=why_unanswered(fields, envelope_sender, is_note),
        our_own=our_own,
        content_language=fields.text(LANGUAGE.lower()) or "",
        may_answer_stranger=may_answer_stranger(sender, envelope_sender),
        is_envelope=names_the_sender(envelope_sender, sender),
        proven=is_proven(results_in(fields), authserv_id, sender),
        bounce=tokens.get(Tag.BOUNCE),
        failures=tuple(failures_in(raw)) if Tag.BOUNCE in tokens else (),
        unsubscribe=tokens.get(Tag.UNSUBSCRIBE),
    )


def _command_in(text: str) -> tuple[str, str, bool]:
    """The first visible line as a command, the text below, and whether a blank line stands between them.

    Some programs put a list mark before it.
    """
    lines = iter(text.split("\n"))
    command = next(filter(None, map(plain_command, lines)), "")
    below = "\n".join(lines)
    return _LIST_MARK.sub("", command), below.lstrip("\n").rstrip(), below.startswith("\n")


def _once_key(message_id: str | None, author: str, answered: str, known_by: tuple[bytes, bytes], body: bytes) -> str:
    """`answered` is the token of the answered letter, as one mail may answer several."""
    text, more = known_by
    if message_id:
        between = " ".join(filter(None, [author, answered]))
        return hashlib.sha256("\0".join([message_id, between, ""]).encode() + text + more).hexdigest()
    token = f"\0\0{answered}".encode() if answered else b""
    return hashlib.sha256(b"".join([text, token, b"\0\0", body.rstrip(b"\n")])).hexdigest()


def _said(command: str, below: str) -> tuple[bytes, bytes]:
    """What tells two mails apart that have one Message-ID: words that are no passwords, and a trace of the others."""
    # Gateways and lists add lines below a rule: with these it is still the same message.
    own = _RULE.split(f"\n{below}", 1)[0]
    return _without_passwords(f"{command}\n{own}").encode(), _byte_of_long_words(own)


def _lasting(fields: Fields) -> tuple[bytes, bytes]:
    return b"".join("\0".join(["", name, *fields.texts(name)]).encode() for name in _LASTING_FIELDS), b""


def _without_passwords(text: str) -> str:
    """The words of a text except those long enough for a password, since the key is stored."""
    return " ".join([word if len(word) < SHORTEST_PASSWORD else "*" for word in text.split()])


def _byte_of_long_words(text: str) -> bytes:
    """A byte that distinguishes texts differing only in long words: too little to guess a password by."""
    words = [
        word for each in text.split() if len(each) >= SHORTEST_PASSWORD and (word := each.strip(".,;:!?")).isalpha()
    ]
    return hashlib.sha256(" ".join(words).encode()).digest()[:1] if words else b""
