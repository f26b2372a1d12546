"""A server that is looked at after everything that happens to it: what it has kept, and which letters it has written.

Each check compares with what the `Model` says, or with what a reader may see of a position (`Game.seen_by`). What is
said to the server, others choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from hypothesis import note

from pbmserv.commands.boards.records import verify_board
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Letter
from pbmserv.play.board import Board, Status
from pbmserv.play.clock import Verdict
from pbmserv.scheduler import Scheduler
from pbmserv.storage.work import UnitOfWork
from tests.conversation import Reply, Server, html_in, stored
from tests.state_machine.blindfold import check_same_when_blind, hides_something
from tests.state_machine.facts import Facts, Key
from tests.state_machine.letters import (
    Change,
    Expected,
    answers_in_one,
    check_view,
    comments_on,
    lines_too_wide,
)
from tests.state_machine.model import NO_TIME, Model

REFUSED = {"Not done", "A question"}

OF_BOARDS = ("boards", "seats", "moves")
"""Tables whose rows belong to a board; their first column says to which."""

ANSWERS_SENDER_ONLY = frozenset({"showas"})
"""Commands that take a password, and yet write to nobody's own address."""

VERIFIED_EVERY = 8
"""Long games are replayed only now and then, and in the end."""


@dataclass
class Supervised:
    """A server, those who write to it, and the model of what it owes them.

    `passwords` and `addresses` are by userid; whoever is not in them is a stranger.
    """

    server: Server
    passwords: Mapping[str, str]
    addresses: Mapping[str, tuple[str, ...]]
    boards: dict[Key, Board] = field(default_factory=dict)
    """All boards, each as it was loaded after it had last changed."""

    def __post_init__(self) -> None:
        self.model = Model(self.server.now)
        self._clockwork = Scheduler(self.server.database, self.server.office, installed())
        self._rows = self.server.everything_stored()
        self._turn_to_look = 0
        self._last_sent = 0
        self._answered_at: dict[str, str] = {}
        """Whose answers are awaited at which address."""

    # What happens to it

    def say(
        self, sender: str | None, line: str, *, by: str | None = None, comment: str = "", body: str = ""
    ) -> Reply:
        """Have somebody send a command, and check all that comes of it.

        `by` is the player whose right password stands in it, if one does.
        """
        rows = self._rows
        reply = self.server.say(sender, line, comment, body)
        said = f"{line} ({comment})" if comment else line
        note(f"{self.server.now:%d %H:%M} {sender}: {said} -> {reply.error or 'done'}")
        changes = self._changes()
        if not reply.ok:
            assert self._rows == rows, f"{line} was refused, and yet something has changed"
        expected = self._news(changes, by, comment)
        if not expected:
            expected = self._answer(reply, line, sender, by)
        elif sender is not None and not any(sender in each.to for each in expected):
            expected.append(Expected((sender,), expected[0].subject, by))
        if line == "multiple":
            expected = answers_in_one(expected, sender)
        self._check_letters(reply.letters, expected)
        if not reply.ok:
            assert reply.subject == "Answers" or reply.letter.says in REFUSED, reply.headline
        assert not self._passwords_in(f"{reply.outcome} {reply.error}"), reply.outcome
        self._check_boards(changes)
        return reply

    def chat(self, sender: str, by: str, facts: Facts, words: str) -> Reply:
        """Have a player write to everybody at a board."""
        may_write = by in self.model.chatters(facts)
        rows = {**self._rows}
        reply = self.server.say(sender, f"{facts.game.word} chat {facts.number} {by} {self.passwords[by]}", words)
        self._changes()
        remarks = rows.pop("remarks")
        # How many letters each reader has had is kept with the board.
        assert {table: each for table, each in self._rows.items() if table not in {"remarks", "boards"}} == {
            table: each for table, each in rows.items() if table != "boards"
        }
        assert reply.ok == may_write, reply.error
        assert len(self._rows["remarks"]) == len(remarks) + may_write
        subject = f"{facts.game.name} Board {facts.number}"
        readers = sorted(self.model.chatters(facts)) if may_write else []
        expected = [Expected(self.addresses[reader], subject, reader, comments=(words,)) for reader in readers]
        if not any(sender in each.to for each in expected):
            expected.append(Expected((sender,), eyes=by))
        self._check_letters(reply.letters, expected)
        return reply

    def wait(self, time: timedelta) -> None:
        """Let time go by, and the clock make a round then."""
        self.server.now += time
        self.model.pass_time(time)
        before = dict(self.model.boards)
        to_decide = {key: decision for key, facts in before.items() if (decision := self.model.verdict(facts))}
        made = self._clockwork.make_round(self.server.now)
        assert not made.failed, made.failed
        decided = {
            (each.game, each.number): (each.verdict, frozenset(player.userid for player in each.players))
            for each in made.decided
        }
        assert decided == to_decide
        changes = self._changes()
        expected = self._news(changes, None, "")
        nagged: dict[str, list[str]] = {}
        for key, (verdict, userids) in decided.items():
            if verdict is Verdict.NAG:
                self.model.note_nag(before[key], userids)
                for userid in userids:
                    nagged.setdefault(userid, []).append(before[key].title)
        for userid, titles in nagged.items():
            subject = titles[0] if len(titles) == 1 else "Your boards are waiting"
            expected.append(Expected(self.addresses[userid], subject, userid))
        self._check_letters(made.letters, expected)
        self._check_boards(changes)
        self._check_times(self.boards)

    # What can be asked of it

    @property
    def playing(self) -> list[Board]:
        """The boards on which moves can be made."""
        return [board for board in self.boards.values() if board.is_on]

    def facts(self, board: Board) -> Facts:
        """What everybody may know of a board."""
        return self.model.boards[board.game.word, board.number]

    def check_everything(self) -> None:
        """What would take too long after each step: all records replayed, all ratings made anew."""
        for key in self.boards:
            self._verify(key)
        with self.server.database.writing() as connection, connection.begin_nested() as trial:
            before = [stored(connection)[table] for table in ("ratings", "rating_history")]
            for game in {word for word, _ in self.boards}:
                UnitOfWork(connection, installed()).ratings.rebuild(game)
            assert [stored(connection)[table] for table in ("ratings", "rating_history")] == before
            trial.rollback()

    # What has changed

    def _changes(self) -> list[Change]:
        """The boards that have changed since this was last asked."""
        before, self._rows = self._rows, self.server.everything_stored()
        old, new = _by_board(before), _by_board(self._rows)
        changes = []
        with self.server.database.reading() as connection:
            boards = UnitOfWork(connection, installed()).boards
            for row in self._rows["boards"]:
                if old.get(row[0]) == new[row[0]]:
                    continue
                key = (row[1], row[2])
                board = boards.load(*key)
                assert board is not None
                changes.append(Change(self.model.boards.get(key), Facts.of(board), self.boards.get(key), board))
                self.boards[key] = board
        return changes

    # Letters

    def _news(self, changes: Iterable[Change], by: str | None, comment: str) -> list[Expected]:
        """The letters in which everybody at a board is told what has happened there."""
        expected = []
        for change in changes:
            if change.is_news:
                comments = comments_on(change, by, comment)
                subject = change.after.title
                readers = sorted(self.model.readers(change.before, change.after))
                expected += [Expected(self.addresses[each], subject, each, change, comments) for each in readers]
            self.model.observe(change.before, change.after)
        return expected

    def _answer(self, reply: Reply, line: str, sender: str | None, by: str | None) -> list[Expected]:
        """The letters to who has asked, where nobody else has to know."""
        writes_to_player = reply.ok and by is not None and not ANSWERS_SENDER_ONLY & set(line.lower().split())
        own = self.addresses[by] if by is not None and writes_to_player else ()
        expected = [Expected(own, eyes=by)] if own else []
        if sender is not None and sender not in own:
            expected.append(Expected((sender,), eyes=by))
        return expected

    def _check_letters(self, letters: Iterable[Letter], expected: Sequence[Expected]) -> None:
        """Exactly these letters, and nothing in them that its reader may not know."""
        waiting = list(expected)
        written = [letter for letter in letters if letter.to]
        for letter, sent in zip(written, self._sent(written), strict=True):
            fitting = [each for each in waiting if each.to == letter.to and each.subject in {None, letter.subject}]
            assert fitting, f"{letter.subject!r} to {letter.to}; expected: {waiting}"
            waiting.remove(fitting[0])
            self._check_letter(letter, sent, fitting[0])
        assert not waiting, f"not written: {waiting}"

    def _sent(self, written: Sequence[Letter]) -> list[Mapping[str, Any]]:
        """What has come to wait in the outbox: these letters, and nothing else."""
        sent = self.server.outbox(after=self._last_sent)
        self._last_sent = sent[-1]["id"] if sent else self._last_sent
        assert [(tuple(row["recipients"]), row["subject"], row["text"]) for row in sent] == [
            (letter.to, letter.subject, letter.text) for letter in written
        ]
        return sent

    def _check_letter(self, letter: Letter, sent: Mapping[str, Any], expected: Expected) -> None:
        parts = [letter.subject, letter.text, html_in(sent) or "", *(each.text for each in letter.attachments)]
        everything = "\n".join(parts)
        assert not self._passwords_in(everything), everything
        for board in self.boards.values():
            assert not board.is_on or board.seed.hex() not in everything, f"the seed of {board.title}: {everything}"
        self._check_plans(letter.text, expected.eyes)
        if reply_to := sent["headers"].get("Reply-To"):
            # Who knows where to answer a letter needs no password, but has to write from an own address.
            # A refusal to a strange address is answered as somebody whom nobody knows.
            owners = [userid for userid, own in self.addresses.items() if set(letter.to) <= set(own)]
            owner = owners[0] if owners else ""
            assert expected.eyes in {owner, None} if owner else not letter.boards
            assert self._answered_at.setdefault(reply_to, owner) == owner
        for comment in expected.comments:
            assert comment in letter.text, f"{comment} is not in {letter.text}"
        assert not lines_too_wide(letter.text), lines_too_wide(letter.text)
        if expected.change and expected.change.after.status is not Status.REMOVED:
            check_view(letter.text, expected.change, expected.eyes)

    def _check_plans(self, text: str, eyes: str | None) -> None:
        """What somebody has planned is told to nobody else."""
        unwrapped = " ".join(text.split())
        own = [seat for board in self.boards.values() for seat in board.seats if seat.player.userid == eyes]
        if "Your queued moves: " in unwrapped:
            assert any(f"Your queued moves: {'; '.join(map(str, seat.queue))}" in unwrapped for seat in own), text
        if "will resign when" in unwrapped or "You are going to resign" in unwrapped:
            assert any(seat.leaving for seat in own), text

    def _passwords_in(self, text: str) -> list[str]:
        return [userid for userid, password in self.passwords.items() if password in text]

    # Boards

    def _check_boards(self, changes: Sequence[Change]) -> None:
        self._check_times(change.after.key for change in changes)
        self._check_counts({change.after.game.word for change in changes})
        for change in changes:
            moves = len(change.after.moves)
            grows_as_usual = change.after.is_on and change.kept < moves
            if moves <= VERIFIED_EVERY or moves % VERIFIED_EVERY == 0 or not grows_as_usual:
                self._verify(change.after.key)
            if change.after.status is not Status.REMOVED and hides_something(change.board):
                self._check_blindfolded(change.board)

    def _check_times(self, keys: Iterable[Key]) -> None:
        """Each player has used the time in which a move was waited for, but for absences; none is lost or doubled."""
        with self.server.database.reading() as connection:
            loaded = [UnitOfWork(connection, installed()).boards.load(*key) for key in keys]
        for board in loaded:
            assert board is not None
            if board.status is Status.REMOVED:
                continue
            used = dict.fromkeys((player.userid for player in board.players), NO_TIME)
            for number, seat in enumerate(board.seats):
                waits = number in board.seats_to_move
                until = board.vote.opened_at if board.vote and board.clock_rests else self.server.now
                waited = seat.timetable(board.terms).waited(board.running_since, until) if waits else NO_TIME
                used[seat.player.userid] += seat.used + waited
            expected = self.model.clocks[board.game.word, board.number].used
            assert used == {userid: expected.get(userid, NO_TIME) for userid in used}, board.title

    def _check_counts(self, words: Iterable[str]) -> None:
        """On how many boards each player plays, and how much each game is played."""
        with self.server.database.reading() as connection:
            work = UnitOfWork(connection, installed())
            for word in words:
                counted = work.listing.active_boards(work.players.named(self.passwords).values(), word)
                assert counted == {player: self.model.active_boards(player.userid, word) for player in counted}
                count = work.games.counts([word])[word]
                assert (count.active, count.players) == self.model.count(word)

    def _verify(self, key: Key) -> None:
        verdict = verify_board(self.server.database, installed(), *key)
        assert verdict.holds, verdict.text

    def _check_blindfolded(self, board: Board) -> None:
        """The public and the players look in turns, and see what they would if they could see nothing else."""
        self._turn_to_look += 1
        turn, shows = divmod(self._turn_to_look, len(board.players) + 1)
        if shows:
            eyes = board.players[shows - 1].userid
            line = f"{board.game.word} showas {eyes} {self.passwords[eyes]} {board.number}"
        else:
            eyes = None
            line = f"{board.game.word} {'show' if turn % 4 else 'record'} {board.number}"
        check_same_when_blind(self.server, board, eyes, line)


def _by_board(rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> dict[int, list[tuple[Any, ...]]]:
    """All rows that belong to a board, by its id."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for table in OF_BOARDS:
        for row in rows[table]:
            found.setdefault(row[0], []).append(row)
    return found
