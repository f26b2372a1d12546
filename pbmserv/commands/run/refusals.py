"""What is told of a command that was refused: what was wrong, what was expected, an example that works.

A stranger who writes to the server as to a person is told what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from pbmserv.commands.accounts.first_game import first_game, weakest_bot
from pbmserv.commands.help.actions import Help
from pbmserv.commands.requests.authentication import WrongPassword
from pbmserv.commands.requests.budget_table import OverBudget
from pbmserv.commands.requests.budgets import answer_nothing, has_had_enough, is_ours, may_be_offered_a_game
from pbmserv.commands.requests.confirmed_addresses import addresses_to_confirm
from pbmserv.commands.requests.context import Call, Command, NoBoard
from pbmserv.commands.requests.credentials import Unauthorised, WordNotRight
from pbmserv.commands.requests.expectations import OutOfDate
from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.commands.run.asking_back import DidYouMean, Unclear, ends_with_a_move
from pbmserv.commands.run.digest_answers import NoLine
from pbmserv.commands.run.letters import Introduced
from pbmserv.commands.run.meant_moves import keep_question
from pbmserv.commands.run.parser import Action, LacksGame, parse
from pbmserv.commands.run.table import COMMANDS
from pbmserv.commands.run.words_for_commands import GAME, command_meant
from pbmserv.commands.starting.challenges import Challenge, options_of, terms_of
from pbmserv.commands.starting.greeting import greet
from pbmserv.commands.starting.invitation_answers import NotOpen
from pbmserv.commands.starting.invitations import free_name, is_address
from pbmserv.commands.starting.wanted_games import challenge_line, opponents_in
from pbmserv.games.base import Ambiguous, Game, Illegal, Refusal, Unreadable
from pbmserv.games.message import Message
from pbmserv.language.argument_types import Code, NewPassword, NewUserid
from pbmserv.language.arguments import secret_places
from pbmserv.language.command_spec import ArgumentType
from pbmserv.language.meaning import start_of
from pbmserv.language.words import Misspelt, NoCommand, NoWords, TypedLine, Word
from pbmserv.letters.times import parameters_in_words, unusual_terms
from pbmserv.play.asked_of_games import buttons_of
from pbmserv.play.begun_moves import Begun
from pbmserv.play.board import Board, NotAllowed, Status
from pbmserv.play.bots import PREFIX
from pbmserv.play.game_wanted import GameWanted, game_wanted
from pbmserv.play.games_in_sentences import games_named
from pbmserv.play.open_challenge import ANYONE
from pbmserv.storage.directory import near_names
from pbmserv.storage.players import folded

EXAMPLE_PLAYERS = ("alice", "bob", "carol", "dave")
"""Players in examples; replaced by the reader and their opponents."""

INTRODUCED = "introduced"
"""What introductions to strangers are counted as."""

SOMEBODY = "FRIEND"
"""Stands for a player whose name the reader has to fill in."""

_MOST_EXAMPLES = 3
_MOST_OWN_BOARDS = 5


_REASONS: tuple[tuple[type[Refusal], Why], ...] = (
    (OverBudget, Why.OVER_BUDGET),
    (WordNotRight, Why.WRONG_WORD),
    (Unauthorised, Why.UNAUTHORISED),
    (DidYouMean, Why.QUESTION),
    (Unclear, Why.QUESTION),
    (OutOfDate, Why.OUT_OF_DATE),
    (Misspelt, Why.MISSPELT),
    (Ambiguous, Why.AMBIGUOUS),
    (Unreadable, Why.UNREADABLE),
    (Illegal, Why.ILLEGAL),
    (NotAllowed, Why.NOT_ALLOWED),
    (Refusal, Why.REFUSED),
)
"""The kind of each refusal; the first match counts."""


def refused(call: Call, refusal: Refusal, command: Command | None, quoting: Quoting) -> Refused:
    game = call.game
    board = call.work.boards.load(*call.board) if call.board else None
    shown = (command or _only_one_meant(call, refusal)) if isinstance(refusal, Misspelt) else None
    if isinstance(refusal, WrongPassword) and command is not None and ends_with_a_move(command):
        shown = command
    return Refused(
        why=next(why for kind, why in _REASONS if isinstance(refusal, kind)),
        words=quoting.in_words(refusal.words, _own_texts(refusal)),
        line="" if isinstance(refusal, (NoWords, NoLine, Begun, NotOpen)) else quoting.for_sender,
        command=command.name if command else "",
        game=game.name if game else "",
        choices=tuple(refusal.choices if isinstance(refusal, Ambiguous) else ()),
        form=shown.form(game) if shown else "",
        example="\n".join(_examples(call, shown, board, quoting.line)) if shown else "",
        topic=_topic(refusal, shown or command, game),
        was_answer=call.principal.replier is not None,
        board=board,
        reader=call.principal.player,
        proposed=keep_question(call, refusal) if isinstance(refusal, DidYouMean) else None,
        for_others=refusal.for_others if isinstance(refusal, Unclear) else "",
        reply_to=refusal.address(call) if isinstance(refusal, Unclear) else call.principal.answers_again_at,
        begun=refusal.begun if isinstance(refusal, Begun) else "",
        own_boards=_own_boards(call) if isinstance(refusal, NoBoard) else (),
        names_no_board=isinstance(refusal, NoLine),
        unconfirmed_addresses=addresses_to_confirm(call, refusal.words),
    )


def _own_boards(call: Call) -> tuple[int, ...]:
    """Some of the boards of the command's game on which its author plays, the newest first."""
    asker, game = call.principal.asker, call.game
    if asker is None or game is None or call.credential.only_on is not None:
        return ()
    found = call.work.listing.lines(game.word, players=[asker], status=Status.ACTIVE, limit=_MOST_OWN_BOARDS)
    return tuple(sorted((line.number for line in found), reverse=True))


