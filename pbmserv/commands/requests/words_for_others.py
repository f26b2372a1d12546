"""What others may read of somebody's words: no password of their writer, no command meant for us, no hidden hand.

A password typed in the command itself is masked; otherwise the likeliest words are compared with the hash. Words
about hidden things are checked after the command, before anything goes out. `docs/design.md` says why.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import BoardChanged, KeptSecretly, Outcome, Removed, Started
from pbmserv.commands.requests.quota import MOST_HASHES_FOR_WORDS
from pbmserv.commands.requests.redaction import BETWEEN, like_a_password, masked_in, pieces_of
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.games.other_words import usual_word
from pbmserv.language.argument_types import is_board_number
from pbmserv.language.meaning import is_nearly_one_of, words_of
from pbmserv.language.words import LONGEST_PASSWORD, SHORTEST_PASSWORD
from pbmserv.letters.own_lines import is_command_of_ours
from pbmserv.letters.reply_address import MASKED, without_codes
from pbmserv.letters.subjects import subject_of_ours
from pbmserv.play.board import Board, Player, Status, in_sentence
from pbmserv.storage.players import key_of

MOST_LOOKED_AT = 2_000
"""The number of words searched for passwords; no comment is as long."""
_MOST_MISSPELT = 200
"""The number of lines that may begin with a misspelt command: to find what is near to a word takes a while."""
_MOST_GLUED = 6
"""The number of pieces of one word, any neighbours of which may be a password: `101,alice,se,cret7,d1`."""
_AFTER_A_COMMAND = 8
"""The maximum number of words in a line that looks like a command, up to password and move."""
_FEW_WORDS = 3
"""The number of long ordinary words compared, if a text has no more."""
_SPLIT = re.compile(r"[^\w.#@!$%&*+-]+")
_PASSWORD_SAID = re.compile(r"pass ?wor[dt]|pass|pw|pwd|kennwort|mot de passe|contraseña|senha|hasło|lösenord|пароль")
_SEPARATED = re.compile(r"[,;:/|=<>()\[\]{}\"'`“”„‘’«»、，：；…]+")
"""Nearly certain separators, while `BETWEEN` may occur in a password."""
_WORDS = re.compile(r"[^\W_]+")


class ForUsAlone(Refusal):
    """Words not passed on because others must not read them."""


def hide_passwords(call: Call, typed: Collection[str], subject: str, is_talk: bool) -> None:
    """Mask passwords in a command's words for others: those `typed` in it, and its author's.

    Raises `ForUsAlone` for talk that is meant for us; `subject` is that of an answer to a letter.
    """
    if is_talk and call.principal.needs_no_password:
        is_ours = subject_of_ours(subject, call.catalogue, in_an_answer=True) is not None
        check_words_for_others(call, call.comment, "" if is_ours else subject)
    if not call.body and not call.comment:
        return
    secrets = [secret for secret in typed if len(secret) >= SHORTEST_PASSWORD]
    call.body = masked_in(call.body, secrets)
    call.comment = _without_passwords(call, call.comment, secrets)


def _without_passwords(call: Call, words: str, secrets: Sequence[str] = ()) -> str:
    # Who has typed the password is known by that: nothing has to be compared. The code of an invitation is none.
    is_known = secrets and not (call.principal.needs_no_password or call.principal.answers_again_at)
    others = () if is_known else own_passwords_in(call, words)
    plain = plain_text(words)
    masked = without_codes(plain)
    words = masked if others or masked != plain or plain == words else without_codes(words)
    return masked_in(words, [*secrets, *others, *after_own_name(call, words)])


def after_own_name(call: Call, text: str) -> list[str]:
    """What follows the author's name like a password in a command.

    Many players repeat the command in the letter's body.
    """
    names = {key_of(each.userid) for each in (*call.principal.at_address, *writers(call))}
    if len(text) < SHORTEST_PASSWORD or not any(name in key_of(text) for name in names):
        return []
    known = {word for _, word in call.mail.compared}
    lines = [line for line in text.splitlines() if any(name in key_of(line) for name in names)]
    found = [word for line in lines[:_MOST_MISSPELT] for word in _after_own_name(call, line, names)]
    found += [word for line in lines[_MOST_MISSPELT:] for word in _after_own_name(call, line, names, nearly=False)]
    # A word of a language that has been compared is none; what looks like a password may be an old one.
    return [word for word in found if like_a_password(word) or word.strip(".,;:!?-") not in known]


def check_words_for_others(call: Call, words: str, subject: str = "") -> None:
    """Raise `ForUsAlone` for `words` that look like a command with a password or contain their author's.

    `subject` is the letter's Subject, if its author wrote it.
    """
    own = {key_of(writer.userid) for writer in writers(call)}
    if own and (looks_like_a_command(call, subject, own) or looks_like_a_command(call, words, own)):
        raise ForUsAlone(
            "What you wrote looks like a command, so nobody has been told of it, and nothing has been done. A command"
            " is written as the Subject of a letter, with all of its words; a move can also be made by answering the"
            " last letter of its board. To say something to the others, write that alone."
        )
    if own_passwords_in(call, f"{subject}\n{words}"):
        raise ForUsAlone(
            "Your password stands in what you wrote, so nobody has been told of it, and nothing has been done. To say"
            " something to the others, write it once more without the password."
        )


def writers(call: Call) -> tuple[Player, ...]:
    """The verified authors without a password: by token, session, mail server, or the code of an invitation to them.

    Nobody else's words are compared; whoever forges From could test guesses by what arrives.
    """
    known = call.principal.replier or call.principal.signed_in
    if known is not None:
        return (known,)
    is_theirs = call.is_proven or call.principal.answers_again_at is not None
    return call.principal.at_address if call.credential.writes_mail and is_theirs else ()


def own_passwords_in(call: Call, text: str) -> list[str]:
    """The author's password as it occurs in a text, or those of all who may be its author.

    Cached passwords are recognised at once; of the rest, the likeliest few are hashed.
    """
    found: list[str] = []
    for writer in writers(call) if len(text) >= SHORTEST_PASSWORD else ():
        account = call.work.players.account(writer.userid)
        if account is None:
            continue
        ranked = _ranked(call, text, frozenset({key_of(writer.userid)}))
        remembered = call.passwords.remembers
        cached = [word for word in ranked for each in _cases(word) if remembered(account.password_hash, each)]
        found += cached
        quota, compared = call.mail.quota.for_words, call.mail.compared
        unknown = [word for word in _worth_a_hash(ranked) if (writer.id, word) not in compared]
        likeliest = [] if cached or not quota.may_hash else unknown[:MOST_HASHES_FOR_WORDS]
        call.passwords.need([(account.password_hash, word) for word in likeliest])
        for word in likeliest:
            if not quota.may_hash:
                break
            if call.passwords.verify(account.password_hash, word, quota):
                found += [each for each in ranked if word in _cases(each)] or [word]
                break
            compared.add((writer.id, word))
    return found


def looks_like_a_command(call: Call, text: str, own: Collection[str]) -> bool:
    """Whether a text contains a whole or half command by somebody with these names, in any punctuation and lines.

    "Move along, please" is none: it names no board with its player and nothing like a password.
    """
    lines = [list(filter(None, (word.strip(".-!") for word in _SPLIT.split(line)))) for line in text.splitlines()]
    starts, words = dict[int, int](), list[str]()
    for line in lines:
        starts.setdefault(len(words), len(starts))
        words += line
    words = words[:MOST_LOOKED_AT]
    return any(
        _begins_a_command(
            call,
            words[start : start + _AFTER_A_COMMAND],
            own,
            at_start=start in starts,
            nearly=starts.get(start, _MOST_MISSPELT) < _MOST_MISSPELT,
        )
        for start in range(len(words))
    )


def plain_text(text: str) -> str:
    """Remove invisible characters, which may split a word."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", "".join(each for each in text if unicodedata.category(each) != "Cf"))


