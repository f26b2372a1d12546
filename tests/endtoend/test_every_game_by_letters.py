"""Every game that is installed, played to its end by people who have nothing but their letters.

They know of a game what its contract promises of any: that a letter names moves, as links or as examples. Half of the
moves are Subjects with a password, half are answers to the letter with the board, and now and then somebody errs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.games.base import Game, Illegal, OptionValue, word_of_option
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board, named
from pbmserv.play.interchange import read
from pbmserv.play.record import SWAP
from pbmserv.play.replaying import faults
from pbmserv.storage.database import Database
from pbmserv.storage.tables import RATINGS
from tests.conversation import Server, undone
from tests.correspondents import Correspondence, Correspondent, Received
from tests.post import complaints_about

NAMES = {"alice": "sesame-71", "bob": "blackbird-2", "carol": "caravel-303", "dave": "driftwood-4"}
OTHER_OPTIONS: Mapping[str, Mapping[str, OptionValue]] = {
    "chess": {},
    "antichess": {},
    "atomic": {},
    "crazyhouse": {},
    "darkchess": {},
    "horde": {},
    "kingofthehill": {},
    "racingkings": {},
    "threecheck": {},
    "trichet": {"num_tiles": 24, "win_size": 6},
}
"""Where the smallest game is no usual one: that of Chess would be the first of the 960 starts, that of Trichet has
three tiles."""
OTHER_CHANCES: Mapping[str, int] = {
    "ataxx": 27,
    "checkers": 27,
    "chess": 3,
    "draughts": 162,
    "go": 16,
    "gomoku": 54,
    "hnefatafl": 30,
    "loa": 108,
    "makruk": 40,
    "pente": 44,
    "shogi": 90,
    "wari": 242,
    "xiangqi": 18,
}
"""Where players who move at random usually need hundreds of moves, these do not."""
MOST_MOVES = 600
AGAIN_AND_AGAIN = 40
FIT_INTO_A_LETTER = 150
"""Moves that all have a link in a letter of 60 kB, whatever the game."""
"""After the first few moves, somebody errs when so many more are made."""
MOST_LOOKED_INTO = 20
"""How many letters of a game are looked into as bytes, too: they are all made in the same way."""


@pytest.fixture
def server(shared_sqlite: Database) -> Iterator[Server]:
    """A server without players; what becomes of it is undone afterwards."""
    yield from undone(shared_sqlite)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("word", installed())
def test_it_is_played_to_its_end_by_letters(word: str, server: Server) -> None:
    table = _Table(server, installed()[word])

    table.play()

    table.check_end()


class _Table:
    """People who play one game, and whoever watches what they get."""

    def __init__(self, server: Server, game: Game[Any]) -> None:
        self.server, self.game = server, game
        self.moves = Random(f"{game.word} {OTHER_CHANCES.get(game.word, 0)}")  # noqa: S311 - it has to be the same
        self.choices = Random(game.word)  # noqa: S311 - it has to be the same
        seats = min((each for each in game.seats if each >= 3), default=game.seats[-1])
        self.people = [Correspondent(*each) for each in list(NAMES.items())[:seats]]
        self.post = Correspondence(server, self.people)
        self.chooses_at_once = game.simultaneous or game.has_rounds
        self.mistakes = _Mistakes(self)
        self.number = 0
        self.own_lines_read = self.looked_into = 0

    @property
    def board(self) -> Board:
        board = self.server.office.look_up(lambda call: call.work.boards.load(self.game.word, self.number))
        assert board is not None
        return board

    def seats_of(self, person: Correspondent) -> list[int]:
        return [number for number, seat in enumerate(self.board.seats) if seat.player.userid == person.userid]

    def play(self) -> None:
        """Sit down and play until nobody is asked for a move any more."""
        self.post.enrol()
        names = " ".join(person.userid for person in self.people)
        options = OTHER_OPTIONS.get(self.game.word, _smallest(self.game, len(self.people)))
        chosen = "".join(f" -{name}={word_of_option(value)}" for name, value in options.items())
        letters = self.post.command(self.people[0], f"{self.game.word} challenge {names}{chosen}")
        self.number = int(re.findall(r" Board (\d+)", letters[0].subject)[0])
        self.check_letters(letters)
        turns = 0
        while asked := [person for person in self.people if person.is_asked]:
            turns += 1
            assert turns < MOST_MOVES, f"{self.game.name} does not end"
            mover = self.choices.choice(asked)
            self.check_offers(mover)
            if turns <= len(_Mistakes.KINDS) or turns % AGAIN_AND_AGAIN == 0:
                self.mistakes.make(mover)
            if mover.is_asked:
                self.check_letters(self._move(mover, turns))

    def _move(self, mover: Correspondent, turns: int) -> list[Received]:
        others_choose = any(person.is_asked for person in self.people if person is not mover)
        move = self.moves.choice(sorted({*mover.asking.moves}))
        if turns % 2:
            letters = self.post.command(mover, self.command(mover, move))
        else:
            ending = self.choices.choice(["", f"#{mover.asking.next_number}"])
            can_be_answered = mover.newest.next_number is not None
            letters = self.post.answer(mover, f"{move}{ending}", mover.newest if can_be_answered else mover.asking)
        assert self.post.done(), f"{move}: {mover.newest.text}"
        # Of what is chosen at once nobody is told until all have chosen.
        told = [mover] if self.chooses_at_once and others_choose else self.people
        assert {letter.to for letter in letters} == {person.address for person in told}
        return letters

    def command(self, by: Correspondent, move: str, password: str = "") -> str:
        return f"{self.game.word} move {self.number} {by.userid} {password or by.password} {move}"

    def check_offers(self, mover: Correspondent) -> None:
        """The letter names moves, and only such as can be made; all of them, where they are not too many."""
        offered, board = {*mover.asking.moves}, self.board
        assert offered, mover.asking.text
        assert mover.asking.next_number == board.next_number
        [seat] = {*self.seats_of(mover)} & {*board.seats_to_move}
        legal = self.game.legal_moves(board.position, seat)
        if legal is not None:
            offered -= {SWAP}
            assert offered == {*legal} if len(legal) <= FIT_INTO_A_LETTER else offered <= {*legal}, len(legal)

    def check_letters(self, letters: list[Received]) -> None:
        """What goes out is well made, tells no password and no other's address to answer to, and no hidden hand."""
        tokens = {person.address: person.newest.reply_to.partition("@")[0] for person in self.people}
        for letter in letters:
            if self.looked_into < MOST_LOOKED_INTO:
                assert complaints_about(letter.raw) == []
                self.looked_into += 1
            assert [line for line in letter.text.splitlines() if len(line) > 79] == []
            everything = f"{letter.subject}\n{letter.text}\n{letter.html}"
            assert [word for word in NAMES.values() if word in everything] == []
            assert [to for to, token in tokens.items() if to != letter.to and token in everything] == []
        if self.game.hidden and self.board.is_on:
            self._check_secrets(letters)

    def _check_secrets(self, letters: list[Received]) -> None:
        board = self.board
        own = {person.address: _own_lines(board, self.seats_of(person)) for person in self.people}
        for letter in letters:
            lines = {line.strip() for line in _as_read(letter).splitlines()}
            secrets = set().union(*[own[address] for address in own if address != letter.to]) - own[letter.to]
            assert not lines & secrets
            self.own_lines_read += len(lines & own[letter.to])

    def check_end(self) -> None:
        """All are told how it ended, the record leads there once more, and ratings have changed once."""
        board = self.board
        assert board.result is not None
        for person in self.people:
            last = person.newest
            assert last.subject == board.title
            assert _how_it_ended(board, len(self.people)) in last.text
            told = re.findall(r"^Rating of (\w+): ", last.text, re.MULTILINE)
            assert sorted(told) == (sorted(NAMES)[: len(self.people)] if len(self.people) > 1 else [])
        self._check_record(board)
        self._check_ratings()
        with self.mistakes.nothing_changed():
            self.post.command(self.people[0], self.command(self.people[0], board.moves[0].text))
            assert not self.post.done()
        assert self.own_lines_read or not self.game.hidden or self.game.simultaneous
        assert self.mistakes.made

    def _check_record(self, board: Board) -> None:
        self.post.command(self.people[0], f"{self.game.word} record {self.number}")
        transcript = read(self.people[0].newest.attached(".json"))
        players = {seat.player.userid: seat.player for seat in board.seats}
        again = transcript.replayed(installed(), self.number, players)
        assert (again.position, again.result) == (board.position, board.result)
        assert list(faults(board)) == []

    def _check_ratings(self) -> None:
        with self.server.database.reading() as connection:
            rows = list(connection.execute(select(RATINGS).where(RATINGS.c.game == self.game.word)).mappings())
        counted = [row["won"] + row["lost"] + row["tied"] for row in rows]
        assert [number for number in counted if number] == ([1] * len(self.people) if len(self.people) > 1 else [])


