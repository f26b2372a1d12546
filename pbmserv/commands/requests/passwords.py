"""Password hashing between transactions, so that nobody waits for a hash while the database is locked.

A transaction that needs a hash is rolled back and run again with the result. It reads everything again, as other
transactions may have changed it.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import cached_property, lru_cache
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pbmserv.commands.requests.quota import MOST_HASHES, MOST_HASHES_FOR_QUOTING, MOST_HASHES_FOR_WORDS, CpuQuota

if TYPE_CHECKING:
    from argon2 import PasswordHasher

TIME_COST = 2
MEMORY_COST = 19 * 1024
PARALLELISM = 1
"""The cost of argon2id: passes, KiB, lanes, as OWASP's Password Storage Cheat Sheet recommends."""

REMEMBERED_SECONDS = 600
REMEMBERED_AT_MOST = 10_000
KNOWN_HASHES = 1000
"""The number of hashes remembered as outdated or not."""

CODE_LETTERS = 17


class Passwords:
    """Hashes and verifies passwords; shared by a process, thread-safe.

    Verified passwords are cached in memory as keyed digests with their hashes, so a changed password needs no
    invalidation.

    `time_cost` (passes) and `memory_cost` (KiB) are argon2's. A hash with other costs is verified as it is, and
    replaced when its owner next gives the password.
    """

    def __init__(self, time_cost: int | None = None, memory_cost: int | None = None) -> None:
        self._costs = (time_cost, memory_cost)
        self._key = secrets.token_bytes(32)
        self._right: OrderedDict[bytes, float] = OrderedDict()
        self._lock = threading.Lock()

    @cached_property
    def _hasher(self) -> PasswordHasher:
        from argon2 import PasswordHasher

        time_cost, memory_cost = self._costs
        return PasswordHasher(
            time_cost=time_cost or TIME_COST, memory_cost=memory_cost or MEMORY_COST, parallelism=PARALLELISM
        )

    def hash(self, password: str, quota: CpuQuota | None = None) -> str:
        """The hash to store.

        `quota` is the letter's quota, or None. Raises `TooManyHashes`.
        """
        with quota.hashing() if quota else nullcontext():
            return self._hasher.hash(password)

    def hash_of_none(self, quota: CpuQuota | None = None) -> str:
        """A hash that no password fits. `quota` is as in `hash`."""
        return self.hash(secrets.token_urlsafe(32), quota)

    def verify(self, password_hash: str | None, password: str, quota: CpuQuota | None = None) -> bool:
        """Whether the password fits the hash; None is for an unknown player and costs as much.

        `quota` is as in `hash`. Raises `TooManyHashes`.
        """
        from argon2.exceptions import InvalidHashError, VerificationError

        if password_hash is None:
            self.hash(password, quota)
            return False
        digest = self._digest(password_hash, password)
        if self._is_remembered(digest):
            return True
        try:
            with quota.hashing() if quota else nullcontext():
                self._hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False
        self._remember(digest)
        return True

    @property
    def knows_none(self) -> bool:
        """Whether no password is remembered, as in a process that has just begun."""
        return not self._right

    @property
    def at_once(self) -> Passwords:
        """The same without waiting for others."""
        return self

    def need(self, given: Collection[tuple[str | None, str]]) -> None:
        """Announce verifications, each a stored hash and a password, so that they can be computed together."""

    def remembers(self, password_hash: str, password: str) -> bool:
        return self._is_remembered(self._digest(password_hash, password))

    def is_outdated(self, password_hash: str) -> bool:
        """Whether the hash was made with other costs."""
        return self._needs_rehash(password_hash)

    @cached_property
    def _needs_rehash(self) -> Callable[[str], bool]:
        return lru_cache(KNOWN_HASHES)(self._hasher.check_needs_rehash)

    def _digest(self, password_hash: str, password: str) -> bytes:
        return blake2b(f"{password_hash}\0{password}".encode(errors="surrogatepass"), key=self._key).digest()

    def _is_remembered(self, digest: bytes) -> bool:
        with self._lock:
            return self._right.get(digest, 0.0) > time.monotonic()

    def _remember(self, digest: bytes) -> None:
        with self._lock:
            self._right[digest] = time.monotonic() + REMEMBERED_SECONDS
            self._right.move_to_end(digest)
            while len(self._right) > REMEMBERED_AT_MOST:
                self._right.popitem(last=False)


def new_code() -> str:
    """A one-time code: 80 random bits in letters and digits that are easily typed.

    It contains a digit, which tells it from long words where codes are masked.
    """
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    while True:
        code = "".join(secrets.choice(alphabet) for _ in range(CODE_LETTERS))
        if any(map(str.isdigit, code)):
            return code


def digest_of(code: str) -> str:
    """The stored digest of a code; codes are long and random, so a plain hash is enough."""
    return sha256(code.strip().lower().encode()).hexdigest()


