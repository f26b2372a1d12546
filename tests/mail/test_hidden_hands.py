"""What others get of an answer on a board of hidden hands: never a hand, whatever a mail program has made of it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

import pytest

from pbmserv.locale.catalogs import languages
from pbmserv.play.shown_alone import drawn_for_nobody_else, row_in
from pbmserv.storage.database import Database
from tests.conversation import Server, mover_in
from tests.correspondents import Received
from tests.mail.as_programs_write import ADDRESS, ADDRESSES, CASES, Correspondence, correspondence

HEAD = "From: {FROM}\nTo: {REPLY_TO}\nSubject: Re: {SUBJECT}\nMessage-ID: <{NEW_MID}@b.example>\n\n"
OTHERS = ("alice", "carol", "dave")
TEN_LINES = "\n".join(f"Line {number}." for number in "abcdefghij")
QUOTED = (
    "\n\nIl giorno ven 20 nov 2026 alle ore 13:00 pbmserv <pbmserv@games.example> ha scritto:\n\n{LETTER_QUOTED}\n"
)


@pytest.fixture
def post(undone_database: Database) -> Correspondence:
    """Four begin a game of Hearts: each has to pass on three cards."""
    server = Server(undone_database, address=ADDRESS)
    hearts = correspondence(server, tuple(ADDRESSES))
    server.hear(ADDRESSES["alice"], "hearts challenge alice bob carol dave")
    hearts.delivered()
    return hearts


def hand_of(post: Correspondence, userid: str) -> list[str]:
    """The cards in somebody's hand, as their newest letter with one names them."""
    text = next(each.text for each in reversed(post.letters[userid]) if "Your cards" in each.text)
    hand = text.partition("Your cards")[2].partition("\n\n")[0]
    return [word for word in hand.split() if len(word) == 2 and word[1] in "CDSH"]


def says(post: Correspondence, by: str, body: str, letter: Received | None = None) -> dict[str, str]:
    """Have somebody answer their newest letter; gives all that each is sent then."""
    template = HEAD.replace("{FROM}", ADDRESSES[by]) + body
    return texts(post.answer(by, template.encode(), "", letter=letter))


def writes(post: Correspondence, by: str, subject: str, body: str) -> dict[str, str]:
    """Have somebody write a letter with a command as its Subject."""
    mail = f"From: {ADDRESSES[by]}\r\nTo: {ADDRESS}\r\nSubject: {subject}\r\n\r\n{body}\r\n"
    return texts(post.send(mail.encode(), ADDRESSES[by], ADDRESS))


def texts(letters: dict[str, list[Received]]) -> dict[str, str]:
    """All that each has got, in one text; blanks as they come where a letter is wrapped."""
    return {userid: " ".join(" ".join(each.text.split()) for each in got) for userid, got in letters.items()}


def pass_on(post: Correspondence) -> tuple[str, str]:
    """Have all pass cards on; gives who has to play a card then, and one that may be played."""
    for userid in ADDRESSES:
        says(post, userid, "pass abc", post.letters[userid][-1])
    player = to_move(post)
    return player, post.letters[player][-1].examples[0]


def to_move(post: Correspondence) -> str:
    """Who has to move on the board of Hearts, first by seat."""
    board = post.server.office.look_up(lambda call: call.work.boards.load("hearts", 101))
    assert board is not None
    return board.players_to_move[0].userid


def leave(post: Correspondence, words: str = "") -> tuple[str, list[str], dict[str, str]]:
    """Have somebody resign in their turn, when all have moved; gives who, their hand, and what each is sent then."""
    pass_on(post)
    for _ in range(3):
        player = to_move(post)
        says(post, player, post.letters[player][-1].examples[0])
    player = to_move(post)
    hand = hand_of(post, player)
    return player, hand, says(post, player, f"resign\n{words.format(*hand)}")


def cards_told(new: dict[str, str], cards: list[str], to: tuple[str, ...]) -> set[str]:
    """Which of these cards are named to these readers as somebody's words."""
    return {card for reader in to for card in cards if card in new[reader].partition("writes:")[2]}


