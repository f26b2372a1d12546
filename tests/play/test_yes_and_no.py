"""What people write who are asked yes or no: whole sentences in many languages, and what each of them means."""

from __future__ import annotations

import re
import time

import pytest

from pbmserv.play.yes_and_no import (
    NO,
    YES,
    asks_to_stop,
    in_one_word,
    is_of_a_mailbox,
    leans,
    told_by,
    without_signature,
)

SAY_YES = """
Yes that one
Yes exactly
Yes, that's what I meant
That one please
Of course you can
Yes
yes.
YES!!!
Y
y
Yep
Yeah, why not
yup :-)
OK
ok, let's go
Okay!
Sure
Sure! I can't wait.
Yes! See you tomorrow.
Sure, no rush.
Yes, great idea! Long time no see.
Yes please, I don't mind
Yes, do it
Agreed, a draw it is
Yes please, I don't mind who begins
Yes, no problem!
Yes, please!
Please!
Yes, please. Never been better.
No problem, let's play
No problem
No worries, go ahead.
Not a problem. I am ready.
Why not?
Of course!
Of course, I'd love to.
Absolutely. Nothing better to do!
Certainly
By all means.
With pleasure
Sounds good to me
Count me in!
I'd love to
I agree
I accept the challenge
I accept
Confirmed.
That's me
Yes, that is my address.
Hi Bob, yes please!
Hello,  yes
Thanks, yes
Thank you, I accept
Well, yes
Yes I would like to play again
Yes. See you on the board.
yes - thanks
*Yes*
> Yes
"yes"
Ja
Ja!
Ja, gerne. Lange nicht gesehen!
Ja bitte
Ja, kein Problem.
Klar, warum nicht?
Kein Problem
Gerne!
Natürlich, ich freue mich.
Sehr gerne
Jawohl
Einverstanden
Auf jeden Fall!
Hallo Alice, ja gerne
Ja, das bin ich.
Oui
Oui, avec plaisir
Oui, pas de problème
Oui merci
D'accord
Bien sûr, pourquoi pas ?
Pas de souci
Volontiers !
Bonjour, oui
Sí
Si
¡Sí, claro!
Sí, por supuesto. Sin prisa.
Claro que sí
No hay problema
Vale, gracias
De acuerdo.
¿Por qué no?
Sì
Sì, volentieri
Certo, perché no?
Va bene
D’accordo
Con piacere!
Sim
Sim, obrigado
Com certeza
I do accept
My answer is yes
Then I'd say yes
And yes, see you soon
Ich bin einverstanden
Bin einverstanden
Je suis d'accord
Estoy de acuerdo
Sono d'accordo
Я согласен
Ik ga akkoord
Да
Да, давайте
Да, конечно. Давно не виделись!
Конечно!
С удовольствием
Хорошо, без проблем
Почему бы и нет?
Согласен
Здравствуйте, да
Так
Tak
Tak, chętnie
Oczywiście
Nie ma problemu
Czemu nie?
Zgoda
Ja, graag
Ja natuurlijk
Geen probleem
Prima
Waarom niet?
Ja, gärna
Ja tack
Inga problem
Självklart!
Varför inte?
Ja tak
Ja takk
Kyllä
Kyllä kiitos
Ei ongelmaa
Ano
Ano, rád
Není problém
Igen
Evet
Da
Da, desigur
Ναι
はい
はい、お願いします
好的
네
"""

SAY_NO = """
No, I want to play on
Not yet
Not that one
No
no.
N
n
Nope
NO!
No, sorry
No, thank you
No thanks, maybe another time
No thank you. Please delete my address.
Not now
Not today, thanks
Not interested
I'd rather not
I would rather not
I do not know you
I don't want to
I do not want this
I can't, sorry.
Sorry, no
Sorry, I can't
Thanks but no
Thanks, but no thanks.
Hi Bob, no
Hello. No.
Never
Never heard of you
That's not me
That is not my address.
It wasn't me!
Of course not
Certainly not!
Absolutely not. Who is this?
No way
I decline
Declined.
Wrong address
Cancel
This isn't me
I have not asked for this
Nein
Nein!
Nein danke
Nein, leider nicht
Nein, ich kenne Sie nicht.
Danke, nein
Lieber nicht
Das bin ich nicht
Das war ich nicht.
Auf keinen Fall!
Kein Interesse
Natürlich nicht
Hallo, nein
Ich möchte nicht
Non
Non merci
Non, désolé
Non, je ne joue plus
Je ne veux pas
Ce n'est pas moi
Pas maintenant
Désolé, non
Bien sûr que non
No, gracias
No quiero
No, lo siento
Nunca
Claro que no
No soy yo
No, grazie
Non sono io
Non voglio
Não
Não, obrigado
Нет
Нет, спасибо
Нет, это не я
Конечно нет
Не хочу
Не сейчас
Спасибо, не надо
Nie
Nie, dziękuję
Nie chcę
To nie ja
Nee
Nee, bedankt
Nee dank je
Liever niet
Ik wil niet
Nej
Nej tack
Nej tak
Nei takk
Helst inte
Ei
Ei kiitos
Ne
Ne, děkuji
Nem
Hayır
Nu
Όχι
いいえ
いいえ、結構です
不
不是
아니요
"""