def _begins_a_command(call: Call, words: Sequence[str], own: Collection[str], at_start: bool, nearly: bool) -> bool:
    if not any(is_board_number(word) or key_of(word) in own for word in words[:6]):
        return False
    if is_board_number(words[0]) and len(words) > 2 and key_of(words[1]) in own:
        return len(words[2]) >= SHORTEST_PASSWORD
    named = words[0].lower() in call.catalogue or usual_word(words[0].lower()) in call.catalogue
    rest = words[1:] if named or (nearly and is_nearly_one_of(words[0], call.catalogue)) else words
    if not rest or not _is_command(call, rest[0], nearly):
        return False
    after = rest[1:]
    place = next((place for place, word in enumerate(after[:3]) if key_of(word) in own), None)
    if place is not None:
        follows = after[place + 1 : place + 3]
        return (place > 0 and is_board_number(after[place - 1])) or any(map(like_a_password, follows))
    return bool(after) and is_board_number(after[0]) and (named or at_start) and any(map(like_a_password, after[1:3]))


def _is_command(call: Call, word: str, nearly: bool = False) -> bool:
    known = words_of(tuple(call.commands))
    return word.lower() in known or (nearly and len(word) > 3 and is_nearly_one_of(word, known))


def _ranked(call: Call, text: str, own: frozenset[str]) -> dict[str, int]:
    """Possible passwords in a text, likeliest first, with their class.

    0: in the place of a password, or near the author's name; 1: looks like a password; 2: looks like a word.
    """
    ranks: dict[str, int] = {}
    means_something = words_of(tuple(call.commands)) | {*call.catalogue, *own, MASKED}
    near = 0
    for number, line in enumerate(plain_text(text).splitlines()):
        words = line.lstrip("> ").split()[:MOST_LOOKED_AT]
        parts = [part for each in words[:4] for part in _SPLIT.split(each)]
        if words and _may_begin_a_command(call, parts, own, nearly=number < _MOST_MISSPELT):
            near = _AFTER_A_COMMAND
        for word in words:
            folded = key_of(word)
            if any(name in folded for name in own) or _PASSWORD_SAID.search(folded):
                near = max(near, 3)
            pieces = (*_SEPARATED.split(word), *pieces_of(word, own), *_WORDS.findall(word), *_spans(word))
            for piece in dict.fromkeys(pieces):
                is_long = SHORTEST_PASSWORD <= len(piece) <= LONGEST_PASSWORD
                names_somebody = not own.isdisjoint(_SEPARATED.split(key_of(piece)))
                if is_long and not names_somebody and piece.lower() not in means_something:
                    ranks.setdefault(piece, 0 if near else 1 if like_a_password(piece) else 2)
            near -= bool(near)
        if len(ranks) > MOST_LOOKED_AT:
            break
    likely = sorted(ranks, key=lambda piece: (ranks[piece], not like_a_password(piece), not piece[-1].isalnum()))
    return {piece: ranks[piece] for piece in likely}


