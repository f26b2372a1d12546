"""Mail is accepted: each message is answered with 250 when it is safe, and nobody carries anything out meanwhile.

Cold, the same process carries out what comes in, and each message is a move of another player whose password has to
be hashed: while it accepts mail, it hashes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.cold import cold_boards, moves_of
from benchmarks.databases import KINDS, POSTGRESQL, SQLITE, fresh, url_of
from benchmarks.figures import Effort, Figure, Target, interleaved
from benchmarks.load import message, seconds_to_send
from benchmarks.targets import ACCEPTING, BARE, COLD, running

TITLE = "Accepting mail"
BARE_LIBRARY = "bare aiosmtpd, counting"
SESSIONS = (1, 4, 16)
MOST_SESSIONS = SESSIONS[-1]
TARGETS = {
    (SQLITE, 16): Target(0.65, at_least=True),
    (POSTGRESQL, 1): Target(0.55, at_least=True),
    (POSTGRESQL, 4): Target(0.5, at_least=True),
    (POSTGRESQL, 16): Target(0.5, at_least=True),
}
"""By database, and how many sessions there are."""


def measure(effort: Effort) -> Iterator[Figure]:
    """Messages a second of 1 KiB each, for each number of sessions at the same time."""
    count, fewer = effort.of((30, 20), (3000, 400), (6000, 1000))
    for sessions in effort.of(SESSIONS[-1:], SESSIONS, SESSIONS):
        durable = {kind: partial(_durable, kind, count, sessions) for kind in KINDS}
        cold = {f"cold, {kind}": partial(_while_hashing, kind, fewer) for kind in KINDS if sessions == MOST_SESSIONS}
        samples = interleaved(effort.runs, {BARE_LIBRARY: partial(bare, count, sessions), **durable, **cold})
        case = f"{sessions} sessions" if sessions > 1 else "1 session"
        base = samples[BARE_LIBRARY]
        yield base.figure(BARE_LIBRARY, case, "messages/s")
        for kind in KINDS:
            target = TARGETS.get((kind, sessions))
            yield samples[kind].figure(f"accepting, {kind}", case, "messages/s", ("bare", base), target)
        for name in cold:
            kind = name.rpartition(", ")[2]
            yield samples[name].figure(f"accepting, {name}", case, "messages/s", (f"idle, {kind}", samples[kind]))


def bare(count: int, sessions: int, spent: list[float] | None = None) -> float:
    """Messages a second that the library alone takes; adds the processor time of one, in milliseconds, to `spent`."""
    with running(BARE) as target:
        before = target.processor_seconds()
        rate = _rate(target.port, count, sessions)
        if spent is not None:
            spent.append(1000 * (target.processor_seconds() - before) / count)
        return rate


def _durable(kind: str, count: int, sessions: int) -> float:
    with fresh(kind) as database, running(ACCEPTING, url_of(database)) as target:
        return _rate(target.port, count, sessions)


def _while_hashing(kind: str, count: int) -> float:
    with fresh(kind) as database, cold_boards(database, count) as boards, running(COLD, url_of(database)) as target:
        return count / seconds_to_send(target.port, moves_of(boards), MOST_SESSIONS)


def _rate(port: int, count: int, sessions: int) -> float:
    sender = "somebody@players.example"
    return count / seconds_to_send(port, [(sender, message("help", sender, n)) for n in range(count)], sessions)
