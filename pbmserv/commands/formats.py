"""Who has letters of text only."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.commands.call import Call, Posted
from pbmserv.letters.html import html_of
from pbmserv.store.players import FORMAT, TEXT_ONLY


def html_parts(call: Call, posted: Sequence[Posted]) -> list[str | None]:
    """The HTML part of each of these letters; None for those whose readers do not want any."""
    asker = call.asker if any(each.answers and each.player is None for each in posted) else None
    readers = [each.player or (asker if each.answers else None) for each in posted]
    chosen = call.work.players.chosen({reader for reader in readers if reader}, FORMAT)
    return [
        None if reader and chosen.get(reader) == TEXT_ONLY else html_of(each.letter)
        for each, reader in zip(posted, readers, strict=True)
    ]