SAY_NEITHER = """
That one or the other
Exactly why do you ask
Yes that one, but later
Of course you can't

Hm
???
Who are you?
What is this about?
What? No idea.
yes but not today
Yes, but not today
Yes, if Bob plays too
Yes? Who is this?
Yes, maybe
Yes maybe
Maybe yes
Vielleicht ja
If not today no
Yes, unless it is rated
Yes I do not want this
Yes, I don't want this
Yes, no
No. Yes!
No, wait, yes
Maybe
Perhaps later
I am not sure
Not sure
I don't know
Let me think about it
Confirm tomorrow?
Stop
stop
remove
unsubscribe
please stop
Great game
Thanks
Thank you!
n3
y5
N f3
d4
nice
yesterday I lost
nobody is at home
Now it is your turn
know
Ja, aber erst morgen
Ja, aber nicht heute
Ja, vielleicht
Ja, wenn es nicht zu lange dauert
Weiß nicht
Ich weiß noch nicht
Keine Ahnung
Jein
Vielleicht
Oui, mais pas aujourd'hui
Peut-être
Je ne sais pas
Sí, pero hoy no
Quizás
No sé
Non so
Forse
Sì, ma non oggi
Может быть
Да, но не сегодня
Не знаю
Może
Tak, ale nie dzisiaj
Nie wiem
Ja, maar niet vandaag
Misschien
Ja, men inte idag
Kanske
Vet inte
Please tell me who you are
Right now I am at the lake
True love never dies
Fine weather here
Da bin ich schon weg
Si juega Bob
No, I am busy. Yes I know...
When do you need a yes
Before I say yes, tell me who you are
Should I say yes
I'll answer yes tomorrow
Waiting for your ok
Can you confirm this is real
Could you please confirm it
I need to confirm with my wife
I will confirm later
Why should I accept
Too early to say yes
I would have to agree
I accept nothing
unable to accept
Agree to what
OK who is this
Yes, I decline
Ok, I refuse
Yes, remove me
Ok, please stop
OK, delete my address
Yes, unsubscribe
Yes, this is spam
Yes, you have the wrong address
Muss ich ja sagen
Soll ich ja sagen
Ist das ok
Ja wer bist du
Ja später
Ja, bitte löschen
Oui qui êtes-vous
D'accord avec quoi
Oui, supprimez-moi
Sí, borrar
Да кто вы
Ладно потом
Да, удалите
Nisam ja
Tamam mı
好的，不用了
Ja. Das war ich nicht.
Oui, ce n'était pas moi
Yes, this is not me.
OK. I did not sign up for this.
I would like to say yes. I cannot.
OK, got it. Will answer later.
Tamam, sonra
I wouldn't say no
I can't refuse
I don't object
Da kann ich nicht nein sagen
Ich habe nichts dagegen
Nein, ich habe nichts dagegen
Je ne dis pas non
No puedo decir que no
Non ho nulla in contrario
Не возражаю
Daar zeg ik geen nee tegen
I have a question about the rules and the way in which the boards are drawn, could you tell me whether a yes to this letter means that I have to play each day or not, please?
"""  # noqa: E501


def lines_of(text: str) -> list[str]:
    return text.split("\n")[1:-1]


@pytest.mark.alike
@pytest.mark.parametrize("line", lines_of(SAY_YES))
def test_a_yes(line: str) -> None:
    assert told_by(line) == "yes"


@pytest.mark.alike
@pytest.mark.parametrize("line", lines_of(SAY_NO))
def test_a_no(line: str) -> None:
    assert told_by(line) == "no"


