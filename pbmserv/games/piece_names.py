"""Names of chess pieces in several languages, so that `Springer f3` is a knight's move, never a pawn's."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAMES: Mapping[str, str] = {
    "king": """king kings könig königs koenig könige roi rey король короля королем королём королю koning kung konge
        król krol""",
    "queen": """queen queens dame damen königin koenigin reine dama damas reina ферзь ферзя ферзем ферзём donna
        regina hetman królowa dronning drottning""",
    "rook": """rook rooks castle turm türme turms tour tours torre torres ладья ладьи ладью ладьей ладьёй тура
        турой toren wieża wieza torn tårn""",
    "bishop": """bishop bishops läufer laeufer läufers fou fous alfil alfiles слон слона слоном слоны alfiere alfieri
        loper goniec laufer löpare løper bispo""",
    "knight": """knight knights springer springers pferd horse cavalier cavaliers caballo caballos конь коня конем
        конём кони cavallo cavalli paard skoczek koń springare häst cavalo""",
    "pawn": """pawn pawns bauer bauern pion pions peón peon peones пешка пешки пешку пешкой pedone pedoni pionek
        bonde peão""",
    "man": """man men mann stein steine pion pions peón peones шашка шашки шашку шашкой checker checkers ficha
        fichas steen pionek disc discs draughtsman""",
    "crowned": "king kings dame damen dama damas дамка дамки дамку дамкой dam roi könig",
    "stone": "stone stones stein steine pierre pierres piedra piedras камень камня камнем камни steen",
    "piece": "piece pieces figur figuren stein pièce pièces pieza piezas ficha фигура фигуру фигурой фишка фишку",
    "marble": "marble marbles kugel kugeln bille billes canica canicas шар шарик",
    "disc": "disc discs disk disks scheibe scheiben disque disques jeton ficha фишка фишку диск",
    "amazon": "amazon amazons amazone amazonen amazona amazonas амазонка амазонку амазонкой",
    "peg": "peg pegs stift stifte cheville clavija",
    "gold": "gold golds goldgeneral золото золотом",
    "silver": "silver silvers silber silbergeneral argent серебро серебром",
    "lance": "lance lances lanze lanzen lancier копьё копье стрелка",
    "dragon": "dragon dragons drache drachen дракон дракона",
    "tokin": "tokin tokins",
    "general": "general generals generäle général generale генерал генерала генералом",
    "advisor": "advisor advisors adviser advisers guard guards mandarin mandarins leibwächter советник советником",
    "met": "met mets",
    "khon": "khon khons",
    "elephant": "elephant elephants elefant elefanten éléphant éléphants elefante elefantes",
    "chariot": "chariot chariots wagen streitwagen char chars carro carros",
    "cannon": "cannon cannons kanone kanonen canon canons cañón cañones cannone пушка пушку пушкой",
    "soldier": "soldier soldiers soldat soldaten soldats soldado soldados soldato солдат солдата солдатом",
    "cube": "cube cubes würfel dé dado кубик",
}
_BY_WORD: dict[str, set[str]] = {}
for _name, _words in _NAMES.items():
    for _word in _words.split():
        _BY_WORD.setdefault(_word, set()).add(_name)

PIECE_WORDS = frozenset(_BY_WORD)
"""All words for pieces in lower case."""

_BETWEEN = re.compile(
    r"\s+(?:(?:goes|moves|from|to|on|at|von|nach|auf|zu|geht|zieht|de|du|en|sur|à|a|al|va|vers|из|с|на|идет|идёт)\s+)+"
)
_TAKES = re.compile(
    r"\s+(?:takes|captures|x|schlägt|nimmt|prend|capture|toma|come|captura|бьет|бьёт|берет|берёт)"
    r"\s+(?:(?:on|at|auf|en|sur|на)\s+)?",
)


_INITIALS: Mapping[str, str] = {
    "K": "R Кр",
    "Q": "D H Ф",
    "R": "T W V Л",
    "B": "L F A G С",
    "N": "S C P J К",
}
"""Letters of chess pieces in other languages, by the English one: `Cf3` is a French knight, `Rf1` a rook or `roi`."""
_BY_INITIAL: dict[str, list[str]] = {}
for _letter, _others in _INITIALS.items():
    for _other in _others.split():
        _BY_INITIAL.setdefault(_other, []).append(_letter)
_WITH_INITIAL = re.compile(r"(Кр|[A-ZФЛСК])(?=[a-h1-8x:-]{0,3}[a-h][1-8])")


def in_english_letters(text: str) -> list[str]:
    """What a move may be that begins with the letter of a piece in another language: `Nf3` for `Cf3`."""
    found = _WITH_INITIAL.match(text)
    return [f"{letter}{text[found.end() :]}" for letter in _BY_INITIAL.get(found[1], ())] if found else []


RUSSIAN = {"кр": "K", "ф": "Q", "л": "R", "с": "B", "к": "N", "п": "P"}
"""English letters of chess pieces by the Russian ones."""
_IN_RUSSIAN = re.compile(
    r"(кр|[фслкп])? ?(?=[a-h1-8@:x×х-]{0,4}[a-h][1-8])([a-h1-8@:x×х-]+)(?:=? ?\(?([фслк])\)?)?([+#!?×]*)",
    re.IGNORECASE,
)


def from_russian(text: str) -> str:
    """A chess move with English letters of pieces for Russian ones: `Nf3` for `Кf3`, `e8=Q` for `e8Ф`.

    Russian letters name pieces and the sign of a capture, never a place. A text without any is unchanged.
    """
    found = None if text.isascii() else _IN_RUSSIAN.fullmatch(text.strip())
    if found is None:
        return text
    piece, rest, crowned, marks = found.groups()
    squares = re.sub("[хХ×]", "x", rest)
    became = f"={RUSSIAN[crowned.lower()]}" if crowned else ""
    return f"{RUSSIAN[piece.lower()] if piece else ''}{squares}{became}{marks.replace('×', '#')}"


def as_it_looks(text: str) -> str:
    """A pawn's capture that looks like a bishop's move in Russian, `cd4` for `Сd4`; empty if the text is none.

    Who has mixed up alphabets may mean that. No other letter is both a Russian piece and a column.
    """
    is_so = text[:1] in {"С", "с"} and text[1:].isascii() and text[1:2] != "c"
    return f"c{text[1:]}" if is_so else ""


def without_small_words(text: str) -> str:
    """A move by its places, without the words between them: `e2-e4` for `von e2 nach e4`."""
    return _BETWEEN.sub("-", f" {_TAKES.sub('x', text)}").strip(" -")


def piece_and_move(text: str) -> tuple[frozenset[str], str]:
    """The pieces that a move may name first, and the rest of it without small words.

    `Springer von g1 nach f3` is a knight and `g1-f3`. Without a name, the text is unchanged.
    """
    word, _, rest = text.strip().partition(" ")
    names = _BY_WORD.get(word.strip(":,").lower())
    if names is None or not rest.strip():
        return frozenset(), text
    plain = _TAKES.sub("x", f" {rest.strip()}")
    return frozenset(names), _BETWEEN.sub("-", plain).strip(" -")
