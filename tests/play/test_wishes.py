"""What people write who want to resign, a tie, a move back or the rules; and what means none of these."""

from __future__ import annotations

import pytest

from pbmserv.play.wishes import MOST_WORDS, wish_in
from pbmserv.play.words.wish import Wish

WISHES = {
    Wish.RESIGN: """I resign
I want to quit this game
I'd like to stop the game
Ich möchte aufhören
I don't want to play this any more
I never asked for this
Ich will nicht mehr spielen
I resign.
resign?
I resign, good game!
OK, I give up
You win
Well played Bob, I resign now
Ich gebe auf
J'abandonne
Me rindo
Mi arrendo
Ik geef op
Desisto
Сдаюсь
Poddaję się
Jag ger upp""",
    Wish.TIE: """draw?
Draw
a draw?
Tie?
Please, a draw
I offer a draw
Would you take a draw?
Shall we call it a draw?
Remis?
Nulle ?
¿Tablas?
Patta?
Ничья?""",
    Wish.UNDO: """take back
oops wrong button
Sorry, wrong cell
take back please
Can I take that back?
May I take back my last move?
Oops!
Mist, kann ich den Zug zurücknehmen?
Oh no! Can I take back my move?
Sorry, wrong move
wrong move sorry
I made a mistake
Can I change my move?
undo please
That was a mistake
Kann ich den Zug zurücknehmen?
Je voudrais reprendre mon coup
Можно взять ход назад?""",
    Wish.OTHER_MOVE: """Oh no, I meant c5!
Oh nein, ich meinte c5
Can I change my move to c5?""",
    Wish.RULES: """help
?
???
🤔
What should I play?
which moves are possible?
What do I do now?
how do I swap?
What does that mean?
Welche Züge sind möglich?
Was soll ich jetzt spielen?
Que dois-je faire ?
Which cards do I have?
Welche Karten habe ich?
What do I have to do?
How?
Ich verstehe das nicht
No entiendo, ¿cómo se juega?
Where am I supposed to play?
How do I answer this?
Help!
Help me please
rules
Rules, please
How do I play?
What are the rules?
Hi Bob, help me please
Hilfe
Regeln?
Aide
¿Reglas del juego?
правила""",
    Wish.FACTS: """Am I black or white?
How big is the board?
Wie groß ist das Brett?
Do I have to do something?
Welche Farbe habe ich?
Quelle couleur ai-je ?
¿Qué color tengo?
Whose turn is it?
Is it my move?
Wer ist dran?
Bin ich am Zug?
C'est à qui de jouer ?
¿A quién le toca?
How long do I have?
How much time do I have left?
Until when?
When do I have to move?
What's the deadline?
Wie lange habe ich noch Zeit?
Bis wann?
Combien de temps me reste-t-il ?
¿Hasta cuándo?
Which board?
Am I late?
I thought I had moved
Ich habe doch schon gezogen
Where is the board?""",
    Wish.TIME: """I need more time
Could I have a few more days, please?
Please give me some more time
Bitte mehr Zeit
Ich brauche noch etwas Bedenkzeit
J'ai besoin de plus de temps
Necesito más tiempo""",
    Wish.WHO: """Who are you?
Who is Bob?
Wer ist Bob?
Gegen wen spiele ich?
Why do I get this?
who is this
Who's my opponent?
Who are you, by the way?
Are you a robot?
Wer bist du?
Qui êtes-vous ?
Кто ты?""",
    Wish.BACK: """I'm back!
I'm back early
I am back from vacation
Hi Bob, I am back
Ich bin wieder da
Ich bin zurück!
Je suis de retour
He vuelto
Ik ben terug
Я вернулся""",
    Wish.NOTED: """ok
ok 👍
👍
👍🏻
OK, thanks!
ok thanks
Will do
will do, thanks
I'll do it
got it
On it!
Noted.
understood
Thanks for the reminder
Thank you for reminding me!
Alles klar
Verstanden, danke
Mach ich
wird gemacht
Danke für die Erinnerung
Compris, merci
Merci de me le rappeler
Entendido
Понял, спасибо
Спасибо за напоминание""",
    Wish.EXCUSE: """Sorry!
Sorry, I forgot
Sorry for the delay
Sorry, I was ill
Sorry, I was ill. Back now
I was away, sorry
Sorry, I've been very busy
Entschuldigung, ich war krank
Tut mir leid, habe ich vergessen
Désolé, j'étais malade
Désolée pour le retard
Perdón, estaba de viaje
Извините, болел""",
    Wish.KINDNESS: """Thanks!
Good game
gg
Thank you, Bob!
Good game, thanks!
Thanks for the game!
Nice move!
Danke!
Merci
Bonne chance, et merci
Спасибо!
ありがとうございます""",
}

NONE = """d3
I am black and I win
It is my turn to laugh
You need more time
I need more time to laugh
How are you?
I have already moved on
When do we meet?
Oh no
Oh no, I have lost nothing
Oh no, I don't give up
Who is winning?
Who is carol?
I made a mistake with my taxes
I don't want to play d3
I have no idea
d 3
e4?
I do not resign
I will never give up
No draw!
Don't take that back
I need help with this corner
No help needed
The rules are strange
What a nice board this is
Thanks?
Thanks, but no
Good game, though I think you lose
so
again
stop
I take
propose
I was wondering
I forgot my umbrella
OK, but why?
👎
What should we eat?
I'll be back tomorrow
I am back to square one"""


@pytest.mark.parametrize(
    ("line", "wish"), [(line, wish) for wish, lines in WISHES.items() for line in lines.splitlines()]
)
def test_a_wish_in_many_words(line: str, wish: Wish) -> None:
    assert wish_in(line, ["alice", "bob"]) is wish


@pytest.mark.parametrize("line", NONE.splitlines())
def test_other_words_are_none(line: str) -> None:
    assert wish_in(line, ["alice", "bob"]) is None


def test_a_story_is_none() -> None:
    words = " ".join(["really"] * (MOST_WORDS - 2))

    assert MOST_WORDS == 12
    assert wish_in(f"{words} I resign") is Wish.RESIGN
    assert wish_in(f"{words} now I resign") is None


def test_names_beside_it_change_nothing() -> None:
    assert wish_in("carol, rules") is None
    assert wish_in("carol, rules", ["carol"]) is Wish.RULES
