"""What holds for every message, whatever it was made of."""

from __future__ import annotations

import re

from pbmserv.mail.reading.incoming import Incoming

# Controls other than line ends, other line ends, overrides of writing direction, halves of surrogates.
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def check(message: Incoming) -> None:
    """Fail where something in a message is too long, or not what those who read on may rely on."""
    assert len(message.subject) <= 12_100
    assert len(message.lines) <= 1
    assert all(0 < len(line) <= 12_100 and not HIDDEN.search(line) and "\n" not in line for line in message.lines)
    assert len(message.body) <= 100_000
    assert len(message.comment) <= 8_500
    assert not HIDDEN.search(message.body)
    assert not HIDDEN.search(message.comment)
    assert re.fullmatch("[0-9a-f]{64}", message.once_key)
    assert message.message_id is None or re.fullmatch("<[!-~]+@[!-~]+>", message.message_id)
    assert message.sender is None or re.fullmatch(r"[^\s<>]+@[^\s<>@]+", message.sender)
    assert message.automatic is None or len(message.automatic) < 120
    assert len(message.reply.line) <= 12_100
    assert len(message.reply.comment) <= 8_500
    assert not HIDDEN.search(message.reply.words)
    repr(message).encode()  # no halves of surrogates, which no database takes
