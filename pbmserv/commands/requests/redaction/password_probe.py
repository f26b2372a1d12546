"""Whether a word is the password of somebody whom a line is about; asked so that nobody learns anything by it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.guesses import guesses
from pbmserv.commands.requests.redaction.known_words import KnownWords
from pbmserv.language.words import LONGEST_PASSWORD, SHORTEST_PASSWORD
from pbmserv.play.board import Player
from pbmserv.storage.players import key_of


class PasswordProbe:
    """Compares words with the passwords of the players at the sender's address, and of those who are named.

    What is compared, and what it costs, is part of the rule of quoting.
    """

    def __init__(self, call: Call, recognised: KnownWords) -> None:
        self._call = call
        self._recognised = recognised

    @cached_property
    def at_sender(self) -> dict[str, Player]:
        """The players for whom the sender's address is confirmed, by the keys of their names."""
        return {key_of(player.userid): player for player in self._call.principal.at_address}

    def is_or_may_be_a_password(self, text: str) -> bool:
        """Whether a word has to be masked: it is the password of one of them, or nobody can find out."""
        if len(text) < SHORTEST_PASSWORD:
            return False
        if not self._may_compare or len(text) > LONGEST_PASSWORD:
            return True
        own = self.at_sender
        others = {key: player for key, player in self._recognised.players.items() if key not in own}
        return any(self._is_or_may_be_that_of(each, text, key in others) for key, each in {**own, **others}.items())

    @property
    def _may_compare(self) -> bool:
        """Whether what is masked tells nobody anything who should not know it."""
        sender = self._call.credential
        if sender.is_operator:
            return bool(self._recognised.players)
        return sender.vouched_for and sender.is_certain and bool(self.at_sender)

    def _is_or_may_be_that_of(self, player: Player, text: str, is_a_guess: bool) -> bool:
        call, account = self._call, self._call.work.players.account(player.userid)
        if account is None or not account.password_hash or (player.id, text) in call.visit.compared:
            return False
        if call.passwords.remembers(account.password_hash, text):
            return True
        patience = call.visit.patience.for_quoting
        if not patience.may_hash or (is_a_guess and self._has_guessed_enough(player)):
            return True
        if call.passwords.verify(account.password_hash, text, patience):
            return True
        call.visit.compared.add((player.id, text))
        if is_a_guess:
            call.visit.guessed.append(player.userid)
        return False

    def _has_guessed_enough(self, player: Player) -> bool:
        tallies = guesses(self._call, player.userid, self._call.work.players.account(player.userid))
        half = [(replace(limit, most=limit.most // 2), whose) for limit, whose in tallies]
        return self._call.work.tallies.any_is_full(half, self._call.at)
