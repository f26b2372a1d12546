"""What one reader may know of a board: facts without sentences, from which letters, pages and JSON are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pbmserv.games.base import Game, Note, Options, Result, two_of
from pbmserv.games.message import Message, of_messages
from pbmserv.play.asked_of_games import buttons_of
from pbmserv.play.board import Board, Happening, Player, Question, Seat, Status, Terms, Turn
from pbmserv.play.bots import thinks_here
from pbmserv.play.clock import deadline, move_by
from pbmserv.play.consent import named_accept
from pbmserv.play.days import Absence
from pbmserv.play.leaving import position_to_show
from pbmserv.play.record import Move, rounds_of
from pbmserv.play.substituting import is_offered_to, vacant_seats, yet_to_agree
from pbmserv.play.undoing import kept_by_undo
from pbmserv.play.voting import may_propose
from pbmserv.play.winners import winning_seats

if TYPE_CHECKING:
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.ratings import Change


class SeatView(NamedTuple):
    """A seat as everybody sees it: `name` is the game's, `used` its total time.

    `has_chosen`: its move of a simultaneous round is stored. `earlier`: previous holders, who left. `is_free`: a
    substitute can take it over now. `away`: when its player's clock stops. `thinks_here`: this server itself moves.
    """

    number: int
    userid: str
    name: str
    resigned: bool
    used: timedelta
    has_chosen: bool
    is_bot: bool = False
    earlier: tuple[str, ...] = ()
    is_free: bool = False
    away: tuple[Absence, ...] = ()
    thinks_here: bool = False

    @property
    def title(self) -> str:
        """The player and the seat's name: `bob (Dot)`."""
        if not self.name:
            return self.userid
        return Message("{player} ({seat})", player=self.userid, seat=Message(self.name))


def players_by_place(game: Game[Any], seats: Sequence[SeatView]) -> dict[str, str]:
    """Whom pages name instead of each seat; none where the names of seats say more than who sits where."""
    return {seat.name: seat.userid for seat in seats} if game.seats_are_places else {}


@dataclass(frozen=True)
class VoteView:
    """A proposal that waits for answers. An undo would take back `moves`, all after number `back_to`.

    `silence_ties` says whether silence agrees to a tie.
    """

    question: Question
    by: str
    yet_to_answer: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    back_to: int = 0
    silence_ties: bool = True

    @property
    def consent(self) -> str:
        """The move that agrees to this, and to nothing else that was proposed."""
        return named_accept(self.question, self.by)


@dataclass(frozen=True)
class OfferView:
    """A proposed substitute, and which players have agreed."""

    to: str | None
    by: str
    agreed: tuple[str, ...]
    yet_to_agree: tuple[str, ...]


@dataclass(frozen=True)
class Plans:
    """What only the player of a seat knows: a chosen move, queued moves, and whether they leave."""

    seat: int
    chosen: str | None
    queue: tuple[str, ...]
    leaving: bool


class Permissions(NamedTuple):
    """What the reader can do on the board now; `vote` is to answer a proposal.

    `substitute`: propose a substitute. `agree`: answer that proposal. `join`: take the seat over.
    """

    move: bool = False
    swap: bool = False
    vote: bool = False
    propose_draw: bool = False
    propose_undo: bool = False
    resign: bool = False
    chat: bool = False
    rematch: bool = False
    substitute: bool = False
    agree: bool = False
    join: bool = False


Occasion = Literal["new", "again", "turn", "show", "chosen", "submitted", "preview", "nag"]


@dataclass(frozen=True)
class BoardNews:
    """Why a board is shown, and what has happened on it.

    `occasion`: a new board, a restart without somebody, a turn, a request to see it, a hidden or submitted move, a
    preview, a reminder. `by` is the cause; `comments` are the words to the other players with their authors; `after`
    is the move after which the board is shown; `intervention` is the operator's.
    """

    occasion: Occasion
    by: str = ""
    turn: Turn | None = None
    comments: tuple[tuple[str, str], ...] = ()
    watchers: tuple[Player, ...] = ()
    rating_changes: tuple[Change, ...] = ()
    after: int | None = None
    intervention: Intervention | None = None

    @property
    def is_trial(self) -> bool:
        return self.occasion in {"preview", "submitted"}