R = TypeVar("R")
Work: TypeAlias = "tuple[str, str | None, str]"
"""A hash to compute: `verify`, stored hash, password; or `hash`, a counter (salts differ), password; or `none`, a
counter, for a player without a password: random, but the same in every run of a transaction.
"""
_Results: TypeAlias = "dict[Work, str | bool]"

MOST_TIMES = MOST_HASHES + MOST_HASHES_FOR_QUOTING + MOST_HASHES_FOR_WORDS
"""How often a transaction is run again: once for each password a command may have hashed. If passwords change
meanwhile, the last run computes the rest itself.
"""


def with_hashes_between(
    passwords: Passwords,
    transaction: Callable[[Hashes], R],
    times: int = MOST_TIMES,
    foreseen: Collection[Work] = (),
) -> R:
    """Run a transaction, and again with hashes each time it needs one, at most `times` more.

    The transaction must use the given `Hashes` and let `NotHashed` pass. What is `foreseen` is hashed
    before it begins. An error while hashing is raised in the last run.
    """
    known: _Results = {}
    if foreseen:
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
    if len(works) <= 1:
        return {key: result for work in works for key, result in _results(passwords, work).items()}
    with ThreadPoolExecutor(min(len(works), os.cpu_count() or 1), "hash") as pool:
        each = pool.map(lambda work: _results(passwords, work), works)
        return {key: result for results in each for key, result in results.items()}


def _results(passwords: Passwords, work: Work) -> _Results:
    """One result, with the new hash if the stored one is outdated."""
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
    """A transaction needs unknown hashes; roll it back and run it again with them.

    `of_strangers` are hashes for requests, by index, whose sender's address is not the named player's; they may be
    delayed.
    """

    def __init__(self, works: Collection[Work], of_strangers: Mapping[int, Collection[Work]] | None = None) -> None:
        super().__init__()
        self.works = works
        self.of_strangers = of_strangers or {}


class Hashes(Passwords):
    """The hashes known to one transaction; others raise `NotHashed`.

    Known results count against a letter's quota as if computed now. With `is_last`, missing hashes are computed.
    """

    def __init__(self, passwords: Passwords, known: _Results, is_last: bool = False) -> None:
        # Remembers nothing itself: that is for `passwords`.
        self._passwords = passwords
        self._known = known
        self.is_last = is_last
        self._made: Counter[str] = Counter()
        """The number of hashes of each password so far."""
        self._verified: set[Work] = set()
        """The passwords verified so far."""

    @property
    def at_once(self) -> Passwords:
        return Hashes(self._passwords, self._known, is_last=True)

    def again(self) -> Hashes:
        """A copy for another run of the transaction."""
        return Hashes(self._passwords, self._known, self.is_last)

    def need(self, given: Collection[tuple[str | None, str]]) -> None:
        """Request several verifications at once, each a stored hash and a password.

        Raises `NotHashed` if some are neither known nor remembered.
        """
        if missing := self.missing(given):
            raise NotHashed(missing)

    def missing(self, given: Collection[tuple[str | None, str]]) -> set[Work]:
        """The missing verifications; none if they are computed in the transaction."""
        works: set[Work] = {
            ("verify", password_hash, password)
            for password_hash, password in given
            if password_hash is None or not self.remembers(password_hash, password)
        }
        return set() if self.is_last else works - self._known.keys()

    def missing_new(self, passwords: Collection[str]) -> set[Work]:
        """The missing hashes of new passwords; none if they are computed in the transaction."""
        return set() if self.is_last else {_to_hash(each, 0) for each in passwords} - self._known.keys()

    def hash(self, password: str, quota: CpuQuota | None = None) -> str:
        hashed = str(self._found(_to_hash(password, self._made[password]), quota))
        self._made[password] += 1
        return hashed

    def hash_of_none(self, quota: CpuQuota | None = None) -> str:
        hashed = str(self._found(("none", str(self._made[""]), ""), quota))
        self._made[""] += 1
        return hashed

    def verify(self, password_hash: str | None, password: str, quota: CpuQuota | None = None) -> bool:
        work = ("verify", password_hash, password)
        if work in self._verified:
            return True
        if password_hash is not None and work not in self._known and self.remembers(password_hash, password):
            return True
        is_right = bool(self._found(work, quota))
        if is_right:
            self._verified.add(work)
        return is_right

    def remembers(self, password_hash: str, password: str) -> bool:
        return self._passwords.remembers(password_hash, password)

    def is_outdated(self, password_hash: str) -> bool:
        return self._passwords.is_outdated(password_hash)

    def _found(self, work: Work, quota: CpuQuota | None) -> str | bool:
        with quota.hashing() if quota else nullcontext():
            if work not in self._known:
                if not self.is_last:
                    raise NotHashed([work])
                self._known[work] = _result(self._passwords, work)
            return self._known[work]
