"""Boards as pictures in letters: made when a letter is sent, of what its reader may see, or left out."""

from __future__ import annotations

import inspect
import io
import re
import secrets
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from PIL import Image

from pbmserv.commands.operator import interventions
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.hex import Hex
from pbmserv.games.picture import Picture
from pbmserv.letters.board_html import MOST_BYTES
from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.sending.compose import compose
from pbmserv.mail.sending.delivery import Deliverer
from pbmserv.mail.sending.signing import Signer
from pbmserv.mail.sending.transports import MaildirTransport
from pbmserv.pictures.circuit_breaker import CircuitBreaker
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.pictures.png import CannotRasterise
from pbmserv.storage.database import Database
from pbmserv.storage.outbox import ClaimedLetter, Outbox
from pbmserv.storage.players import FORMAT, Players
from pbmserv.storage.work import UnitOfWork
from tests.conversation import ADDRESS, Server
from tests.games.hidden_hands import redealt
from tests.mail.sending.signatures import Signing
from tests.undone import Undone

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))
DRAWN = BoardPictures(installed())
"""What one test has had drawn, the others need not draw again."""


@pytest.fixture(scope="module")
def world(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """alice, bob and carol; alice and bob play on Hex board 101, of five by five, and alice has to move."""
    path = tmp_path_factory.mktemp("world") / "pbmserv.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    server.hear(ALICE, "hex challenge alice bob -size=5")
    yield database
    database.close()


@pytest.fixture
def server(world: Database) -> Iterator[Server]:
    shared = Undone(world)
    yield Server(shared)
    shared.close()


def letter_to(server: Server, address: str) -> ClaimedLetter:
    """Somebody's newest letter."""
    return newest_letters(server)[address]


def newest_letters(server: Server) -> dict[str, ClaimedLetter]:
    """Everybody's newest letter, by their address."""
    with server.database.writing() as connection:
        letters = Outbox(connection).claim(1_000, timedelta(days=365), server.now)
    return {letter.recipients[0]: letter for letter in letters}


def composed(letter: ClaimedLetter, pictures: BoardPictures = DRAWN) -> bytes:
    return compose(letter, ADDRESS, b"key", eight_bit=False, pictures=pictures)


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    assert [defect for part in message.walk() for defect in part.defects] == []
    return message


def kinds(message: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in message.walk()]


def html_of(message: EmailMessage) -> str:
    body = message.get_body(("html",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def picture_in(raw: bytes) -> bytes | None:
    """The picture that goes with a letter, if there is one."""
    pictures = [part for part in parsed(raw).walk() if part.get_content_type() == "image/png"]
    assert len(pictures) <= 1
    return pictures[0].get_payload(decode=True) if pictures else None  # type: ignore[return-value]


class TestALetterWithOne:
    def test_holds_it_beside_the_html_which_shows_it(self, server: Server) -> None:
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        letter = letter_to(server, BOB)

        message = parsed(composed(letter))

        assert kinds(message) == [
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
        ]
        image = next(part for part in message.walk() if part.get_content_type() == "image/png")
        assert image["Content-Disposition"] == 'inline; filename="board.png"'
        assert f'src="cid:{image["Content-ID"].strip("<>")}"' in html_of(message)
        assert Image.open(io.BytesIO(image.get_content())).format == "PNG"
        body = message.get_body(("plain",))
        assert body is not None
        assert str(body.get_content()).replace("\r\n", "\n") == letter.text

    def test_has_the_board_in_characters_for_those_who_see_no_pictures(self, server: Server) -> None:
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        html = html_of(parsed(composed(letter_to(server, BOB))))

        [alt] = re.findall(r'<img [^>]*alt="([^"]*)"', html)
        assert "    4 \\ . . .(x). \\ 4" in unescape(alt).splitlines()
        assert "<pre" not in html.partition("</h1>")[2].partition("Play</a>")[0]

    def test_is_the_same_each_time_whoever_draws_it(self, server: Server) -> None:
        letter = letter_to(server, ALICE)

        assert composed(letter, BoardPictures(installed())) == composed(letter, BoardPictures(installed()))

    def test_says_first_what_matters(self, server: Server) -> None:
        server.hear(ALICE, "hex move 101 alice secret7 d4", comment="Your turn, my friend.")

        html = html_of(parsed(composed(letter_to(server, BOB))))

        hidden = html.partition("<body")[2].partition("</div>")[0]
        assert "alice played d4. Your move. alice has written something." in hidden

    def test_is_shown_as_it_stood_where_that_was_asked_for(self, server: Server) -> None:
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        server.hear(CAROL, "hex show 101#0")
        earlier = letter_to(server, CAROL)
        server.hear(CAROL, "hex show 101")

        now = letter_to(server, CAROL)

        assert picture_in(composed(earlier)) is not None
        assert picture_in(composed(earlier)) != picture_in(composed(now))

    @pytest.mark.parametrize(
        ("address", "line", "says"),
        [
            (BOB, "hex show 101", "Being played"),
            (ALICE, "hex submit 101 alice secret7 d4", "Please confirm"),
            (BOB, "hex preview 101 d4", "Preview"),
            (ALICE, "hex move 101 alice secret7 z9", "Not done"),
            (CAROL, "hex show 101#0", "As it stood"),
        ],
    )
    def test_is_any_that_shows_a_board(self, server: Server, address: str, line: str, says: str) -> None:
        server.say(address, line)

        letter = letter_to(server, address)

        assert (letter.subject, letter.headers["From"]) == ("Hex Board 101", says)
        assert picture_in(composed(letter)) is not None

    def test_is_the_last_one_too(self, server: Server) -> None:
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        server.hear(BOB, "hex move 101 bob bobpw123 a1")
        server.hear(ALICE, "hex move 101 alice secret7 b2")
        server.hear(BOB, "hex resign 101 bob bobpw123")

        letter = letter_to(server, ALICE)

        assert (letter.headers["From"], letter.page and letter.page["preview"]) == (
            "You won",
            "bob has resigned. You won.",
        )
        assert picture_in(composed(letter)) is not None

    def test_is_a_reminder_too(self, server: Server) -> None:
        server.wait(days=8)
        server.office.act(_remind)

        letter = letter_to(server, ALICE)

        assert letter.headers["From"] == "Reminder"
        assert picture_in(composed(letter)) is not None

    def test_is_signed_as_a_whole(self, server: Server, tmp_path_factory: pytest.TempPathFactory) -> None:
        signing = Signing(tmp_path_factory.mktemp("key"))
        raw = composed(letter_to(server, ALICE))

        signed = Signer(signing.key.read_bytes(), "pbmserv", "example.org").sign(raw)

        assert picture_in(signed) is not None
        assert signing.verifies(signed)

    def test_reaches_a_maildir_as_it_was_made(self, server: Server, tmp_path: Path) -> None:
        deliverer = Deliverer(
            server.database, MaildirTransport(tmp_path / "mail", "here"), ADDRESS, lambda: server.now, pictures=DRAWN
        )
        server.hear(CAROL, "hex show 101")

        deliverer.run_once()
        deliverer.close()

        sent = [file.read_bytes() for file in (tmp_path / "mail" / "new").iterdir()]
        [shown] = [raw for raw in sent if b"carol@example.org" in raw and b"image/png" in raw]
        assert picture_in(shown) is not None

    def test_is_known_when_it_comes_back_whole(self, server: Server) -> None:
        raw = composed(letter_to(server, ALICE))

        assert read_message(raw, ALICE, b"key").our_own

    def test_can_be_quoted_as_a_whole_below_an_answer(self, server: Server) -> None:
        html = html_of(parsed(composed(letter_to(server, ALICE))))
        answer = EmailMessage()
        answer["From"], answer["Subject"], answer["In-Reply-To"] = ALICE, "Re: Hex Board 101 alice", "<1@example.org>"
        answer.set_content(f"<div>d4</div><br><blockquote type='cite'>{html}</blockquote>", subtype="html")

        read = read_message(answer.as_bytes(), ALICE)

        assert read.reply is not None
        assert (read.reply.line, read.reply.words) == ("d4", "d4")


def _remind(call: Any) -> None:
    interventions.remind(call, interventions.board_to_change(call, "hex", 101), "It is time.")


class TestAConfirmation:
    """What tells a player of their own move, and asks nothing, has the board in characters."""

    def test_of_a_move_has_no_picture(self, server: Server) -> None:
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        letter = letter_to(server, ALICE)

        assert (letter.headers["From"], letter.page and letter.page["preview"]) == (
            "Their turn",
            "You played d4. It is bob's turn.",
        )
        assert "picture" not in (letter.page or {})
        assert kinds(parsed(composed(letter))) == ["multipart/alternative", "text/plain", "text/html"]
        assert "4 \\ . . .(x). \\ 4" in unescape(html_of(parsed(composed(letter))))

    def test_of_a_hidden_move_has_none(self, server: Server) -> None:
        server.hear(ALICE, "goofspiel challenge alice bob")
        server.hear(BOB, "goofspiel move 101 bob bobpw123 5")

        letter = letter_to(server, BOB)

        assert letter.headers["From"] == "Choice kept"
        assert picture_in(composed(letter)) is None

    def test_is_no_letter_in_which_there_is_something_to_answer(self, server: Server) -> None:
        server.hear(ALICE, "goofspiel challenge alice bob")
        server.hear(BOB, "goofspiel move 101 bob bobpw123 5")
        server.hear(ALICE, "goofspiel move 101 alice secret7 6")
        server.hear(ALICE, "goofspiel move 101 alice secret7 propose")
        server.hear(BOB, "goofspiel move 101 bob bobpw123 7")

        letter = letter_to(server, BOB)

        assert letter.headers["From"] == "Choice kept"
        assert picture_in(composed(letter)) is not None

    def test_is_no_letter_that_tells_what_the_others_have_chosen(self, server: Server) -> None:
        server.hear(ALICE, "goofspiel challenge alice bob")
        server.hear(BOB, "goofspiel move 101 bob bobpw123 5")
        server.hear(ALICE, "goofspiel move 101 alice secret7 6")

        letters = newest_letters(server)
        assert picture_in(composed(letters[ALICE])) is not None
        assert picture_in(composed(letters[BOB])) is not None

    def test_is_no_letter_after_which_the_mover_has_to_move_again(self, server: Server) -> None:
        server.hear(BOB, "hex queue 101 bob bobpw123 a1")
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        letter = letter_to(server, ALICE)

        assert "bob (Horizontal): a1" in letter.text
        assert picture_in(composed(letter)) is not None

    def test_is_no_letter_about_a_move_that_ends_the_game(self, server: Server) -> None:
        server.hear(ALICE, "yavalath challenge alice bob")
        for move in ("e5", "a1", "f5", "b1", "h5", "i9"):
            player, password = (ALICE, "secret7") if move in ("e5", "f5", "h5") else (BOB, "bobpw123")
            server.hear(player, f"yavalath move 101 {player.partition('@')[0]} {password} {move}")
        server.hear(ALICE, "yavalath move 101 alice secret7 g5")

        letter = letter_to(server, ALICE)

        assert letter.page
        assert letter.page["preview"] == "You played g5. You won."
        assert picture_in(composed(letter)) is not None

    def test_of_a_move_goes_to_the_mover_only(self, server: Server) -> None:
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        letters = newest_letters(server)
        assert picture_in(composed(letters[BOB])) is not None
        assert picture_in(composed(letters[CAROL])) is not None

    def test_of_a_move_costs_no_picture_where_each_sees_their_own_hand(self, server: Server) -> None:
        server.hear(ALICE, "triominoes challenge alice bob")
        with server.database.reading() as connection:
            board = UnitOfWork(connection, installed()).boards.load("triominoes", 101)
        assert board is not None
        [seat] = board.seats_to_move
        mover, password = (("alice", "secret7"), ("bob", "bobpw123"))[seat]
        [move, *_] = board.game.legal_moves(board.position, seat) or ()
        pictures = BoardPictures(installed())
        server.hear(f"{mover}@example.org", f"triominoes move 101 {mover} {password} {move}")

        raw = composed(letter_to(server, f"{mover}@example.org"), pictures)

        assert picture_in(raw) is None
        assert pictures.drawn == 0


class TestWhoWantsNone:
    def test_gets_html_with_the_board_in_characters(self, server: Server) -> None:
        told = server.hear(BOB, "change format bob bobpw123 html")
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        letter = letter_to(server, BOB)

        assert "bob, letters to you are text, with the same as HTML beside it, from now on." in told.text
        assert letter.page is not None
        assert "picture" not in letter.page
        assert kinds(parsed(composed(letter))) == ["multipart/alternative", "text/plain", "text/html"]
        assert "4 \\ . . .(x). \\ 4" in unescape(html_of(parsed(composed(letter))))

    def test_gets_text_alone_and_nothing_is_stored_for_more(self, server: Server) -> None:
        server.hear(BOB, "change format bob bobpw123 text")
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        letter = letter_to(server, BOB)

        assert letter.page is None
        assert kinds(parsed(composed(letter))) == ["text/plain"]

    def test_can_have_them_back(self, server: Server) -> None:
        server.hear(BOB, "change format bob bobpw123 text")
        server.hear(BOB, "change format bob bobpw123 picture")
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        assert picture_in(composed(letter_to(server, BOB))) is not None

    def test_who_chose_html_over_text_when_there_were_no_pictures_gets_them(self, server: Server) -> None:
        with server.database.writing() as connection:
            players = Players(connection)
            players.choose(players.named(["bob"])["bob"], FORMAT, "html")
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        assert picture_in(composed(letter_to(server, BOB))) is not None


class TestWhatIsHidden:
    """Two worlds in which the tiles differ that bob cannot see: those of alice, and those not drawn yet."""

    @staticmethod
    def seen_in_two_worlds(world: Database, who: str, password: str) -> list[ClaimedLetter]:
        letters = []
        for other in (False, True):
            shared = Undone(world)
            server = Server(shared)
            with pytest.MonkeyPatch.context() as patch:
                _make_chance_certain(patch)
                server.hear(ALICE, "triominoes challenge alice bob")
                if other:
                    _deal_anew(server, "bob")
                server.hear(f"{who}@example.org", f"triominoes showas {who} {password} 101")
                letters.append(letter_to(server, f"{who}@example.org"))
            shared.close()
        return letters

    def test_is_in_no_letter_and_in_no_picture(self, world: Database) -> None:
        first, second = self.seen_in_two_worlds(world, "bob", "bobpw123")

        assert first.page == second.page
        assert composed(first) == composed(second)
        assert picture_in(composed(first)) is not None

    def test_is_in_the_letter_of_who_may_see_it(self, world: Database) -> None:
        first, second = self.seen_in_two_worlds(world, "alice", "secret7")

        assert first.page != second.page
        assert picture_in(composed(first)) != picture_in(composed(second))


def _deal_anew(server: Server, viewer: str) -> None:
    """Put all tiles that a player cannot see in other places."""
    with server.database.writing() as connection:
        work = UnitOfWork(connection, installed())
        board = work.boards.load("triominoes", 101, for_change=True)
        assert board is not None
        position: Any = board.position
        seat = [seat.player.userid for seat in board.seats].index(viewer)
        hands, bank = redealt(position.hands, position.bank, seat, Chance(bytes(16), "anew"))
        assert hands != position.hands
        board.position = replace(position, hands=hands, bank=bank)
        work.boards.save(board)


def _make_chance_certain(patch: pytest.MonkeyPatch) -> None:
    numbers = count()
    patch.setattr(secrets, "token_bytes", lambda size=32: next(numbers).to_bytes(size, "big"))
    patch.setattr(secrets, "token_hex", lambda size=32: next(numbers).to_bytes(size, "big").hex())
    # A request's name, of which Message-IDs are made, is the beginning of one.
    patch.setattr("pbmserv.request_ids.uuid4", lambda: UUID(int=next(numbers) << 80))


class TestTheSizeOfALetter:
    @pytest.mark.parametrize("line", ["trichet challenge alice bob", "hex challenge alice bob -size=13"])
    def test_is_never_more_than_the_limit_with_a_picture(self, server: Server, line: str) -> None:
        for _ in range(3):
            server.hear(ALICE, line, comment="Hello! " * 500)

        raw = composed(letter_to(server, ALICE))

        assert picture_in(raw) is not None
        assert len(raw) <= MOST_BYTES

    def test_is_kept_with_a_coarser_picture(self, server: Server) -> None:
        letter = letter_to(server, ALICE)
        small = composed(replace(letter, text=f"{letter.text}\n{'word ' * 3_800}\n"))

        fine, coarse = picture_in(composed(letter)), picture_in(small)

        assert fine is not None
        assert coarse is not None
        assert Image.open(io.BytesIO(coarse)).width < Image.open(io.BytesIO(fine)).width
        assert len(small) <= MOST_BYTES

    def test_is_worth_more_than_a_picture(self, server: Server) -> None:
        letter = letter_to(server, ALICE)

        message = parsed(composed(replace(letter, text=f"{letter.text}\n{'word ' * 8_000}\n")))

        assert kinds(message) == ["multipart/alternative", "text/plain", "text/html"]

    def test_is_worth_less_than_the_text(self, server: Server) -> None:
        letter = letter_to(server, ALICE)

        message = parsed(composed(replace(letter, text=f"{letter.text}\n{'word ' * 12_000}\n")))

        assert kinds(message) == ["text/plain"]
        assert "word " * 12_000 in str(message.get_content()).replace("\r\n", "")


class TestAPictureThatCannotBeMade:
    """Then the letter goes without it, and the log says so."""

    @pytest.mark.parametrize(
        "made",
        [ZeroDivisionError(), Picture(-5, 10, ()), None, BaseException("a panic")],
        ids=["it raises", "no picture", "nothing", "it panics"],
    )
    def test_because_the_game_fails(self, server: Server, made: Any, capsys: pytest.CaptureFixture[str]) -> None:
        class Failing(Hex):
            def picture(self, position: Any, viewer: int | None) -> Picture:
                if isinstance(made, BaseException):
                    raise made
                return made  # type: ignore[no-any-return]

        raw = composed(letter_to(server, ALICE), BoardPictures({"hex": Failing()}))

        assert kinds(parsed(raw)) == ["multipart/alternative", "text/plain", "text/html"]
        assert "picture.failed" in capsys.readouterr().out

    def test_because_the_game_is_not_there_any_more(self, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
        raw = composed(letter_to(server, ALICE), BoardPictures({}))

        assert picture_in(raw) is None
        assert "picture.failed" in capsys.readouterr().out

    def test_because_it_has_no_such_rules_any_more(self, server: Server) -> None:
        letter = letter_to(server, ALICE)
        assert letter.page is not None
        older = {**letter.page, "picture": {**letter.page["picture"], "version": 99}}

        assert picture_in(composed(replace(letter, page=older))) is None

    def test_is_not_tried_again_for_other_letters_about_the_board(
        self, server: Server, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Failing(Hex):
            tried = 0

            def picture(self, position: Any, viewer: int | None) -> Picture:
                Failing.tried += 1
                raise ZeroDivisionError

        letter, pictures = letter_to(server, ALICE), BoardPictures({"hex": Failing()})

        raws = [composed(letter, pictures) for _ in range(3)]

        assert [picture_in(raw) for raw in raws] == [None, None, None]
        assert Failing.tried == 1
        assert capsys.readouterr().out.count("picture.failed") == 1

    def test_because_the_game_took_too_long_with_another_a_while_ago(self, server: Server) -> None:
        worked, now = count(0, 3), [0.0]
        resting = CircuitBreaker(lambda: float(next(worked)), lambda: now[0])
        letter, pictures = letter_to(server, ALICE), BoardPictures(installed(), resting=resting)

        slow = composed(letter, pictures)
        now[0] = 599
        at_rest = composed(letter, pictures)
        now[0] = 601
        afterwards = composed(letter, pictures)

        assert picture_in(slow) is None
        assert picture_in(at_rest) is None
        assert picture_in(afterwards) is not None

    def test_because_the_rasteriser_fails(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: Any) -> bytes:
            raise CannotRasterise

        monkeypatch.setattr("pbmserv.pictures.png.png_of", fail)

        assert picture_in(composed(letter_to(server, ALICE), BoardPictures(installed()))) is None

    def test_is_no_reason_to_refuse_a_move(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Hex, "dump", _failing_for_letters(Hex.dump))

        server.hear(ALICE, "hex move 101 alice secret7 d4")

        letter = letter_to(server, BOB)
        assert "alice (Vertical): d4" in letter.text
        assert picture_in(composed(letter)) is None


def _failing_for_letters(dump: Any) -> Any:
    def fails(game: Game[Any], position: Any) -> Any:
        if any(frame.function == "stored" for frame in inspect.stack()[:4]):
            raise RuntimeError("this position cannot be told")
        return dump(game, position)

    return fails


class TestWhatIsKept:
    def test_all_who_see_the_same_have_one_picture(self, server: Server) -> None:
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        with server.database.writing() as connection:
            letters = Outbox(connection).claim(1_000, timedelta(days=365), server.now)[-3:]
        pictures = BoardPictures(installed())

        raws = [composed(letter, pictures) for letter in letters]

        seen = {letter.recipients: picture_in(raw) for letter, raw in zip(letters, raws, strict=True)}
        assert seen[BOB,] == seen[CAROL,] is not None
        assert seen[ALICE,] is None
        assert pictures.drawn == 1

    def test_a_picture_that_is_new_is_asked_of_its_game_once(
        self, server: Server, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = 0

        class Counting(Hex):
            def picture(self, position: Any, viewer: int | None) -> Picture:
                nonlocal asked
                asked += 1
                return super().picture(position, viewer)

        monkeypatch.setattr("pbmserv.mail.sending.compose.MOST_BYTES", 20_000)
        pictures = BoardPictures({"hex": Counting()})

        raw = composed(letter_to(server, ALICE), pictures)

        assert picture_in(raw) is not None
        assert asked == 1

    def test_is_bounded(self, server: Server) -> None:
        letter = letter_to(server, ALICE)
        pictures = BoardPictures(installed(), room=10)

        first, second = composed(letter, pictures), composed(letter, pictures)

        assert first == second
        assert pictures.drawn == 2


def test_moves_are_made_without_drawing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> Picture:
        raise AssertionError("a picture is drawn while the transaction is open")

    monkeypatch.setattr(Hex, "picture", forbidden)

    server.hear(ALICE, "hex move 101 alice secret7 d4")

    stored: Mapping[str, Any] = letter_to(server, BOB).page or {}
    assert stored["picture"]["position"] == Hex().dump(Hex().load(stored["picture"]["position"]))


def test_pictures_have_the_pieces_that_their_reader_has_chosen(server: Server) -> None:
    pictures = BoardPictures(installed())
    server.hear(BOB, "change pieces bob bobpw123 modern")
    server.hear(CAROL, "hex subscribe 101 carol secret9")
    server.hear(ALICE, "hex move 101 alice secret7 d4")
    letters = newest_letters(server)
    to_bob, to_carol = ((letters[each].page or {})["picture"] for each in (BOB, CAROL))
    as_usual = {name: value for name, value in to_bob.items() if name != "pieces"}

    assert to_bob["pieces"] == "modern"
    assert "pieces" not in to_carol
    boards = [board for stored in (to_bob, as_usual) if (board := pictures.of(stored))]
    assert len({pictures.png(board, MOST_BYTES) for board in boards}) == 2