def test_a_letter_that_yahoo_quotes_on_a_phone_reaches_no_opponent(post: Correspondence) -> None:
    player, card = pass_on(post)
    template = (CASES / "hearts-hand-leaks-yahoo-android-en.eml").read_bytes()
    template = template.replace(b"Dave <dave@d.example>", ADDRESSES[player].encode())

    new = texts(post.answer(player, template, card))

    for reader in set(ADDRESSES) - {player}:
        assert new[reader].endswith(f"{player} writes: Good luck!")
        assert "Your words have gone to nobody" not in new[reader]
    assert new[player] == ""


def test_a_card_that_only_the_writer_has_been_shown_keeps_the_words_back(post: Correspondence) -> None:
    player, card = pass_on(post)
    others = tuple(sorted(set(ADDRESSES) - {player}))
    kept = hand_of(post, player)[-1]

    new = says(post, player, f"{card}\nGood luck! I have {kept}.")

    assert all(card in new[reader] and "Good luck" not in new[reader] for reader in others)
    assert f"Your words have gone to nobody: they name {kept}, which only you have been shown on" in new[player]
    assert "say it in words, for example: the queen of spades" in new[player]
    assert not any("gone to nobody" in new[reader] for reader in others)


def test_a_card_that_has_just_been_played_may_be_named(post: Correspondence) -> None:
    player, card = pass_on(post)
    reader = next(userid for userid in ADDRESSES if userid != player)

    new = says(post, player, f"{card}\nThe {card}, as it has to be.")

    assert new[reader].endswith(f"{player} writes: The {card}, as it has to be.")


@pytest.mark.parametrize("quotation", ["", QUOTED])
def test_to_say_it_in_words_is_up_to_the_player(post: Correspondence, quotation: str) -> None:
    player, card = pass_on(post)
    reader = next(userid for userid in ADDRESSES if userid != player)

    new = says(post, player, f"{card}\nI have the queen of spades.{quotation}")

    assert new[reader].endswith(f"{player} writes: I have the queen of spades.")


def test_ten_lines_go_on_and_eleven_do_not_where_no_quotation_is_found(post: Correspondence) -> None:
    assert "Line j." in says(post, "bob", f"chat {TEN_LINES}")["carol"]

    new = says(post, "bob", f"chat {TEN_LINES}\nLine k.", post.letters["bob"][1])

    assert new["carol"] == ""
    assert "10 lines go on at most, and you have written 11" in new["bob"]


def test_beside_a_quotation_longer_texts_go_on(post: Correspondence) -> None:
    new = says(post, "bob", f"chat {TEN_LINES}\nLine k.{QUOTED}")

    assert "Line j. Line k." in new["carol"]
    assert not cards_told(new, hand_of(post, "bob"), OTHERS)


def test_in_games_that_hide_nothing_any_length_goes_on(post: Correspondence) -> None:
    post.server.hear(ADDRESSES["alice"], "hex challenge alice bob")
    post.delivered()

    new = says(post, "bob", f"chat {TEN_LINES}\nLine k.")

    assert "Line k." in new["alice"]


@pytest.mark.alike
@pytest.mark.parametrize(
    "subject",
    ["hearts move 101 bob bob-pass1 pass abc", "hearts chat 101 bob bob-pass1", "hearts queue 101 bob bob-pass1 2C",
     "hearts move 101 bob bob-pass1 propose", "message bob bob-pass1 alice carol dave"],
)  # fmt: skip
@pytest.mark.parametrize("way", ["hand", "below", "above"])
def test_a_hand_in_the_body_of_a_command_goes_to_nobody(post: Correspondence, subject: str, way: str) -> None:
    letter, cards = post.letters["bob"][-1].text, hand_of(post, "bob")
    hand = letter.partition("Your cards")[2].partition("\n\n")[0]
    bodies = {"hand": hand, "below": f"Good luck!\n\n{letter}", "above": f"{letter}\n\nGood luck!"}

    new = writes(post, "bob", subject, bodies[way])
    for other in OTHERS:
        more = says(post, other, "pass abc", post.letters[other][0])
        new = {reader: f"{new[reader]} {more[reader]}" for reader in new}

    assert not cards_told(new, cards, OTHERS)


def test_words_kept_with_a_hidden_choice_never_come_out_later(post: Correspondence) -> None:
    card = hand_of(post, "bob")[0]
    new = says(post, "bob", f"pass abc\nLook, {card}!")
    assert "Your words have gone to nobody" in new["bob"]

    for userid in OTHERS:
        new = says(post, userid, "pass abc")

    assert not any("Look" in new[reader] for reader in ADDRESSES)


