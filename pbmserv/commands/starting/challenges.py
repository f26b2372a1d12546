"""The command that starts a game."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from pbmserv.commands.accounts.bots import own_bots, seated_with_bots
from pbmserv.commands.playing.turns import save_turn
from pbmserv.commands.requests.budgets import note_answered
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import BoardChanged, Outcome, Started
from pbmserv.commands.starting.challenge_faults import CHECKS, ChallengeDraft, nag_days, sent_by
from pbmserv.commands.starting.forged_challenges import ask_whose_challenge, may_be_forged
from pbmserv.commands.starting.invitations import UseridOrAddress, given_of, invite, is_address, seat_titles
from pbmserv.commands.starting.new_boards import SERVER, begin
from pbmserv.commands.starting.open_challenges import DAYS, RATING, RELIABLE, conditions_of, put_up
from pbmserv.games.base import Game, Option, OptionValue, Refusal, word_of_option
from pbmserv.games.chance import SEED_BYTES
from pbmserv.games.message import Message, counted, lines_of, of_messages
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.play import moving
from pbmserv.play.board import Board, Player, Terms, in_sentence, named
from pbmserv.play.leaving import has_dealt
from pbmserv.play.move_suggestions import is_move, move_meant
from pbmserv.play.open_challenge import ANYONE
from pbmserv.play.trusting import check_trust
from pbmserv.storage import invitations as store
from pbmserv.storage.codes import Code

TERMS = (
    Option("nagtime", 7, "days without a move until the server reminds you", low=1, high=365),
    Option("forfeittime", 21, "days without a move until the game is lost", low=1, high=3650),
    Option("totaltime", 0, "days that each player has for the whole game, 0 for no limit", low=0, high=3650),
    Option("increment", 0, "hours that each move adds to the total time of its player", low=0, high=8760),
    Option("unrated", False, "the game does not change anybody's rating"),
    DAYS,
)
"""The options that make the terms of a game."""


class InvalidChallenge(Refusal):
    """A challenge that cannot start a game, with all its faults."""


class WrongNumber(InvalidChallenge, Misspelt):
    """A challenge with too many or too few players; the answer shows a right one."""


class Challenge(Command):
    """Start a game with the players that you name.

    The players sit in the order in which you name them; the page of the game says who begins. The parameters of the
    game (-name=value) are on its page too. Everybody named gets a letter with the board. If you do not want to play,
    resign before everybody has moved: then the board is removed and counts for nobody. You cannot leave your own
    challenge like that where something is dealt or rolled, such as hands or dice: see help resign.

    Names may be shortened, as long as they can mean nothing else. A word that a parameter can be will do alone:
    -reversi. With a --forfeittime of a week or less and no --nagtime, the reminder comes after half of that time.

    With --days, clocks run on some days of the week only, from Monday on, with a - for each day that does not count:
    --days=mtwtf-- leaves out the weekends. These days are as they are where each player lives (change timezone).

    Somebody who is no player yet can be named by their mail address:

        hex challenge alice carol@example.org

    They get one letter, with your name, not your address, and what you write in the body. The game begins when they
    answer yes, or with the name that they choose for themselves; you are told. See help invitations.

    If nothing is hidden and players move in turn, you can name yourself twice, and play both sides; such a game is
    not rated.

    Name bot-easy to play with the server itself (help bots): in a game for more than two, other bots take the seats
    that are left. With anyone in the place of a player, the game waits
    until somebody joins: an open challenge (help open). With --rating=1500-1900 only such players can join:

        trichet challenge alice anyone
        hearts challenge alice bob anyone anyone --rating=1500-

    A challenge must come from the address of a player. If the letter does not show that it was sent from there (its
    envelope names another sender), you are first asked by letter, and the game starts when you answer.
    """

    words = ("challenge",)
    arguments = (Argument("userid", UseridOrAddress(), repeated=True, most=26),)
    options = (*TERMS, RATING, RELIABLE)
    of_a_game = True
    takes_game_parameters = True
    example = "trichet challenge alice bob"

    def forms_of_arguments(self, game: Game[Any] | None) -> list[str]:
        if game is None:
            return super().forms_of_arguments(game)
        least, most = game.seats[0], game.seats[-1]
        userids = [f"userid{number}" for number in range(1, least + 1)] if most > 1 else ["userid"]
        return [*userids, "..."] if most > least else userids

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        senders = call.principal.at_address
        wanted, given = given["userid"], given.having(userid=seated_with_bots(call, given["userid"]))
        players = self.players_of(call, given, senders)
        by = sent_by(senders, players)
        if by is not None and may_be_forged(call):
            return ask_whose_challenge(call, by, _as_typed(call, given), given)
        return _begin(call, given, players, by, _on_other_bots(wanted, given["userid"]))

    def carry_out_asked(self, call: Call, code: Code) -> Outcome:
        """Start the game of a confirmed challenge, as in the letter.

        Raises `InvalidChallenge` if that is no longer possible.
        """
        what: dict[str, Any] = json.loads(code.subject)
        note_answered(call, what["address"])
        # Who was asked is known by the code, and what was in the letter is the comment again.
        call.principal.player, call.comment = code.player, what["comment"]
        if what["game"] not in call.catalogue:
            raise Refusal("The game that this code is about is not played here any more.")
        call.game = call.catalogue[what["game"]]
        given = ParsedArgs.of_stored(what["given"])
        return _begin(call, given, self.players_of(call, given, [call.principal.player]), call.principal.player)

    def players_of(self, call: Call, given: ParsedArgs, senders: Sequence[Player]) -> list[Player]:
        """The players named, in order; `senders` are those who may have sent the challenge.

        Raises `InvalidChallenge` with all faults.
        """
        _refuse_an_address_that_waits(call, senders)
        names = [name for name in given["userid"] if name.lower() != ANYONE]
        invitation = ChallengeDraft(call, given, senders, call.work.players.named(names))
        if by := sent_by(senders, [*invitation.found.values()]):
            # Of two challenges at the same moment, the second counts the board of the first.
            call.work.players.hold(by)
        wrong = [fault for check in CHECKS for fault in check(invitation)]
        if wrong:
            is_number_wrong = len(invitation.userids) not in call.rules.seats
            refusal = WrongNumber if is_number_wrong else InvalidChallenge
            if len(wrong) == 1:
                raise refusal(wrong[0])
            told = lines_of(*[Message("* {fault}", fault=of_messages(fault)) for fault in wrong])
            raise refusal(Message("Invalid challenge\n\n{faults}", faults=told))
        options = options_of(call.rules, given)
        call.rules.check_options(options, len(invitation.userids))
        if call.rules.on_trust(options):
            check_trust(call.rules, options, terms_of(given), own_bots(call, invitation.players).values())
        return invitation.players


def _on_other_bots(wanted: Sequence[str], seated: Sequence[str]) -> list[tuple[str, str]]:
    """A word of the server where a bot was named again, and others have taken the seats."""
    others = [new for old, new in zip(wanted, seated, strict=False) if new != old]
    if not others:
        return []
    told = counted(
        "There is one bot of each level, and it takes one seat: {bots} takes the seat of one that was named again.",
        "There is one bot of each level, and it takes one seat: {bots} take the seats of one that was named again.",
        len(others),
        bots=in_sentence(others),
    )
    return [(SERVER, told)]


def _refuse_an_address_that_waits(call: Call, senders: Sequence[Player]) -> None:
    """Refuse anything but confirmation to a player whose address waits for it."""
    address = call.credential.address
    if address and not senders and call.work.addresses.waits(address):
        raise InvalidChallenge(
            Message(
                "{address} waits for confirmation: a letter with a code has gone there."
                " Answer that letter with yes, and then challenge once more.",
                address=address,
            )
        )


def first_move(call: Call, game: Game[Any], invitation: store.Invitation, place: int, line: str) -> str | None:
    """The first move that the guest at this place means; None if the line is no move of the game that has not begun.

    It is empty if somebody else moves first, or something is dealt or rolled before.
    """
    board = _not_begun(call, game, given_of(invitation))
    nobody = board.players
    own = line if is_move(board, nobody[place], line) else move_meant(board, nobody[place], [line])
    if own and is_move(board, nobody[place], own):
        return "" if has_dealt(board) else own
    return "" if any(is_move(board, player, line) or move_meant(board, player, [line]) for player in nobody) else None


def how_it_begins(call: Call, game: Game[Any], invitation: store.Invitation, place: int) -> str:
    """What a guest may ask who has not said yes: who begins, who has which seat, and how long a move may take."""
    given = given_of(invitation)
    board = _not_begun(call, game, given)
    names = ["" if seat == place else name for seat, name in enumerate(given["userid"])]
    titles = seat_titles(call, board, names)
    facts = [f"{each}." for each in titles]
    if len(board.to_move) == 1 and not has_dealt(board):
        facts.insert(0, Message("{seat} begins.", seat=titles[board.to_move[0]].partition(":")[0]))
    days = terms_of(given).forfeit_days
    return Message("{facts} A move may take up to {days} days.", facts=" ".join(facts), days=days)


def _not_begun(call: Call, game: Game[Any], given: ParsedArgs) -> Board:
    """A board of nobody's, as the game would begin; what chance brings is drawn when it does."""
    nobody = [Player(-1 - seat, name) for seat, name in enumerate(given["userid"])]
    return Board.begin(game, 0, options_of(game, given), nobody, bytes(SEED_BYTES), call.at)