SHOWN = BoardNews("show")
"""Nothing has happened: the reader asked to see the board."""


class BoardFacts(NamedTuple):
    """What all readers of a board may know, and the moves as one of them is told these.

    With `after`, the board is shown as it stood after that move (or round), with the holders of that time
    (`seats_shown`); all else is current. `seed`, in hexadecimal, is set when the game is over.
    """

    game: Game[Any]
    number: int
    status: Status
    options: Options
    terms: Terms
    started_at: datetime
    last_moved_at: datetime
    finished_at: datetime | None
    seats: tuple[SeatView, ...]
    seats_shown: tuple[SeatView, ...]
    to_move: tuple[int, ...]
    next_number: int
    """The number of the next move, or of the current round."""
    moves: tuple[Move, ...]
    vote: VoteView | None
    offer: OfferView | None
    result: Result | None
    commitment: str
    seed: str | None
    occasion: Occasion
    by: str
    after: int | None
    happenings: tuple[tuple[Happening, str], ...]
    moves_of_turn: tuple[Move, ...]
    comments: tuple[tuple[str, str], ...]
    watchers: tuple[str, ...]
    rating_changes: tuple[Change, ...]
    intervention: Intervention | None
    title: str
    """The board's name in letters: `Trichet Board 101`."""
    is_on: bool
    players: tuple[str, ...]
    """The distinct players in seat order."""
    players_to_move: tuple[str, ...]
    """The distinct players who have to move."""

    @property
    def winning_seats(self) -> tuple[int, ...]:
        """The seats that have won; none for a draw or an unfinished game."""
        won = self.result.winner if self.result else None
        return winning_seats(self.game, won, [seat.resigned for seat in self.seats])

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple([self.seats[number].userid for number in self.winning_seats])

    @property
    def winner(self) -> str | None:
        """The first of the winners."""
        return next(iter(self.winners), None)


class Look(NamedTuple):
    """What a game shows of a position to one viewer: its drawing, lines about it and about the picture.

    `content` identifies what it was made from, and what a picture would be made from, if known.
    """

    drawing: str
    status: tuple[str, ...]
    picture_status: tuple[str, ...]
    content: bytes | None = None


def look_at(game: Game[Any], seen: Any, seat: int | None) -> Look:
    """Return what a game shows of a position from which hidden things are already removed."""
    status = tuple(game.status(seen, seat))
    beside = status if type(game).picture_status is Game.picture_status else tuple(game.picture_status(seen, seat))
    return Look(game.draw(seen, seat), status, beside)


class BoardView(NamedTuple):
    """What one reader may know of a board (`reader` None: the public).

    `seat` is the reader's, of several the one to move. `is_to_move` also holds where a preview would give them the
    turn. `status`, `legend` and `notes` are the game's own words, which name players by their seats; `picture_status`
    and `picture_legend` go with the picture. The legend is for readers who begin or have to move. `legal_moves` is
    None if the game cannot list them. `deadline` is when a reminded reader forfeits, `move_by` until when a reader to
    move has time. `seen` is the position without what is hidden from the reader.
    """

    board: BoardFacts
    reader: str | None
    seat: int | None
    stays: bool
    is_to_move: bool
    may: Permissions
    drawing: str
    status: tuple[str, ...]
    legend: str
    picture_status: tuple[str, ...]
    picture_legend: str
    notes: tuple[str, ...]
    legal_moves: tuple[str, ...] | None
    examples: tuple[str, ...]
    plans: tuple[Plans, ...]
    deadline: datetime | None
    move_by: datetime | None
    seen: Any
    content: bytes | None = None