def test_on_another_board_three_cards_of_the_hand_are_too_many_and_two_are_not(post: Correspondence) -> None:
    cards = hand_of(post, "bob")
    post.server.hear(ADDRESSES["alice"], "hex challenge alice bob")
    post.delivered()

    assert " ".join(cards[:2]) in says(post, "bob", f"chat {' '.join(cards[:2])}")["alice"]
    new = says(post, "bob", f"chat {' '.join(cards[:3])}", post.letters["bob"][-2])

    first, second, third = sorted(cards[:3])
    assert new["alice"] == ""
    assert (
        f"they name {first}, {second} and {third}, which only you have been shown on Hearts Board 101" in new["bob"]
    )


def test_a_hand_beside_an_answer_in_its_line_goes_to_nobody(post: Correspondence) -> None:
    cards = hand_of(post, "bob")
    post.server.hear(ADDRESSES["alice"], "hex challenge alice bob -size=5")
    post.delivered()
    for who, move in (("alice", "d3"), ("bob", "c3"), ("alice", "propose")):
        says(post, who, move)

    new = says(post, "bob", f"No, I hold {' '.join(cards[:3])} there")

    # The proposal is rejected all the same, and its writer is told.
    assert "bob does not agree" in new["alice"]
    assert not cards_told(new, cards, ("alice", "carol", "dave"))
    assert "Your words have gone to nobody" in new["bob"]


def test_of_many_cards_three_are_told(post: Correspondence) -> None:
    cards = hand_of(post, "bob")
    first, second, third = sorted(cards[:4])[:3]

    new = says(post, "bob", f"chat {' '.join(cards[:4])}")

    assert f"they name {first}, {second}, {third} and more, which only you have been shown" in new["bob"]


def test_on_another_board_two_cards_are_not_too_many_beside_something_else(post: Correspondence) -> None:
    cards = hand_of(post, "bob")
    post.server.hear(ADDRESSES["alice"], "hex challenge alice bob")
    post.delivered()

    assert "my 4x4 K9" in says(post, "bob", f"chat {' '.join(cards[:2])}, my 4x4 K9")["alice"]


def test_a_hand_in_the_words_with_a_challenge_starts_nothing(post: Correspondence) -> None:
    cards = hand_of(post, "bob")

    new = writes(post, "bob", "hex challenge bob alice", f"I have {' '.join(cards[:3])}.")

    assert new["alice"] == ""
    assert "Your words have gone to nobody" in new["bob"]


WRITINGS: dict[str, Callable[[list[str]], str]] = {
    "in lower case": lambda cards: " ".join(cards).lower(),
    "in full width": lambda cards: " ".join(cards).translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}),
    "glued": "".join,
    "glued in lower case": lambda cards: "".join(cards).lower(),
    "split": lambda cards: " ".join("".join(cards).lower()),
    "a line each": "\n".join,
    "with hyphens": lambda cards: "-".join("".join(cards)),
    "with signs of suits": lambda cards: " ".join(card[0] + "♣♦♠♥"["CDSH".index(card[1])] for card in cards),
    "with of": lambda cards: ", ".join(f"{card[0].replace('T', '10')} of {card[1]}" for card in cards),
    "by suits": lambda cards: "\n".join(f"{card[1]}: {card[0]}" for card in cards),
}


@pytest.mark.parametrize("writing", WRITINGS)
@pytest.mark.alike
def test_a_hand_goes_to_nobody_in_whatever_letters(post: Correspondence, writing: str) -> None:
    cards = hand_of(post, "bob")[:4]
    post.server.hear(ADDRESSES["alice"], "hex challenge alice bob")
    post.delivered()

    here = says(post, "bob", f"chat {WRITINGS[writing](cards)}", post.letters["bob"][-2])
    elsewhere = says(post, "bob", f"chat {WRITINGS[writing](cards)}")

    assert {here["alice"], here["carol"], elsewhere["alice"]} == {""}
    assert all("Your words have gone to nobody: they name" in new["bob"] for new in (here, elsewhere))


def test_words_of_people_go_on_whoever_holds_what(post: Correspondence) -> None:
    words = "Ah, as you like! Thanks, I had a D once. See you at 10, and have fun."
    for userid in ADDRESSES:
        new = says(post, userid, f"chat {words}", post.letters[userid][-1])
        assert all(words in new[reader] for reader in ADDRESSES)


