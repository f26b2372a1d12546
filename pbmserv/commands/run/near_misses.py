"""A refused command that is nearly right: a name or a first word misspelt, or a wrong password in a letter that is
proven to be from the own address.

What may have been meant is tried, undone, and asked about: a yes carries it out. The password never stands in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbmserv.commands.requests.authentication import FORGOT, WrongPassword, note_wrong_password
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.commands.run.asking_back import AsksFirst, as_typed, corrected, players_meant, with_its_game
from pbmserv.commands.run.commands_in_own_words import without_its_author
from pbmserv.commands.run.parser import Action, LacksGame, ParseError, parse
from pbmserv.commands.run.words_for_commands import YOU, command_meant
from pbmserv.commands.starting.challenges import Challenge
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import Userid
from pbmserv.language.command_spec import ArgumentType, Claim
from pbmserv.language.words import PLACES_OF_A_PASSWORD, Misspelt, NoCommand, Word
from pbmserv.play.board import Player
from pbmserv.play.open_challenge import ANYONE
from pbmserv.storage.statements import undone_on_error

_MOST_UNKNOWN = 3
"""How many names of a line are looked up."""


def asked_instead(
    call: Call, parsed: Action | ParseError, refusal: Refusal, try_out: Callable[[Action], object]
) -> Refusal:
    """The question whether something near was meant; else the same refusal."""
    if not call.credential.writes_mail or call.mail.unanswered:
        return refusal
    if not call.credential.is_certain:
        return _told_of_a_new_password(call, parsed, refusal)
    if isinstance(refusal, AsksFirst) or call.mail.reads_only or call.mail.quota.is_over:
        return refusal
    for action, player, question in _near(call, parsed, refusal):
        line = corrected(call, action)
        asks = AsksFirst(Message("{question} The command would be:", question=question), player, line)
        if _can_be_done(call, action, player, refusal, try_out):
            return asks
    return _told_of_all_names(call, parsed, refusal)


def _near(call: Call, parsed: Action | ParseError, refusal: Refusal) -> Iterator[tuple[Action, Player, str]]:
    if isinstance(parsed, ParseError):
        yield from _with_word_meant(call, parsed, refusal)
        yield from _with_move(call, parsed, refusal)
    elif type(refusal) is WrongPassword:
        yield from _without_password(call, parsed)
    else:
        yield from _with_own_name(call, parsed)
        yield from _with_names_meant(call, parsed)


def _with_word_meant(call: Call, parsed: ParseError, refusal: Refusal) -> Iterator[tuple[Action, Player, str]]:
    """The command with the only game, or command, that is near to what was typed in its place."""
    meant = refusal.meant if isinstance(refusal, Misspelt) and not parsed.is_in_arguments else ()
    words = parsed.line.words
    places = range(1 if isinstance(refusal, LacksGame) else min(2, len(words)))
    lines = [_with_words(call, words, {place: word}) for word in meant for place in places]
    lines = [_with_second_word_meant(call, each) for each in lines]
    # Anything might be asked of the help pages.
    actions = [
        each for line in lines for each in _meant_by(call, line) if len(meant) == 1 or not each.command.reads_only
    ]
    player = _whose(call, actions[0]) if len(actions) == 1 else None
    if player:
        yield actions[0], player, refusal.words


def _told_of_a_new_password(call: Call, parsed: Action | ParseError, refusal: Refusal) -> Refusal:
    """The refusal of a sentence about a forgotten password, with the command that brings a new one.

    Nothing is sent but this: anybody may have written it.
    """
    own = call.principal.at_address
    if not isinstance(refusal, Misspelt) or len(own) != 1 or not isinstance(parsed, ParseError) or parsed.command:
        return refusal
    meant = command_meant(" ".join(word.text for word in parsed.line.words))
    if meant is None or meant.command != f"{FORGOT} {YOU}":
        return refusal
    return NoCommand(
        Message("For a new password, write a letter with this Subject: forgot {player}.", player=own[0].userid),
        pages=[FORGOT],
    )


def _told_of_all_names(call: Call, parsed: Action | ParseError, refusal: Refusal) -> Refusal:
    """The refusal of a first word that names the whole command which may be meant: `hex move` for `hexx mve 101`."""
    is_of_first_word = isinstance(parsed, ParseError) and not (parsed.is_in_arguments or parsed.game)
    if not isinstance(refusal, Misspelt) or len(refusal.meant) != 1 or not is_of_first_word:
        return refusal
    found = _with_second_word_meant(call, _with_words(call, parsed.line.words, {0: refusal.meant[0]}))
    if found.game is None or found.command is None or not found.command.of_a_game:
        return refusal
    call.game = found.game
    return Misspelt(
        Message(
            "The first word is not a command or a game here. Did you mean {game} {command}?",
            game=found.game.word,
            command=found.command.name,
        ),
        [found.command.name],
    )


def _with_second_word_meant(call: Call, parsed: Action | ParseError) -> Action | ParseError:
    """The same where the next word was misspelt, too, and can mean one command only: `hexx moev 101`."""
    if isinstance(parsed, Action) or parsed.is_in_arguments or len(parsed.line.words) < 2:
        return parsed
    meant = parsed.refusal.meant if isinstance(parsed.refusal, Misspelt) else ()
    return _with_words(call, parsed.line.words, {1: meant[0]}) if len(meant) == 1 else parsed


def _with_move(call: Call, parsed: ParseError, refusal: Refusal) -> Iterator[tuple[Action, Player, str]]:
    """A line for one board as several are answered by, `hex 101 d3`, with the word that it lacks."""
    words = parsed.line.words
    if not isinstance(refusal, NoCommand) or parsed.game is None or len(words) < 3 or not words[1].text.isdecimal():
        return
    line = " ".join(map(as_typed, [words[0], Word("move"), *words[1:]]))
    for action in _meant_by(call, parse(line, call.catalogue, call.commands)):
        if player := _whose(call, action):
            yield action, player, Message("The command is missing after {game}.", game=parsed.game.word)


def _meant_by(call: Call, parsed: Action | ParseError) -> Sequence[Action]:
    """The command that a line is, or is with its game, and in a letter that is proven with its author."""
    if isinstance(parsed, Action) and parsed.claim.password not in PLACES_OF_A_PASSWORD:
        return [parsed]
    if isinstance(parsed, ParseError) and isinstance(parsed.refusal, LacksGame):
        players = players_meant(call, parsed)[:1]
        found = [action for player in players for action in with_its_game(call, parsed, player)]
        if found:
            return found
    own = call.principal.at_address
    # Else anybody may have written it, to have its player say yes without thinking.
    completed = without_its_author(call, parsed, own[0]) if call.is_proven and len(own) == 1 else None
    return [completed] if completed else []


def _with_own_name(call: Call, parsed: Action) -> Iterator[tuple[Action, Player, str]]:
    """The challenge with its author, who has named only the others: `chess challenge bob`."""
    own = call.principal.at_address
    if not isinstance(parsed.command, Challenge) or parsed.game is None or len(own) != 1:
        return
    if own[0].userid.lower() in {name.lower() for name in parsed.given["userid"]}:
        return
    line = " ".join([parsed.game.word, parsed.command.name, own[0].userid, *map(as_typed, parsed.line.rest)])
    action = parse(line, call.catalogue, call.commands)
    if isinstance(action, Action):
        yield action, own[0], Message("Your own name is missing, {player}.", player=own[0].userid)


def _with_names_meant(call: Call, parsed: Action) -> Iterator[tuple[Action, Player, str]]:
    """The command with the only player or tournament that is near to each name that nobody has."""
    meant: dict[int, str] = {}
    told = []
    for place, kind, typed in _names(parsed):
        near = _near_names(call, kind, typed)
        if near is None:
            continue
        if len(near) != 1 or len(meant) == _MOST_UNKNOWN or not Quoting(call, parsed.line).shows(typed):
            return
        meant[place] = near[0]
        told.append(_not_called(kind, typed, near[0]))
    action = _with_words(call, parsed.line.words, meant) if meant else None
    player = _whose(call, action) if isinstance(action, Action) else None
    if isinstance(action, Action) and player:
        yield action, player, " ".join(told)


def _without_password(call: Call, parsed: Action) -> Iterator[tuple[Action, Player, str]]:
    """The command itself, where a yes to the letter takes the place of its wrong password."""
    player, command = _whose(call, parsed), parsed.command
    if not call.is_proven:
        # Anybody may have written it, to have its player say yes without thinking.
        return
    if player is None or player.userid.lower() != parsed.claim.userid.lower() or command.about_account:
        return
    action = parsed._replace(claim=Claim(player.userid, None))
    yield (
        action,
        player,
        Message(
            "The password in your letter is not right. If you are {player}, a yes to this letter takes its place.",
            player=player.userid,
        ),
    )


def _names(parsed: Action) -> Iterator[tuple[int, ArgumentType, str]]:
    """The names of players and tournaments in a line: where they stand among its words, and what they name."""
    plain = parsed.line.plain
    arguments = [*parsed.command.arguments_for([word.text for word in plain])]
    if arguments and arguments[-1].repeated:
        arguments += [arguments[-1]] * (len(plain) - len(arguments))
    for word, argument in zip(plain, arguments, strict=False):
        is_name = isinstance(argument.kind, Userid) or argument.kind.noun == "name of the tournament"
        if is_name and not argument.authenticates and "@" not in word.text and word.text.lower() != ANYONE:
            place = next(at for at, each in enumerate(parsed.line.words) if each is word)
            yield place, argument.kind, word.text


def _near_names(call: Call, kind: ArgumentType, typed: str) -> list[str] | None:
    """The names near to one; None if somebody has it."""
    if isinstance(kind, Userid):
        if call.work.players.named([typed]):
            return None
        from pbmserv.storage.directory import near_names

        return near_names(call.work.connection, typed)
    from pbmserv.commands.tournaments.actions import near_tournaments

    return None if call.work.tournaments.named(typed) else near_tournaments(call, typed)


def _not_called(kind: ArgumentType, typed: str, meant: str) -> str:
    if isinstance(kind, Userid):
        return Message("There is no player called {typed} here. Did you mean {meant}?", typed=typed, meant=meant)
    return Message("There is no tournament called {typed} here. Did you mean {meant}?", typed=typed, meant=meant)


def _with_words(call: Call, words: Sequence[Word], meant: dict[int, str]) -> Action | ParseError:
    typed = [meant.get(place, as_typed(word)) for place, word in enumerate(words)]
    return parse(" ".join(typed), call.catalogue, call.commands)


def _whose(call: Call, action: Action) -> Player | None:
    """The player whose command it is, if the mail comes from their address."""
    own = call.principal.at_address
    if action.claim.userid:
        return next((each for each in own if each.userid.lower() == action.claim.userid.lower()), None)
    return own[0] if len(own) == 1 else None


def _can_be_done(
    call: Call, action: Action, player: Player, refusal: Refusal, try_out: Callable[[Action], object]
) -> bool:
    """Whether a command would be carried out; nothing of it is kept but a wrong password, which counts."""
    before = call.principal, call.game, call.board, call.line, call.comment
    call.principal = call.principal.afresh()
    if action.claim.password is None:
        call.principal.replier = player
    try:
        with undone_on_error(call.work.connection):
            _undo_after(try_out, action)
    except _TriedOut:
        return True
    except WrongPassword as wrong:
        if not isinstance(refusal, WrongPassword):
            note_wrong_password(call, wrong.userid)
        return False
    except Refusal:
        return False
    finally:
        call.principal, call.game, call.board, call.line, call.comment = before
        call.outcomes.clear()
    return True


def _undo_after(try_out: Callable[[Action], object], action: Action) -> None:
    try_out(action)
    raise _TriedOut


class _TriedOut(Exception):
    """It would be done, and is undone."""
