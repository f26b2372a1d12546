"""Commands asked for in Russian, in a sentence or a word; none of these words means anything else beside others."""

from __future__ import annotations

import pytest

from pbmserv.commands.run.words_for_commands import command_meant
from pbmserv.language.russian import OF_EVERY_GAME, OF_GAMES, OF_TOURNAMENTS, OTHERS
from pbmserv.play.words.language import Language
from pbmserv.play.words_of_answers import LANGUAGES
from pbmserv.play.yes_and_no import asks_to_stop, entries_of, told_by
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, Post

MEANT = {
    "settings": [
        "настройки", "Мои настройки", "Где настройки?", "меньше писем", "Слишком много писем!", "больше писем",
        "Мне приходит слишком много писем", "меньше напоминаний, пожалуйста", "Не нужно напоминаний",
        "Как сменить язык?",
    ],
    "change letters daily": [
        "письма ежедневно", "Одно письмо в день, пожалуйста", "Можно присылать только одно письмо в день?",
    ],
    "change letters turns": ["Пишите мне, только когда мой ход"],
    "change letters all": ["письмо о каждом ходе"],
    "change format text": ["без картинок, пожалуйста", "только текст"],
    "change format picture": ["письма с картинками"],
    "change language ru": ["язык русский", "Письма на русском языке, пожалуйста", "Можно письма по-русски?"],
    "change language de": ["Сменить язык на немецкий"],
    "change receipts off": ["без подтверждений"],
    "change broadcasts off": ["без рассылок"],
    "forgot YOU": ["Я забыл пароль", "Забыла пароль", "новый пароль"],
    "tournament list": ["Какие есть турниры?", "список турниров"],
    "list": ["Какие у вас есть игры?", "Во что можно играть?"],
    "list open": ["Кто хочет сыграть?", "Ищу соперника", "открытые партии"],
    "all show YOU": ["мои партии"],
    "standing": [
        "Покажи доску", "Сколько времени осталось?", "Сколько у меня дней?", "Какой был последний ход?",
        "Кто выигрывает?", "Как идёт партия?", "Какой счёт?",
    ],
    "record": ["Пришлите запись партии"],
    "pages": ["У вас есть сайт?"],
    "vacation": ["Как взять отпуск?"],
}  # fmt: skip
STOPPING = [
    "стоп", "Стоп!", "отписаться", "Отпишите меня", "Удалите меня, пожалуйста", "Больше не пишите мне",
    "Не присылайте мне писем", "Я не хочу больше получать письма", "Хватит писем", "Удалите мой аккаунт",
]  # fmt: skip
OTHER = [
    "Настройки фигур странные", "Сегодня хороший день", "Мне нужен ещё один день", "Хорошая партия",
    "Турниры слишком длинные", "Стоп, это не тот ход", "письма", "день", "Русский язык красивый", "Я знаю русский",
]  # fmt: skip
SENTENCES = [(line, command) for command, lines in MEANT.items() for line in lines]


@pytest.fixture
def post(sqlite_database: Database) -> Post:
    return Post(Server(sqlite_database))


@pytest.mark.parametrize(("line", "command"), SENTENCES)
def test_a_sentence_asks_for_a_command(line: str, command: str) -> None:
    meant = command_meant(line)

    assert meant
    assert meant.command == command
    assert not asks_to_stop(line)


@pytest.mark.parametrize("line", STOPPING)
def test_who_wants_an_end_says_so(line: str) -> None:
    assert asks_to_stop(line)
    assert command_meant(line) is None


@pytest.mark.parametrize("line", OTHER)
def test_other_words_ask_for_neither(line: str) -> None:
    assert command_meant(line) is None
    assert not asks_to_stop(line)


@pytest.mark.parametrize("line", [line for line, _ in SENTENCES])
def test_no_sentence_is_a_yes_or_a_no(line: str) -> None:
    assert told_by(line) is None


def _entries(language: Language) -> set[tuple[str, ...]]:
    told = (language.yes, language.no, language.sure, language.bare, language.busy, language.greeting, language.kind)
    return {entry for text in told for entry in entries_of(text)}


@pytest.mark.parametrize("language", LANGUAGES, ids=range(len(LANGUAGES)))
def test_what_says_yes_or_no_in_any_language_asks_for_no_command(language: Language) -> None:
    meant = {" ".join(entry): command_meant(" ".join(entry)) for entry in _entries(language)}

    assert {line for line, command in meant.items() if command} == set()


@pytest.mark.parametrize("word", sorted({*OTHERS, *OF_GAMES, *OF_TOURNAMENTS, *OF_EVERY_GAME}))
def test_the_word_of_a_command_in_russian_asks_for_no_other_one(word: str) -> None:
    allowed: dict[str, set[str | None]] = {
        "игры": {None},
        "рейтинг": {None, "standing"},
        "таблица": {None, "standing"},
        "запись": {None, "record"},
        "турнир": {"tournament list"},
    }
    meant = command_meant(word)

    assert (meant and meant.command) in allowed.get(word, {None})


def test_fewer_letters_are_chosen_by_an_answer_and_stop_is_asked_about(post: Post) -> None:
    post.server.hear(ALICE, "change language alice secret7 ru")

    post.answer(ALICE, "Слишком много писем")
    settings = post.letter_to(ALICE)["text"]
    post.answer(ALICE, "письма ежедневно")
    asked = post.letter_to(ALICE)["text"]
    post.answer(ALICE, "да")
    done = post.letter_to(ALICE)["text"]
    post.answer(ALICE, "стоп")
    stopping = post.letter_to(ALICE)["text"]

    assert "change letters daily" in settings
    assert "change letters alice daily" in asked
    assert done != asked
    assert "вы хотите покинуть" in stopping
