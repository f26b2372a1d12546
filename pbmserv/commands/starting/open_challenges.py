"""Open challenges: creating, listing, joining, leaving, withdrawing; the last to join starts the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from enum import StrEnum
from typing import Any, ClassVar

from pbmserv.commands.accounts.bots import why_not_now
from pbmserv.commands.requests.blocking import kept_apart
from pbmserv.commands.requests.confirmed_addresses import check_confirmed
from pbmserv.commands.requests.context import Call, Command, NoBoard
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.limits import unwilling
from pbmserv.commands.starting.new_boards import SERVER, begin
from pbmserv.games.base import Game, Option, Options, OptionValue, Refusal, Unreadable
from pbmserv.games.message import Message, in_turn
from pbmserv.language.argument_types import PLAYER, BoardNumber, OneOf
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.letters.letter import players_words
from pbmserv.play.board import NotAllowed, Player, Terms
from pbmserv.play.days import EVERY_DAY, read_days
from pbmserv.play.open_challenge import LAPSES_AFTER, MOST_OF_ONE_PLAYER, MOST_UNTOLD, Conditions, OpenChallenge
from pbmserv.play.substituting import FreeSeats
from pbmserv.storage.tallies import Limit

MOST_LISTED = 100
"""The maximum number of open challenges in a list: the newest."""

LONGEST_RATING = 4
"""The maximum number of digits of a rating."""
LEFT = Limit("left seat", 1, timedelta(days=1))
"""A seat that somebody has left cannot be rejoined for a day."""

ALL = 100_000
"""More than anybody has seats in."""


class Change(StrEnum):
    PUT_UP = "put up"
    JOINED = "joined"
    LEFT = "left"
    PUT_OUT = "put out"
    """The seat was freed by the owner of the challenge."""


class Why(StrEnum):
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"
    GONE = "gone"
    """Its owner no longer plays here."""
    OPERATOR = "operator"


class Waiting(Outcome, frozen=True):
    """An open challenge was changed and still waits; its author and some others are told."""

    written_by = "starting.letters:of_waiting"

    challenge: OpenChallenge
    change: Change
    player: Player
    others: tuple[Player, ...]
    words: str = ""
    """The author's words to the others."""

    writes_to_others: ClassVar[bool] = True


class SeatLeft(Waiting, frozen=True):
    """A player left a seat, which no budget prevents."""

    writes_to_others: ClassVar[bool] = False


class WaitsNoMore(Outcome, frozen=True):
    """An open challenge ended; everybody with a seat is told, except a player who is `gone`."""

    written_by = "starting.letters:of_waiting_no_more"

    challenge: OpenChallenge
    why: Why
    gone: tuple[Player, ...] = ()
    words: str = ""
    """The owner's words to the others, or the operator's reason."""


class OpenListed(Outcome, frozen=True):
    """The open challenges of some games, or all (none named), and whether there are more."""

    written_by = "starting.letters:of_open_challenges"

    games: tuple[Game[Any], ...]
    challenges: tuple[OpenChallenge, ...]
    more: bool
    seats: tuple[FreeSeats, ...] = ()
    """Running boards with a vacant seat for anyone."""


class ListOpen(Command):
    """See which open challenges of a game wait for players.

    Each of them is a board on which a seat is free: whoever takes the last one begins the game. list open shows those
    of all games. Below them stand boards that go on, on which you can play for somebody who has left (help
    substitutes).

        hex list open
        list open
    """

    words = ("list",)
    arguments = (Argument("open", OneOf("word", "open"), optional=True),)
    of_a_game = True
    reads_only = True
    example = "trichet list open"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        return list_open(call, [call.rules])