@pytest.mark.alike
@pytest.mark.parametrize("line", lines_of(SAY_NEITHER))
def test_what_is_asked_about_again(line: str) -> None:
    assert told_by(line) is None


def test_at_least_so_many_answers_have_been_tried() -> None:
    tried = [line for text in (SAY_YES, SAY_NO, SAY_NEITHER) for line in lines_of(text)]

    assert len(set(tried)) == len(tried) > 270


def test_an_answer_has_thirty_words_at_most() -> None:
    assert told_by("Yes, " + "thanks " * 29) == "yes"
    assert told_by("Yes, " + "thanks " * 30) is None
    assert told_by("No, " + "word " * 29) == "no"
    assert told_by("No, " + "word " * 30) is None


def test_an_answer_has_five_hundred_characters_at_most() -> None:
    assert told_by("Yes" + "!" * 497) == "yes"
    assert told_by("Yes" + "!" * 498) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("yes", "yes"), ("Ja!", "yes"), ("はい", "yes"), ("no", "no"), ("Nein.", "no"), ("nie", "no"),
        ("", None), ("perhaps", None), ("da", None), ("так", None), ("yes yes", None), ("yes please", None),
        ("no no", None), ("yes?", None), ("はい？", None), ("ναι;", None),
    ],
)  # fmt: skip
def test_what_cannot_be_undone_is_said_in_one_word_that_means_nothing_else(text: str, says: str | None) -> None:
    assert in_one_word(text) == says


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("stop", True), ("Please stop!", True), ("unsubscribe me please", True), ("thank you, stop", True),
        ("thank you", False), ("please", False), ("", False), ("stop the clock", False), ("Bob, stop", False),
        ("Please stop these mails", True), ("Stop sending me all these emails!", True),
        ("STOP sending me these", True), ("Stop sending this stuff", True), ("Stop sending bishops", False),
        ("No more mails, please", True), ("Bitte keine Mails mehr.", True), ("remove me from your list", True),
        ("Больше не присылайте мне писем", True), ("Arrêtez de m'écrire", True), ("Arrêtez de m’écrire svp", True),
        ("Ne m'écrivez plus", True), ("Please don't write to me any more", True), ("No me escribas más", True),
        ("Bitte schreibt mir nicht mehr", True), ("Arrêtez", False), ("Arrêtez de m'écrire en anglais", False),
        ("Don't write to me about chess", False), ("Je ne peux plus écrire", False),
        ("stop writing me mails about chess", False), ("no more moves", False), ("these mails", False),
    ],
)  # fmt: skip
def test_who_asks_for_an_end_says_nothing_else_but_please(text: str, asks: bool) -> None:
    assert asks_to_stop(text) is asks


@pytest.mark.parametrize(
    "line",
    [
        "Ok. This mailbox is not monitored",
        "OK, your message has been received.",
        "Yes. Your ticket has been created.",
        "Yes, this account is no longer in use",
        "Sure. Please do not reply to this message",
        "Ja. Ihre Nachricht ist eingegangen.",
        "Ok. Dieses Postfach wird nicht gelesen.",
        "Oui, cette boîte n'est pas surveillée",
        "Sí. Hemos recibido su mensaje",
        "Ok. Ta skrzynka nie jest monitorowana",
        "Да. Ваше сообщение получено.",
        "はい。このメールボックスは監視されていません。",
        "好的，您的邮件已收到",
    ],
)
def test_programs_that_answer_all_that_comes_speak_of_mail_and_of_no_person(line: str) -> None:
    first, rest = re.split(r"(?<=[.,。，])", line, maxsplit=1)

    assert is_of_a_mailbox(line, "")
    assert is_of_a_mailbox(first, f"\n{rest}")
    assert not is_of_a_mailbox(first, f"\nBob\n{rest}")


@pytest.mark.parametrize(
    "line",
    [
        "Yes",
        "Yes, I got your message",
        "Yes, this is my address for mail",
        "Yes, let's play! Your message was great.",
        "Sure, sorry for the late reply",
        "Ja, danke dir für deine Nachricht",
        "Oui, merci de ton message",
    ],
)
def test_people_speak_of_themselves_or_to_a_friend(line: str) -> None:
    assert not is_of_a_mailbox(line, "")


