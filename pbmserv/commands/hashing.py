"""Hashing passwords while nobody waits for that: between transactions instead of within one.

A hash takes tens of milliseconds, and on SQLite nobody else can write before a transaction is over. So one that comes
to a password is undone there, the password is hashed, and the transaction begins anew with what has come of that. All
that is looked at before a password is looked at again, since much can have happened meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TypeAlias, TypeVar

from pbmserv.commands.passwords import Passwords
from pbmserv.commands.patience import MOST_HASHES, MOST_HASHES_FOR_QUOTING, MOST_HASHES_FOR_WORDS, Patience

R = TypeVar("R")
_Work: TypeAlias = "tuple[str, str | None, str]"
"""What is to be done: hash or verify, with which hash, and the password."""
_Results: TypeAlias = "dict[_Work, str | bool]"

MOST_TIMES = MOST_HASHES + MOST_HASHES_FOR_QUOTING + MOST_HASHES_FOR_WORDS
"""How often a transaction is begun anew: as many passwords as one command may have hashed. If others change what it
is about meanwhile, it may want more, and hashes those within: there has to be an end."""


def with_hashes_between(passwords: Passwords, transaction: Callable[[Passwords], R]) -> R:
    """Carry out a transaction, which is undone and begun anew for each password that has to be hashed for it.

    It has to ask for passwords what it is given, and to let every exception out.
    """
    known: _Results = {}
    for _ in range(MOST_TIMES):
        try:
            return transaction(_Between(passwords, known))
        except _ToBeDone as wanted:
            known[wanted.work] = wanted.do()
    return transaction(_Between(passwords, known, is_last=True))


class _ToBeDone(Exception):
    """Something that takes long comes first."""

    def __init__(self, work: _Work, do: Callable[[], str | bool]) -> None:
        super().__init__()
        self.work = work
        self.do = do


class _Between(Passwords):
    """What one transaction asks; `known` is what was found out for it before.

    That counts for the patience with a letter as if it were found out now. `is_last` is whether it must not be undone
    any more.
    """

    def __init__(self, passwords: Passwords, known: _Results, is_last: bool = False) -> None:
        super().__init__()
        self._passwords = passwords
        self._known = known
        self._is_last = is_last

    @property
    def at_once(self) -> Passwords:
        return self._passwords

    def hash(self, password: str, patience: Patience | None = None) -> str:
        return str(self._found(("hash", None, password), lambda: self._passwords.hash(password), patience))

    def verify(self, password_hash: str | None, password: str, patience: Patience | None = None) -> bool:
        work = ("verify", password_hash, password)
        if password_hash is not None and work not in self._known and self.remembers(password_hash, password):
            return True
        return bool(self._found(work, lambda: self._passwords.verify(password_hash, password), patience))

    def remembers(self, password_hash: str, password: str) -> bool:
        return self._passwords.remembers(password_hash, password)

    def is_outdated(self, password_hash: str) -> bool:
        return self._passwords.is_outdated(password_hash)

    def _found(self, work: _Work, do: Callable[[], str | bool], patience: Patience | None) -> str | bool:
        with patience.hashing() if patience else nullcontext():
            if work not in self._known:
                if not self._is_last:
                    raise _ToBeDone(work, do)
                self._known[work] = do()
            return self._known[work]
