"""What a player has chosen or queued goes to nobody else with their words, whatever a mail program did to them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

import pytest

from pbmserv.commands.requests import words_for_others
from pbmserv.commands.requests.quota import CpuQuota
from pbmserv.letters.board import BoardLetters
from pbmserv.locale.catalogs import languages
from pbmserv.play.view import SHOWN
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.correspondents import Received
from tests.mail.as_programs_write import ADDRESS, ADDRESSES, Correspondence, correspondence
from tests.mail.test_hidden_hands import HEAD, says, texts, without_other_letters, writes

CHOICES = {"goofspiel": ("alice", "move", "7"), "hex": ("bob", "queue", "e5")}
"""A choice that nobody else is told: in a game in which all choose at once, and one that hides nothing else."""
_CHOICE = re.compile(r"(?<!\d )\b(7|e5)\b")
"""Seven is in the hand, too, which all see."""


class Chosen(NamedTuple):
    """Who has chosen, who may not know it, a letter to answer, the text of one that tells it, and its lines."""

    by: str
    other: str
    letter: Received
    text: str
    lines: list[str]


@pytest.fixture
def post(undone_database: Database) -> Correspondence:
    return correspondence(Server(undone_database, address=ADDRESS), tuple(ADDRESSES))


def chosen(post: Correspondence, game: str, language: str = "en") -> Chosen:
    by, command, choice = CHOICES[game]
    post.server.hear(ADDRESSES[by], f"change language {by} {by}-pass1 {language}")
    post.server.hear(ADDRESSES["alice"], f"{game} challenge alice bob")
    post.delivered()
    before = shown(post, by, game, language).splitlines()
    writes(post, by, f"{game} {command} 101 {by} {by}-pass1 {choice}", "")
    text = shown(post, by, game, language)
    lines = [line for line in text.splitlines() if line not in before and _CHOICE.search(line)]
    return Chosen(by, "bob" if by == "alice" else "alice", post.letters[by][-1], text, lines)


def shown(post: Correspondence, by: str, game: str, language: str = "en") -> str:
    """What a letter says to a player about the board as it stands."""
    board = post.server.office.look_up(lambda call: call.work.boards.load(game, 101))
    assert board is not None
    [player] = [each for each in board.players if each.userid == by]
    return BoardLetters(board, SHOWN, ADDRESS, post.server.now).to(player, language=language).text


def as_bytes(letter: str) -> str:
    """As a program writes it that takes each byte for a letter."""
    return "".join(each if each.isascii() else "?" * len(each.encode()) for each in letter)


def in_a_column(letter: str) -> str:
    return "\n".join(textwrap.wrap(letter, 60))


def quoted(letter: str) -> str:
    return "\n".join(f"> {line}" for line in letter.splitlines())


def quoted_and_wrapped(letter: str) -> str:
    return "\n".join(piece for line in quoted(letter).splitlines() for piece in textwrap.wrap(line, 30))


def in_html(letter: str) -> str:
    return f"<html><body><div>{'<br>'.join(letter.splitlines())}</div></body></html>"


SPOILT = (str, without_other_letters, as_bytes, in_a_column, quoted, quoted_and_wrapped, in_html)


@pytest.mark.alike
@pytest.mark.parametrize("spoil", SPOILT)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", CHOICES)
def test_what_a_player_has_chosen_reaches_nobody(
    post: Correspondence, game: str, language: str, spoil: Callable[[str], str]
) -> None:
    by, other, letter, text, lines = chosen(post, game, language)
    rest = text[text.index(lines[0]) :]
    head = HEAD.replace("{FROM}", ADDRESSES[by])
    if spoil is in_html:
        head = head.replace("Message-ID", "Content-Type: text/html; charset=utf-8\nMessage-ID")

    assert lines
    for told in (*lines, "\n".join(lines), rest, rest.partition(" ")[2]):
        body = spoil(f"chat Good luck!\n{told}" if spoil is in_html else told)
        mail = head + (body if spoil is in_html else f"chat Good luck!\n{body}")
        new = texts(post.answer(by, mail.encode(), "", letter=letter))

        assert not _CHOICE.search(new[other].partition("Good luck")[2]), told


def test_a_queued_move_does_not_reach_others_with_words_on_another_board(post: Correspondence) -> None:
    by, other, _, _, lines = chosen(post, "hex")
    post.server.hear(ADDRESSES[by], f"chess challenge {by} {other}")
    post.delivered()
    of_chess = post.letters[by][-1]

    quoted = says(post, by, f"chat\nGood luck!\n{lines[-1]}", of_chess)
    move = says(post, by, "chat\nIn chess, e5 is good", of_chess)

    assert "Your words have gone to nobody" in quoted[by]
    assert not quoted[other]
    assert "e5 is good" in move[other]


def test_nor_does_it_beside_a_new_choice_or_on_another_board(post: Correspondence) -> None:
    by, other, letter, _, lines = chosen(post, "goofspiel")
    post.server.hear(ADDRESSES[by], f"hex challenge {by} {other}")
    post.delivered()
    of_hex = post.letters[by][-1]

    beside = says(post, by, f"8\n{lines[-1]}", letter)
    elsewhere = says(post, by, f"chat\nGood luck!\n{lines[-1]}", of_hex)
    score = says(post, by, "chat\nI have lost 1. 7 to 9 again", of_hex)

    assert "You have chosen: 8." in shown(post, by, "goofspiel")
    assert "Your words have gone to nobody" in beside[by]
    assert beside[other] == elsewhere[other] == ""
    assert "1. 7 to 9" in score[other]


def test_when_all_have_chosen_the_same_words_go_on(post: Correspondence) -> None:
    by, other, letter, *_ = chosen(post, "goofspiel")
    post.server.hear(ADDRESSES[other], f"goofspiel move 101 {other} {other}-pass1 5")
    post.delivered()

    assert "I have chosen 7 " in says(post, by, "chat I have chosen 7 since you have the ten", letter)[other]


def test_who_is_going_to_resign_tells_nobody(post: Correspondence) -> None:
    post.server.hear(ADDRESSES["alice"], "liarsdice challenge alice bob carol")
    for by, move in (("alice", "1x1"), ("bob", "1x2"), ("carol", "1x3")):
        post.server.hear(ADDRESSES[by], f"liarsdice move 101 {by} {by}-pass1 {move}")
    post.server.hear(ADDRESSES["bob"], "liarsdice resign 101 bob bob-pass1")
    post.delivered()
    line = next(line for line in shown(post, "bob", "liarsdice").splitlines() if "going to resign" in line)

    assert says(post, "bob", f"chat\nGood luck!\n{line}")["alice"] == ""


def test_in_a_long_letter_misspelt_commands_are_looked_for_near_its_beginning_only(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To find what is near to a word takes a millisecond, and a letter has ten thousand lines."""
    post.server.hear(ADDRESSES["alice"], "hex challenge alice carol")
    post.delivered()
    nearest: Callable[..., list[str]] = get_close_matches
    looked_for: list[str] = []

    def noting(word: str, *more: object, **how: object) -> list[str]:
        looked_for.append(word)
        return nearest(word, *more, **how)

    monkeypatch.setattr("pbmserv.language.meaning.get_close_matches", noting)
    lines = "\n".join(f"mvo{number % 10} 7 luck\nchalen alice longwords" for number in range(2_000))

    says(post, "alice", f"chat {lines}")

    assert 0 < len(looked_for) < 2_000


