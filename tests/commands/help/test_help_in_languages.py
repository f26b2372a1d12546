"""Help in the language of its reader: whose page is in it, and what becomes of a page that is not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbmserv import places
from pbmserv.commands.help.actions import page
from pbmserv.commands.help.written import english_pages, words_for_pages
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.letters.board_html import MOST_BYTES, page_html
from pbmserv.locale.catalogs import UNTRANSLATED, Compiled, catalog_of, speaking
from pbmserv.play.yes_and_no import told_by
from pbmserv.storage.database import Database
from pbmserv.storage.players import LANGUAGE
from tests.conversation import ADDRESS, Server, html_in
from tests.mail.test_replies import Post
from tests.post import arrive

ALICE, BOB = "alice@example.org", "bob@example.org"
NOTE = "Эта страница справки пока есть только по-английски."
CYRILLIC = re.compile("[а-яё]")


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "change language alice secret7 ru")
    return server


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of help pages that a test writes in, with the English ones."""
    for name, path in english_pages().items():
        (tmp_path / f"{name}.txt").write_bytes(path.read_bytes())
    (tmp_path / "ru").mkdir()
    monkeypatch.setattr(places, "help_pages", lambda: tmp_path)
    return tmp_path


def read_russian(call: Call) -> None:
    """Have alice read Russian from now on, without a letter on that."""
    call.work.players.choose(call.work.players.named(["alice"])["alice"], LANGUAGE, "ru")


def in_russian(asked: str) -> str:
    with speaking(catalog_of("ru")):
        return page(asked.split(), installed(), COMMANDS)[1]


# Whose page is in which language


def test_each_reader_gets_the_page_in_their_own_language(server: Server) -> None:
    to_alice = server.hear(ALICE, "help tutorial")
    to_bob = server.hear(BOB, "help tutorial")

    assert to_alice.text.startswith("Ваша первая партия\n==================\n")
    assert to_bob.text.startswith("Your first game\n===============\n")
    assert to_alice.subject == to_bob.subject == "Help: tutorial"
    assert "pbmserv@localhost" not in to_alice.text


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("помощь", "pbmserv: настольные игры по переписке\n"),
        ("справка ничья", "Как закончить партию вничью\n"),
        ("помощь русский", "Команды по-русски\n"),
        ("помощь вопросы", "Частые вопросы\n"),
        ("помощь Турниры", "Турниры\n"),
        ("помощь ход", "move\n"),
        ("помощь команды", "Команды pbmserv\n"),
        ("помощь игры", "Игры\n"),
    ],
)
def test_a_stranger_who_asks_in_russian_is_answered_in_russian(server: Server, asked: str, begins: str) -> None:
    arrive(server, f"From: zed@example.org\nTo: {ADDRESS}\nSubject: {asked}\n\n".encode(), sender="zed@example.org")

    assert server.outbox()[-1]["text"].startswith(begins)


def test_a_game_is_found_by_its_russian_name(server: Server) -> None:
    assert server.hear("zed@example.org", "помощь шахматы").subject == "Help for Chess"
    assert server.hear(ALICE, "шахматы правила").subject == "Help for Chess"


def test_the_russian_guide_to_russian_words_is_there_for_readers_of_english_too(server: Server) -> None:
    assert server.hear(BOB, "help russian").text.startswith("Commands in Russian\n")
    assert server.hear(ALICE, "help russian").text.startswith("Команды по-русски\n")


def test_several_pages_come_in_one_letter_each_in_the_language(server: Server) -> None:
    text = server.hear(ALICE, "help undo draw").text

    assert text.startswith("Как вернуть ход\n")
    assert "\n\nКак закончить партию вничью\n" in text


def test_a_word_that_is_no_page_is_told_of_in_the_language(server: Server) -> None:
    text = server.hear(ALICE, "help undo tutrial").text

    assert text.startswith("Как вернуть ход\n")
    assert re.search(r"tutrial.*tutorial\?\n$", text)
    assert UNTRANSLATED not in text