class Join(Command):
    """Take a seat in an open challenge, or that of a player who has left.

    You get the first seat that is free; list open shows what waits. When all seats are taken, the game begins, and
    everybody gets a letter with the board. What you write in the body goes to the others:

        trichet join 102 bob bobpw123

    Until it begins, withdraw gives the seat back, and then you cannot join it again for a day. Where something is
    dealt or rolled, who was given a seat by name takes it in the same way.

    On a board that goes on without one of its players, you take over the seat as it stands, if it is offered to you
    or to anyone (help substitutes). You play on at once, and the result does not change your rating.
    """

    words = ("join",)
    arguments = (Argument("board", BoardNumber()), *PLAYER)
    of_a_game = True
    example = "trichet join 102 bob bobpw123"

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        # Imported here because few boards have a seat that is taken over.
        from pbmserv.commands.starting.substitutes import with_free_seats

        number = given["board"]
        if with_free_seats(call, number):
            return given.having(board=call.load_board(number, for_change=True))
        return given.having(board=_waiting(call, number))

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        waiting, player = given["board"], call.player
        if not isinstance(waiting, OpenChallenge):
            from pbmserv.commands.starting.substitutes import join_board

            return join_board(call, waiting)
        return join(call, waiting, player)


class Withdraw(Command):
    """Take an open challenge down that you have put up, or give back your seat in one.

    This is for games that have not begun. Everybody who has a seat is told when a challenge is taken down; whoever
    has put it up is told when somebody leaves it.

        trichet withdraw 102 alice secret7

    Once all seats are taken it is a board like any other: see help resign.
    """

    words = ("withdraw", "leave")
    arguments = (Argument("board", BoardNumber()), *PLAYER)
    of_a_game = True
    example = "trichet withdraw 102 alice secret7"

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        return given.having(board=_waiting(call, given["board"], to_leave=True))

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        waiting: OpenChallenge = given["board"]
        player = call.player
        words = players_words(call.comment)
        if player == waiting.by:
            call.work.open_challenges.remove(waiting)
            return WaitsNoMore(waiting, Why.WITHDRAWN, words=words)
        if player not in waiting.players:
            raise NotAllowed(
                Message(
                    "{player} has no seat on {game}, which has not begun.",
                    player=player.userid,
                    game=waiting.title,
                )
            )
        return _left(call, waiting, player, words)


def join(call: Call, waiting: OpenChallenge, player: Player) -> Outcome:
    """Give a player a seat in an open challenge, which is locked; the last one starts the game. Raises `Refusal`."""
    joined = waiting.with_seat_for(player)
    # Their boards are counted: no other may begin at this moment.
    call.work.players.hold(player)
    _check_may_join(call, waiting, player)
    if not joined.is_full:
        if len(joined.untold) >= MOST_UNTOLD:
            raise Refusal(
                Message(
                    "Many have joined {game} and left it again. Try another open challenge.",
                    game=joined.title,
                )
            )
        words = players_words(call.comment)
        joined, told = joined.told_of(player, True, words)
        if told and not joined.free:
            # It waits for them alone.
            told = (*told, *(each for each in joined.undecided if each not in told))
        call.work.open_challenges.save(joined)
        joined = replace(joined, bots=joined.bots.union(call.work.players.bots([player])))
        return Waiting(joined, Change.JOINED, player, told, words)
    others = [each for each in joined.players if each != player]
    if faults := [*unwilling(call, others), *why_not_now(call, joined.players)]:
        raise Refusal(Message("{faults} So the game cannot begin now: try again later.", faults=in_turn(*faults)))
    call.rules.check_options(joined.options, len(joined.seats))
    call.work.open_challenges.remove(joined)
    begins = Message(
        "{player} has joined the open challenge of {by}: so the game begins. Have fun!",
        player=player.userid,
        by=joined.by.userid,
    )
    why = in_turn(joined.visits, begins)
    said = [(SERVER, why), (joined.by.userid, joined.words), *joined.said, (player.userid, call.comment)]
    seats = [each for each in joined.seats if each is not None]
    comments = [(author, words) for author, words in said if words]
    return begin(call, joined.number, joined.options, seats, joined.terms, joined.by, comments, joined.joined)


def _left(
    call: Call, waiting: OpenChallenge, player: Player, words: str = "", change: Change = Change.LEFT
) -> SeatLeft:
    """Leave a seat, which stays closed to the player for a day."""
    call.work.tallies.add(LEFT, _whose_seat(waiting, player), call.at)
    left, told = waiting.without(player).told_of(player, False, words)
    call.work.open_challenges.save(left)
    return SeatLeft(left, change, player, told, words)