def _may_begin_a_command(call: Call, words: Sequence[str], own: frozenset[str], nearly: bool) -> bool:
    first = next(filter(None, words), "")
    if not first or _is_command(call, first) or first.lower() in call.catalogue:
        return bool(first)
    is_about_a_board = nearly and any(is_board_number(word) or key_of(word) in own for word in words)
    return is_about_a_board and (_is_command(call, first, nearly=True) or is_nearly_one_of(first, call.catalogue))


def _spans(word: str) -> Iterator[str]:
    """Neighbouring pieces of a word, as a password may contain separators."""
    ends = [match.span() for match in BETWEEN.finditer(word)]
    if not 1 < len(ends) < _MOST_GLUED:
        return
    begins = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(word)]
    yield from (word[begin:stop] for place, begin in enumerate(begins) for stop in stops[place + 1 :])


def _worth_a_hash(ranked: dict[str, int]) -> list[str]:
    """The words to compare, likeliest first; no ordinary words of a long text."""
    of_a_language = [word for word, rank in ranked.items() if rank == 2 and word.isalpha()]
    chosen = [word for word, rank in ranked.items() if rank < 2]
    chosen += of_a_language if len(of_a_language) <= _FEW_WORDS else []
    return list(dict.fromkeys(each for word in chosen for each in _cases(word)))


def _cases(word: str) -> tuple[str, ...]:
    """A word as it may have been meant: a phone makes the first letter large, and Caps Lock all of them.

    A keyboard for Japanese or Chinese may write all of it in full width.
    """
    if (narrow := unicodedata.normalize("NFKC", word)) != word:
        return word, *_cases(narrow)
    if word.isupper():
        return word, word.lower()
    return (
        (word, word[0].lower() + word[1:]) if word[0].isupper() else (word, word.swapcase())[: 1 + word[1:].isupper()]
    )