# What is made of declarations


def test_the_lists_are_in_the_language(server: Server) -> None:
    games, commands = in_russian("games"), in_russian("commands")

    assert "\n    chess (2 игрока)\n        Поставьте мат королю соперника.\n" in games
    assert "\nШахматы и родственные игры\n--------------------------\n" in games
    assert "\n    signup userid password [address ...]\n        Стать игроком\n" in commands
    for text in (games, commands):
        assert NOTE not in text
        assert max(map(len, text.splitlines())) <= 79


def test_the_entries_of_the_lists_are_buttons_in_the_language_too(server: Server) -> None:
    server.hear(ALICE, "help games")
    html = html_in(server.outbox()[-1]) or ""

    assert '<html lang="ru">' in html
    assert re.search(
        r'<a href="mailto:games@example\.net\?subject=help%20amazons"[^>]*>amazons \(2 игрока\)<br>', html
    )


@pytest.mark.parametrize(
    "command",
    # Two of them have a page of another kind by their names.
    [each for each in COMMANDS if each.name not in {"games", *english_pages()}],
    ids=lambda command: command.example,
)
def test_the_page_of_a_command_is_in_one_language(command: Command) -> None:
    text = in_russian(command.name)

    assert UNTRANSLATED not in text
    assert f"    > {command.example}\n" in text
    if NOTE in text:
        assert not CYRILLIC.search(text.replace(NOTE, ""))
    else:
        assert not re.search(r"(?<![\w.-])[a-z]{2,} (?:the|is|are|you|your|and|of) ", re.sub('"[^"]*"', "", text))


# What there is in English alone


def test_a_page_that_there_is_in_english_alone_comes_with_a_note_on_that(server: Server, folder: Path) -> None:
    text = server.hear(ALICE, "help times").text

    assert text.startswith(f"Time: reminders, forfeits, vacations\n{'=' * 36}\n\n{NOTE}\n\nThere is no hurry")
    assert not CYRILLIC.search(text.replace(NOTE, ""))
    assert NOTE not in server.hear(BOB, "help times").text


def test_a_page_of_a_game_has_the_note_as_well_and_keeps_its_boards(server: Server, folder: Path) -> None:
    text = server.hear(ALICE, "help hex").text

    assert text.startswith(f"Hex\n===\n\n{NOTE}\n\nTwo players lay stones")
    assert text.replace(f"{NOTE}\n\n", "") == server.hear(BOB, "help hex").text


def test_a_file_in_the_folder_of_a_language_is_all_that_a_page_needs(server: Server, folder: Path) -> None:
    (folder / "ru" / "hex.txt").write_text("Гекс\n====\n\nДвое ставят камни.\n", "utf-8")

    text = server.hear(ALICE, "help hex").text

    assert text.startswith("Гекс\n====\n\nДвое ставят камни.\n")
    assert "\nПохожие игры\n------------\n\n    help havannah\n" in text


def test_the_rules_in_short_are_those_of_the_page_in_the_language(undone_database: Database, folder: Path) -> None:
    (folder / "ru" / "hex.txt").write_text("Гекс\n====\n\nДвое ставят\nкамни.\n", "utf-8")
    post = Post(Server(undone_database))
    post.server.office.act(read_russian)
    post.answer(ALICE, "d3")
    post.answer(BOB, "c3")

    assert post.answer(ALICE, "правила?") == "done: hex help"
    assert str(post.letter_to(ALICE)["text"]).startswith("Двое ставят камни.\n")
    assert post.answer(BOB, "rules?") == "done: hex help"
    assert str(post.letter_to(BOB)["text"]).startswith("Two players lay stones")


def test_where_even_the_note_has_no_translation_the_page_is_in_english_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Compiled, "gettext", lambda _, text: text)

    assert in_russian("times") == (folder / "times.txt").read_text("utf-8")