def _whose_seat(waiting: OpenChallenge, player: Player) -> str:
    return f"{player.userid} {waiting.game.word} {waiting.number}"


def list_open(call: Call, games: Sequence[Game[Any]]) -> OpenListed:
    words = [game.word for game in games] if games else None
    found = call.work.open_challenges.listed(words, call.at, MOST_LISTED + 1)
    seats = call.work.substitutes.free_seats(words or call.catalogue, MOST_LISTED)
    return OpenListed(tuple(games), tuple(found[:MOST_LISTED]), len(found) > MOST_LISTED, tuple(seats))


class DaysOption(Option):
    @property
    def expected(self) -> str:
        return Message("the letters mtwtfss with a - for each day that does not count, such as mtwtf--")

    def read(self, text: str | None) -> OptionValue:
        if text and not text.strip("-"):
            raise Unreadable(
                Message(
                    "At least one day has to count: {dashes}{name} takes {expected}.",
                    dashes="-",
                    name=self.name,
                    expected=self.expected,
                )
            )
        return super().read(text)

    def _read(self, text: str | None) -> OptionValue | None:
        return read_days(text) if text is not None else None


DAYS = DaysOption("days", EVERY_DAY, "days of the week on which time is counted")


class RatingOption(Option):
    """The ratings of players who may join: `1500-1900`, `1500-`, `-1900`, or `any`."""

    @property
    def expected(self) -> str:
        return Message("two ratings, the lower one first, such as 1500-1900, or one of them, such as 1500- or -1900")

    def _read(self, text: str | None) -> OptionValue | None:
        if text is None or text.lower() == self.default:
            return self.default if text else None
        lowest, dash, highest = text.partition("-")
        bounds = [bound for bound in (lowest, highest) if bound]
        are_numbers = all(each.isascii() and each.isdigit() and len(each) <= LONGEST_RATING for each in bounds)
        if not (dash and bounds and are_numbers) or (len(bounds) == 2 and int(lowest) > int(highest)):
            return None
        return text


RATING = RatingOption("rating", "any", "the classic ratings with which somebody can join an open challenge")


RELIABLE = Option(
    "reliable", 0, "of a hundred moves, how many come in time of who can join an open challenge", low=0, high=100
)


def conditions_of(rating: str, reliable: int) -> Conditions:
    lowest, _, highest = rating.removeprefix("any").partition("-")
    return Conditions(int(lowest) if lowest else None, int(highest) if highest else None, reliable)


def faults_of_putting_up(call: Call, by: Player | None, players: Collection[Player]) -> Iterator[str]:
    """The faults of an open challenge by `by`, with these players seated."""
    if by is None or by not in players:
        yield "In an open challenge you have a seat yourself: name yourself, too, for example alice anyone."
        return
    # Nobody puts up two at the same moment, each as the last one that they may.
    call.work.players.hold(by)
    if call.work.open_challenges.count_of(by) >= MOST_OF_ONE_PLAYER:
        yield (
            Message(
                "{by} has put up {most} open challenges that still wait, which is the most: take one down"
                " first (help withdraw).",
                by=by.userid,
                most=MOST_OF_ONE_PLAYER,
            )
        )


def put_up(
    call: Call, seats: Sequence[Player | None], options: Options, terms: Terms, conditions: Conditions, by: Player
) -> Waiting:
    """Create an open challenge; other players already seated are told."""
    waiting = OpenChallenge(
        game=call.rules,
        number=call.work.games.take_number(call.rules.word),
        by=by,
        seats=tuple(seats),
        options=options,
        terms=terms,
        put_up_at=call.at,
        lapses_at=call.at + LAPSES_AFTER,
        conditions=conditions,
        words=players_words(call.comment),
        bots=frozenset(call.work.players.bots([player for player in seats if player is not None])),
    )
    call.work.open_challenges.add(waiting)
    others = tuple(player for player in waiting.players if player != by)
    return Waiting(waiting, Change.PUT_UP, by, others, waiting.words)