@pytest.mark.parametrize("below", ["Hi Ben, it's Ann from the choir", "Good to hear from you"])
def test_a_line_of_one_word_above_a_sentence_is_an_answer(below: str) -> None:
    assert told_by("Yes", below) == "yes"


@pytest.mark.parametrize("below", ["but not before Monday", "If I may begin", "I don't think so", "and no"])
def test_unless_that_goes_on_with_it_or_doubts_it(below: str) -> None:
    assert told_by("Yes", below) is None


def test_a_part_of_a_name_is_who_is_spoken_to() -> None:
    assert told_by("Go ahead, Ben", names=["ben.hall"]) == "yes"
    assert told_by("Go ahead, Ben", names=["carol"]) is None
    assert told_by("Go ahead, not", names=["not.me"]) is None


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("Dear Ann, yes please. Best, Ben", ""),
        ("Yes please. Best regards, Ben", ""),
        ("Ja gerne! Viele Grüße, Ben", ""),
        ("Oui, volontiers. Cordialement, Ben", ""),
        ("Lieber Ben, sehr gerne! LG Anna", ""),
        ("Liebe Anna, gern! Gruß Ben", ""),
        ("Dear Ann,", "\nyes please.\n\nBest,\nBen"),
        ("Dear Ann,", "yes please.\n\nBest,\nBen"),
        ("Hello Ann,", "\nyes, I would like that very much.\n\nBest regards\nBen"),
        ("Guten Tag,", "\n\nsehr gern!\n\nMit freundlichen Grüßen\nBen"),
    ],
)
def test_a_yes_between_salutation_and_name(line: str, below: str) -> None:
    assert told_by(line, below) == YES


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("Dear Ann,", "\nno thanks.\n\nBest,\nBen"),
        ("Dear Ann, no thank you. Best, Ben", ""),
    ],
)
def test_a_no_between_them(line: str, below: str) -> None:
    assert told_by(line, below) == NO


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("Yes. Thanks, Later", ""),
        ("Yes. Best, Not", ""),
        ("Yes. Ben", ""),
        ("Yes, Thanks, but Ben", ""),
        ("Dear Ann,", "\nmaybe.\n\nBest,\nBen"),
        ("Dear Ann,", "\nyes, but I start."),
        ("Dear Ann,", "\nBest,\nBen"),
        ("Dear Ann,", "\nYes. This mailbox is not monitored."),
        ("Hello,", "\nHello,\nyes"),
    ],
)
def test_what_is_unclear_between_them(line: str, below: str) -> None:
    assert told_by(line, below) is None


@pytest.mark.parametrize(
    ("line", "leaning"),
    [
        ("Yes, but who starts?", YES),
        ("yes, but I start", YES),
        ("Hi Bob, yes but I start", YES),
        ("Gern! Diesmal gewinne ich.", YES),
        ("Yes, gladly! Who are you, Ann?", YES),
        ("Maybe next week", NO),
        ("Vielleicht nächste Woche", NO),
        ("What period?", None),
        ("Who are you?", None),
        ("d3", None),
        ("", None),
    ],
)
def test_an_unclear_answer_leans(line: str, leaning: str | None) -> None:
    assert leans(line) == leaning
    assert told_by(line) is None


def test_a_long_answer_takes_no_long_time() -> None:
    for text in ("Dear Ann, " * 10_000, "Hello,\n" * 15_000, "yes " * 25_000, "Best, Ben " * 10_000, "Ben" * 30_000):
        began = time.process_time()
        told_by(text, text)
        told_by("Dear Ann,", text)
        leans(text)
        assert time.process_time() - began < 1


def test_a_signature_stands_in_the_last_few_lines_alone() -> None:
    assert without_signature("yes\n\nBest wishes,\n\nBob") == "yes"
    assert len(without_signature("yes\n" + "Bob\n" * 1000).splitlines()) > 990


def test_a_line_of_500_signs_may_be_signed_and_a_longer_one_is_left_alone() -> None:
    for length in (500, 501):
        line = "yes".ljust(length - len(", thanks, Bob"), "s") + ", thanks, Bob"
        assert len(line) == length
        assert (without_signature(line) == line) is (length > 500), length


@pytest.mark.parametrize("asked", ["draw", "tie", "offer", "rematch", "game", "challenge"])
def test_what_is_asked_alone_declines_nothing(asked: str) -> None:
    assert told_by(f"The {asked}.") is None
    assert told_by(f"I decline the {asked}") == NO
    assert told_by(f"No to the {asked}") == NO