def _after_own_name(call: Call, line: str, names: Collection[str], *, nearly: bool = True) -> Iterator[str]:
    words = line.lstrip("> ").split()
    for before, name, after in zip(words, words[1:], words[2:], strict=False):
        may_be_password = key_of(name) in names and len(after) >= SHORTEST_PASSWORD
        if may_be_password and (is_board_number(before) or _begins_like_a_command(call, words[0], before, nearly)):
            yield after


def _begins_like_a_command(call: Call, first: str, before: str, nearly: bool) -> bool:
    """Whether the line may be a command, `nearly` perhaps, with this word before the name.

    A command stands between a game and a name: "Hello bob" does not mean Othello.
    """
    known = {*call.catalogue, *words_of(tuple(call.commands))}
    if first.lower() in known or not nearly:
        return first.lower() in known
    return is_nearly_one_of(first, known if before != first else known - {*call.catalogue})


MOST_LINES = 10
"""The maximum number of lines passed on if no quotation was found; more may be an unrecognised letter."""

MOST_NAMES_ELSEWHERE = 2
"""How many names may occur in words to others than the board's players, where they likely mean something else."""

SHORTEST_ROW_ELSEWHERE = 9
"""The characters of a row on another board than the words are about: five dice. Fewer may be a score."""

ALWAYS_COMPARED = 50
"""On how many boards elsewhere the letters' sentences are compared, even if the letter's quota is used up."""
_BOARDS_AT_ONCE = 500
TOO_MANY_BOARDS = (
    "Your words have gone to nobody: you play on so many boards with hidden things that there was no time to see"
    " whether your words tell of one. Write them once more in a letter of their own, in plain words without digits."
)
"""Why words are kept back that may hold what is hidden."""
REPEATS_A_COMMAND = (
    "Your words have gone to nobody: the word PASSWORD stands among them, as in the commands that our letters print."
    " It stands for a player's own password, and an answer to a letter needs none. To say something to the others,"
    " write it once more without that word."
)
"""Why words are kept back that may be a command of a letter of ours."""


def fit_for_others(call: Call, board: Board | None, authors: Iterable[Player], words: str, is_talk: bool) -> str:
    """Words that are asked about first, as the others may read them; empty if they may not.

    They are by one of these `authors`.
    """
    try:
        if is_talk and call.principal.needs_no_password:
            check_words_for_others(call, words)
    except ForUsAlone:
        return ""
    if is_command_of_ours(words):
        return ""
    masked = _without_passwords(call, words)
    for author in authors:
        if (board and _why_of_its_board(call, board, author, masked)) or _why_of_others(call, board, author, masked):
            return ""
    return masked


class KeptBack(Refusal):
    """Words may not be passed on; `is_done_without` says whether their command is carried out."""

    def __init__(self, words: str, is_done_without: bool) -> None:
        super().__init__(words)
        self.is_done_without = is_done_without


def check_words(call: Call, outcome: Outcome) -> None:
    """Raise `KeptBack` if the words of a mail reveal what only their author has been shown."""
    is_turn = isinstance(outcome, (BoardChanged, KeptSecretly, Removed)) and not isinstance(outcome, Started)
    goes_on = is_turn or outcome.writes_to_others or hasattr(outcome, "words")
    if call.mail.beside_quotation is None or not call.comment.strip() or not goes_on:
        return
    about = getattr(outcome, "board", None)
    # A challenge needs no password: then it may be of any player who has the address.
    if is_command_of_ours(call.comment):
        raise KeptBack(REPEATS_A_COMMAND, is_turn)
    for player in [call.principal.player] if call.principal.player else call.principal.at_address:
        why = _why_of_its_board(call, about, player, call.comment) if isinstance(about, Board) else ""
        if why := why or _why_of_others(call, about, player, call.comment):
            raise KeptBack(why, is_turn)


