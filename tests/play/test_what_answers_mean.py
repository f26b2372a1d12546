"""What answers to questions mean, by kinds of sentences: a wrong yes costs a game, an unclear one costs a letter."""

from __future__ import annotations

import pytest

from pbmserv.play.yes_and_no import told_by

YES_IN_MANY_WORDS = """
yes do that!
Please send it
Yes, invite him
Hell yes
That would be great
Challenge accepted
Yes, that was me
Ja, mach das
Machen wir!
Von mir aus
Oui, fais-le
Sí, hazlo
Doe maar
Da mach ich gern mit
Avec plaisir, on y va
Sure, bring it on!
Jederzeit!
Bien sûr, à toi de commencer
No doubt, yes
No doubt about it
Yes, Alice!
yes alice
Hi Alice, yes
Dear Alice, yes, gladly. Best regards
Hi Alice, how are you? Yes, I'd love to play.
Yes! How are you?
Yes 👍
👍 yes
Ja 👍🏽
Yes :-)
ok:)
Ok, good game!
Yes, good game. Thanks!
Thanks for the great game! Yes, again please.
Great idea! Let's play again.
Yes, looking forward to it
YES PLEASE!!
Yes! Thank you for the invitation.
Yes, it was a great game
Okay, have fun
Yes. My pleasure.
Sorry for the late reply. Yes!
Yeah, sure
yes, why not?
Fine by me
Deal!
Agreed
Oh yes
Ja, sehr gerne! Danke für die Einladung.
Ja, viel Spaß!
Natuerlich!
Aber gerne doch
Aber ja!
Einverstanden. Gutes Spiel!
Oui, avec grand plaisir ! À bientôt
Oui ! Bonne partie
Mais oui
Ça marche
¡Claro que sí! Gracias por la invitación
Claro
Sí, vale
Sì, volentieri! A presto
Pode ser
Sim, vamos!
Ja hoor
Ja, goed idee!
Absolut!
Ja, kör!
Joo, pelataan!
Tak, chętnie zagram
No jasne
Ano, rád si zahraju
Jasně
Давай
Да, давай
Да, спасибо
Так, звичайно
Так, дякую
Igen, köszönöm
Persze!
Evet, teşekkürler
Tabii ki
Βεβαίως
Ναι, ευχαριστώ
はい！よろしくお願いします
いいですよ
もちろんです
好的，谢谢
没问题
当然
네, 좋아요
네 감사합니다
Taip, ačiū
Jah, muidugi
Jā, labprāt
כן, בשמחה
نعم، شكرا
ya, terima kasih
Vâng, cảm ơn
Jes, volonte
Да, разбира се
"""

NO_IN_MANY_WORDS = """
Sorry, can't
Forget it
Maybe another time
Don't send it
That wasn't me
I did not write that
I don't know this person
No me apetece
No, Alice
Sorry, no.
Please no
Not really
No, really not
Nee, liever niet
Nein, leider nicht, danke
Non merci, pas aujourd'hui
No, gracias, ahora no
Não, obrigado, agora não
Nie, niestety
Ne, bohužel
Нет, к сожалению
Ні, дякую
Ei valitettavasti
Sajnos nem
Maalesef hayır
すみませんが、結構です。いいえ
いいえ、ごめんなさい
不用了，谢谢
아니요, 죄송합니다
No, I have no time
No. I am too busy this month.
Nein, ich habe keine Zeit.
I don't have time, sorry
no time at the moment
Sorry, I'm too busy right now
Leider keine Zeit
Ich hab grad leider keine Zeit
pas le temps, désolé
Désolé, je n'ai pas le temps en ce moment
No tengo tiempo, lo siento
non ho tempo, mi dispiace
geen tijd, helaas
Нет времени
Ich habe leider keine Zeit
Not really my thing, sorry
Ne lass mal
"""

CONDITION = """
yes as long as it is unrated
Yes if Bob plays
Yes, unless it is rated
Yes, provided that I begin
Yes (if unrated)
Ok then, but only this time
Ok, on one condition
Sure, once I am back
Yes, except on Sundays
Yes, assuming it is me
Ja, wenn's sein muss
Ja, falls Bob mitspielt
Ja, sofern ohne Wertung
Ja, nur ungewertet
Oui, si Bob joue
Oui, à condition que ce soit rapide
Sí, si puedo
Sí, siempre que sea hoy
Sì, se posso
Sim, se der
Ja, als het kan
Ja, mits ongewaardeerd
Ja, om du börjar
Ja, hvis du starter
Joo, jos ehdin
Tak, jeśli zdążę
Tak, pod warunkiem
Ano, pokud začínám
Да, если не сегодня
Так, якщо зможу
Igen, ha tudok
Evet, ama önce yemek
Ναι, αν μπορώ
はい、でも明日
好，但是明天
네, 하지만 내일
"""

