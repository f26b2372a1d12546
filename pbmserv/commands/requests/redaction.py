"""Redaction: what is quoted of people's input, in which a password may stand anywhere.

The log and the stored outcome hold only recognised words; the letter to the author quotes all but secrets, and what
may be one. `docs/design.md` has the rules.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from pbmserv import places
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.guesses import guesses
from pbmserv.games.base import Option, Unreadable
from pbmserv.games.message import Message, with_each
from pbmserv.language.argument_types import (
    EXAMPLE_PASSWORDS,
    BoardNumber,
    MoveText,
    NewUserid,
    Password,
    Userid,
    is_board_number,
)
from pbmserv.language.arguments import begun_by, chosen_by, secret_places
from pbmserv.language.command_spec import ArgumentType, CommandSpec
from pbmserv.language.meaning import can_read, commands_meant, start_of, words_of
from pbmserv.language.words import (
    LONGEST_PASSWORD,
    MASK,
    SENTENCE_MARKS,
    SHORTEST_PASSWORD,
    SIGNED_IN,
    TypedLine,
    Word,
    as_typed,
    is_option,
    name_of,
    without_options,
)
from pbmserv.letters.reply_address import LIKE_A_CODE, MASKED
from pbmserv.play.board import Player
from pbmserv.storage.players import key_of

BETWEEN = re.compile(r"[\x00-,/:-@\[-^`{-\x7f]+")
"""The separators of pieces that may be passwords: `(secret7)`, `pw=secret7`.