class _Mistakes:
    """What people do wrong, one after the other; each is answered with what was wrong, and changes nothing."""

    KINDS = ("nonsense", "out of turn", "another number", "another's move", "wrong password", "older letter")

    def __init__(self, table: _Table) -> None:
        self.table = table
        self.made: list[str] = []
        self._next = 0

    def make(self, mover: Correspondent) -> None:
        """Make the next one that can be made now."""
        kind = self.KINDS[self._next % len(self.KINDS)]
        self._next += 1
        table, move = self.table, mover.asking.moves[0]
        # Where several choose at once, who has chosen may do so again.
        waiting = [person for person in table.people if not (person.is_asked or table.chooses_at_once)]
        if kind == "nonsense":
            self._answered(mover, "qq99", mover.asking, "")
        elif kind == "out of turn" and waiting:
            self._refused(waiting[0], table.command(waiting[0], move), "It is not your turn on")
        elif kind == "another number":
            wrong = f"{move}#{table.board.next_number + 1}"
            self._refused(mover, table.command(mover, wrong), f"has number {table.board.next_number}")
        elif kind == "another's move":
            self._try(mover)
        elif kind == "wrong password":
            self._refused(mover, table.command(mover, move, "sesame-17"), "The userid or the password is not right.")
        elif kind == "older letter":
            older = [letter for letter in mover.letters if letter.next_number not in (None, mover.asking.next_number)]
            if older:
                self._answered(mover, move, older[0], "board as it stands now")

    @contextmanager
    def nothing_changed(self) -> Iterator[None]:
        before = self.table.server.everything_stored()
        yield
        assert self.table.server.everything_stored() == before

    def _refused(self, by: Correspondent, command: str, words: str) -> None:
        with self.nothing_changed():
            self._check(by, self.table.post.command(by, command), words)

    def _answered(self, by: Correspondent, said: str, letter: Received, words: str) -> None:
        with self.nothing_changed():
            self._check(by, self.table.post.answer(by, said, letter), words)

    def _try(self, mover: Correspondent) -> None:
        """A move that somebody made before, and that the letter does not offer: unless it is read as another one, in
        which case it is made, it is refused."""
        made = [move.text for move in self.table.board.moves if move.text not in mover.asking.moves]
        if not made:
            return
        before = self.table.server.everything_stored()
        letters = self.table.post.command(mover, self.table.command(mover, made[-1]))
        if self.table.post.done():
            self.table.check_letters(letters)
        else:
            self._check(mover, letters, "")
            assert self.table.server.everything_stored() == before

    def _check(self, by: Correspondent, letters: list[Received], words: str) -> None:
        """One letter, to whoever erred, that says what was wrong and can be answered."""
        assert not self.table.post.done()
        [letter] = letters
        assert (letter.to, letter.says in {"Not done", "A question"}) == (by.address, True)
        assert words in " ".join(letter.text.split())
        self.table.check_letters(letters)
        self.made.append(words)


