"""Hash passwords between transactions, so that nobody waits for a hash while the database is locked.

A hash takes tens of milliseconds, and on SQLite nobody else can write until a transaction is over. A transaction that
needs a hash is therefore rolled back, the password is hashed, and the transaction is run again with the result. It
reads everything again, since other transactions may have changed it in the meantime.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from typing import TypeAlias, TypeVar

from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.requests.quota import MOST_HASHES, MOST_HASHES_FOR_QUOTING, MOST_HASHES_FOR_WORDS, CpuQuota

R = TypeVar("R")
Work: TypeAlias = "tuple[str, str | None, str]"
"""A hash to compute: `verify`, the stored hash and the password; or `hash`, which of several for the same password
(each has a salt of its own), and the password; or `none`, and which of several for players without a password: each
is random, but every run of a transaction gets the same."""
_Results: TypeAlias = "dict[Work, str | bool]"

MOST_TIMES = MOST_HASHES + MOST_HASHES_FOR_QUOTING + MOST_HASHES_FOR_WORDS
"""How often a transaction is run again: once for each password that one command may have hashed. If other
transactions change the passwords in the meantime, it may need more; it computes those itself, so that it ends."""


def with_hashes_between(
    passwords: Passwords,
    transaction: Callable[[Hashes], R],
    times: int = MOST_TIMES,
    foreseen: Collection[Work] = (),
) -> R:
    """Run a transaction, again from its start each time it needs a hash, at most `times` times more.

    The transaction has to use the `Hashes` that it is given, and must let `NotHashed` out. What is `foreseen` is
    hashed before it begins. What fails while hashing fails again within the last run.
    """
    known: _Results = {}
    with suppress(Exception):  # within the transaction it fails for the one request whose password it is
        known.update(_computed(passwords, foreseen))
    for _ in range(times):
        try:
            return transaction(Hashes(passwords, known))
        except NotHashed as wanted:
            works = wanted.works
        try:
            known.update(_computed(passwords, works))
        except Exception:  # within the transaction it fails for the one request whose password it is
            break
    return transaction(Hashes(passwords, known, is_last=True))


def _computed(passwords: Passwords, works: Collection[Work]) -> _Results:
    """The results of some work, and of what will be wanted next, computed on all cores: argon2 releases the GIL."""
    if len(works) <= 1:
        return {key: result for work in works for key, result in _results(passwords, work).items()}
    with ThreadPoolExecutor(min(len(works), os.cpu_count() or 1), "hash") as pool:
        each = pool.map(lambda work: _results(passwords, work), works)
        return {key: result for results in each for key, result in results.items()}


def _results(passwords: Passwords, work: Work) -> _Results:
    """The result of some work, with the new hash of a password that was right and has an outdated one."""
    result = _result(passwords, work)
    _, password_hash, password = work
    if result is True and password_hash is not None and passwords.is_outdated(password_hash):
        again = _to_hash(password, 0)
        return {work: result, again: _result(passwords, again)}
    return {work: result}


def _result(passwords: Passwords, work: Work) -> str | bool:
    kind, password_hash, password = work
    if kind == "none":
        return passwords.hash_of_none()
    return passwords.hash(password) if kind == "hash" else passwords.verify(password_hash, password)


def _to_hash(password: str, which: int) -> Work:
    return ("hash", str(which), password)


class NotHashed(Exception):
    """A transaction needs hashes that are not known yet; it is to be rolled back and run again with them.

    `of_strangers` are those for requests, by their places among the ones asked about, whose passwords were not sent
    from an address of the player who is named: whoever shares the server out may have them wait.
    """

    def __init__(self, works: Collection[Work], of_strangers: Mapping[int, Collection[Work]] | None = None) -> None:
        super().__init__()
        self.works = works
        self.of_strangers = of_strangers or {}


class Hashes(Passwords):
    """The hashes that are known to one transaction; it raises `NotHashed` for any other.

    `known` are the results computed for it so far. A known result counts against the patience with a letter as if it
    were computed now, and a password that was right once as if it were remembered. With `is_last`, missing hashes are
    computed in the transaction.
    """

    def __init__(self, passwords: Passwords, known: _Results, is_last: bool = False) -> None:
        # Remembers nothing itself: that is for `passwords`.
        self._passwords = passwords
        self._known = known
        self.is_last = is_last
        self._made: Counter[str] = Counter()
        """How many hashes of each password this transaction has had."""
        self._verified: set[Work] = set()
        """What this transaction has verified, and found right."""

    @property
    def at_once(self) -> Passwords:
        return Hashes(self._passwords, self._known, is_last=True)

    def again(self) -> Hashes:
        """The same for another run of the transaction."""
        return Hashes(self._passwords, self._known, self.is_last)

    def need(self, given: Collection[tuple[str | None, str]]) -> None:
        """Ask at once for the verification of several passwords, each with its stored hash.

        Raises `NotHashed` if some are neither known nor remembered.
        """
        if missing := self.missing(given):
            raise NotHashed(missing)

    def missing(self, given: Collection[tuple[str | None, str]]) -> set[Work]:
        """What has to be computed to verify these; nothing where it is computed in the transaction."""
        works: set[Work] = {
            ("verify", password_hash, password)
            for password_hash, password in given
            if password_hash is None or not self.remembers(password_hash, password)
        }
        return set() if self.is_last else works - self._known.keys()

    def hash(self, password: str, patience: CpuQuota | None = None) -> str:
        hashed = str(self._found(_to_hash(password, self._made[password]), patience))
        self._made[password] += 1
        return hashed

    def hash_of_none(self, patience: CpuQuota | None = None) -> str:
        hashed = str(self._found(("none", str(self._made[""]), ""), patience))
        self._made[""] += 1
        return hashed

    def verify(self, password_hash: str | None, password: str, patience: CpuQuota | None = None) -> bool:
        work = ("verify", password_hash, password)
        if work in self._verified:
            return True
        if password_hash is not None and work not in self._known and self.remembers(password_hash, password):
            return True
        is_right = bool(self._found(work, patience))
        if is_right:
            self._verified.add(work)
        return is_right

    def remembers(self, password_hash: str, password: str) -> bool:
        return self._passwords.remembers(password_hash, password)

    def is_outdated(self, password_hash: str) -> bool:
        return self._passwords.is_outdated(password_hash)

    def _found(self, work: Work, patience: CpuQuota | None) -> str | bool:
        with patience.hashing() if patience else nullcontext():
            if work not in self._known:
                if not self.is_last:
                    raise NotHashed([work])
                self._known[work] = _result(self._passwords, work)
            return self._known[work]