class BoardViews:
    """The views of one board on one occasion; what all readers share is computed once.

    `then` is the board after `news.after`, if known. The board must not change meanwhile. `look` asks the game, or a
    cache.
    """

    def __init__(
        self,
        board: Board,
        news: BoardNews,
        then: Board | None = None,
        look: Callable[[Game[Any], Any, int | None], Look] = look_at,
    ) -> None:
        self._board = board
        self._news = news
        shown = then or (board if news.after is None else _as_it_stood(board, news.after))
        self._shown = shown
        self._position_shown = position_to_show(shown, is_over=not board.is_on)
        self._turn = news.turn or Turn(None)
        self._look = look
        self._seen: dict[int | None, tuple[Any, Look]] = {}
        self.facts = _facts(board, news, self._turn, shown)
        """With the moves as the public is told them."""
        self._facts_of: dict[int | None, BoardFacts] = {None: self.facts}
        self._has_free_seat = any(seat.is_free for seat in self.facts.seats)
        # Only who has been reminded has a deadline, and just after a move hardly anybody has been.
        self._has_deadlines = any(seat.warned_at for seat in board.seats)

    def of(self, reader: Player | None) -> BoardView:
        """The view of a reader, None being the public."""
        board, news = self._board, self._news
        is_now = news.after is None
        seat = self._shown.view_of(reader)
        is_to_move = is_now and seat is not None and seat in self.facts.to_move
        stays = reader in board.staying
        may = self._permissions(reader, stays, is_to_move)
        seen, look = self._seen_from(seat)
        has_legend = is_to_move or news.occasion == "new"
        legend = of_messages(board.game.legend(seen, seat)) if has_legend else ""
        is_apart = has_legend and type(board.game).picture_legend is not Game.picture_legend
        legal_moves, examples = self._moves_of(seat if may.move else None)
        return BoardView(
            board=self._facts_for(seat),
            reader=reader.userid if reader else None,
            seat=seat,
            stays=stays,
            is_to_move=is_to_move,
            may=may,
            drawing=look.drawing,
            status=look.status,
            legend=legend,
            picture_status=look.picture_status,
            picture_legend=of_messages(board.game.picture_legend(seen, seat)) if is_apart else legend,
            notes=tuple([note.text for note in notes_for(board, reader, self._turn)]),
            legal_moves=legal_moves,
            examples=examples,
            plans=tuple(_plans(board, reader)) if is_now and reader else (),
            deadline=deadline(board, reader) if reader and self._has_deadlines else None,
            move_by=move_by(board, reader) if reader and may.move else None,
            seen=seen,
            content=look.content,
        )

    def _facts_for(self, seat: int | None) -> BoardFacts:
        if not self._board.hides_moves:
            return self.facts
        if seat not in self._facts_of:
            moves = self._board.told(self._board.moves, seat)
            self._facts_of[seat] = self.facts._replace(
                moves=moves, moves_of_turn=self._board.told(self._turn.moves, seat)
            )
        return self._facts_of[seat]

    def _seen_from(self, seat: int | None) -> tuple[Any, Look]:
        """The position as seen from a seat, and what the game shows of it."""
        if seat not in self._seen:
            game = self._board.game
            seen = game.seen_by(self._position_shown, seat)
            self._seen[seat] = seen, self._look(game, seen, seat)
        return self._seen[seat]

    def _moves_of(self, seat: int | None) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
        if seat is None:
            return (), ()
        game, position = self._board.game, self._board.position
        moves = game.legal_moves(position, seat)
        if moves is None:
            return None, buttons_of(game, position, seat)[:2] or tuple(game.examples(position, seat))
        # To list the moves takes longest: not once more for two of them.
        chooses = type(game).examples is not Game.examples
        return tuple(moves), tuple(game.examples(position, seat)) if chooses else two_of(moves)

    def _permissions(self, reader: Player | None, stays: bool, is_to_move: bool) -> Permissions:
        board, news = self._board, self._news
        if reader is None or news.is_trial or news.after is not None:
            return Permissions()
        plays = board.is_on and stays
        return Permissions(
            move=is_to_move,
            swap=is_to_move and board.next_number == board.game.swap_at(board.options),
            vote=reader in board.yet_to_answer,
            propose_draw=plays and board.game.allows_draw and may_propose(board, reader, Question.DRAW),
            propose_undo=plays and board.game.allows_undo and may_propose(board, reader, Question.UNDO),
            resign=plays,
            chat=board.status is not Status.REMOVED and (stays or reader in news.watchers),
            rematch=may_be_played_again(board) and reader in board.players,
            substitute=plays and self._has_free_seat,
            agree=plays and board.offer is not None and reader in yet_to_agree(board),
            join=is_offered_to(board, reader),
        )