DOUBT_AND_DELAY = """
On y va pas
Lass mal sehen
Bring it back
No time like the present!
No time to lose, let's play!
I don't have time now, maybe next month
I don't have time, but ok
No time pressure please
I have time
Keine Zeit? Doch!
Ok, let me check
Ok. Checking.
Yes, I think
Yes I guess
I guess so
I suppose yes
Yes, probably
Definitely maybe
Certainly later
yes later
Yes, tomorrow
Yes, after lunch
Yes, next week
Yes...
Sure …
Hm, yes
Well yes and no
Yes-ish
Almost yes
Ja, morgen
Ja, demnächst
Ja ...
Ja, glaube ich
Oui, demain
Oui, plus tard
Oui, je crois
Sí, mañana
Sí, creo
Sì, domani
Sim, amanhã
Ja, morgen pas
Ja, imorgon
Joo, huomenna
Tak, jutro
Tak, chyba
Ano, zítra
Ano, asi
Да, завтра
Да, наверное
Да нет, наверное
Да, пока
Igen, holnap
Evet, yarın
Ναι, αύριο
はい、たぶん
好，明天
네, 내일
"""

IRONY = """
Yeah, right
Yeah right
Yeah, yeah
Sure, sure
Ja ja
Sure, when pigs fly
Sure. When hell freezes over.
Yes, in your dreams
Yes, over my dead body
Yes you wish
Yes, as if
Sure you are
Surely you jest
Yes, psych!
Yes. Just kidding.
Yes lol
Yes, haha
Sure ;-)
yes 🙄
Yes 👎
Yes :-(
Sure, "great" idea
Yes, not
Yes. Not!
Yes, whatever
Fine, whatever
Thanks for nothing, yes
Ja nee, is klar
Na ja
Good riddance, yes
Ну да, конечно
Ага, конечно
Да ну
No tak
No jo
Na klar, wenn Ostern und Weihnachten auf einen Tag fallen
Oui, quand les poules auront des dents
Sí, cuando las ranas críen pelo
Да, щас
Ага, щас
Jasne, jak świnie zaczną latać
"""

QUESTION = """
Okay, who are you?
Yes?
Yes. ?
ok?
Yes!?
Aye, aye?
Ok who is this
Yes, what is it about?
Ja? Wer ist da?
Oui ?
¿Sí?
Да?
はい？
好吗
好不好
可以吗
是不是
Evet mi
Ναι;
Why not ask Bob?
"""

DELEGATION_AND_QUOTATION = """
Ask Bob
Yes, ask Bob
Yes, he will decide
Yes, I need to ask my wife
Bob says yes
She said "yes"
"yes" is what you want to hear
'Yes' is what you want to hear
You wrote: answer with yes or no
yes/no
Yes / No
yes or no
Yes I said no
Should it be yes
Great game. Bob says yes.
I am away. Yes.
Best wishes, Yes Ltd
Yes Ltd
Yes, e4
Yes 2
"""

NO_INSIDE_A_YES = """
No complaints
can't hurt
Not at all!
Pas du tout !
Niente affatto
No wonder
No reason not to
No, I don't mind
No, it's fine
No, go ahead
No, no problem
No, wait
No. Just kidding!
No more questions, let's go
No hesitation here
I couldn't say no
I won't say no
Never say no!
Never mind
Never better
Nothing against it
Not a chance I'd miss it
Don't worry
No, why should I mind?
Nein, gar kein Problem
Da sage ich nicht nein
Kein Thema, nein
Non, aucun problème
Je ne peux pas refuser
No veo por qué no
Non vedo perché no
Não vejo por que não
Waarom zou ik nee zeggen
Nemám nic proti
Нет, не против
不好意思，可以
Non so
"""

FROM_MACHINES = """
Yes, I got your mail
Yes, I got your letter

Liked “Do you want to play again?”
Loved “New Hex Board 102”
Gefällt mir
Alice reacted to your message: 👍
👍 to “Do you accept?”
👍
✅
Alice hat mit 👍 auf Ihre Nachricht reagiert
A aimé « Voulez-vous rejouer ? »
Le gustó “¿Quieres jugar?”
Отреагировал(а) 👍
Accepted: Hex Board
Declined: Hex Board
Zusage: Hex
Accepté : Hex
Aceptado: Hex
Принято: Hex
Tentative: Hex
Automatic reply: yes
Read: yes
Ok. This mailbox is not monitored.
OK, your message has been received
Yes. Your ticket has been created.
Sure. Please do not reply to this message
Ja, ich bin bis 3. Dezember im Urlaub.
Ja. Ihre Nachricht ist eingegangen.
Ok. Ich bin nicht im Büro.
Yes, I am out of the office until Monday.
Yes, I am on holiday
I am away from my desk
Ich bin nicht im Büro
Oui, je suis absent jusqu'au 3 décembre
Je ne suis pas au bureau
Sí. Hemos recibido su mensaje
No estoy en la oficina
No puedo responder hasta el lunes
Non sono in ufficio
Não estou no escritório
Ik ben niet op kantoor
Jag är inte på kontoret
En ole toimistolla
Nie ma mnie w biurze
Nejsem v kanceláři
Да. Ваше сообщение получено.
Меня нет в офисе
はい。このメールボックスは監視されていません。
不在时请联系
Ok - checked by Avast
Yes (sent from my phone)
Yes. Sent with Spark
"""

