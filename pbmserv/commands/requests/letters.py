"""From an outcome to letters in the outbox: which tell of it, what several subjects need, and how a letter waits."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from hashlib import sha256
from pkgutil import resolve_name
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import ConfirmationRequested, Outcome
from pbmserv.letters.headers import headers_of
from pbmserv.letters.letter import LINE_OF_STARS, Letter, write
from pbmserv.letters.page import ActionLink, Body, Part, moved
from pbmserv.letters.parts_html import WITH_OFFERS, place_of_offers
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.letters.stored_html import stored_page
from pbmserv.locale.catalogs import catalog_of, in_the_language, speaking
from pbmserv.storage.outbox import StoredLetter
from pbmserv.stored_names import document_of


def letters_of(outcome: Outcome, call: Call) -> list[Letter]:
    """The letters that tell of an outcome, each in the language of its reader.

    What cannot be said in it as a whole is said in English.
    """
    write = _writer(outcome.written_by)
    letters = write(outcome, call)
    # Those of boards, which are most, have been written in the right language at once.
    for language in {letter.language for letter in letters if letter.language != letter.written_in}:
        with speaking(catalog_of(language)):
            others = write(outcome, call)
        letters = [
            _in_language(letter, other) if letter.language == language != letter.written_in else letter
            for letter, other in zip(letters, others, strict=True)
        ]
    return letters


def _in_language(letter: Letter, other: Letter) -> Letter:
    """A letter in its reader's language; itself, in English, if something in the other has no translation."""
    return other if other.is_translated else replace(letter, language="")


@cache
def _writer(written_by: str) -> Callable[[Outcome, Call], list[Letter]]:
    writer: Callable[[Outcome, Call], list[Letter]] = resolve_name(f"pbmserv.commands.{written_by}")
    return writer


def question_letter(
    asked: ConfirmationRequested,
    call: Call,
    template: str,
    subject: str,
    facts: Mapping[str, Any] | None = None,
    yes: str = "Yes",
    no: str = "No",
) -> Letter:
    """A letter answered by yes or no, or by a command with its code; `yes` and `no` are the labels of buttons."""
    known: dict[str, Any] = {
        "userid": asked.player.userid,
        "server": call.server,
        "code": asked.code,
        "days": asked.days,
    }
    letter = write(template, subject, offers=yes_or_no(yes, no), **known, **(facts or {}))
    return replace(letter, reply_to=tagged_address(call.server, Tag.CODE, asked.code), only_mailed=True)


def yes_or_no(yes: str = "Yes", no: str = "No") -> tuple[ActionLink, ...]:
    """The answers to a question, with labels."""
    return ActionLink(yes, "yes"), ActionLink(no, "no")


def in_one(texts: Sequence[str]) -> str:
    """Join texts with a line of stars between them."""
    return f"\n{LINE_OF_STARS}\n\n".join(texts)


def in_one_letter(subject: str, letters: Sequence[Letter], titled: bool = False) -> Letter:
    """One letter of several, each below its headline if `titled`.

    It has their buttons if all that have some are answered at one address.
    """
    text, parts, offers = "", list[Part](), list[ActionLink]()
    reply_to = _only_address_for_answers(letters)
    for letter in letters:
        text += f"\n{LINE_OF_STARS}\n\n" if text else ""
        if titled:
            headline = f"{in_the_language(letter.says)}: {letter.subject}" if letter.says else letter.subject
            parts.append(Part("heading", len(text), len(text) + len(headline)))
            text += f"{headline}\n\n"
        is_made_of_parts = letter.body is not None and letter.page is None
        own = letter.body.parts if letter.body and is_made_of_parts else (Part("", 0, len(letter.text)),)
        given = letter.body.offers if letter.body and reply_to and letter.reply_to == reply_to else ()
        place = place_of_offers(len(offers), len(given))
        parts += [each._replace(more=place) if each.kind in WITH_OFFERS else each for each in moved(own, len(text))]
        offers += given
        text += letter.text
    return Letter(subject, text, body=Body(tuple(parts), tuple(offers)), reply_to=reply_to)


def _only_address_for_answers(letters: Sequence[Letter]) -> str | None:
    offering = {each.reply_to for each in letters if each.body and each.body.offers and not each.only_mailed}
    return offering.pop() if len(offering) == 1 else None


def to_be_sent(
    letter: Letter, domain: str, at: datetime, number: int, cause: tuple[str, str | None] | None
) -> StoredLetter:
    """The letter with a Message-ID at `domain` and its headers, written `at` a time.

    `cause` is the request's name, and its mail's Message-ID if it came by mail; None without a request. `number`
    counts the request's letters.
    """
    request, answered = cause or (None, None)
    with speaking(catalog_of(letter.language)):
        page, headers = stored_page(letter), headers_of(letter, domain, at, request is not None, answered)
    return StoredLetter(
        message_id=f"<{_identity(letter, request, number)}@{domain}>",
        recipients=letter.to,
        subject=str(letter.subject),
        text=_in_json(letter) if letter.as_json else letter.text,
        page=page,
        headers=headers,
        user_id=letter.player.id if letter.player else None,
        attachments=[document_of(attachment) for attachment in letter.attachments],
    )


def _in_json(letter: Letter) -> str:
    # Imported here, since few players have programs that read their letters.
    from pbmserv.letters.for_programs import text_for_programs

    return text_for_programs(letter)


def _identity(letter: Letter, request: str | None, number: int) -> str:
    """The local part of a Message-ID.

    A request repeated after a restore causes the same ones, so mail programs show duplicates once.
    """
    if request is None:
        return secrets.token_hex(16)
    written = "\n".join([request, str(number), letter.subject, *letter.to])
    return sha256(written.encode(errors="surrogatepass")).hexdigest()[:32]
