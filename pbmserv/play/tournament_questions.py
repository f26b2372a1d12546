"""What a player asks about the tournament of a board: its table, or what comes next in it."""

from __future__ import annotations

import re

from pbmserv.play.yes_and_no import asks_for_the_table, may_ask_for_the_table

NEXT_SEASON = re.compile(
    r"\b(?:(?:next|coming|new|another) (?:season|one|round|tournament|time)|when does it (?:start|begin|go on)"
    r"|nächste[nrs]? (?:saison|runde|mal|turnier)|prochaine? (?:saison|tournoi|fois)"
    r"|próxim[oa] (?:temporada|torneo|torneio|vez)|prossim[oa] (?:stagione|torneo|volta)"
    r"|volgende? (?:seizoen|toernooi|keer)|следующ\w+ (?:сезон\w*|турнир\w*|раз\w*))\b",
    re.IGNORECASE,
)
"""What looks forward to a tournament's next season, which is shown then."""
_NEXT = re.compile(
    r"\b(?:(?:next|following|new) (?:season|one|round|tournament|game|match|board|opponent)"
    r"|(?:continues?|goes on|go on|starts?|begins?|ends?|over)"
    r"|(?:nächste[nrs]?|neue[nrs]?) (?:saison|runde|turnier|spiel|partie|gegner)|(?:weiter|beginnt|endet|vorbei)"
    r"|prochaine? (?:saison|tournoi|ronde|tour|partie|adversaire)|(?:commence|finit|continue)"
    r"|(?:próxim[oa]|siguiente) (?:temporada|torneo|ronda|partida|rival)|(?:empieza|termina|sigue)"
    r"|(?:próxim[oa]) (?:torneio|rodada|jogo|adversário)|(?:começa|acaba)"
    r"|prossim[oa] (?:stagione|torneo|turno|partita|avversario)|(?:comincia|inizia|finisce)"
    r"|volgende? (?:seizoen|toernooi|ronde|partij|tegenstander)|(?:begint|eindigt|verder)"
    r"|следующ\w+ (?:сезон\w*|турнир\w*|тур\w*|парти\w*|игр\w*|соперник\w*)|(?:начн[её]тся|начинается|закончится)"
    r"|następn\w+ (?:sezon\w*|turniej\w*|rund\w*|parti\w*)|nästa (?:säsong|turnering|rond|parti))\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\W*(?:(?:and|und|et|y|e|en|и|so|hi|hello)\W+)?(?:when|wann|quand|cu[áa]ndo|quando|wanneer|когда|kiedy|när)\b",
    re.IGNORECASE,
)
"""How a question begins that asks for a day."""
_OTHER_THINGS = re.compile(
    r"\b(?:you|your|du|dein\w*|ihr|sie|tu|ton|ta|vous|tú|tus?|usted|voi|jij|je|jouw|ты|вы|твой|move|zug|coup|jugada"
    r"|mossa|zet|ход)\b",
    re.IGNORECASE,
)
"""What is asked of the opponent, or about a move."""
_WHO_IS_NEXT = re.compile(
    r"\W*(?:who(?:m)? (?:do|will|shall|am) i (?:play(?:ing)?|meet|face) (?:against )?next"
    r"|who is (?:my )?next opponent|who is next for me"
    r"|gegen wen (?:spiele|muss) ich (?:als nächstes|danach)|wer ist mein nächster gegner"
    r"|contre qui (?:je joue|est-ce que je joue|jou\w+) (?:ensuite|après)|contra quién juego (?:ahora|después|luego)"
    r"|contro chi gioco (?:dopo|poi)|tegen wie speel ik (?:hierna|daarna))\W*",
    re.IGNORECASE,
)
_LONGEST = 120


def may_ask_about_one(text: str) -> bool:
    """Whether a text may ask about a tournament: else no board need be looked at for it."""
    return may_ask_for_the_table(text) or _asks_what_is_next(text)


def tournament_asked(text: str, name: str = "") -> str:
    """What a text asks of the tournament of this name: its `standings`, or what is next, which `show` tells.

    Nobody else on the board knows more of it. Empty if the text asks for nothing, or says more.
    """
    if asks_for_the_table(text, name):
        return "standings"
    return "show" if _asks_what_is_next(text) else ""


def _asks_what_is_next(text: str) -> bool:
    if len(text) > _LONGEST or "\n" in text.strip():
        return False
    if _WHO_IS_NEXT.fullmatch(text):
        return True
    return bool(_WHEN.match(text) and _NEXT.search(text)) and not _OTHER_THINGS.search(text)
