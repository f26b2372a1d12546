"""The words by which a command can be called in Russian; the names of games are in `games.other_words`.

Cyrillic letters stand in no name of a player and in no move, so none of these words can mean anything else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbmserv.language.words import SENTENCE_MARKS, Word

OTHERS: Mapping[str, str] = {
    "игры": "list",
    "каталог": "list",
    "отпуск": "vacation",
    "помощь": "help",
    "приглашение": "invitation",
    "разблокировать": "unblock",
    "регистрация": "signup",
    "заблокировать": "block",
    "сообщение": "message",
    "справка": "help",
    "турнир": "tournament",
    "уйти": "signoff",
    "язык": "language",
}
"""Commands that stand first."""
SUBJECTS: Mapping[str, str] = {"игры": "games", "команды": "commands"}
"""Lists that are help pages, behind the word for help."""
OF_GAMES: Mapping[str, str] = {
    "анализ": "analyse",
    "вызвать": "challenge",
    "вызов": "challenge",
    "заменить": "substitute",
    "запись": "record",
    "искать": "seek",
    "история": "history",
    "обмен": "swap",
    "отозвать": "withdraw",
    "отписаться": "unsubscribe",
    "очередь": "queue",
    "партии": "games",
    "подписаться": "subscribe",
    "подтвердить": "confirm",
    "показать": "show",
    "покажи": "show",
    "помощь": "help",
    "правила": "help",
    "присоединиться": "join",
    "просмотр": "preview",
    "рейтинг": "standings",
    "реванш": "rematch",
    "сдаться": "resign",
    "сдаюсь": "resign",
    "справка": "help",
    "таблица": "standings",
    "ход": "move",
    "чат": "chat",
}
"""Commands of a game, behind its name."""
OF_TOURNAMENTS: Mapping[str, str] = {
    "вступить": "join",
    "выйти": "leave",
    "покинуть": "leave",
    "показать": "show",
    "создать": "create",
    "список": "list",
    "таблица": "standings",
}
"""What can be done with a tournament, behind that word."""
OF_EVERY_GAME: Mapping[str, str] = {"ничья": "propose", "отменить": "undo", "сдаюсь": "resign"}
"""Moves of every game."""

_MOST_WORDS_OF_A_NAME = 3


def in_english(words: Sequence[Word], games: Collection[str]) -> list[Word]:
    """A line whose first words are those of a command in English; all else stays as it is.

    `games` are words for games, in lower case.
    """
    if all(word.text.isascii() for word in words[:2]):
        # As nearly always.
        return [*words]
    first, *others = _with_whole_names(words, games)
    command = _in(OTHERS, first) or _in(OF_GAMES, first)
    if command == "help":
        return [Word(command), *(Word(_in({**OF_GAMES, **OTHERS, **SUBJECTS}, each) or each.text) for each in others)]
    if command is None and first.text.lower() not in games and first.text != "tournament":
        return [*words]
    after = OF_TOURNAMENTS if "tournament" in (command, first.text) else OF_GAMES if command is None else {}
    then = [Word(word) for each in others[:1] if (word := _in(after, each))]
    return [Word(command) if command else first, *(then or others[:1]), *others[1:]]


def _with_whole_names(words: Sequence[Word], games: Collection[str]) -> Sequence[Word]:
    """The words with a game's name of several ones as one: `морской бой вызов`, `вызов морской бой`."""
    for place in (0, 1):
        for end in range(place + _MOST_WORDS_OF_A_NAME, place + 1, -1):
            named = words[place:end]
            name = "-".join(word.text.lower() for word in named)
            if name in games and all(word.plain for word in named):
                return [*words[:place], Word(name), *words[end:]]
    return words


def _in(words: Mapping[str, str], word: Word) -> str | None:
    return words.get(word.text.lower().rstrip(SENTENCE_MARKS)) if word.plain else None
