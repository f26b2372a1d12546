"""What is quoted of what people type: the one home of that rule. A password may stand anywhere in a line.

**The log, and the outcome that is stored** with a request, hold words that are recognised, and nothing else: names of
games and commands, words of the language, short numbers, userids that exist, options with a value that they can have,
moves that the game can read. All other words are `******` there.

**The letter to who wrote the line**, with the words of its refusal, quotes what was typed, except what is secret:

* what stands in the place of a password or a code, be it only nearly so: the name of the game forgotten, the command
  misspelt, the password taken for an option because it begins with a dash;
* what *is* the password of a player at the sender's address, or of one who is named in the line. That costs a hash
  for each word and player, so few words are compared in a letter (`Patience.for_quoting`);
* any word that might be a password (it is not recognised, and long enough) where it cannot be compared, or must not.

What is secret is masked wherever it stands: in quotes, as the value of an option, glued to something else.

To compare must not tell anybody whether a guess is right. So it is done only where the answer goes to a confirmed
address of a player, and the envelope agrees with From (or for the operator). The password of a player at that very
address is no news to who reads there, and could have a code sent there. A comparison with the password of somebody
else who is named is a guess like any other: it is counted with the wrong passwords for that player and from that
sender, and not made any more when half of those are used up that may be given. From then on, and for all others,
right and wrong words look the same: they are masked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from pbmserv.commands.budgets import guesses
from pbmserv.commands.call import Call, Posted
from pbmserv.commands.kinds import BoardNumber, MoveText, NewUserid, Password, Userid
from pbmserv.commands.language import (
    LONGEST_PASSWORD,
    MASK,
    SHORTEST_PASSWORD,
    Command,
    Word,
    begun_by,
    in_quotes,
    is_option,
    secret_places,
    short,
)
from pbmserv.commands.masking import BETWEEN, holds, masked_in
from pbmserv.commands.meaning import can_read, commands_meant, start_of, words_of
from pbmserv.games.base import Option, Unreadable
from pbmserv.letters.reply_address import LIKE_A_CODE
from pbmserv.play.board import Player
from pbmserv.store.players import key_of

NOTHING = "(nothing that can be read)"
"""What is quoted of a line of which not even the words are known."""

_SHORT_NUMBER = re.compile(r"[0-9]{1,5}(#[0-9]{1,5})?")
"""Longer ones may be passwords."""
_OUR_OWN = frozenset({"password", "userid"})
"""They stand in many a refusal; nobody can have them as a password."""


class Quoting:
    """What may be shown of one line.

    `words` are those that are shown, the first `names` of them the names of game and command; `command` is what was
    meant, as far as that is known. `also_typed` is what was typed where these are not the words of who wrote, and
    `secrets` are words of which it is known that nobody may read them.
    """

    def __init__(
        self,
        call: Call,
        words: Sequence[Word],
        names: int = 0,
        command: Command | None = None,
        also_typed: Sequence[Word] = (),
        secrets: Iterable[str] = (),
    ) -> None:
        self._call = call
        self._words = words
        self._names = names
        self._command = command
        self._also_typed = also_typed
        self._known_secrets = frozenset(secrets)

    @property
    def for_sender(self) -> str:
        """The line, for the letter to who wrote it."""
        names = [_as_typed(word) for word in self._words[: self._names]]
        return " ".join([*names, *map(self._shown, self._words[self._names :])]) or NOTHING

    def for_log(self, done: bool = False) -> str:
        """The line, for the log and the outcome. Of what was `done`, all words but the secret ones are recognised."""
        if not self._words:
            return NOTHING
        if done:
            return " ".join(map(self._logged_as_done, self._words))
        names = [word.text for word in self._words[: self._names]]
        return " ".join([*names, *map(self._logged, self._words[self._names :])])

    def in_answers(self, posted: Sequence[Posted]) -> list[Posted]:
        """The letters of what was done; the answers of a command that takes any words may repeat them."""
        if not self._taken_unseen:
            return list(posted)
        return [
            replace(each, letter=replace(each.letter, text=self.in_words(each.letter.text))) if each.answers else each
            for each in posted
        ]

    def in_words(self, text: str) -> str:
        """The words of a refusal, which may quote what was typed, with all that is secret masked; the sender's own
        address stays as it is, since many a name is a part of it."""
        secrets = [secret for secret in self.secrets if secret.lower() not in self._vocabulary]
        address = self._call.sender.address
        parts = text.split(address) if address else [text]
        return (address or "").join(masked_in(part, secrets) for part in parts)

    def means_something(self, text: str) -> bool:
        """Whether a word is recognised wherever it stands: a word of the language, or the name of a player."""
        return text.lower() in self._vocabulary or key_of(text) in self._call.work.players.named([text])

    def shows(self, text: str) -> bool:
        """Whether a word that was typed is shown to who wrote it."""
        return not holds(text, self.secrets)

    @cached_property
    def secrets(self) -> frozenset[str]:
        """The words that are masked wherever they stand, for who wrote them too."""
        if self._is_known_to_be_right:
            return self._placed
        found = set(self._placed | self._nearly_placed)
        pieces = (
            piece
            for word in (*self._words[self._names :], *self._also_typed)
            if self._may_be_secret(word)
            for piece in self._pieces(word)
        )
        for piece in dict.fromkeys(pieces):
            if not holds(piece, found) and (LIKE_A_CODE.fullmatch(piece) or self._is_or_may_be_a_password(piece)):
                found.add(piece)
        return frozenset(found)

    @property
    def _is_known_to_be_right(self) -> bool:
        """Whether the right password stood in its place, so that it stands nowhere else."""
        return self._call.player is not None and self._call.replier is None and bool(self._placed)

    @cached_property
    def _placed(self) -> frozenset[str]:
        """What stands in the place of a password or a code, by the command that it is."""
        if self._command is None:
            return self._known_secrets
        return self._known_secrets | self._in_places(self._command, self._words[self._names :])

    @cached_property
    def _nearly_placed(self) -> frozenset[str]:
        """The same, by the commands that the line may have been meant as."""
        found: set[str] = set()
        if self._command is None or self._also_typed:
            typed = self._also_typed or self._words
            for command, rest in commands_meant(typed, self._call.catalogue, self._call.commands):
                if self._fits(command, rest):
                    found |= self._in_places(command, rest)
        return frozenset(found)

    def _in_places(self, command: Command, rest: Sequence[Word]) -> set[str]:
        plain = [word for word in rest if not is_option(word)]
        found = {plain[place].text for place in secret_places(command, plain)} - {""}
        if self._lacks_its_password(command, plain):
            found.discard(plain[-1].text)
        return found | self._in_place_with_dash(command, rest, plain)

    def _in_place_with_dash(self, command: Command, rest: Sequence[Word], plain: Sequence[Word]) -> set[str]:
        """What stands where a password is missing, and was taken for an option, since it begins with a dash."""
        known = self._options(command)
        with_unknown = [word for word in rest if not is_option(word) or not begun_by(_name_of(word), known)]
        arguments = command.arguments_for([word.text for word in with_unknown])
        found: set[str] = set()
        for place in secret_places(command, with_unknown):
            word, is_missing = with_unknown[place], place >= len(plain) or self._lacks_its_password(command, plain)
            if is_option(word) and is_missing and isinstance(arguments[place].kind, Password):
                found |= {word.text, word.text.lstrip("-")}
        return found

    def _fits(self, command: Command, rest: Sequence[Word]) -> bool:
        """Whether what comes before the password is what the command expects there: much else begins alike."""
        plain = [word for word in rest if not is_option(word)]
        for argument, word in zip(command.arguments_for([word.text for word in plain]), plain, strict=False):
            if argument.kind.secret:
                return True
            if isinstance(argument.kind, BoardNumber):
                if not word.text.isdigit():
                    return False
            elif isinstance(argument.kind, Userid) and not isinstance(argument.kind, NewUserid):
                follows_a_board = plain[0].text.isdigit()
                if not follows_a_board and key_of(word.text) not in self._players:
                    return False
        return True

    @property
    def lacks_its_password(self) -> bool:
        """Whether a command is one word short, and the last one stands where the password should and is a move."""
        rest = [word for word in self._words[self._names :] if not is_option(word)]
        return self._command is not None and self._lacks_its_password(self._command, rest)

    def _lacks_its_password(self, command: Command, plain: Sequence[Word]) -> bool:
        arguments = command.arguments_for([word.text for word in plain])
        if not plain or len(plain) != len(arguments) - 1 or not isinstance(arguments[-1].kind, MoveText):
            return False
        text = plain[-1].text
        return (
            arguments[len(plain) - 1].kind.secret
            and self._is_readable(text)
            and (len(text) < SHORTEST_PASSWORD or self._is_or_may_be_a_password(text) is False)
        )

    # What is recognised

    def _may_be_secret(self, word: Word) -> bool:
        return len(word.text.lstrip("-")) >= SHORTEST_PASSWORD and not self._is_recognised(word)

    def _logged_as_done(self, word: Word) -> str:
        folded = word.text.lower()
        is_unknown = folded in self._taken_unseen and folded not in self._vocabulary and folded not in self._players
        return MASK if is_unknown or holds(word.text, self._placed) else _as_typed(word)

    @cached_property
    def _taken_unseen(self) -> frozenset[str]:
        """The words that a command takes without a look at whether there is what they name."""
        if self._command is None or not any(argument.kind.is_taken_unseen for argument in self._command.arguments):
            return frozenset()
        return frozenset(word.text.lower() for word in self._words[self._names :])

    def _logged(self, word: Word) -> str:
        if self._is_recognised(word) and self._is_fine(word):
            return _as_typed(word)
        if is_option(word) and begun_by(_name_of(word), self._options(self._command)):
            return f"{word.text.partition('=')[0]}={MASK}"
        return MASK

    def _is_recognised(self, word: Word) -> bool:
        """Whether a word means something here."""
        folded = word.text.lower()
        if is_option(word):
            return self._is_known_option(word)
        if folded in self._vocabulary or folded in self._players or _SHORT_NUMBER.fullmatch(folded):
            return True
        return self._is_readable(word.text) or self._is_readable(self._typed_move)

    def _is_known_option(self, word: Word) -> bool:
        _, equals, value = word.text.partition("=")
        dashes = 2 if word.text.startswith("--") else 1
        for option in begun_by(_name_of(word), self._options(self._command, dashes)):
            if _SHORT_NUMBER.fullmatch(value):
                return True
            try:
                option.read(value if equals else None)
            except Unreadable:
                return False
            return True
        return False

    def _options(self, command: Command | None, dashes: int = 0) -> tuple[Option, ...]:
        """What can be typed with so many dashes, with either number of them by default."""
        if command is None:
            return ()
        parameters = self._call.game.options if self._call.game and command.takes_game_parameters else ()
        return (*(command.options if dashes != 1 else ()), *(parameters if dashes != 2 else ()))

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        return words_of(tuple(self._call.commands)) | frozenset(self._call.catalogue) | _OUR_OWN

    @cached_property
    def _players(self) -> dict[str, Player]:
        """The players who are named in the line, by the keys of their names."""
        texts = [word.text for word in (*self._words, *self._also_typed)]
        pieces = {key_of(piece) for text in texts for piece in (text, *BETWEEN.split(text)) if piece}
        return self._call.work.players.named(pieces)

    @cached_property
    def _typed_move(self) -> str:
        """The words in the place of a move of many words, as one text."""
        if self._command is None or not self._command.arguments:
            return ""
        plain = [word.text for word in self._words[self._names :] if not is_option(word)]
        arguments = self._command.arguments_for(plain)
        last = len(arguments) - 1
        return " ".join(plain[last:]) if isinstance(arguments[-1].kind, MoveText) and len(plain) > last + 1 else ""

    def _is_readable(self, text: str) -> bool:
        """Whether the game can read a move; what is long enough for a password has to be legal, too."""
        text = text.partition("#")[0]
        if not text or self._call.patience.is_over:
            return False
        game = self._call.game
        if game is None:
            games = self._call.catalogue.values()
            return len(text) < SHORTEST_PASSWORD and any(can_read(each, start_of(each), text) for each in games)
        return can_read(game, self._position, text)

    @cached_property
    def _position(self) -> Any:
        """Where the game stands on the board that the line is about, or at its start."""
        board = self._call.work.boards.load(*self._call.board) if self._call.board else None
        return board.position if board and board.is_on else start_of(self._call.rules)

    # What is secret

    def _pieces(self, word: Word) -> Iterator[str]:
        """What of a word may be a password: the whole, and what is left without what it may be glued to."""
        texts = [word.text]
        if is_option(word):
            name, _, value = word.text.lstrip("-").partition("=")
            texts = [value] if begun_by(name, self._options(self._command)) else [name, value]
        for text in texts:
            pieces = [text, text.strip(".,;:!?-"), *BETWEEN.split(text)]
            pieces += [text[len(key) :] for key in self._players_at_sender if text.lower().startswith(key)]
            yield from (piece for piece in pieces if len(piece) >= SHORTEST_PASSWORD)

    def _is_or_may_be_a_password(self, text: str) -> bool:
        """Whether a word has to be masked: it is the password of one of them, or nobody can find out."""
        if len(text) < SHORTEST_PASSWORD:
            return False
        if not self._may_compare or len(text) > LONGEST_PASSWORD:
            return True
        own = self._players_at_sender
        others = {key: player for key, player in self._players.items() if key not in own}
        return any(self._is_or_may_be_that_of(each, text, key in others) for key, each in {**own, **others}.items())

    def _is_or_may_be_that_of(self, player: Player, text: str, is_a_guess: bool) -> bool:
        call, account = self._call, self._call.work.players.account(player.userid)
        if account is None or not account.password_hash or (player.id, text) in call.compared:
            return False
        if call.passwords.remembers(account.password_hash, text):
            return True
        patience = call.patience.for_quoting
        if not patience.may_hash or (is_a_guess and self._has_guessed_enough(player)):
            return True
        if call.passwords.verify(account.password_hash, text, patience):
            return True
        call.compared.add((player.id, text))
        if is_a_guess:
            call.guessed.append(player.userid)
        return False

    def _has_guessed_enough(self, player: Player) -> bool:
        tallies = guesses(self._call, player.userid, self._call.work.players.account(player.userid))
        half = [(replace(limit, most=limit.most // 2), whose) for limit, whose in tallies]
        return self._call.work.tallies.any_is_full(half, self._call.at)

    @property
    def _may_compare(self) -> bool:
        """Whether what is masked tells nobody anything who should not know it."""
        sender = self._call.sender
        if sender.is_operator:
            return bool(self._players)
        return sender.vouched_for and sender.is_certain and bool(self._players_at_sender)

    @cached_property
    def _players_at_sender(self) -> dict[str, Player]:
        return {key_of(player.userid): player for player in self._call.at_address}

    # How it is written

    def _is_fine(self, word: Word) -> bool:
        return not holds(word.text, self.secrets)

    def _shown(self, word: Word) -> str:
        if self._is_fine(word):
            return _as_typed(word)
        name, equals, value = word.text.partition("=")
        # The name of an option is shown, for what is wrong with its value to be understood.
        return f"{name}={MASK}" if is_option(word) and equals and not holds(name, self.secrets) and value else MASK


def _as_typed(word: Word) -> str:
    return short(word.text) if word.plain else in_quotes(short(word.text))


def _name_of(option: Word) -> str:
    return option.text.lstrip("-").partition("=")[0].lower()