def test_watchers_have_nothing_to_hide(post: Correspondence) -> None:
    post.server.hear(ADDRESSES["alice"], "triominoes challenge alice carol")
    post.server.hear(ADDRESSES["bob"], "triominoes subscribe 101 bob bob-pass1")
    post.delivered()

    new = writes(post, "bob", "triominoes chat 101 bob bob-pass1", f"{TEN_LINES}\nWhat about 3-3-4?")

    assert "Line j. What about 3-3-4?" in new["carol"]


@pytest.mark.parametrize("game", ["triominoes", "trioker", "trioker-line"])
@pytest.mark.long
def test_tiles_are_kept_back_too_those_in_examples_of_moves_as_well(post: Correspondence, game: str) -> None:
    post.server.hear(ADDRESSES["alice"], f"{game} challenge alice bob")
    post.delivered()
    player = mover_in(post.letters["bob"][-1].text)
    other = {"alice": "bob", "bob": "alice"}[player]
    letter = post.letters[player][-1]

    for named in (letter.examples[0], letter.examples[0].partition("@")[0]):
        new = says(post, player, f"chat Shall I take {named}?", letter)

        assert new[other] == ""
        assert "which only you have been shown" in new[player]


@pytest.mark.parametrize("width", [20, 30, 50, 70])
def test_lines_that_a_program_has_wrapped_behind_their_marks_tell_nothing(post: Correspondence, width: int) -> None:
    letter = post.letters["bob"][-1]
    lines = [f"> {line}" for line in letter.text.split("\n")]
    wrapped = "\n".join(piece for line in lines for piece in textwrap.wrap(line, width) or [">"])

    new = says(post, "bob", f"chat Good luck!\n\nOn Friday bob wrote:\n{wrapped}", letter)

    # Which lines have lost their marks, and so whether there is a card in them, depends on the width and on the deal.
    assert not cards_told(new, hand_of(post, "bob"), OTHERS)


def test_a_card_in_a_line_that_has_lost_its_mark_keeps_the_words_back(post: Correspondence) -> None:
    cards = hand_of(post, "bob")

    new = says(
        post, "bob", f"chat Good luck!\n\nOn Friday bob wrote:\n> Your hand: {cards[0]}\n{cards[1]} {cards[2]}"
    )

    assert {new[other] for other in OTHERS} == {""}
    assert "Your words have gone to nobody" in new["bob"]


@pytest.mark.parametrize("shown", [20, 25, 30])
def test_a_letter_without_its_beginning_tells_nothing(post: Correspondence, shown: int) -> None:
    letter = post.letters["bob"][-1]
    rest = "\n".join(letter.text.split("\n")[shown - 10 : shown])

    new = says(post, "bob", f"chat Good luck!\n{rest}", letter)

    assert not any(card in new[other] for card in hand_of(post, "bob") for other in OTHERS)


@pytest.mark.parametrize("cards", ["{1} {2} {3}", "{2}"])
def test_who_resigns_tells_no_card_that_is_still_in_the_hand(post: Correspondence, cards: str) -> None:
    player, hand, new = leave(post, f"My cards were {cards}.")
    others = tuple(sorted(set(ADDRESSES) - {player}))

    assert all(f"{player} has resigned." in new[other] for other in others)
    assert not cards_told(new, hand, others)
    assert "Your words have gone to nobody: they name" in new[player]


def test_who_has_resigned_tells_no_card_that_is_still_in_the_hand_and_any_that_was_played(
    post: Correspondence,
) -> None:
    player, hand, new = leave(post)
    others = tuple(sorted(set(ADDRESSES) - {player}))
    played = re.search(r"\b(\w\w) is played for", new[others[0]])
    assert played
    held = next(card for card in hand if card != played[1])
    letter = post.letters[player][-1]

    assert f"My {played[1]}." in says(post, player, f"My {played[1]}.", letter)[others[0]]
    said = says(post, player, f"I had {held}.", letter)
    elsewhere = writes(post, player, f"message {player} {player}-pass1 {others[0]}", f"I had {' '.join(hand)}.")

    assert {said[other] for other in others} | {elsewhere[others[0]]} == {""}
    assert "Your words have gone to nobody" in said[player]
    assert "Your words have gone to nobody" in elsewhere[player]


