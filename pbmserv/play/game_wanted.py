"""What somebody wants to play, with whom and how, in a sentence: `Go 9x9 with ben@example.org, unrated`.

Nothing begins by what is read here: whoever wrote it is asked about the whole command.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbmserv.games.base import Game, Option, word_of_option
from pbmserv.games.other_words import usual_word
from pbmserv.play.games_in_sentences import Named, games_named, in_figures, with_sign
from pbmserv.play.words_of_answers import LANGUAGES, ON_IT
from pbmserv.play.yes_and_no import NO_WORDS, beside_kind_words, entries_of, words_in


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_INVITING = re.compile(
    r"\b(?:invit\w*|einlad\w*|lade|lad|ladet|convid\w*|uitnodig\w*|nodig|inbjud\w*|bjud|inviter\w*|zapro[sś]\w*"
    r"|challeng\w*|herausforder\w*|fordere|défi\w*|desaf\w*|sfid\w*|play\w*|spiel\w*|jouer|jugar|giocare|jogar"
    r"|spelen|пригла\w*|позови|сыграть|поиграть|запрос\w*)\b",
    re.IGNORECASE,
)
"""Words by which somebody asks for a game."""
_WITH = r"(?:with|against|versus|vs\.?|gegen|mit|contre|avec|contra|con|contro|tegen|met|против|с)"
_WITH_SOMEBODY = re.compile(rf"\b{_WITH}\s", re.IGNORECASE)
_FRIEND = (
    r"(?:(?:my|the|our|a|an|mein\w*|de[nrm]|die|mon|ma|le|la|un|une|mi|el|il)\s+)?"
    r"(?:(?:good |old |best )?(?:friend|player|user|opponent|freund\w*|spieler\w*|joueur|joueuse|amie?|amig[oa]"
    r"|jugador\w*)\s+)?"
)
_NAME = r"[A-Za-z][\w-]*(?:\.[\w-]+)*"
_NAMES = rf"({_NAME}(?:(?:\s*,\s*(?:(?:and|und|et|y|e)\s+)?|\s+(?:and|und|et|y|e)\s+){_NAME})*)"
_I = r"(?:i|me|myself|ich|moi|yo|io)"
_NAMED = (
    re.compile(rf"\b{_WITH}\s+{_FRIEND}{_NAMES}", re.IGNORECASE),
    re.compile(
        r"\b(?:invit\w*|lade|lad|convid\w*|nodig|bjud|challeng\w*|fordere|défi\w*|defi\w*|desaf\w*|sfid\w*)\s+(?:a\s+)?"
        rf"{_FRIEND}{_NAMES}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:can|could|may|shall|können|könnten|dürfen|wollen|peuvent|pouvons|podemos|possiamo)\s+{_FRIEND}({_NAME})"
        rf"\s+(?:and|und|et|y|e)\s+{_I}\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b({_NAME})\s+(?:and|und|et|y|e)\s+{_I},?\s+(?:want|wanna|wish|would|will|['’]d|wollen|möchten|würden"
        r"|voulons|voudrions|aimerions|pouvons|queremos|quisiéramos|vogliamo|vorremmo)\b",
        re.IGNORECASE,
    ),
    re.compile(rf"\bplay(?:ing)?\s+{_FRIEND}({_NAME})\s+(?:at|in|a game)\b", re.IGNORECASE),
    re.compile(rf"\b({_NAME})\s+(?:zu|auf)\s+(?:eine[rm]?\s+)?", re.IGNORECASE),
)
"""Where names of players stand: `with bob and carol`, `invite bob`, `can bob and I play`, `bob zu einer Partie`."""
_OPPONENT_APART = (
    re.compile(rf",?\s+{_WITH}\s+{_FRIEND}({_NAME})(?=\W*\Z|,?\s+(?:again|please|bitte|svp)\W*\Z)", re.IGNORECASE),
    re.compile(rf"(?<=\bplay)\s+({_NAME})(?=\s+(?:again|once more)\b)", re.IGNORECASE),
)
"""The only name in a line, as in `play again with bob` and `I want to play bob again`."""
_NO_NAMES = _words(
    """a an the my your our his her to at in on of for and or is it we us me you him them this that these those
    play playing game games match please pls thanks now today again soon some any one two who whoever which what if
    friend friends player players opponent opponents board boards size white black red blue pleasure rated unrated
    with against versus vs using use without mit gegen ohne avec contre sans con contra sin met tegen zonder
    einer einem eine ein der die das den dem zu mir dir uns ihm ihr ihn sie mich dich bitte spiel partie auf und oder
    gern gerne heraus freund freundin spieler brett weiss schwarz
    un une le la les au aux de du des moi toi lui elle eux nous vous et ou ami amie jeu s il te plait partie sur
    una uno el los las al del mi ti conmigo favor por partida juego un amigo amiga tablero y o e
    partita prego un amico"""
)
"""Words that follow `with`, and end a row of names."""
ANYONE_WORDS = _words(
    """anyone anybody someone somebody everybody strangers jemand jemanden jemandem irgendwem irgendjemand
    irgendjemandem quelqu quelquun alguien cualquiera qualcuno alguem"""
)
COMPUTER_WORDS = _words(
    """computer machine bot robot server ai computers bots program engine maschine roboter rechner programm ordinateur
    robot serveur machine ordenador maquina servidor"""
)
_UNRATED = re.compile(
    r"\b(?:unrated|(?:not|non|un)[ -]rated|without (?:a )?rating|casual(?:ly)?|friendly (?:game|match)|just for fun"
    r"|ungewertet\w*|nicht gewertet|ohne wertung|non class\w+|sans classement|hors classement|partie amicale"
    r"|amistos[ao]|sin clasificar|amichevole)\b",
    re.IGNORECASE,
)
_USING = r"(?:with|using|use|and|mit|und|avec|et|con|y|e|met|en|com|plus|\+)"
_ARTICLE = r"(?:(?:the|a|dem|einem|den|le|un|la|el|il|de|een|o)\s+)?"
_BY = r"\s*(?:x|×|\*|by|mal|mal die|sur|por|per|на)\s*"
_SIDES = re.compile(rf"(?<![\w.])(\d{{1,2}}){_BY}(\d{{1,2}})(?!\w)", re.IGNORECASE)
_ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "size": ("größe", "groesse", "taille", "tamaño", "dimensione", "grootte"),
    "cube": (
        *("doubling cube", "doubling dice", "doubling die", "doubling", "doubles cube"),
        *("dopplerwürfel", "dopplerwuerfel", "doppelwürfel", "verdoppelungswürfel", "verdopplungswürfel"),
        *("videau", "cubo", "dado de doblar", "cubo de doblar", "dado del raddoppio", "verdubbelsteen"),
    ),
    "points": ("punkte", "puntos", "punti", "punten"),
    "handicap": ("vorgabe", "ventaja", "vantaggio"),
}
"""What options are called in sentences, beside their own names."""
_WITHOUT = re.compile(
    rf"\b(?:without|no|ohne|sans|sin|senza|zonder)\s+{_ARTICLE}"
    rf"(?:{'|'.join(name for own, others in _ALSO_CALLED.items() for name in (own, *others))})\b",
    re.IGNORECASE,
)
"""What denies an option, and not the wish."""
_BOARD = r"(?:\w+\s+)?(?:board|brett\w*|plateau|goban|tablero|tavoliere|bord|grid)"
_SMALL = re.compile(rf"\b(?:small\w*|little|mini|klein\w*|petit\w*|pequeñ\w*|piccol\w*)\s+{_BOARD}\b", re.IGNORECASE)
_LARGE = re.compile(rf"\b(?:large\w*|big\w*|huge|gro(?:ß|ss)\w*|grand\w*)\s+{_BOARD}\b", re.IGNORECASE)


_OF_A_SIZE = (
    re.compile(rf"\b{_BOARD}\s+(?:of|von|mit|de|di|van)\s+(\d{{1,2}})(?!\w|[.,]\d|{_BY}\d)", re.IGNORECASE),
    re.compile(rf"(?<![\w.])(\d{{1,2}})(?:er)?[\s-]+{_BOARD}\b", re.IGNORECASE),
)
"""A board that is as large as a figure says: `on a board of 5`, `a 5 board`."""
_SIZE_SAID = re.compile(
    rf"(?:\b{ON_IT}\s+)?{_ARTICLE}(?:{_SIDES.pattern}(?:\s+{_BOARD}\b)?"
    rf"|{'|'.join(each.pattern for each in (*_OF_A_SIZE, _SMALL, _LARGE))})",
    re.IGNORECASE,
)
"""How large the board is, in any of these ways."""
_DAYS = {
    1: "day|tag|jour|día|dia|giorn|dag|дн|день",
    7: "week|woche|semaine|semana|settiman|weken|недел",
}
_PACE = {
    days: re.compile(
        rf"(?<![\w.])(\d{{1,3}}|an?|eine?n?|une?|un[ao]?)\s+(?:{words})\w*\s+(?:for\s+)?"
        r"(?:an?|per|each|every|pro|je|par|por|para|на|за)\s+(?:each\s+|every\s+|cada\s+)?"
        r"(?:move|turn|zug|coup|jugada|movimiento|mossa|zet|drag|lance|ход)\b",
        re.IGNORECASE,
    )
    for days, words in _DAYS.items()
}
"""How much time each move has, with the days of its unit: `5 days a move`, `a week per move`."""


_THE_GAME = "xgamex"
"""What stands in a line for the name of a game: a word that nobody writes."""
_MOST_WORDS_OF_PROPOSING = 10
_INSTEAD = [frozenset(word for words in entries_of(each.instead) for word in words) for each in LANGUAGES]


class GameWanted(NamedTuple):
    """What a text asks for; nothing of it has been looked up."""

    games: Mapping[str, Game[Any]]
    """The games it names, by what they are called there: an alias or several words may mean an option."""
    addresses: tuple[str, ...]
    names: tuple[str, ...]
    """A row of what may be names of players."""
    text: str
    """The text, and those beside it, without addresses."""
    says_so: bool
    """Whether it has a word that asks for a game, and not only `with`."""

    def options(self, game: Game[Any]) -> tuple[str, ...]:
        """The options it asks for in words, as they stand in a challenge."""
        return options_in(self.text, game)


def options_in(text: str, game: Game[Any]) -> tuple[str, ...]:
    """What a text says of a game's parameters and its terms, as it stands in a challenge: `-size=9 --unrated`."""
    own = dict(_parameters(in_figures(text), game.options))
    own.update(_parameters(text.lower(), game.options))
    typed = [f"-{name}={value}" for name, value in own.items()]
    if days := _days_a_move(in_figures(text)):
        typed.append(f"--forfeittime={days}")
    return (*typed, "--unrated") if _UNRATED.search(text) else tuple(typed)