FAMILIES = [CONDITION, DOUBT_AND_DELAY, IRONY, QUESTION, DELEGATION_AND_QUOTATION, NO_INSIDE_A_YES, FROM_MACHINES]


def lines_of(*texts: str) -> list[str]:
    return [line for text in texts for line in text.split("\n")[1:-1]]


@pytest.mark.parametrize("line", lines_of(YES_IN_MANY_WORDS))
def test_a_yes_has_nothing_beside_it_that_could_change_it(line: str) -> None:
    assert told_by(line, names=["alice"]) == "yes"


@pytest.mark.parametrize("line", lines_of(NO_IN_MANY_WORDS))
def test_a_no_may_say_why(line: str) -> None:
    assert told_by(line, names=["alice"]) == "no"


@pytest.mark.parametrize("line", lines_of(*FAMILIES))
def test_all_else_is_asked_about_once_more(line: str) -> None:
    assert told_by(line, names=["alice"]) is None


def test_at_least_so_many_answers_have_been_tried() -> None:
    tried = lines_of(YES_IN_MANY_WORDS, NO_IN_MANY_WORDS, *FAMILIES)

    assert len(set(tried)) == len(tried) > 300
    assert len(lines_of(FROM_MACHINES)) >= 40


@pytest.mark.parametrize(
    ("line", "below", "says"),
    [
        ("Yes", "Bob", "yes"),
        ("yes", "\nbob", "yes"),
        ("Yes", "Bob Miller\nSenior Engineer\nAcme Ltd", "yes"),
        ("Ja", "\nViele Grüße\nBob", "yes"),
        ("Yes", "\nHow are you?", "yes"),
        ("Yes", "\nSee you tomorrow", "yes"),
        ("Yes, thank you very much for the", "invitation!", "yes"),
        ("Yes.", "\nHello Alice,\n\nI hope you are well. I am on holiday next week, though.", "yes"),
        ("Yes", "\nBob\n\nThis e-mail is confidential. If you are not the recipient, delete it.", "yes"),
        ("Yes", "But only if unrated", None),
        ("Yes", "\nOnly if unrated.", None),
        ("Yes", "\nBob\n\nPS: only if unrated", None),
        ("Yes, I would love to play", "when I am back", None),
        ("Yes.", "Just kidding", None),
        ("Yes", "\nI take it back", None),
        ("Yes", "\nOops, wrong letter", None),
        ("Yes.", "That was not me", None),
        ("Sure", "\nWhen pigs fly", None),
        ("yes", "tomorrow", None),
        ("Yes", "\nno", None),
        ("Yes", "\nWho are you?", None),
        ("Ja", "\nAber nur, wenn Bob mitspielt", None),
        ("Oui", "\nSeulement si Bob joue", None),
        ("Да", "\nНо не сегодня", None),
        ("Ok.", "This mailbox is not monitored", None),
        ("Ok", "\nYour ticket has been created", None),
        ("No", "I have no time", "no"),
        ("No", "\nBob\n\nSay yes to life!", "no"),
        ("No", "Problem!", None),
        ("No", "\nproblem", None),
        ("No", "\nyes!", None),
    ],
)
def test_what_stands_below_an_answer_can_make_it_doubtful(line: str, below: str, says: str | None) -> None:
    assert told_by(line, below) == says


def test_only_the_first_four_words_of_a_paragraph_below_doubt_a_yes() -> None:
    assert told_by("Yes", "\nWe two played once but never finished") is None
    assert told_by("Yes", "\nWe two did play once but never finished") == "yes"


def test_five_paragraphs_below_are_read() -> None:
    paragraphs = "\n\n".join(["", "One", "Two", "Three", "Four"])

    assert told_by("Yes", f"{paragraphs}\n\nOnly if unrated") is None
    assert told_by("Yes", f"{paragraphs}\n\nFive\n\nOnly if unrated") == "yes"


def test_a_player_who_is_called_like_a_doubt_makes_none_harmless() -> None:
    assert told_by("Yes, later", names=["later"]) is None


def test_names_of_other_people_are_not_known() -> None:
    assert told_by("Yes, bob", names=["alice", "bob"]) == "yes"
    assert told_by("Yes, bob", names=["alice"]) is None