def begin_in_name_of(call: Call, given: ParsedArgs, player: Player) -> Outcome:
    """Start the game that a player wants who has just become one, or invite to it. Raises `InvalidChallenge`."""
    return _begin(call, given, Challenge().players_of(call, given, [player]), player)


def start_with_guests(call: Call, invitation: store.Invitation, said: tuple[str, str] | None = None) -> Outcome:
    """Start the game of an invitation that all guests have accepted; the last one has `said` something, by name.

    Raises `InvalidChallenge` if that is no longer possible.
    """
    given, inviter = given_of(invitation), invitation.inviter
    call.comment = invitation.challenge["words"]
    also = [said] if said and said[1] else []
    # The operator who has invited stands behind no address: whoever plays may have.
    senders = [inviter] if inviter else [*call.work.players.named(given["userid"]).values()]
    players = Challenge().players_of(call, given, senders)
    guests = dict.fromkeys(guest.player for guest in invitation.guests if guest.player)
    if inviter:
        why = counted(
            "{inviter} has invited {guests}, who has said yes: so the game begins. Have fun!",
            "{inviter} has invited {guests}, who have said yes: so the game begins. Have fun!",
            len(guests),
            inviter=inviter.userid,
            guests=named(tuple(guests)),
        )
    else:
        why = counted(
            "{guests} has said yes: so the game begins. Have fun!",
            "{guests} have said yes: so the game begins. Have fun!",
            len(guests),
            guests=named(tuple(guests)),
        )
    words = [(SERVER, why), *also]
    begun = _begin(call, given, players, inviter, words, [*guests])
    for place, move in invitation.first_moves.items():
        if isinstance(begun, Started):
            begun = _with_move(call, begun, players[place], move)
    return begun