def may_be_played_again(board: Board) -> bool:
    return not board.is_on and not any(seat.is_gone for seat in board.seats)


def notes_for(board: Board, reader: Player | None, turn: Turn) -> list[Note]:
    """The notes of a turn that a reader may know: public ones, and those for their own seats."""
    own = board.seats_of(reader) if reader and turn.notes else ()
    return [note for note in turn.notes if note.seat is None or note.seat in own]


def _facts(board: Board, news: BoardNews, turn: Turn, shown: Board) -> BoardFacts:
    seats, to_move, is_on = _seats(board), board.seats_to_move, board.is_on
    return BoardFacts(
        game=board.game,
        number=board.number,
        status=board.status,
        options=board.options,
        terms=board.terms,
        started_at=board.started_at,
        last_moved_at=board.last_moved_at,
        finished_at=board.finished_at,
        seats=seats,
        seats_shown=seats if shown is board else _seats(shown),
        to_move=to_move,
        next_number=board.next_number,
        moves=board.told(board.moves, None),
        vote=_vote(board),
        offer=_offer(board),
        result=board.result,
        commitment=board.commitment,
        seed=None if is_on or news.is_trial else board.seed.hex(),
        occasion=news.occasion,
        by=news.by,
        after=news.after,
        happenings=tuple([(happening, player.userid) for happening, player in turn.happenings]),
        moves_of_turn=board.told(turn.moves, None),
        comments=news.comments,
        watchers=tuple([player.userid for player in news.watchers]),
        rating_changes=news.rating_changes,
        intervention=news.intervention,
        title=board.title,
        is_on=is_on,
        players=tuple(dict.fromkeys([seat.userid for seat in seats])),
        players_to_move=tuple(dict.fromkeys([seats[number].userid for number in to_move])),
    )


def _seats(board: Board) -> tuple[SeatView, ...]:
    free = vacant_seats(board)
    return tuple([_seat(board, number, seat, number in free) for number, seat in enumerate(board.seats)])


def _seat(board: Board, number: int, seat: Seat, is_free: bool) -> SeatView:
    name = board.game.seat_name(board.position, number)
    earlier = tuple([player.userid for player in seat.earlier])
    has_chosen, is_bot = seat.chosen is not None, seat.bot is not None
    here = thinks_here(seat.bot)
    return SeatView(
        number,
        seat.player.userid,
        name,
        seat.resigned,
        seat.used,
        has_chosen,
        is_bot,
        earlier,
        is_free,
        seat.away,
        here,
    )


def _offer(board: Board) -> OfferView | None:
    offer = board.offer
    if offer is None or not board.is_on:
        return None
    agreed = tuple(player.userid for player in offer.agreed if player in board.staying)
    silent = tuple(player.userid for player in yet_to_agree(board))
    return OfferView(offer.to.userid if offer.to else None, offer.by.userid, agreed, silent)


def _vote(board: Board) -> VoteView | None:
    vote = board.vote
    if vote is None:
        return None
    yet_to_answer = tuple(player.userid for player in board.yet_to_answer)
    if vote.question is not Question.UNDO:
        return VoteView(vote.question, vote.by.userid, yet_to_answer, silence_ties=board.silence_ties)
    kept = kept_by_undo(board, vote.by)
    back_to = len(rounds_of(board.moves[:kept])) if board.game.simultaneous else kept
    return VoteView(vote.question, vote.by.userid, yet_to_answer, board.told(board.moves[kept:], None), back_to)


def _plans(board: Board, reader: Player) -> list[Plans]:
    return [
        Plans(number, _chosen(board, number), _queued(seat), seat.leaving)
        for number, seat in enumerate(board.seats)
        if seat.player == reader and (seat.chosen or seat.queue or seat.leaving)
    ]


def _queued(seat: Seat) -> tuple[str, ...]:
    return tuple(chain for queued in seat.queue for chain in queued.chains)


def _chosen(board: Board, seat: int) -> str | None:
    chosen = board.seats[seat].chosen
    return board.game.to_its_player(board.position, seat, chosen.text) if chosen else None


def _as_it_stood(board: Board, after: int) -> Board:
    # Imported here, since a board is mostly shown as it stands.
    from pbmserv.play.replaying import as_it_stood

    return as_it_stood(board, after)
