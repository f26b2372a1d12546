"""Who has letters of text only."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.commands.call import Call, Posted
from pbmserv.store.players import FORMAT, TEXT_ONLY


def have_html(call: Call, posted: Sequence[Posted]) -> list[bool]:
    """Whether each of these letters has a part in HTML beside its text: not where the reader does not want any."""
    asker = call.asker if any(each.answers and each.player is None for each in posted) else None
    readers = [each.player or (asker if each.answers else None) for each in posted]
    chosen = call.work.players.chosen({reader for reader in readers if reader}, FORMAT)
    return [reader is None or chosen.get(reader) != TEXT_ONLY for reader in readers]