def _topic(refusal: Refusal, command: Command | None, game: Game[Any] | None) -> str:
    """The help page that tells more."""
    if isinstance(refusal, NoLine):
        return ""
    if isinstance(refusal, NoCommand) and refusal.pages:
        return refusal.pages[0]
    if isinstance(command, Help):
        return ""
    return command.name if command else "commands" if game else ""


def _only_one_meant(call: Call, refusal: Misspelt) -> Command | None:
    if len(refusal.meant) != 1:
        return None
    of_a_game = call.game is not None or isinstance(refusal, LacksGame)
    named = [each for each in call.commands if each.name == refusal.meant[0] and isinstance(each, Command)]
    return next((each for each in named if each.of_a_game == of_a_game), None)


def _own_texts(refusal: Refusal) -> tuple[str, ...]:
    if isinstance(refusal, DidYouMean):
        return (refusal.move,)
    return refusal.choices if isinstance(refusal, Ambiguous) else ()


def _examples(call: Call, command: Command, board: Board | None, line: TypedLine) -> list[str]:
    """The command's example; where the game is missing, one for each of its reader's boards that may be meant."""
    boards = _boards_meant(call, line) if command.of_a_game and call.game is None and board is None else []
    if not boards:
        return [example_for(call, command, board)]
    examples = []
    for each in boards:
        call.game = each.game
        examples.append(example_for(call, command, each))
    call.game = None
    return examples if command.arguments and command.arguments[0].name.startswith("board") else examples[:1]


def _boards_meant(call: Call, line: TypedLine) -> list[Board]:
    """The reader's boards of the number that is typed, or else some of those that they play on."""
    asker = call.principal.asker
    if asker is None or call.credential.only_on is not None:
        return []
    numbers = [int(word.text[:9]) for word in line.plain[:2] if word.text.isdecimal()]
    listing = call.work.listing
    found = (
        listing.lines(numbers=numbers, players=[asker], status=Status.ACTIVE, limit=_MOST_EXAMPLES) if numbers else []
    )
    found = found or listing.lines(players=[asker], status=Status.ACTIVE, only_to_move=True, limit=_MOST_EXAMPLES)
    found = found or listing.lines(players=[asker], status=Status.ACTIVE, limit=_MOST_EXAMPLES)
    boards = [call.work.boards.load(each.game, each.number) for each in found if each.game in call.catalogue]
    return [board for board in boards if board is not None]


def example_for(call: Call, command: Command, board: Board | None) -> str:
    """The command's example as its reader could send it: with this game and their name, board and opponents."""
    names = len(command.name.split()) + command.of_a_game
    words = command.example.split()
    if command.of_a_game and call.game is not None:
        words[0] = call.game.word
        board = _own_board(call, board)
        words[names:] = _with_own_board(call, command, words[names:], board)
        if isinstance(command, Challenge):
            return " ".join([*words[:names], *_those_who_play(call, board)])
    words[names:] = _with_own_names(call, command, words[names:], board)
    return " ".join(words)