def _with_move(call: Call, begun: Started, player: Player, move: str) -> Started:
    """A game that begins with the move to which its player has agreed, unless the rules forbid it by now."""
    try:
        turn = moving.move(begun.board, player, move, call.at)
    except Refusal:
        return begun
    moved = save_turn(replace(call, comment=""), begun.board, turn)
    told = dataclasses.replace(begun.news, turn=turn)
    return structs.replace(begun, news=told) if isinstance(moved, BoardChanged) else begun


def _begin(
    call: Call,
    given: ParsedArgs,
    players: Sequence[Player],
    by: Player | None,
    why: Sequence[tuple[str, str]] = (),
    agreed: Collection[Player] = (),
) -> Outcome:
    """Start a game wanted `by` a player, or by the operator (None), and tell everybody.

    `why` are further words to the players with their authors. With guests it starts when they have accepted; with a
    seat for anyone, it waits.
    """
    game, options = call.rules, options_of(call.rules, given)
    if any(map(is_address, given["userid"])):
        return invite(call, given, options, by)
    terms = terms_of(given)
    names = [userid.lower() for userid in given["userid"]]
    if ANYONE in names:
        by_name = {player.userid.lower(): player for player in players}
        conditions = conditions_of(str(given.options["rating"]), given.number("reliable"))
        return put_up(call, [by_name.get(name) for name in names], options, terms, conditions, by or players[0])
    number = call.work.games.take_number(game.word)
    comments = [(by.userid if by else "The operator", call.comment)] if call.comment else []
    return begin(call, number, options, players, terms, by, [*why, *comments], agreed)


def terms_of(given: ParsedArgs) -> Terms:
    return Terms(
        nag_days=nag_days(given),
        forfeit_days=given.number("forfeittime"),
        total_days=given.number("totaltime") or None,
        increment_hours=given.number("increment"),
        rated=not given.options["unrated"],
        days=str(given.options["days"]),
    )


def options_of(game: Game[Any], given: ParsedArgs) -> dict[str, OptionValue]:
    return {option.name: option.default for option in game.options} | dict(given.parameters)


def _as_typed(call: Call, given: ParsedArgs) -> str:
    parameters = [f"-{name}={word_of_option(value)}" for name, value in given.parameters.items()]
    options = [f"--{name}={word_of_option(given.options[name])}" for name in sorted(given.typed)]
    return " ".join([call.rules.word, "challenge", *given["userid"], *parameters, *options])