def test_a_word_for_a_page_is_found_in_its_first_lines(folder: Path) -> None:
    (folder / "ru" / "draw.txt").write_text(".. also: мир, ничья\n.. of: 12345678\nНичья\n=====\n", "utf-8")

    assert words_for_pages() == {"мир": "draw", "ничья": "draw"}
    assert in_russian("мир") == "Ничья\n=====\n"


# By mail


@pytest.mark.parametrize(
    "quoted",
    [
        "",
        "> Ваша первая партия\n> ==================\n",
        "От: games@example.net\nТема: Help: tutorial\n\nВаша первая партия",
    ],
)
def test_a_page_is_answered_with_the_name_of_another_above_what_is_quoted(
    undone_database: Database, quoted: str
) -> None:
    post = Post(Server(undone_database))
    post.server.office.act(read_russian)
    post.server.hear(ALICE, "help tutorial")

    assert post.answer(ALICE, f"ничья\n\n{quoted}") == "done: help ничья"
    assert str(post.letter_to(ALICE)["text"]).startswith("Как закончить партию вничью\n")


@pytest.mark.parametrize("asked", ["replies", "replies tournaments open bots substitutes"])
def test_the_longest_pages_fit_a_letter(server: Server, asked: str) -> None:
    server.hear(ALICE, f"help {asked}")
    letter = server.outbox()[-1]
    html = page_html(letter["text"], letter["page"], letter["subject"], server=server.address)

    assert 0 < len(html.encode()) <= MOST_BYTES
    assert len(letter["text"].encode()) < MOST_BYTES


# What the page of answers says


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("помощь", "done: hex help"),
        ("правила?", "done: hex help"),
        ("Как играть?", "done: hex help"),
        ("Как выиграть?", "done: hex help"),
        ("Я сдаюсь", "хотите сдаться"),
        ("ничья?", "предложить ничью"),
        ("Предлагаю ничью", "предложить ничью"),
        ("Можно вернуть ход?", "последний ход"),
        ("Сыграем теперь в шахматы?", "chess challenge alice bob"),
        ("Давай сыграем в шахматы", "chess challenge alice bob"),
        ("ок", "Ваш ход"),
        ("хорошо", "Ваш ход"),
        ("Извини, я имел в виду d2", "d2"),
        ("не d3, а d4", "d4"),
        ("Привет, Бен! Как дела?", "bob"),
        ("слева вверху", "a1"),
        ("Вы кто?", "pbmserv"),
        ("Я в отпуске", "2024"),
        ("мои партии", "done: all show alice"),
        ("Я забыл пароль", "done: forgot alice"),
        ("Турниры?", "done: tournament list"),
        ("Кто хочет сыграть в го?", "done: go anyone alice ******"),
        ("отписаться", "done: signoff alice ******"),
        ("Спасибо!", "done: hex chat 101 alice ******"),
    ],
)
def test_words_in_russian_do_what_the_page_of_answers_says(
    undone_database: Database, line: str, becomes: str
) -> None:
    post = Post(Server(undone_database))
    post.server.office.act(read_russian)
    post.answer(ALICE, "d3")
    post.answer(BOB, "c3")

    outcome = post.answer(ALICE, line)

    text = " ".join(str(post.letter_to(ALICE)["text"]).split())
    assert becomes in f"{outcome}\n{text}"
    assert line.rstrip("?") in " ".join(in_russian("replies").split())


@pytest.mark.parametrize(
    ("page_of", "line", "says"),
    [
        ("replies", "Да, согласен. Спасибо!", "yes"),
        ("replies", "Конечно! Жду с нетерпением", "yes"),
        ("replies", "Привет, Аня! Да, пожалуйста", "yes"),
        ("invitations", "нет, спасибо", "no"),
        ("invitations", "Нет, извини, нет времени", "no"),
        ("invitations", "Да, но кто ходит первым?", None),
    ],
)
def test_answers_in_russian_say_what_the_pages_say(page_of: str, line: str, says: str | None) -> None:
    assert told_by(line, names={"аня"}) == says
    assert line in " ".join(in_russian(page_of).split())