def game_wanted(text: str, catalogue: Mapping[str, Game[Any]], beside: Iterable[str] = ()) -> GameWanted | None:
    """What a text asks to play; None if it does not, or says that it is not wanted.

    Texts `beside` it may name options.
    """
    addresses = tuple(dict.fromkeys(each.rstrip(".") for each in ADDRESS.findall(text)))
    rest = ADDRESS.sub(" ", text)
    says_so = _INVITING.search(rest) is not None
    if not (says_so or _WITH_SOMEBODY.search(rest)) or is_denied(_WITHOUT.sub(" ", _UNRATED.sub(" ", rest))):
        return None
    named = games_named(rest, catalogue, is_wanted=True)
    games = dict(_games_called(named, catalogue))
    called = {word for each in named for word in each.words.split()}.union(_ALSO_CALLED["size"])
    for option in (option for game in games.values() for option in game.options):
        called.update(word for name in _names_of(option) for word in name.split())
    said = " \n".join(dict.fromkeys([rest, *(ADDRESS.sub(" ", each) for each in beside)]))
    return GameWanted(games, addresses, tuple(_names_in(rest, called)), said, says_so)


def game_proposed(text: str, catalogue: Mapping[str, Game[Any]]) -> GameWanted | None:
    """The game that a text asks for by little more than its name, as when another is over: `Chess this time?`"""
    named = games_named(text, catalogue, is_wanted=True) if len(text.split()) <= _MOST_WORDS_OF_PROPOSING else []
    if len(named) != 1:
        return None
    said = {
        word
        for clause in beside_kind_words(_SIZE_SAID.sub(" ", with_sign(text, named[0], _THE_GAME)))
        for word in clause
    }
    is_all = _THE_GAME in said and any(said - {_THE_GAME} <= words for words in _INSTEAD)
    return GameWanted(dict(_games_called(named, catalogue)), (), (), text, True) if is_all else None