def _own_board(call: Call, board: Board | None) -> Board | None:
    if board is None and call.principal.asker is not None and call.credential.only_on is None:
        on_it = call.work.listing.lines(
            call.rules.word, players=(call.principal.asker,), status=Status.ACTIVE, limit=1
        )
        board = call.work.boards.load(on_it[0].game, on_it[0].number) if on_it else None
    return board if board is not None and board.is_on else None


def _with_own_board(call: Call, command: Command, words: Sequence[str], board: Board | None) -> list[str]:
    own = list(words)
    arguments = command.arguments_for(words)
    if board is not None and own and own[0].isdigit():
        own[0] = str(board.number)
    if ends_with_a_move(command):
        own[len(arguments) - 1 :] = _moves(call, board)[:1] or own[-1:]
    return own


def _moves(call: Call, board: Board | None) -> Sequence[str]:
    game = call.rules
    # Who is not known to be its player sees nothing that is hidden.
    is_shown = board is not None and (call.principal.player is not None or not game.hidden)
    if board is not None and is_shown:
        seats = [seat for seat in board.to_move if board.seats[seat].player == call.principal.asker]
        if seats:
            return buttons_of(game, board.position, seats[0]) or game.examples(board.position, seats[0])
    start = start_of(game)
    return game.examples(start, game.to_move(start)[0])


def _with_own_names(call: Call, command: Command, words: Sequence[str], board: Board | None) -> list[str]:
    reader = call.principal.asker
    secret = secret_places(command, [Word(word) for word in words])
    kinds = [argument.kind for argument in command.arguments_for(words)]
    others = [player.userid for player in board.players if player != reader] if board else []
    own = []
    for place, word in enumerate(words):
        if place in secret and not isinstance(kinds[place], Code):
            own.append(_password(kinds, place))
        elif reader is None or word not in EXAMPLE_PLAYERS or isinstance(kinds[0], NewUserid):
            own.append(word)
        elif reader.userid not in own:
            own.append(reader.userid)
        elif others:
            own.append(others.pop(0))
        elif SOMEBODY not in own:
            own.append(SOMEBODY)
    return own


def _those_who_play(call: Call, board: Board | None) -> list[str]:
    """The number of players that the game needs, two if possible: the reader, if known, and others."""
    seats = call.rules.seats
    count = 2 if 2 in seats else seats[0]
    somebody = [SOMEBODY, *(f"{SOMEBODY}-{number}" for number in range(2, count))]
    if call.principal.asker is None:
        return [*EXAMPLE_PLAYERS, *somebody][:count]
    opponents = [player.userid for player in board.players if player != call.principal.asker] if board else []
    return [call.principal.asker.userid, *opponents, *somebody][:count]


def _password(kinds: Sequence[ArgumentType], place: int) -> str:
    if not any(isinstance(kind, NewPassword) and not isinstance(kinds[0], NewUserid) for kind in kinds):
        return "PASSWORD"
    return "NEW-PASSWORD" if isinstance(kinds[place], NewPassword) else "OLD-PASSWORD"


def is_stranger(call: Call) -> bool:
    """Whether a mail certainly comes from an address of no player."""
    return not call.credential.is_operator and call.credential.vouched_for and not call.principal.at_address


def introduction(
    call: Call, line: str, is_new: bool = False, texts: Iterable[str] = (), offered: Game[Any] | None = None
) -> Introduced:
    """What the server is, to a stranger, with the offer of a game that their `line` may have named.

    In `texts` they may have said with whom they want to play, and how: then that is asked, about the game that was
    `offered` before if they name none. It is not sent to who has had enough of them, in whose name anybody may write.
    """
    games = tuple(game.name for game in call.catalogue.values())
    address = call.credential.address or ""
    if not call.mail.reads_only and has_had_enough(call, folded(address), INTRODUCED):
        answer_nothing(call, "introductions")
        return Introduced(games)
    game = None if call.mail.reads_only else first_game(call, line)
    if game is None or not may_be_offered_a_game(call):
        return Introduced(games)
    introduced = Introduced(games, game, name=free_name(call, address), is_new=is_new)
    texts = list(texts)
    wanted = next(filter(None, (_game_wanted(call, text) for text in texts)), None)
    if wanted is not None and (len(wanted.games) == 1 or _names_a_friend(wanted)):
        return _with_game_wanted(call, introduced, wanted, offered or game)
    if with_anyone := next(filter(None, (_game_with_anyone(call, text) for text in texts)), None):
        game = with_anyone if weakest_bot(call, with_anyone) else game
    return structs.replace(introduced, game=game, code=greet(call, game))