@pytest.mark.parametrize("line", ["hex move 101 alice alice-pass1 e5", "move 101 alice alice-pass1 e5"])
def test_commands_that_are_spelt_right_are_found_further_below(post: Correspondence, line: str) -> None:
    post.server.hear(ADDRESSES["alice"], "hex challenge alice carol")
    post.delivered()

    told = says(post, "alice", "chat Hello\n" + "So it is.\n" * 400 + line)

    assert "alice-pass1" not in told["carol"]


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("always", [0, words_for_others.ALWAYS_COMPARED])
def test_what_could_not_be_compared_in_time_goes_to_nobody(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch, always: int, told: bool
) -> None:
    _, other, _, _, lines = chosen(post, "goofspiel")
    post.server.hear(ADDRESSES["alice"], f"hex challenge alice {other}")
    post.delivered()
    monkeypatch.setattr(CpuQuota, "is_over", True)
    monkeypatch.setattr(words_for_others, "ALWAYS_COMPARED", always)

    new = says(post, "alice", f"chat\nGood luck!\n{lines[-1] if told else 'I have 3 cats'}")

    # A few boards are compared whatever else the letter has cost.
    assert bool(new[other]) is bool(always and not told)
    assert ("no time to see" in new["alice"]) is (not always)


def test_plain_words_need_no_time(post: Correspondence, monkeypatch: pytest.MonkeyPatch) -> None:
    _, other, _, _, _ = chosen(post, "goofspiel")
    post.server.hear(ADDRESSES["alice"], f"hex challenge alice {other}")
    post.delivered()
    monkeypatch.setattr(CpuQuota, "is_over", True)
    monkeypatch.setattr(words_for_others, "ALWAYS_COMPARED", 0)

    assert "Good luck" in says(post, "alice", "chat\nGood luck, and have a nice evening!")[other]


def test_all_boards_are_looked_at_however_many_there_are(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, other, _, _, lines = chosen(post, "goofspiel")
    for game in ("chess", "go", "hex"):
        post.server.hear(ADDRESSES["alice"], f"{game} challenge alice {other}")
    post.delivered()
    monkeypatch.setattr(words_for_others, "_BOARDS_AT_ONCE", 1)

    assert not says(post, "alice", f"chat\nGood luck!\n{lines[-1]}")[other]