def test_who_has_left_a_hand_to_another_does_not_tell_it_either(post: Correspondence) -> None:
    player, hand, _ = leave(post)
    others = tuple(sorted(set(ADDRESSES) - {player}))
    for other in others:
        post.server.hear(ADDRESSES[other], f"hearts substitute 101 {other} {other}-pass1 bot-easy")
    post.delivered()
    assert "bot-easy" in writes(post, player, "hearts show 101", "")[player]

    said = writes(post, player, f"hearts chat 101 {player} {player}-pass1", f"I had {' '.join(hand)}.")

    assert {said[other] for other in others} == {""}
    assert "Your words have gone to nobody" in said[player]


def test_talk_that_names_a_card_of_ones_own_is_not_asked_about(post: Correspondence) -> None:
    card = hand_of(post, "bob")[0]

    told = says(post, "bob", f"Hello all, nice to meet you, what do you think of {card} here?")

    assert "Shall your words go" not in told["bob"]
    assert card not in "".join(told.get(other, "") for other in OTHERS)


def test_other_talk_is_and_goes_to_all_with_a_yes(post: Correspondence) -> None:
    told = says(post, "bob", "Hello all, nice to meet you, I am glad to play this")
    assert "Shall your words go to alice, carol and dave?" in told["bob"]

    told = says(post, "bob", "yes")
    assert all("Hello all, nice to meet you" in told[other] for other in OTHERS)


def without_first_lines(letter: str) -> str:
    return "\n".join(letter.splitlines()[3:])


def without_all_that_is_known(letter: str) -> str:
    return "\n".join(letter.splitlines()[9:])


def without_other_letters(letter: str) -> str:
    """As a program writes it that has ASCII alone."""
    return letter.encode("ascii", "replace").decode()


def in_one_column(letter: str) -> str:
    return "\n".join(textwrap.wrap(letter, 40))


SPOILT = (without_first_lines, without_all_that_is_known, without_other_letters, in_one_column)


@pytest.mark.parametrize("spoil", SPOILT)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "begun"), [("liarsdice", ("1x1", "1x2")), ("marshal", ())])
def test_rows_of_dice_and_pieces_reach_no_opponent_in_any_language(
    undone_database: Database, game: str, begun: tuple[str, ...], language: str, spoil: Callable[[str], str]
) -> None:
    server = Server(undone_database, address=ADDRESS)
    post = correspondence(server, tuple(ADDRESSES))
    server.hear(ADDRESSES["alice"], f"change language alice alice-pass1 {language}")
    server.hear(ADDRESSES["alice"], f"{game} challenge alice bob")
    for move, player in zip(begun, ("alice", "bob"), strict=False):
        server.hear(ADDRESSES[player], f"{game} move 101 {player} {player}-pass1 {move}")
    post.delivered()
    board = server.office.look_up(lambda call: call.work.boards.load(game, 101))
    assert board is not None
    rows = drawn_for_nobody_else(board, board.players[0])
    letter = post.letters["alice"][-1]

    new = says(post, "alice", f"chat\nGood luck!\n\n{spoil(letter.text)}", letter)

    assert rows
    assert all(row_in(letter.text, [row]) for row in rows)
    assert row_in(new["bob"], rows) == ""


def test_nor_do_they_from_a_letter_of_another_board(undone_database: Database) -> None:
    server = Server(undone_database, address=ADDRESS)
    post = correspondence(server, tuple(ADDRESSES))
    server.hear(ADDRESSES["alice"], "hex challenge alice bob")
    server.hear(ADDRESSES["alice"], "liarsdice challenge alice carol")
    post.delivered()
    hex_letter, of_dice = post.letters["alice"][-2:]
    [dice] = re.findall(r"^Your dice: (.*)\.$", of_dice.text, re.MULTILINE)

    new = says(post, "alice", f"chat\nGood luck!\n\n{without_all_that_is_known(of_dice.text)}", hex_letter)
    said = says(post, "alice", f"chat\nGood luck! {dice[:5]}", hex_letter)

    assert new["bob"] == ""
    assert f"A {dice} - stands among them, as only you see it on LiarsDice Board 101" in new["alice"]
    assert f"Good luck! {dice[:5]}" in said["bob"]
