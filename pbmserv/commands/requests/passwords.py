"""Passwords: hashed with argon2id, verified slowly once and quickly for some minutes after."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import nullcontext
from functools import cached_property, lru_cache
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING

from pbmserv.commands.requests.quota import CpuQuota

if TYPE_CHECKING:
    from argon2 import PasswordHasher

TIME_COST = 2
MEMORY_COST = 19 * 1024
PARALLELISM = 1
"""What argon2id costs: passes, KiB, and lanes. It is what OWASP's Password Storage Cheat Sheet recommends, and takes
a sixth of the time of the library's defaults, which were used before."""

REMEMBERED_SECONDS = 600
REMEMBERED_AT_MOST = 10_000
KNOWN_HASHES = 1000
"""Of so many it is remembered whether they are outdated."""

CODE_LETTERS = 17


class Passwords:
    """Makes and checks hashes. Shared by all requests of a process, and safe between threads.

    Which password was right for which hash is remembered in memory as a keyed digest, so that a move need not pay for
    the hash each time. A new hash (after `change password`) is a new entry, so nothing has to be forgotten.

    `time_cost` (passes) and `memory_cost` (KiB) are argon2's, by default `TIME_COST` and `MEMORY_COST`. A hash that
    was made with other costs is verified as it is, and made anew when its owner next gives the password.
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

    def hash(self, password: str, patience: CpuQuota | None = None) -> str:
        """The hash to store.

        `patience` is that with the letter which the password stands in, None where nobody waits behind one. Raises
        `TooManyHashes`.
        """
        with patience.hashing() if patience else nullcontext():
            return self._hasher.hash(password)

    def hash_of_none(self, patience: CpuQuota | None = None) -> str:
        """A hash to store for who has no password: nobody knows one for it. `patience` is as in `hash`."""
        return self.hash(secrets.token_urlsafe(32), patience)

    def verify(self, password_hash: str | None, password: str, patience: CpuQuota | None = None) -> bool:
        """Whether the password belongs to the hash; None is for a player who does not exist, and costs as much.

        `patience` is as in `hash`. Raises `TooManyHashes`.
        """
        from argon2.exceptions import InvalidHashError, VerificationError

        if password_hash is None:
            self.hash(password, patience)
            return False
        digest = self._digest(password_hash, password)
        if self._is_remembered(digest):
            return True
        try:
            with patience.hashing() if patience else nullcontext():
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
        """The same for who cannot wait until nobody else has to."""
        return self

    def need(self, given: Collection[tuple[str | None, str]]) -> None:
        """Say which passwords will be verified next, each with its stored hash, for who computes them together."""

    def remembers(self, password_hash: str, password: str) -> bool:
        """Whether it is known without hashing that the password belongs to the hash, since it was given lately."""
        return self._is_remembered(self._digest(password_hash, password))

    def is_outdated(self, password_hash: str) -> bool:
        """Whether the hash should be made anew, since it was made with other costs."""
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
    """A one-time code for a letter: 80 random bits in letters and digits that survive being typed.

    There is a digit in it, by which it is told from long words wherever codes are masked.
    """
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    while True:
        code = "".join(secrets.choice(alphabet) for _ in range(CODE_LETTERS))
        if any(map(str.isdigit, code)):
            return code


def digest_of(code: str) -> str:
    """What is stored of a code; codes are long and random, so a plain hash is enough."""
    return sha256(code.strip().lower().encode()).hexdigest()