def give_up_seats(call: Call, player: Player) -> tuple[Outcome, ...]:
    """Withdraw the open challenges of a player who left, and leave their other seats."""
    outcomes: list[Outcome] = []
    for found in call.work.open_challenges.with_seat_of(player, ALL):
        waiting = call.work.open_challenges.take(found.game.word, found.number)
        if waiting is None:
            continue
        if waiting.by == player:
            call.work.open_challenges.remove(waiting)
            outcomes.append(WaitsNoMore(waiting, Why.GONE, gone=(player,)))
        elif player in waiting.players:
            outcomes.append(_left(call, waiting, player))
    return tuple(outcomes)


def leave_seats_beside(call: Call, player: Player, others: Collection[Player]) -> tuple[Outcome, ...]:
    """Free seats in open challenges so that a player does not sit beside others: theirs in the player's own
    challenges, elsewhere the player's.
    """
    outcomes: list[Outcome] = []
    for found in call.work.open_challenges.with_seat_of(player, ALL):
        waiting = call.work.open_challenges.take(found.game.word, found.number)
        beside = [each for each in waiting.players if each in others] if waiting else []
        for leaver in beside if waiting and waiting.by == player else [player] * bool(beside):
            if waiting is not None:
                left = _left(call, waiting, leaver, change=Change.LEFT if leaver == player else Change.PUT_OUT)
                waiting = left.challenge
                outcomes.append(left)
    return tuple(outcomes)


def lapse(call: Call, game: str, number: int) -> bool:
    """Expire an open challenge; return whether it was still there and due."""
    waiting = call.work.open_challenges.take(game, number)
    if waiting is None or waiting.lapses_at > call.at:
        return False
    call.work.open_challenges.remove(waiting)
    call.outcomes.append(WaitsNoMore(waiting, Why.LAPSED))
    return True


def take_down(call: Call, waiting: OpenChallenge, reason: str) -> None:
    """Withdraw an open challenge for the operator."""
    call.work.open_challenges.remove(waiting)
    call.outcomes.append(WaitsNoMore(waiting, Why.OPERATOR, words=reason))


def _waiting(call: Call, number: int, to_leave: bool = False) -> OpenChallenge:
    """Lock and return an open challenge. Raises `Refusal` if there is none.

    If its game has started, and they wanted `to_leave`, they are told how.
    """
    waiting = call.work.open_challenges.take(call.rules.word, number)
    if waiting is not None:
        return waiting
    game = call.rules
    try:
        board = call.load_board(number)
    except NoBoard as none:
        raise NoBoard(
            Message(
                "No {game} board {number} waits for players. Those that do: {word} list open.",
                game=game.name,
                number=number,
                word=game.word,
            )
        ) from none
    if not board.is_on:
        raise NotAllowed(Message("The game on {board} is over.", board=board.title))
    if to_leave:
        raise NotAllowed(
            Message(
                "{board} has begun: all of its seats are taken. To leave it, resign (help resign).", board=board.title
            )
        )
    raise NotAllowed(Message("{board} has begun: all of its seats are taken.", board=board.title))


def _check_may_join(call: Call, waiting: OpenChallenge, player: Player) -> None:
    game = call.rules
    # Who was given a seat by name is challenged, and needs no more for it than who is challenged to a board.
    is_named = player in waiting.undecided
    if not is_named:
        check_confirmed(call, player)
    if call.work.tallies.is_full(LEFT, _whose_seat(waiting, player), call.at):
        raise NotAllowed(
            Message(
                "You have given back your seat on {game}: you can take one there again tomorrow.",
                game=waiting.title,
            )
        )
    if not call.work.games.is_open(game.word):
        raise Refusal(
            Message("{game} is closed to new challenges at present; boards that have begun go on.", game=game.name)
        )
    rating = call.work.standings.rating_of(game.word, player)
    why = waiting.conditions.why_not(rating, call.work.punctuality.percent_of(player, call.at))
    if why and not is_named:
        raise NotAllowed(Message("You cannot join {game}. {why}", game=waiting.title, why=why))
    if faults := [*unwilling(call, [player]), *kept_apart(call, {*waiting.players, waiting.by, player}, player)]:
        raise Refusal(in_turn(*faults))