def games_in(text: str, catalogue: Mapping[str, Game[Any]]) -> list[Game[Any]]:
    """The games that a text names."""
    return [catalogue[word] for word in dict.fromkeys(each.word for each in games_named(text, catalogue))]


def without_opponent(text: str) -> tuple[str, str]:
    """A line without the one player with whom its writer wants to play, and their name, which may be empty."""
    for found in filter(None, (each.search(text) for each in _OPPONENT_APART)):
        if found[1].lower() not in _NO_NAMES:
            return f"{text[: found.start()]}{text[found.end() :]}", found[1]
    return text, ""


def is_denied(text: str) -> bool:
    return not (NO_WORDS - {"now", "today", "anymore"}).isdisjoint(words_in(text))


def _games_called(found: Iterable[Named], catalogue: Mapping[str, Game[Any]]) -> Iterator[tuple[str, Game[Any]]]:
    """The games that a wish names, each once, by a word that a command takes for it, if it does."""
    named: dict[str, str] = {}
    for word, words, _ in found:
        one = re.sub(r"\W", "", words)
        named.setdefault(word, one if usual_word(one) in catalogue else words)
    for word, called in named.items():
        yield called, catalogue[word]


def _names_in(text: str, called: Collection[str]) -> Iterator[str]:
    """The first row of names that stands where players are named."""
    for pattern in _NAMED:
        for found in pattern.finditer(text):
            row: list[str] = []
            for word in re.findall(_NAME, found[1]):
                if word.lower() in {"and", "und", "et"} and row:
                    continue
                if word.lower() in _NO_NAMES or word.lower() in called or in_figures(word).isdecimal():
                    break
                row.append(word)
            if row:
                yield from row
                return