def _smallest(game: Game[Any], seats: int) -> dict[str, OptionValue]:
    """The options of the smallest game: lowest numbers, none below 0, and what is the default for the rest."""
    lowest: dict[str, OptionValue] = {}
    for option in game.options:
        if option.low is not None:
            lowest[option.name] = max(option.low, 0)
        elif option.choices and all(map(str.isdigit, option.choices)):
            lowest[option.name] = min(option.choices, key=int)
    try:
        game.check_options({option.name: option.default for option in game.options} | lowest, seats)
    except Illegal:
        return {}
    return lowest


def _own_lines(board: Board, seats: list[int]) -> set[str]:
    """The lines about a position that only the player of these seats may read."""
    public = _lines(board, None)
    return set().union(*(_lines(board, seat) for seat in seats)) - public


def _lines(board: Board, viewer: int | None) -> set[str]:
    game, seen = board.game, board.game.seen_by(board.position, viewer)
    shown = [*game.draw(seen, viewer).splitlines(), *game.status(seen, viewer)]
    return {line.strip() for line in shown}


def _as_read(letter: Received) -> str:
    """All that stands in a letter, its links included."""
    page = re.sub("<[^>]*>", "\n", letter.html)
    return f"{letter.text}\n{unescape(page)}"


def _how_it_ended(board: Board, players: int) -> str:
    if board.winners:
        return f"Game won by {named(board.winners)}."
    return "Game was a tie." if players > 1 else "Game over."
