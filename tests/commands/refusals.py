"""What makes a good refusal."""

from __future__ import annotations

import re

from tests.conversation import Reply


def complaints(reply: Reply, sender: str) -> list[str]:
    """What is wrong with a refusal."""
    found = []
    if reply.ok:
        return ["it was done"]
    if not re.match(r"[A-Z\"-]|(alice|bob|next|active|\*{6}) ", reply.error):
        found.append(f"it does not begin as a sentence does: {reply.error!r}")
    if not re.search(r"[.?]$|:\s+[a-z]+ [^.]+$", reply.error):
        found.append(f"it ends neither a sentence nor with a command: {reply.error!r}")
    if [letter.to for letter in reply.letters] != [(sender,)]:
        found.append(f"it was told to {reply.readers}")
    if any(len(line) > 79 for line in reply.text.splitlines()):
        found.append("it is too wide")
    return found
