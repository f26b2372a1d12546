"""Letters in other languages: each reader's own, whole or not at all, and all that they say is in the catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

from pbmserv.commands.requests.context import Call
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.base import Game
from pbmserv.games.boards.grids import name_of as name_of_piece
from pbmserv.games.catalogue import installed
from pbmserv.games.finding import in_families
from pbmserv.games.grid_game import GridGame
from pbmserv.games.message import (
    Message,
    counted,
    in_context,
    listed,
    message_of,
    of_messages,
    values_of,
    words_dumped,
    words_restored,
)
from pbmserv.letters.board_html import page_html
from pbmserv.locale.catalogs import (
    BETWEEN_THOUSANDS,
    LANGUAGE_NAMES,
    UNTRANSLATED,
    Compiled,
    accepted_language,
    catalog_of,
    has_letters,
    language_of,
    language_of_mail,
    languages,
    name_of,
    says_something,
    speaking,
    translated,
)
from pbmserv.storage.database import Database
from pbmserv.storage.players import LANGUAGE
from tests.conversation import FOUR, Server
from tests.golden.conversations import FILES, REFUSALS, _server, _taken, each_of, steps_in, with_players
from tests.letters.test_words_beside_pictures import positions_of
from tests.post import arrive
from translations.__main__ import FOLDER, NAME, TEMPLATE, compiled, forms_of, found, missing, of_language, written
from translations.messages import texts

ALICE, BOB = "alice@example.org", "bob@example.org"
VALUES = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
CATALOGS = sorted(FOLDER.glob(f"*/{NAME}"))
WHOLE = ("ru",)
"""Languages that lack nothing of the core. A new game may lack all: its letters come in English."""
COMMON = [file for file in FILES if file.stem == "letters-are-answered"]
CYRILLIC = re.compile("[а-яё]")


class Loud:
    """A language that is English in capitals, so that what has not been looked up is seen."""

    language = "xx"

    def gettext(self, text: str) -> str:
        return VALUES.sub(lambda value: value[0].lower(), re.sub(r"\{|\}|[^{}]+", self._loud, text))

    def _loud(self, part: re.Match[str]) -> str:
        return part[0].upper() if part[0] not in "{}" else part[0]

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)

    def pgettext(self, context: str, text: str) -> str:
        return self.gettext(text)


def test_a_message_is_said_with_its_values_in_the_language_in_which_is_written() -> None:
    moves = counted("{count} move", "{count} moves", 5)
    words = Message("{player} has made {moves}: {what}", player="alice", moves=moves, what=listed(["a1", "b2"]))

    with speaking(Loud()):
        assert translated(words) == "alice HAS MADE 5 MOVES: a1 AND b2"
    assert translated(words) == "alice has made 5 moves: a1 and b2"


@pytest.mark.parametrize(
    ("count", "says"),
    [
        (1, "1 ход"),
        (2, "2 хода"),
        (5, "5 ходов"),
        (11, "11 ходов"),
        (21, "21 ход"),
        (22, "22 хода"),
        (112, "112 ходов"),
    ],
)
def test_numbers_have_the_forms_of_their_language(count: int, says: str) -> None:
    with speaking(catalog_of("ru")):
        assert says in translated(counted("{kind}: {count} move", "{kind}: {count} moves", count, kind="d4"))


def test_what_is_stored_keeps_the_forms_for_other_numbers() -> None:
    words = Message("{moves}.", moves=counted("{count} move", "{count} moves", 1))

    stored = words_restored(words_dumped(words))
    again = message_of(words.text, values_of(words))

    with speaking(Loud()):
        assert translated(stored) == translated(again) == "1 MOVE."


def test_what_has_no_translation_is_marked() -> None:
    with speaking(catalog_of("ru")):
        assert translated(Message("Nobody has translated this.")) == f"{UNTRANSLATED}Nobody has translated this."
        assert translated(Message("{a}: {b}", a="x", b="y")) == "x: y"


def test_languages_are_the_folders_that_there_are() -> None:
    assert languages() == ("en", *sorted(path.parts[-3] for path in CATALOGS))
    assert catalog_of("en") is catalog_of("") is catalog_of("tlh") is None


@pytest.mark.parametrize(
    ("game", "pieces"),
    [
        ("draughts", {"шашка", "дамка"}),
        ("checkers", {"шашка", "дамка"}),
        ("canter", {"пешка", "конь", "нет поля"}),
        ("hnefatafl", {"воин", "король"}),
        ("halma", {"фишка"}),
        ("loa", {"фишка"}),
    ],
)
def test_one_english_word_for_two_things_is_two_words_in_other_languages(game: str, pieces: set[str]) -> None:
    with speaking(catalog_of("ru")):
        assert {str(translated(Message(figure.name))) for figure in installed()[game].figures} == pieces  # type: ignore[attr-defined]


def test_a_horse_of_shogi_is_no_knight() -> None:
    names = [figure.name for figure in installed()["shogi"].figures]  # type: ignore[attr-defined]

    with speaking(catalog_of("ru")):
        assert len({translated(Message(name)) for name in names}) == len({*names})


def test_a_word_keeps_its_context_where_it_is_stored() -> None:
    stored = words_restored(
        words_dumped(Message("{player}'s {piece}", player="x", piece=in_context("king", "draughts")))
    )

    with speaking(catalog_of("ru")):
        assert "дамка" in translated(stored)


def test_a_text_keeps_its_values_with_its_context() -> None:
    stored = words_restored(words_dumped(in_context("cube {number}", "backgammon", number=2)))

    assert (stored, stored.context) == ("cube 2", "backgammon")
    assert (stored.with_values(number=4), stored.with_values(number=4).context) == ("cube 4", "backgammon")


@pytest.fixture(scope="module")
def texts_found() -> set[str]:
    return {text.one for text in texts()}


@pytest.mark.parametrize(
    "text",
    [
        "moves have been taken back",
        "the game is over",
        "the game does not go on",
        "the operator has called the game off",
        "without {players} the game does not go on",
    ],
)
def test_why_a_plan_was_dropped_has_a_text_of_its_own_for_translators(text: str, texts_found: set[str]) -> None:
    assert text in texts_found


@pytest.mark.parametrize("text", ["{player}'s {piece}", "{player}'s", "{days} d {hours} h", "N–S"])
def test_so_has_a_text_of_single_letters(text: str, texts_found: set[str]) -> None:
    """No word is in it, but other languages say whose it is, and write days, in another way."""
    assert not says_something(text)
    assert text in texts_found


def test_a_text_of_signs_alone_is_the_same_in_all_languages(texts_found: set[str]) -> None:
    assert [text for text in texts_found if not has_letters(text)] == []


def test_whose_a_piece_is_can_be_said_the_other_way_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def gettext(catalog: Compiled, text: str) -> str:
        return "{piece} ({player})" if text == "{player}'s {piece}" else {"Black": "Чёрные"}.get(text, text)

    monkeypatch.setattr(Compiled, "gettext", gettext)
    checkers = installed()["checkers"]
    assert isinstance(checkers, GridGame)
    black = next(figure for figure in checkers.figures if checkers.seat_names[figure.seat or 0] == "Black")

    with speaking(catalog_of("ru")):
        assert translated(name_of_piece(black, checkers.seat_names)) == "шашка (Чёрные)"


# What every catalog has to hold


def test_the_texts_of_the_source_are_all_in_the_template() -> None:
    assert TEMPLATE.read_bytes() == written(found()), "python -m translations brings it up to date"


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.parts[-3])
class TestACatalog:
    def test_is_compiled_as_it_is_written(self, path: Path) -> None:
        assert path.with_suffix(".mo").read_bytes() == compiled(of_language(path))

    def test_has_the_texts_of_the_template_and_no_others(self, path: Path) -> None:
        assert {(each.id, each.context) for each in of_language(path)} == {
            (each.id, each.context) for each in found()
        }

    def test_lacks_none_of_the_core_if_it_is_said_to_be_whole(self, path: Path) -> None:
        assert path.parts[-3] not in WHOLE or missing(of_language(path), only_core=True) == []

    def test_says_all_values_and_no_others(self, path: Path) -> None:
        wrong = [
            (english[0], text)
            for english, texts in _translations(path)
            for text in texts
            if (set(VALUES.findall(text)) ^ set(VALUES.findall(english[-1])))
            - {"{count}" if len(english) > 1 else ""}
        ]
        assert wrong == []

    def test_says_something_else_than_english_where_there_are_words(self, path: Path) -> None:
        """What is the same cannot be told from what has no translation."""
        same = [english for english, texts in _translations(path) if texts == english and says_something(english[0])]
        # Glicko is a name, and stands before a number.
        assert [english for (english,) in same if " " in english.replace("Glicko {rating}", "").strip()] == []

    def test_has_no_line_that_is_wider_than_a_letter(self, path: Path) -> None:
        """Where English has a wider one, lines are broken when a letter is written."""
        set_in_lines = [
            texts for english, texts in _translations(path) if "\n" in english[0] and _width_of(english[0]) <= 79
        ]
        assert [text for texts in set_in_lines for text in texts if _width_of(text) > 79] == []

    def test_ends_sentences_as_they_end(self, path: Path) -> None:
        ends = [(english[0], text) for english, texts in _translations(path) for text in texts]
        sentences = [pair for pair in ends if " " in pair[0].strip()]
        assert [pair for pair in sentences if pair[0].endswith(".") != pair[1].endswith(".")] == []


def _width_of(text: str) -> int:
    return max(map(len, text.split("\n")))


def _translations(path: Path) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for message in of_language(path):
        if message.id and all(forms_of(message.string)):
            yield forms_of(message.id), forms_of(message.string)


# All letters


def _choose(name: str, language: str, call: Call) -> None:
    call.work.players.choose(call.work.players.named([name])[name], LANGUAGE, language)


def letters_in(database: Database, file: Path, language: str, said: str | None = None) -> Iterator[Mapping[str, Any]]:
    """The letters of a conversation, or of what is `said` in a file, whose players have all chosen a language."""
    with with_players(database) as players, players.back_afterwards():
        server = _server(players)
        for name in ("alice", "bob", "carol"):
            server.office.act(partial(_choose, name, language))
        last = max(letter["id"] for letter in server.outbox())
        for step in steps_in(file.read_text("utf-8") if said is None else said):
            [*_taken(server, step)]
            yield from server.outbox(after=last)
            last = max(letter["id"] for letter in server.outbox())


PROSE = re.compile(r"(?<![\w.-])[a-z]{2,} [a-z]{2,} [a-z]{2,}(?![\w.-])")
"""Three plain words of English in a row."""


HELP = re.compile(r"^(?:pbmserv: board games by letter|The commands of pbmserv|.*\n[=-]{4,}$)", re.MULTILINE)
"""What stands in a letter with a help page, which is in English, and may tell in Russian of another page."""


OF_PLAYERS = re.compile(r"^ {4}.*$", re.MULTILINE)
"""What was typed, as a letter repeats it: a userid may have a Cyrillic letter in it."""
STAYS_ENGLISH = re.compile(
    r"\A(?:[A-Z].*\n)+(?:.+\n)*\n(?=Ход)|^  [A-J][0-9]  .*$|^\*{60}\n\n\w+ invites you (?s:.*)"
    r"|\b(?:alice|bob|carol|dave)\b",
    re.MULTILINE,
)
"""What stays English (`docs/translating.md`): first words of help pages, invitations below those in the inviter's
language, and names. Boards of Trioker are in French.
"""


def english_in(text: str) -> list[str]:
    """Lines of prose in English, but for commands, which are indented or stand in quotes, and what players write."""
    own = re.sub(r'"[^"\n]{0,200}"|pbmserv verify \S+ \d+', "", text)
    own = re.sub(rf"(?<![a-z])(?:{'|'.join(COMMANDS.first_words)})(?: [a-z@.]+){{1,3}}", "", own)
    own = re.sub(r"(?<![a-z])[a-z]+ (?:reject|active|inactive)[a-z ]*(?:PASSWORD)?", "", own)
    return [line for line in own.splitlines() if PROSE.search(line) and not line.startswith("    ")]


PLAYERS = {"alice@example.org", "bob@example.org", "carol@example.org"}
ENGLISH_AGAIN = re.compile(r"change language (?:\w+) \S+ en\b")


def check_in_russian(database: Database, file: Path, said: str | None = None) -> None:
    """No letter to who reads Russian is in English, and none has English in it."""
    mixed = []
    for letter in letters_in(database, file, "ru", said):
        text = letter["text"]
        assert UNTRANSLATED not in f"{letter}"
        if PLAYERS.intersection(letter["recipients"]) and letter["user_id"]:
            assert letter["headers"].get("Content-Language") == "ru", text
        own = OF_PLAYERS.sub("", text)
        if CYRILLIC.search(own) and not text.startswith("{") and not HELP.search(text):
            assert max(map(len, text.splitlines())) <= 79 or "@" in text, text
            text = STAYS_ENGLISH.sub("", text)
            mixed += english_in(re.split(r"^\S+ пишет:$", text, flags=re.MULTILINE)[0])
    assert mixed == []


@pytest.mark.parametrize("file", COMMON, ids=lambda file: file.stem)
def test_letters_in_russian_are_in_russian_alone(database: Database, file: Path) -> None:
    check_in_russian(database, file)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("file", [each for each in FILES if each not in COMMON], ids=lambda file: file.stem)
def test_so_are_those_of_all_conversations(database: Database, file: Path) -> None:
    check_in_russian(database, file)


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("file", REFUSALS, ids=lambda file: file.stem)
def test_so_are_all_refusals(database: Database, file: Path) -> None:
    for title, said in each_of(file.read_text("utf-8")):
        if not ENGLISH_AGAIN.search(said):
            check_in_russian(database, file, f"{title}\n{said}")


@pytest.mark.in_part
@pytest.mark.long
@pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.word)
def test_the_letters_of_a_game_are_in_russian(database: Database, game: Game[Any]) -> None:
    """Those of its first turns: nothing of what is told beside the board is without a translation."""
    server, players = Server(database), [*FOUR][: min(game.seats)]
    server.sign_up(*players)
    for player in players:
        server.hear(f"{player}@example.org", f"change language {player} {FOUR[player]} ru")
    before = max(letter["id"] for letter in server.outbox())
    server.hear(ALICE, f"{game.word} challenge {' '.join(players)}")

    for _ in range(6):
        for player in players:
            [*_, last] = [each["text"] for each in server.outbox() if f"{player}@example.org" in each["recipients"]]
            offered = re.search(rf"^    ({game.word} move \d+ {player} )PASSWORD( .*)", last, re.MULTILINE)
            if offered:
                server.say(f"{player}@example.org", f"{offered[1]}{FOUR[player]}{offered[2]}")

    letters = [letter["text"] for letter in server.outbox(after=before)]
    assert len(letters) > len(players)
    assert [text for text in letters if not CYRILLIC.search(text)] == []


def test_a_letter_of_which_a_sentence_has_no_translation_is_in_english_alone(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    translate = Compiled.gettext

    def without_turns(catalog: Compiled, text: str) -> str:
        return text if "turn" in text else translate(catalog, text)

    monkeypatch.setattr(Compiled, "gettext", without_turns)
    server = Server(sqlite_database)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "change language alice secret7 ru")

    server.hear(ALICE, "hex challenge alice bob -size=5")

    text = [letter for letter in server.outbox() if letter["recipients"] == [ALICE]][-1]["text"]
    assert text.startswith("A new Hex board (101) has been started by alice.")
    assert not CYRILLIC.search(text)


# A whole game


@pytest.fixture
def server(undone_database: Database) -> Server:
    server = Server(undone_database)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "change language alice secret7 ru")
    return server


def last_to(server: Server, address: str) -> Mapping[str, Any]:
    return [letter for letter in server.outbox() if address in letter["recipients"]][-1]


def test_of_two_players_each_reads_their_own_language_from_the_challenge_to_the_rematch(server: Server) -> None:
    before = len(server.outbox())
    server.hear(BOB, "hex challenge bob alice -size=5")
    server.hear(BOB, "hex move 101 bob bobpw123 c3", comment="Good luck!")
    server.hear(ALICE, "гекс ход 101 alice secret7 d3", comment="Удачи!")
    server.say(BOB, "hex move 101 bob bobpw123 z9")
    server.say(ALICE, "гекс ход 101 alice secret7 z9")
    server.hear(BOB, "hex move 101 bob bobpw123 propose")
    server.hear(ALICE, "гекс ход 101 alice secret7 reject")
    server.hear(BOB, "hex resign 101 bob bobpw123")
    server.hear(ALICE, "гекс реванш 101 alice secret7")
    server.hear(BOB, "hex rematch 101 bob bobpw123")

    letters = server.outbox()[before:]
    to_alice = [letter for letter in letters if letter["recipients"] == [ALICE]]
    to_bob = [letter for letter in letters if letter["recipients"] == [BOB]]
    assert (len(to_alice), len(to_bob)) == (9, 9)
    assert [letter["text"] for letter in to_alice if not CYRILLIC.search(letter["text"])] == []
    assert [english_in(letter["text"]) for letter in to_alice if english_in(letter["text"])] == []
    assert [letter["text"] for letter in to_bob if CYRILLIC.search(letter["text"].replace("Удачи!", ""))] == []
    assert {letter["subject"] for letter in letters} == {"Hex Board 101", "Hex Board 102"}


def test_what_the_sender_is_called_and_the_page_of_a_letter_are_in_its_language_too(server: Server) -> None:
    server.hear(BOB, "hex challenge alice bob -size=5")

    letter = last_to(server, ALICE)
    page = page_html(letter["text"], letter["page"], letter["subject"], server=server.address)
    assert letter["headers"]["From"] == "Ваш ход"
    assert '<html lang="ru">' in page
    assert "Ваш ход, alice" in page
    assert not re.search(r">(Play|Rules|Record|Resign|Offer a tie|Take back a move)<", page)


def test_the_list_of_games_has_its_headings_in_the_language_of_the_reader(server: Server) -> None:
    server.hear(ALICE, "list")

    lines = last_to(server, ALICE)["text"].splitlines()
    heading = lines.index("Шахматы и родственные игры")
    assert lines[heading + 1] == "-" * len(lines[heading])
    assert not {family for family, _ in in_families(installed().values())}.intersection(lines)


def test_a_letter_that_says_why_a_plan_was_dropped_is_in_the_language_of_its_reader(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    translate, why = Compiled.gettext, "the game is over"
    monkeypatch.setattr(
        Compiled, "gettext", lambda catalog, text: "партия окончена" if text == why else translate(catalog, text)
    )
    server.hear(ALICE, "hex challenge alice bob -size=5")
    server.hear(ALICE, "hex move 101 alice secret7 a2")
    server.hear(BOB, "hex move 101 bob bobpw123 b3")
    server.hear(ALICE, "hex move 101 alice secret7 d3")
    server.hear(ALICE, "hex queue 101 alice secret7 if a4 then c3")

    server.hear(BOB, "hex resign 101 bob bobpw123")

    text = " ".join(last_to(server, ALICE)["text"].split())
    assert "Ваш запланированный ход (if a4 then c3) отменён: партия окончена." in text


def test_the_letter_of_the_setting_is_in_the_language_chosen_and_offers_the_other(server: Server) -> None:
    assert CYRILLIC.search(last_to(server, ALICE)["text"])
    assert "change language en" in last_to(server, ALICE)["text"]

    server.hear(ALICE, "change language alice secret7 en")

    assert not CYRILLIC.search(last_to(server, ALICE)["text"].replace("Русский", ""))


def test_a_language_that_the_server_lacks_is_refused_with_those_it_has(server: Server) -> None:
    refused = server.say(BOB, "change language bob bobpw123 tlh")

    assert not refused.ok
    assert "en" in refused.error
    assert "ru" in refused.error


# Whose language


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("en-US,en;q=0.9,ru;q=0.8", "en"),
        ("en-GB,ru;q=0.5", "en"),
        ("fr,ru;q=0.5,en;q=0.4", "ru"),
        ("ru;q=0,en", "en"),
        ("tlh", ""),
        ("", ""),
        ("ru;q=x", ""),
        ("*", ""),
        (",;q=" * 10_000, ""),
    ],
)
def test_a_browser_says_what_its_reader_reads(accepted: str, language: str) -> None:
    assert accepted_language(accepted) == language


def test_a_word_that_is_as_in_english_is_no_missing_one() -> None:
    with speaking(catalog_of("de")):
        assert translated(Message("Orange")) == "Orange"
        assert translated(Message("Oranges")) == f"{UNTRANSLATED}Oranges"


def test_a_draft_is_chosen_and_never_guessed() -> None:
    """Until somebody who speaks German has read it."""
    assert "de" in languages()
    assert name_of("de") == "Deutsch (Entwurf)"
    assert accepted_language("de-DE,de;q=0.9,ru;q=0.5") == "ru"
    assert language_of_mail("de", "signup zed password7") == ""


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("регистрация zed password7", "ru"),
        ("Хочу играть в шахматы", "ru"),
        ("Хочу грати в шахи, і швидко", ""),
        ("signup zed password7", ""),
        ("Schöne Grüße", ""),
        ("я", ""),
    ],
)
def test_words_say_what_their_writer_reads(words: str, language: str) -> None:
    assert language_of(words) == language


def test_who_signs_up_in_russian_gets_letters_in_russian_from_the_first_one_on(undone_database: Database) -> None:
    server = Server(undone_database)

    mail = "From: zed@example.org\nTo: games@example.net\nSubject: регистрация zed password7\n\n"
    arrive(server, mail.encode(), sender="zed@example.org")

    assert last_to(server, "zed@example.org")["text"].startswith("Добро пожаловать")


_LONGER = re.compile(r"(?<![\w.-])[a-z]{3,} [a-z]{3,}(?![\w.-])")
"""Two words of English in a row: commands have such, and the boards of Trioker, French ones."""
_TYPED = re.compile(
    r'"[^"]*"|^  [A-J][0-9] .*$|all alive|agree, dead|\b(?:null|grand|hand|ouvert|schneider|schwarz|no|open|misere'
    r"|clubs|diamonds|spades|hearts)\b.?",
    re.MULTILINE,
)


@pytest.mark.alike
@pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.word)
def test_what_a_game_says_beside_its_board_is_in_russian_up_to_its_end(game: Game[Any]) -> None:
    mixed = set()
    with speaking(catalog_of("ru")):
        for position in positions_of(game):
            for viewer in (None, 0, 1):
                seen = game.seen_by(position, viewer)
                said = [*game.status(seen, viewer), game.legend(seen, viewer), game.form_of_move(seen)]
                said += [*game.picture_status(seen, viewer), game.picture_legend(seen, viewer)]
                result = game.result(position)
                said += [result.reason] if result else []
                mixed |= {str(translated(of_messages(words))) for words in said}
    assert [words for words in mixed if UNTRANSLATED in words or _LONGER.search(_TYPED.sub("", words))] == []


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_thousands_are_parted_as_cldr_says(language: str) -> None:
    sign = BETWEEN_THOUSANDS.get(language, ",")

    assert sign == Locale(language).number_symbols["latn"]["group"]


def test_a_number_is_written_as_its_readers_write_numbers() -> None:
    message = Message("This command is longer than {longest:,} characters.", longest=20_000)
    within = Message("{line}: {number:,}", line=message, number=1_234_567)

    with speaking(catalog_of("ru")):
        russian = str(translated(message))
        both = str(translated(within))

    assert "20\N{NO-BREAK SPACE}000" in russian
    assert both.endswith(": 1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567")
    assert message == "This command is longer than 20,000 characters."