def _why_of_its_board(call: Call, board: Board, player: Player, words: str) -> str:
    if not board.is_on or not board.has_seated(player):
        return ""
    if not board.game.hidden:
        return _why_told(board, player, words)
    lines = sum(bool(line.strip()) for line in words.splitlines())
    if not call.mail.beside_quotation and lines > MOST_LINES:
        return Message(
            "Your words have gone to nobody: in a game with hidden things, {most} lines go on at most,"
            " and you have written {lines}. A longer text might be a letter of ours that your mail"
            " program has put there. Write less, or send them in several letters with the word chat.",
            most=MOST_LINES,
            lines=lines,
        )
    # Imported here, since most boards have nothing hidden.
    from pbmserv.play.shown_alone import named_in, shown_to_nobody_else

    named = named_in(words, shown_to_nobody_else(board, player), of_its_board=True)
    return _why_named(named, board) or _why_drawn(board, player, words) or _why_told(board, player, words)


def _why_of_others(call: Call, about: object, player: Player, words: str) -> str:
    from pbmserv.play.shown_alone import may_hold_names, named_in, shown_to_nobody_else

    may_name = may_hold_names(words, MOST_NAMES_ELSEWHERE)
    # Most talk has no number: no boards are read for it.
    if not may_name and not any(map(str.isdigit, words)):
        return ""
    from pbmserv.letters.told_alone import Said, has_word, phrases_told_alone

    said, here = Said(words), (about.game.word, about.number) if isinstance(about, Board) else None
    for looked_at, board in enumerate(_boards_with_secrets(call, player)):
        is_elsewhere = (board.game.word, board.number) != here
        if may_name:
            named = named_in(words, shown_to_nobody_else(board, player))
            if is_elsewhere and len(named) > MOST_NAMES_ELSEWHERE:
                return _why_named(named, board)
            if why := _why_drawn(board, player, words, shortest=SHORTEST_ROW_ELSEWHERE):
                return why
        if is_elsewhere:
            # Who plays on hundreds of boards does not keep others waiting; but what is hidden goes to nobody.
            if looked_at >= ALWAYS_COMPARED and call.mail.quota.is_over:
                return TOO_MANY_BOARDS
            # Numbers alone may be a score there.
            phrase = said.phrase(filter(has_word, phrases_told_alone(board, player)))
            if phrase:
                return _why_quoted(phrase, board)
    return ""


def _why_drawn(board: Board, player: Player, words: str, shortest: int = 1) -> str:
    from pbmserv.play.shown_alone import drawn_for_nobody_else, row_in

    row = row_in(words, (each for each in drawn_for_nobody_else(board, player) if len(each) >= shortest))
    return _why_quoted(row, board)


def _why_told(board: Board, player: Player, words: str) -> str:
    from pbmserv.letters.told_alone import Said, phrases_told_alone

    return _why_quoted(Said(words).phrase(phrases_told_alone(board, player)), board)


def _why_quoted(row: str, board: Board) -> str:
    if not row:
        return ""
    return Message(
        "Your words have gone to nobody: {row} stands among them, as only you see it on {board}. Perhaps your mail"
        " program has put a letter of ours there. Write your words once more without it.",
        row=row,
        board=board.title,
    )


def _boards_with_secrets(call: Call, player: Player) -> Iterator[Board]:
    """The boards with hidden things, and those on which the player has plans."""
    for word, number in call.work.listing.with_plans(player):
        game = call.catalogue.get(word)
        board = call.work.boards.load(word, number) if game is not None and not game.hidden else None
        if board is not None:
            yield board
    listing, last = call.work.listing, ("", 0)
    while lines := listing.lines(players=[player], status=Status.ACTIVE, limit=_BOARDS_AT_ONCE, after=last):
        for line in lines:
            game = call.catalogue.get(line.game)
            board = call.work.boards.load(line.game, line.number) if game is not None and game.hidden else None
            if board is not None:
                yield board
        if len(lines) < _BOARDS_AT_ONCE:
            return
        last = lines[-1].game, lines[-1].number


def _why_named(named: frozenset[str], board: Board) -> str:
    if not named:
        return ""
    first = sorted(named)[:3]
    what = in_sentence(first) if len(named) == len(first) else Message("{things} and more", things=", ".join(first))
    return Message(
        "Your words have gone to nobody: they name {things}, which only you have been shown on {board}. Perhaps your"
        " mail program has put a letter of ours among them. If you mean to tell the others, say it in words, for"
        " example: the queen of spades.",
        things=what,
        board=board.title,
    )
