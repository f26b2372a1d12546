"""What different people write: in dialects, as a child, on a phone with a signature, dictated."""

from __future__ import annotations

import pytest

from pbmserv.play.wishes import wish_in
from pbmserv.play.words.wish import Wish
from pbmserv.play.yes_and_no import asks_for_another_game, told_by

SAY_YES = """
Jo, passt!
Jo mei, warum ned
Ja klar, immer doch
Logo
Bin dabei!
Abgemacht
Na gut
Oui, je suis partant
Ça me va
Avec joie !
Carrément
Ouais
Vale, me apunto
Venga, vamos
Sí, encantada
¡Dale!
Por mi bien
Hecho
Конечно, с удовольствием
Я за
Договорились
Si, gioco volentieri
Sim, claro
yaaaay yes
yes yes yes
yessss
yes pls
ok cool
kk
Yes, play!
im in
yes period
Yes exclamation mark
yes comma great
OK 👌
Go ahead then
Let's play
Ja, spielen wir!
"""
SAY_NO = """
Nö
Nee, lieber nicht
Leider nein
Keine Zeit, sorry
Non, désolé
Non merci, pas cette fois
Pas envie
No, gracias
Ahora no puedo, no
Нет, не хочу
Не сейчас
nope nope nope
no way
No thank you period
No period
I'd rather not
No, sorry, no time
Nein danke, keine Lust
"""
NEITHER = """
What period?
Is this from my phone?
Joy
In that period I was away
Mei
Carrément pas
Ага, щас
kk?
"""


@pytest.mark.parametrize("line", SAY_YES.strip().splitlines())
def test_they_agree(line: str) -> None:
    assert told_by(line) == "yes"


@pytest.mark.parametrize("line", SAY_NO.strip().splitlines())
def test_they_refuse(line: str) -> None:
    assert told_by(line) == "no"


@pytest.mark.parametrize("line", NEITHER.strip().splitlines())
def test_they_do_not_agree(line: str) -> None:
    assert told_by(line) != "yes"


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("Ich geb auf, du warst besser", Wish.RESIGN),
        ("You win, well played", Wish.RESIGN),
        ("J'abandonne, bravo", Wish.RESIGN),
        ("Me rindo", Wish.RESIGN),
        ("Remis?", Wish.TIE),
        ("shall we call it a draw", Wish.TIE),
        ("¿Tablas?", Wish.TIE),
        ("Ой, можно взять ход назад?", Wish.UNDO),
        ("Can I take my move back please", Wish.UNDO),
        ("wie spielt man das", Wish.RULES),
        ("how do i play", Wish.RULES),
        ("who am i playing against", Wish.WHO),
        ("Merci beaucoup, bonne partie", Wish.KINDNESS),
        ("Gutes Spiel, danke!", Wish.KINDNESS),
    ],
)
def test_they_want_something(line: str, wish: Wish) -> None:
    assert wish_in(line) is wish


@pytest.mark.parametrize(
    "line", ["again!", "Another game?", "Noch einmal?", "One more game please", "encore une partie"]
)
def test_they_want_to_play_again(line: str) -> None:
    assert asks_for_another_game(line)