All ASCII except letters, digits, `_`, `.` and `-`; as a Unicode range it would take a hundred times as long to
compile.
"""
_SHORTEST_CUT = 10
"""Refusals may quote the start of a long word; from this many letters of a secret the rest can be guessed."""


_LIKE_MOVES = re.compile(r"(?:[KQRBNSDTL]?[a-s]?[0-9]{0,2}[x:-]?[a-s][0-9]{1,2}[-x:+#!?=.]*+)++", re.IGNORECASE)
_PLAIN = re.compile(r"[!-~]+")


def masked_in(text: str, secrets: Iterable[str]) -> str:
    """Mask these words in a text, also in other case and cut off."""
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = _masked_whole(text, [secret])
        if len(secret) >= SHORTEST_PASSWORD:
            text = _without_beginnings(text, secret)
    return text


def _masked_whole(text: str, secrets: Iterable[str]) -> str:
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        if len(secret) < SHORTEST_PASSWORD:
            # A lone dash is not looked for in the dashes before an option.
            text = re.sub(rf"(?<!\w)(?<!-(?=-)){re.escape(secret)}(?!\w|(?<=-)-)", MASK, text)
        elif _may_stand_in(text, secret):
            text = re.sub(re.escape(secret), MASK, text, flags=re.IGNORECASE)
    return text


def _may_stand_in(text: str, secret: str) -> bool:
    """A cheap check whether a text may contain a word in any case.

    Only ASCII letters have no other case forms.
    """
    return not (text.isascii() and secret.isascii()) or secret.lower() in text.lower()


def _without_beginnings(text: str, secret: str) -> str:
    if len(secret) <= _SHORTEST_CUT or not _may_stand_in(text, secret[:_SHORTEST_CUT]):
        return text
    begun, folded = re.compile(re.escape(secret[:_SHORTEST_CUT]), re.IGNORECASE), secret.lower()
    found = begun.search(text)
    while found:
        end = found.end()
        while end < len(text) and folded.startswith(text[found.start() : end + 1].lower()):
            end += 1
        text = text[: found.start()] + MASK + text[end:]
        found = begun.search(text, found.start() + len(MASK))
    return text


def holds(text: str, secrets: Iterable[str]) -> bool:
    """Whether a text contains one of these; short ones have to be all of it."""
    folded = text.lower()
    return any(secret.lower() in folded if len(secret) >= SHORTEST_PASSWORD else secret == text for secret in secrets)


def pieces_of(word: str, names: Iterable[str] = ()) -> Iterator[str]:
    """Possible passwords in a word: all of it, and without what may be glued to it."""
    # Letters of another alphabet may stand right beside it, by a slip on the keyboard.
    for part in [word] if word.isascii() else [word, *_PLAIN.findall(word)]:
        yield from (part, part.strip(".,;:!?-"), *BETWEEN.split(part))
    for name in names:
        if word.lower().startswith(name):
            yield from (word[len(name) :], word[len(name) :].lstrip(".,;:!?-"))


def like_a_password(word: str) -> bool:
    """Whether a word looks like a password: it has more than small letters."""
    is_long = SHORTEST_PASSWORD <= len(word) <= LONGEST_PASSWORD
    bare = word.strip(".,;:!?-\"'()…")
    is_plain = bare.isdigit() or (bare.isalpha() and bare[1:].islower()) or not bare or word == MASKED
    return is_long and not is_plain and _LIKE_MOVES.fullmatch(word) is None


_WORD = r"[A-Za-z]+(?:-[A-Za-z]+)*"
_QUOTED = re.compile(r'"[^"\n]*"?')
_BY_ITSELF = re.compile(rf"(?<![\w=@.-]){_WORD}(?![\w=@-])")
"""A word that is no option, option value or part of an address."""
_AROUND_WORDS = f"{SENTENCE_MARKS}()\"'"
_ON_NO_PAGE = """adjudicate announce announced character checkmate claims confirmation copied damaged declined
    digits dropped empties entries escaped extend favour handled inactive invalid laying locked
    lonely looked multiple neighbours obeyed offers option outside perhaps please printable property
    proves repeated resignation resumes safety setting seventy-five sign-in stalemated subscribed
    subscription subscriptions surroundings suspended switched tomorrow unable userids variation
    verified verifies waiting withdrawn yachts"""
"""Words of refusals on no help page, at least as long as a password."""


@lru_cache(maxsize=1)
def own_words() -> frozenset[str]:
    pages = (path.read_text(encoding="utf-8").lower() for path in places.help_pages().glob("*.txt"))
    on_pages = (word for page in pages for word in re.findall(_WORD, page))
    return frozenset({*_ON_NO_PAGE.split(), *on_pages}) - EXAMPLE_PASSWORDS


def parts(
    text: str, own: Iterable[str], vocabulary: frozenset[str], secrets: Iterable[str] = ()
) -> Iterator[tuple[str, bool]]:
    """Split the server's text into parts, each with whether it is the server's own.

    Its own are the texts of `own`, and words of the language or of help pages outside quotation marks and secrets.
    Typed words are quoted, are options, or are no such words.
    """
    # "dash." may be a password as well as the end of a sentence of ours.
    known_words = vocabulary | own_words()
    longer = [
        each for each in secrets if any(word.strip(_AROUND_WORDS) not in known_words for word in each.lower().split())
    ]
    texts = [re.escape(each) for each in sorted(own, key=len, reverse=True) if each]
    known = re.compile(rf"(?<!\w)(?:{'|'.join(texts)})(?!\w)") if texts else None
    start = 0
    for end in [*(known.finditer(text) if known else ()), None]:
        sentence = text[start : end.start() if end else len(text)]
        yield from _parts_of_a_sentence(_masked_whole(sentence, longer), vocabulary)
        if end:
            yield end[0], True
            start = end.end()


def _parts_of_a_sentence(text: str, vocabulary: frozenset[str]) -> Iterator[tuple[str, bool]]:
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    start = 0
    for word in _BY_ITSELF.finditer(text):
        is_quoted = any(begin < word.start() < end for begin, end in quoted)
        if not is_quoted and word[0].lower() in vocabulary | own_words():
            yield text[start : word.start()], False
            yield word[0], True
            start = word.end()
    yield text[start:], False


_SHORT_NUMBER = re.compile(r"#?[0-9]{1,5}(#[0-9]{1,5})?")
"""Longer ones may be passwords."""
_PLACE = "[a-z][0-9]{1,2}"
_LIKE_A_MOVE = re.compile(f"{_PLACE}([-x:]?{_PLACE})?", re.IGNORECASE)
"""One or two places on a board, as most games write moves."""
_NUMBER_OF_MOVE = re.compile(r"\s*#\s*[0-9]{1,9}$")
_OUR_OWN = frozenset({"password", "userid"})
"""Words of refusals that cannot be passwords."""


class KnownWords:
    def __init__(self, call: Call, line: TypedLine) -> None:
        self._call = call
        self._line = line

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        return _vocabulary(tuple(self._call.commands), tuple(self._call.catalogue))

    @cached_property
    def players(self) -> dict[str, Player]:
        texts = [word.text for word in (*self._line.words, *self._line.also_typed)]
        pieces = {key_of(piece) for text in texts for piece in (text, *BETWEEN.split(text)) if piece}
        return self._call.work.players.named(pieces)

    def knows(self, word: Word) -> bool:
        folded = word.text.lower()
        if is_option(word):
            return self._is_known_option(word)
        if folded in self.vocabulary or folded in self.players or _SHORT_NUMBER.fullmatch(folded):
            return True
        if self.is_readable(word.text):
            return True
        is_of_the_move = any(word is each for each in self._words_of_move)
        return is_of_the_move and self.is_readable(" ".join(each.text for each in self._words_of_move))

    def options(self, command: CommandSpec | None, dashes: int = 0) -> tuple[Option, ...]:
        """The options with this number of dashes, or with any."""
        if command is None:
            return ()
        parameters = self._call.game.options if self._call.game and command.takes_game_parameters else ()
        return (*(command.options if dashes != 1 else ()), *(parameters if dashes != 2 else ()))

    def is_readable(self, text: str) -> bool:
        """Whether the game can read a move; one long enough for a password has to be legal, too.

        For an unknown game the form decides, as asking all games would take too long.
        """
        text = _NUMBER_OF_MOVE.sub("", text)
        game = self._call.game
        if game is None:
            return len(text) < SHORTEST_PASSWORD and _LIKE_A_MOVE.fullmatch(text) is not None
        if not text or self._call.mail.quota.is_over:
            return False
        return can_read(game, self._position, text)

    @cached_property
    def taken_unseen(self) -> frozenset[str]:
        """Words that the command accepts without looking them up."""
        command = self._line.command
        if command is None or not any(argument.kind.is_taken_unseen for argument in command.arguments):
            return frozenset()
        return frozenset([word.text.lower() for word in self._line.rest])

    @cached_property
    def private(self) -> frozenset[str]:
        command = self._line.command
        kinds = [argument.kind for argument in command.arguments] if command else []
        asked = [kind for kind in kinds if type(kind).is_private is not ArgumentType.is_private]
        return frozenset([word.text for kind in asked for word in self._line.words if kind.is_private(word.text)])

    def _is_known_option(self, word: Word) -> bool:
        _, equals, value = word.text.partition("=")
        dashes = 2 if word.text.startswith("--") else 1
        command = self._line.command
        options = begun_by(name_of(word), self.options(command, dashes))
        # With the wrong number of dashes it is refused, with the value that was meant.
        for option in options or begun_by(name_of(word), self.options(command)):
            if _SHORT_NUMBER.fullmatch(value):
                return True
            try:
                option.read(value if equals else None)
            except Unreadable:
                return False
            return True
        return not equals and chosen_by(name_of(word), self.options(command, dashes)) is not None

    @cached_property
    def _words_of_move(self) -> Sequence[Word]:
        command, plain = self._line.command, self._line.plain
        if command is None or not command.arguments:
            return ()
        arguments = command.arguments_for([word.text for word in plain])
        last = len(arguments) - 1
        return plain[last:] if isinstance(arguments[-1].kind, MoveText) and len(plain) > last + 1 else ()

    @cached_property
    def _position(self) -> Any:
        board = self._call.work.boards.load(*self._call.board) if self._call.board else None
        return board.position if board and board.is_on else start_of(self._call.rules)


@lru_cache(maxsize=8)
def _vocabulary(commands: tuple[CommandSpec, ...], games: tuple[str, ...]) -> frozenset[str]:
    return words_of(commands) | frozenset(games) | _OUR_OWN


class PasswordProbe:
    """Compares words with the passwords of players at the sender's address and of those named.

    `docs/design.md` has the rules: no comparison may tell whether a guess is right.
    """

    def __init__(self, call: Call, recognised: KnownWords) -> None:
        self._call = call
        self._recognised = recognised

    @cached_property
    def at_sender(self) -> dict[str, Player]:
        """The players for whom the sender's address is confirmed, by key."""
        return {key_of(player.userid): player for player in self._call.principal.at_address}

    def is_or_may_be_a_password(self, text: str) -> bool:
        """Whether a word has to be masked: it is one of the passwords, or cannot be compared."""
        if len(text) < SHORTEST_PASSWORD:
            return False
        if not self._may_compare or len(text) > LONGEST_PASSWORD:
            return True
        own = self.at_sender
        others = {key: player for key, player in self._recognised.players.items() if key not in own}
        return any(self._is_or_may_be_that_of(each, text, key in others) for key, each in {**own, **others}.items())

    @property
    def _may_compare(self) -> bool:
        sender = self._call.credential
        if sender.is_operator:
            return bool(self._recognised.players)
        return sender.vouched_for and sender.is_certain and bool(self.at_sender)

    def _is_or_may_be_that_of(self, player: Player, text: str, is_a_guess: bool) -> bool:
        call, account = self._call, self._call.work.players.account(player.userid)
        if account is None or not account.password_hash or (player.id, text) in call.mail.compared:
            return False
        if call.passwords.remembers(account.password_hash, text):
            return True
        quota = call.mail.quota.for_quoting
        if not quota.may_hash or (is_a_guess and self._has_guessed_enough(player)):
            return True
        if call.passwords.verify(account.password_hash, text, quota):
            return True
        call.mail.compared.add((player.id, text))
        if is_a_guess:
            call.mail.guessed.append(player.userid)
        return False

    def _has_guessed_enough(self, player: Player) -> bool:
        tallies = guesses(self._call, player.userid, self._call.work.players.account(player.userid))
        half = [(replace(limit, most=limit.most // 2), whose) for limit, whose in tallies]
        return self._call.work.tallies.any_is_full(half, self._call.at)


_GLUE = re.compile(r"[.,:;/#_]+")
_BOARD = re.compile(r"#?\d+|[^\W\d]{2,}\d+")


def names_a_board(text: str) -> bool:
    """Whether a word, or a part of one, names a board: `101`, `hex101`, `hex.101`, `move.101`."""
    return any(map(_BOARD.fullmatch, _GLUE.split(text)))


def _glued_to_a_name(text: str, names: Collection[str]) -> set[str]:
    """What stands behind a player's name in the same word, as a password may."""
    pieces, is_at_board = _GLUE.split(text), False
    for name, after, glue in zip(pieces, pieces[1:], _GLUE.finditer(text), strict=False):
        follows = is_at_board or like_a_password(after)
        if follows and key_of(name) in names and len(text) - glue.end() >= SHORTEST_PASSWORD:
            return {text[glue.end() :]}
        is_at_board = is_at_board or _BOARD.fullmatch(name) is not None
    return set()


_OF_PASSWORDS = re.compile(r".*(pass|pw|user|account|login|logon).*|register", re.IGNORECASE)
"""Words that are no commands here, with which other programs take a password."""


_OPTION = re.compile(r"-{1,2}(?:password|passwd|pass|pwd|pw|p)([=:]?)(.+)", re.IGNORECASE)


def _is_glued(text: str) -> bool:
    """Whether this looks like a password attached to its option rather than the rest of an option's name."""
    return like_a_password(text) and "=" not in text


class Redactor:
    def __init__(self, call: Call, line: TypedLine, recognised: KnownWords) -> None:
        self._call = call
        self._line = line
        self._recognised = recognised
        self._comparing = PasswordProbe(call, recognised)

    @cached_property
    def all(self) -> frozenset[str]:
        """The words masked everywhere, even for their author."""
        if self._is_known_to_be_right:
            return self.placed | self._in_options
        found = set(self.placed | self._nearly_placed | self._told_elsewhere | self._in_options | self._after_names)
        pieces = (
            piece
            for word in (*self._line.rest, *self._line.also_typed)
            if self._may_be_secret(word)
            for piece in self._pieces(word)
        )
        for piece in dict.fromkeys(pieces):
            if not holds(piece, found) and (
                LIKE_A_CODE.fullmatch(piece) or self._comparing.is_or_may_be_a_password(piece)
            ):
                found.add(piece)
        return frozenset(found)

    @cached_property
    def placed(self) -> frozenset[str]:
        if self._line.command is None:
            return self._line.secrets
        return self._line.secrets | self._in_places(self._line.command, self._line.rest, self._line.plain)

    def is_a_move_in_its_place(self, command: CommandSpec, plain: Sequence[Word]) -> bool:
        """Whether a command is one word short, with a move in the place of the password."""
        arguments = command.arguments_for([word.text for word in plain])
        if not plain or len(plain) != len(arguments) - 1 or not isinstance(arguments[-1].kind, MoveText):
            return False
        text = plain[-1].text
        return (
            arguments[len(plain) - 1].kind.secret
            and self._recognised.is_readable(text)
            and (len(text) < SHORTEST_PASSWORD or self._comparing.is_or_may_be_a_password(text) is False)
        )

    @property
    def _is_known_to_be_right(self) -> bool:
        """Whether the right password stood in its place, so that it stands nowhere else."""
        call = self._call
        return (
            call.principal.player is not None
            and not call.principal.replier
            and not call.principal.signed_in
            and bool(self.placed)
        )

    @cached_property
    def _nearly_placed(self) -> frozenset[str]:
        """Words in the places of secrets, by the commands that the line may mean."""
        found: set[str] = set()
        if self._line.command is None or self._line.also_typed:
            typed = self._line.also_typed or self._line.words
            for command, rest in commands_meant(typed, self._call.catalogue, self._call.commands):
                if self._fits(command, rest):
                    found |= self._in_places(command, rest, without_options(rest))
        return frozenset(found)

    @property
    def _in_options(self) -> frozenset[str]:
        """The value of an option that holds a password elsewhere: `-pPASSWORD`, `--password=PASSWORD`."""
        known = self._recognised.options(self._line.command)
        options = [word for word in (*self._line.rest, *self._line.also_typed) if is_option(word)]
        matches = (_OPTION.fullmatch(word.text) for word in options if not begun_by(name_of(word), known))
        return frozenset(match[2] for match in matches if match and (match[1] or _is_glued(match[2])))

    @property
    def _told_elsewhere(self) -> set[str]:
        """Unrecognised words of a line that gives a password as other programs take it."""
        line = self._line
        if line.command is not None or not line.words or not _OF_PASSWORDS.fullmatch(line.words[0].text):
            return set()
        return {word.text for word in line.words[1:] if not self._recognised.knows(word)}

    @property
    def _after_names(self) -> set[str]:
        """Words that follow a player's name like a password where the command has none.

        After a board and its player, any word; after a player alone it may be the next one, misspelt. The words may
        be glued together: `hex.101 alice PASSWORD`, `hex.101.alice.PASSWORD.d3`.
        """
        words = without_options(self._line.also_typed or self._line.rest)
        glued = [_GLUE.split(word.text) for word in words]
        parts = {part for each in glued if len(each) > 1 for part in each}
        names = {*self._recognised.players, *(map(key_of, self._call.work.players.named(parts) if parts else ()))}
        above = ["", *(each.text for each in words)]
        found = set()
        for before, name, pieces, word in zip(above, words, glued, words[1:], strict=False):
            is_name = key_of(name.text) in names or key_of(pieces[-1]) in names
            is_at_board = names_a_board(before) or any(map(names_a_board, pieces[:-1]))
            may_be_it = is_at_board or (like_a_password(word.text) and self._takes_something_else(word))
            if is_name and may_be_it and self._may_be_secret(word):
                found.add(word.text)
        for word in words:
            found |= _glued_to_a_name(word.text, names)
        return found

    def _takes_something_else(self, word: Word) -> bool:
        """Whether a command without a password expects something other than a player in this place."""
        command, plain = self._line.command, self._line.plain
        arguments = command.arguments_for([each.text for each in plain]) if command else []
        if command is None or any(argument.kind.secret for argument in arguments):
            return False
        kinds = [argument.kind for argument in arguments]
        kinds += kinds[-1:] * (len(plain) - len(kinds)) if arguments and arguments[-1].repeated else []
        return not any(each is word and isinstance(kind, Userid) for each, kind in zip(plain, kinds, strict=False))

    def _in_places(self, command: CommandSpec, rest: Sequence[Word], plain: Sequence[Word]) -> set[str]:
        found = {plain[place].text for place in secret_places(command, plain)} - {"", MASK}
        if self._call.principal.signed_in is not None:
            found.discard(SIGNED_IN)
        if self.is_a_move_in_its_place(command, plain):
            found.discard(plain[-1].text)
        return found | self._in_place_with_dash(command, rest, plain)

    def _in_place_with_dash(self, command: CommandSpec, rest: Sequence[Word], plain: Sequence[Word]) -> set[str]:
        """A missing password that was taken for an option because of its dash."""
        if len(plain) == len(rest):
            return set()
        known = self._recognised.options(command)
        with_unknown = [word for word in rest if not is_option(word) or not begun_by(name_of(word), known)]
        arguments = command.arguments_for([word.text for word in with_unknown])
        found: set[str] = set()
        for place in secret_places(command, with_unknown):
            word = with_unknown[place]
            is_missing = place >= len(plain) or self.is_a_move_in_its_place(command, plain)
            if is_option(word) and is_missing and isinstance(arguments[place].kind, Password):
                found |= {word.text, word.text.lstrip("-")}
        return found

    def _fits(self, command: CommandSpec, rest: Sequence[Word]) -> bool:
        """Whether the words before the password are what the command expects there."""
        plain = without_options(rest)
        for argument, word in zip(command.arguments_for([word.text for word in plain]), plain, strict=False):
            if argument.kind.secret:
                return True
            if isinstance(argument.kind, BoardNumber):
                if not is_board_number(word.text):
                    return False
            elif isinstance(argument.kind, Userid) and not isinstance(argument.kind, NewUserid):
                follows_a_board = is_board_number(plain[0].text)
                if not follows_a_board and key_of(word.text) not in self._recognised.players:
                    return False
        return True

    def _may_be_secret(self, word: Word) -> bool:
        return len(word.text.lstrip("-")) >= SHORTEST_PASSWORD and not self._recognised.knows(word)

    def _pieces(self, word: Word) -> Iterator[str]:
        texts = [word.text]
        if is_option(word):
            name, _, value = word.text.lstrip("-").partition("=")
            texts = [value] if begun_by(name, self._recognised.options(self._line.command)) else [name, value]
        for text in texts:
            pieces = pieces_of(text, self._comparing.at_sender)
            yield from (piece for piece in pieces if len(piece) >= SHORTEST_PASSWORD)


NOTHING = "(nothing that can be read)"
"""The quotation of an unreadable line."""


class Quoting:
    """The redaction of one line."""

    def __init__(self, call: Call, line: TypedLine) -> None:
        self._call = call
        self.line = line
        self._recognised = KnownWords(call, line)
        self._secrets = Redactor(call, line, self._recognised)

    @property
    def for_sender(self) -> str:
        """The line for the letter to its author."""
        names = [as_typed(word) for word in self.line.words[: self.line.names]]
        return " ".join([*names, *map(self._shown, self.line.rest)]) or NOTHING

    def for_log(self, done: bool = False) -> str:
        """The line for the log and the outcome. If it was `done`, all words except secrets are recognised."""
        if not self.line.words:
            return NOTHING
        if done:
            known = self._recognised
            unseen = known.taken_unseen
            meaningless = unseen - known.vocabulary - known.players.keys() if unseen else unseen
            placed, private = self._secrets.placed, known.private
            return " ".join(
                [
                    MASK
                    if word.text in private or word.text.lower() in meaningless or holds(word.text, placed)
                    else as_typed(word)
                    for word in self.line.words
                ]
            )
        names = [word.text for word in self.line.words[: self.line.names]]
        return " ".join([*names, *map(self._logged, self.line.rest)])

    def in_words(self, text: str, own: Iterable[str] = ()) -> str:
        """A refusal's text, which may quote what was typed, with secrets masked.

        The server's own words, the texts of `own` and the sender's address stay.
        """
        vocabulary = self._recognised.vocabulary
        secrets = [secret for secret in self._secrets.all if secret.lower() not in vocabulary]
        if not secrets or text == masked_in(text, secrets):
            return text
        address = self._call.credential.address
        own = [each for each in (*own, address) if each and not holds(each, self._secrets.placed)]
        said = parts(text, own, vocabulary, secrets)
        masked = "".join(part if is_own else masked_in(part, secrets) for part, is_own in said)
        # The same as a message, if secrets stand in its values alone.
        message = with_each(text, lambda value: masked_in(value, secrets) if isinstance(value, str) else value)
        return message if isinstance(message, Message) and message == masked else masked

    def means_something(self, text: str) -> bool:
        """Whether a word is recognised anywhere: a word of the language or a player's name."""
        return text.lower() in self._recognised.vocabulary or key_of(text) in self._call.work.players.named([text])

    def shows(self, text: str) -> bool:
        return not holds(text, self._secrets.all)

    @property
    def lacks_its_password(self) -> bool:
        """Whether a command is one word short, with a move in the place of the password."""
        command = self.line.command
        return command is not None and self._secrets.is_a_move_in_its_place(command, self.line.plain)

    def _shown(self, word: Word) -> str:
        if self.shows(word.text):
            return as_typed(word)
        name, equals, value = word.text.partition("=")
        # The name of an option is shown, so that it is clear what is wrong with its value.
        return f"{name}={MASK}" if is_option(word) and equals and self.shows(name) and value else MASK

    def _logged(self, word: Word) -> str:
        if self._recognised.knows(word) and self.shows(word.text):
            return as_typed(word)
        if is_option(word) and begun_by(name_of(word), self._recognised.options(self.line.command)):
            return f"{word.text.partition('=')[0]}={MASK}"
        return MASK