def wants_to_play(call: Call, texts: Iterable[str]) -> bool:
    """Whether one of these says what game somebody wants to play with whom."""
    return any(_says_with_whom(call, text) for text in texts)


def invites_a_friend(call: Call, texts: Iterable[str]) -> bool:
    """Whether one of these says that somebody wants to play with a friend, whose address they give."""
    wanted = (_game_wanted(call, text) for text in texts)
    return any(each.addresses and (len(each.games) == 1 or _names_a_friend(each)) for each in wanted if each)


def _says_with_whom(call: Call, text: str) -> bool:
    wanted = _game_wanted(call, text)
    if wanted and ((len(wanted.games) == 1 and (wanted.addresses or wanted.names)) or _names_a_friend(wanted)):
        return True
    return _game_with_anyone(call, text) is not None


def _game_wanted(call: Call, text: str) -> GameWanted | None:
    """What a text asks to play. The writer's own address in it is no friend's."""
    wanted, own = game_wanted(text, call.catalogue), folded(call.credential.address or "")
    return wanted and wanted._replace(addresses=tuple(each for each in wanted.addresses if folded(each) != own))


def _names_a_friend(wanted: GameWanted) -> bool:
    """Whether it names no game, and asks to play with somebody by their address."""
    return not wanted.games and bool(wanted.addresses) and wanted.says_so


def _game_with_anyone(call: Call, text: str) -> Game[Any] | None:
    """The game that a text looks for somebody to play: `anyone for chess?`"""
    meant = command_meant(text, games_named(text, call.catalogue))
    return call.catalogue[meant.game] if meant and meant.game and meant.command == f"{GAME} {ANYONE}" else None


def _with_game_wanted(call: Call, introduced: Introduced, wanted: GameWanted, usual: Game[Any]) -> Introduced:
    """The offer of the game that a stranger wants, with those they name; else with the server, and why."""
    called, game = next(iter(wanted.games.items()), (usual.word, usual))
    others, are_known = opponents_in(call, wanted, game)
    if wanted.addresses:
        others, are_known = [*wanted.addresses], not any(is_ours(each, call.server) for each in wanted.addresses)
    fault = ""
    if not are_known and not wanted.addresses and ANYONE not in others:
        others, are_known, fault = _with_names_meant(call, others)
        # "Hex with love" names nobody.
        fault = fault if are_known or wanted.says_so else ""
    if are_known and ANYONE not in others:
        line = challenge_line(called, wanted, game, introduced.name, others)
        parsed = parse(line, call.catalogue, COMMANDS)
        if isinstance(parsed, Action):
            code = greet(call, game, parsed.given)
            chosen = parameters_in_words(options_of(game, parsed.given), game)
            options = ", ".join([*chosen, *unusual_terms(terms_of(parsed.given))])
            people = others if any(not name.lower().startswith(PREFIX) for name in others) else ()
            invites = any(map(is_address, people))
            facts = {"others": tuple(people), "invites": invites, "options": options, "fault": fault}
            return structs.replace(introduced, game=game, code=code, **facts)
        fault = parsed.refusal.words
    if not weakest_bot(call, game):
        game = introduced.game or game
    return structs.replace(introduced, game=game, code=greet(call, game), fault=fault)


def _with_names_meant(call: Call, names: Sequence[str]) -> tuple[list[str], bool, str]:
    """The same with the only player near to each name that nobody has, whether all are found, and what is told."""
    known, found, fault = call.work.players.named(names), list(names), ""
    for place, name in enumerate(names):
        if name.lower() in known:
            continue
        near = near_names(call.work.connection, name)
        if len(near) != 1:
            return found, False, Message("There is no player called {player} here.", player=name)
        found[place] = near[0]
        fault = Message("There is no player called {typed} here. Did you mean {meant}?", typed=name, meant=near[0])
    return found, bool(found), fault