def _parameters(text: str, options: tuple[Option, ...]) -> Iterator[tuple[str, str]]:
    """What a text says of a game's parameters: by its sides, its size, or a value beside the name of one."""
    named = {option.name: option for option in options}
    sides = _SIDES.search(text)
    if sides and "size" in named:
        yield "size", sides[1] if sides[1] == sides[2] else f"{sides[1]}x{sides[2]}"
    elif sides and {"columns", "rows"} <= named.keys():
        yield from (("columns", sides[1]), ("rows", sides[2]))
    elif "size" in named and (size := _size_in_words(text, named["size"])):
        yield "size", size
    for option in options:
        if value := next(filter(None, (_beside(text, name, option) for name in _names_of(option))), ""):
            yield option.name, value


def _names_of(option: Option) -> tuple[str, ...]:
    return (option.name, *_ALSO_CALLED.get(option.name, ()))


def _days_a_move(text: str) -> int:
    """The days that each move is to have; 0 if a text does not say it."""
    for unit, pattern in _PACE.items():
        if found := pattern.search(text):
            return unit * (int(found[1]) if found[1].isdecimal() else 1)
    return 0


def _size_in_words(text: str, option: Option) -> str:
    for pattern in _OF_A_SIZE:
        found = pattern.search(text)
        if found and _may_be(option, found[1]):
            return found[1]
    offered = sorted(option.often or option.choices, key=lambda each: int(each))
    if not offered:
        return ""
    if _SMALL.search(text):
        return word_of_option(offered[0])
    return word_of_option(offered[-1]) if _LARGE.search(text) else ""


def _may_be(option: Option, value: str) -> bool:
    if option.choices:
        return value in option.choices
    return (option.low or 0) <= int(value) <= (option.high or int(value))


def _beside(text: str, name: str, option: Option) -> str:
    """The value that stands beside the name of an option: `handicap 4`, `5 points`, `with the cube`."""
    word = rf"{re.escape(name.rstrip('s'))}s?"
    if option.choices:
        values = "|".join(sorted(map(re.escape, option.choices), key=len, reverse=True))
    elif isinstance(option.default, bool):
        is_given = re.search(rf"\b{_USING}\s+{_ARTICLE}{word}\b", text)
        return word_of_option(True) if is_given and not option.default else ""
    else:
        values = r"\d{1,3}"
    after = re.search(rf"\b{word}\s*(?:of|von|de|di|=|:)?\s*({values})(?![\w.])", text)
    before = re.search(rf"(?<![\w.])({values})[\s-]{word}\b", text)
    found = after or before
    return found[1] if found else ""
