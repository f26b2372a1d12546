"""The new text of a body: quotations, signatures and footers cut off, boards left alone."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import cleandoc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.mail.reading.quote_stripping import comment_of, own_words

BOARD = """\
    a b c d
  +---------+
1 | x . . o | 1
-----------
2 | . > o . | 2
___________
===========
***********
| -- | >
  > x"""


def new_text(text: str, addresses: Sequence[str] = ()) -> str:
    """What is new in a text."""
    return own_words(text, addresses).text


def test_boards_are_kept_as_they_were_drawn() -> None:
    assert new_text(BOARD) == BOARD
    assert new_text(f"\n\n{BOARD}\n\n> quoted\n\n{BOARD}  \n") == f"{BOARD}\n\n{BOARD}"


@pytest.mark.parametrize(
    "introduction",
    [
        "On Mon, Jan 5, 2026 at 10:03 AM PBM Server <pbm@example.org> wrote:",
        "On 5 Jan 2026, at 10:03, PBM Server wrote:",
        "On 05/01/2026 10:03, PBM wrote :",
        "--- On Mon, 1/5/26, PBM Server <pbm@example.org> wrote:",
        "On Mon, Jan 5, 2026 at 10:03 AM PBM Server with a name that is very\nlong <pbm@example.org> wrote:",
        "On Mon, Jan 5, 2026 at 10:03 AM\nPBM Server\n<pbm@example.org>\nwrote:",
        "Am 05.01.2026 um 10:03 schrieb PBM Server:",
        "Am Mo., 5. Jan. 2026 um 10:03 Uhr schrieb PBM Server <\npbm@example.org>:",
        "Am Montag, 5. Januar 2026 um 10:03:12 MEZ hat PBM <pbm@example.org> Folgendes geschrieben:",
        "PBM Server <pbm@example.org> schrieb am Mo., 5. Jan. 2026, 10:03:",
        "Le lun. 5 janv. 2026 à 10:03, PBM Server <pbm@example.org> a écrit :",
        "Le 05/01/2026 à 10:03, PBM Server a écrit\u00a0:",
        "El 5/1/2026 a las 10:03, PBM Server escribió:",
        "Il giorno lun 5 gen 2026 alle ore 10:03 PBM <pbm@example.org> ha scritto:",
        "Op ma 5 jan. 2026 om 10:03 schreef PBM <pbm@example.org>:",
        "2026-01-05 10:03 GMT+01:00 PBM Server <pbm@example.org>:",
        "From: PBM Server <pbm@example.org>\nSent: Monday, January 5, 2026 10:03 AM\nTo: Alice\nSubject: Board 101",
        "*From:* PBM <pbm@example.org>\n*Date:* Monday, 5 January 2026\n*To:* Alice\n*Cc:* Bob\n*Subject:* Board 101",
        "Von: PBM Server <pbm@example.org>\nGesendet: Montag, 5. Januar 2026\nAn: Alice\nBetreff: Board 101",
        "Gesendet: Montag, 05. Januar 2026 um 10:03 Uhr\nVon: PBM <pbm@example.org>\nAn: Alice\nBetreff: Board 101",
        "De : PBM Server <pbm@example.org>\nEnvoyé : lundi 5 janvier 2026\nÀ : Alice\nObjet : Board 101",
        "________________________________\nFrom: PBM\nSent: Monday\nTo: Alice\nSubject: Board 101",
        "________________________________\n\nVon: PBM\nGesendet: Montag\nAn: Alice\nBetreff: Board 101",
        "-----Original Message-----\nFrom: PBM\nSent: Monday\nTo: Alice\nSubject: Board 101",
        "-----Ursprüngliche Nachricht-----\nVon: PBM\nAn: Alice",
        "-------- Message d’origine --------\nDe : PBM\nDate : 05/01/2026 À : Alice Objet : Board 101",
        "----- Original Message -----\nFrom: PBM\nTo: Alice",
        "---------- Forwarded message ---------\nFrom: PBM\nDate: Mon\nSubject: Board 101\nTo: Alice",
        "Begin forwarded message:\n\nFrom: PBM <pbm@example.org>\nSubject: Board 101\nDate: Mon\nTo: Alice",
        "Anfang der weitergeleiteten Nachricht:\n\nVon: PBM <pbm@example.org>\nBetreff: Board 101\nAn: Alice",
    ],
)
def test_the_introduction_of_a_quotation_is_cut_with_it(introduction: str) -> None:
    assert new_text(f"New.\n\n{introduction}\n\nOld.\n\nOlder.") == "New."
    assert new_text(f"New.\n{introduction}\n\n> Old.\n>> Older.\n\nNewer.") == "New.\n\nNewer."
    assert new_text(f"{introduction}\n> Old.\nNew.") == "New."


@pytest.mark.parametrize(
    "introduction", ["bob wrote:", "bob@x.org wrote:", "bob@example.net (5 Jan 2026):", "* Bob, 5.1.26, b@x.org:"]
)
def test_a_vague_introduction_counts_only_above_a_quotation(introduction: str) -> None:
    assert new_text(f"New.\n\n{introduction}\n> Old.\n\nNewer.") == "New.\n\nNewer."
    assert new_text(f"New.\n\n{introduction}\nNewer.") == f"New.\n\n{introduction}\nNewer."


@pytest.mark.parametrize(
    "prose",
    [
        "On move 12 you wrote:\nnever again.",
        "On 5.1.2026 at 10:30 I wrote:\ntake d3.",
        "Am 5.1.2026 um 10:30 habe ich geschrieben:\nnimm d3.",
        "From: nobody\nTo: everybody\n\nHello.",
        "To do:\nto win.\nFrom: now on\n\nOn we go.",
        "Subject: my plans\nDate: tomorrow\n\nHello.",
        "Original message\n\nThat was it.",
        "The score:\n\n-----\n12 : 7\n-----\n\nGood.",
        "Sent from my heart.\nGet well soon.\nGesendet habe ich nichts.",
        "Am Ende: remis.",
        "--- first ---\n-- second\n--third\n- -",
        f"On 5.1.2026 10:03 {'x' * 500} wrote:\nhello",
        f"{'-' * 120} Original Message -----\nhello",
    ],
)
def test_prose_that_resembles_an_introduction_is_kept(prose: str) -> None:
    assert new_text(prose) == prose


@pytest.mark.parametrize(
    "words",
    [
        "Look at my best game: Hex Board 101 alice",
        "Hex Board 101\nis where I have won.",
        "Three games on 5.1.2026!\nWrite to games@example.net about it.",
        "alice writes:\nhave fun!",
        "Have fun!\n\nYour move.",
        "Players: alice, bob and me.",
    ],
)
def test_words_that_resemble_ours_are_kept(words: str) -> None:
    assert new_text(words, ["games@example.net"]) == words


def test_words_that_name_us_directly_above_an_introduction_are_kept() -> None:
    introduction = "On Fri, Jan 5, 2026 at 10:03 AM games <games@example.net> wrote:"

    assert new_text(f"Good games!\n{introduction}\n> Old.", ["games@example.net"]) == "Good games!"


def test_an_introduction_without_a_date_that_names_us_may_stand_a_blank_line_above() -> None:
    assert new_text("c3\n\ngames wrote:\n\n> Old.", ["games@example.net"]) == "c3"
    assert new_text("c3\n\nbob wrote:\n\n> Old.", ["games@example.net"]) == "c3\n\nbob wrote:"


def test_a_line_with_our_name_and_a_date_introduces_a_letter_of_ours_and_one_with_another_name_does_not() -> None:
    letter = "Hex Board 101 alice\nIt is your turn"

    assert new_text(f"c3\n\nOn 2026-01-05 games wrote\n\n{letter}", ["games@example.net"]) == "c3"
    by_bob = f"c3\n\nOn 2026-01-05 bob wrote\n\n{letter}"
    assert new_text(by_bob, ["games@example.net"]) == by_bob


def test_an_introduction_below_nothing_but_a_blank_line_goes_and_a_row_at_the_end_of_the_text_stays() -> None:
    assert new_text("\nOn 2026-01-05 games wrote:\n\n> Old.\n\n-----", ["games@example.net"]) == "-----"


def below_our_address(lines: int) -> str:
    """A line of ours, so many lines below one with our address."""
    between = "".join(f"Line {number}.\n" for number in range(lines - 1))
    return f"New.\nvon games@example.net\n{between}Summary of Hex Board 101\nOld."


def test_a_letter_begins_up_to_twelve_lines_above_the_first_line_of_ours() -> None:
    assert new_text(below_our_address(12), ["games@example.net"]) == "New."
    assert new_text(below_our_address(13), ["games@example.net"]).startswith("New.\nvon games@example.net\nLine 0.")
    assert "Old." not in new_text(below_our_address(13), ["games@example.net"])


@pytest.mark.parametrize("mark", ["-- ", "--", "--  ", "—"])
def test_a_signature_is_cut(mark: str) -> None:
    assert new_text(f"New.\n{mark}\nAlice\nExample Inc.\n\nTel. 123") == "New."


@pytest.mark.parametrize(
    "below",
    [
        "",
        "\n\n\n",
        "\n-- \nAlice",
        "\n\nSent from my iPhone",
        "\n> Old.",
        "\n\nOn 5.1.2026 10:03, PBM wrote:\n> Old.",
    ],
)
def test_two_dashes_are_a_word_where_nothing_but_they_is_new(below: str) -> None:
    assert new_text(f"--{below}") == "--"


@pytest.mark.parametrize(
    "text", ["--\nAlice", "-- \n", "-- \nAlice", "\n\n--\nSent from my iPhone", "> Old.\n--\nAlice"]
)
def test_a_signature_without_a_text_is_still_one(text: str) -> None:
    assert new_text(text) == ""


@pytest.mark.parametrize(
    "footer",
    [
        "Sent from my iPhone",
        "Sent from my Verizon Wireless 4G LTE smartphone",
        "Sent from Yahoo Mail on Android",
        "Sent from Outlook for iOS",
        "Sent from Mail for Windows 10",
        "Sent via the Samsung Galaxy S21",
        "Sent with Proton Mail secure email.",
        "Get Outlook for Android<https://aka.ms/ghei36>",
        "Get [Outlook for iOS](https://aka.ms/o0ukef)",
        "Von meinem iPhone gesendet",
        "Von meinem iPad gesendet",
        "Von meinem/meiner Galaxy gesendet",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Von meinem Mobiltelefon gesendet",
        "Gesendet von meinem Xiaomi-Smartphone",
        "Gesendet von Mail für Windows",
        "Gesendet von Outlook für Android",
        "Gesendet mit der GMX Mail App",
        "Gesendet mit der mobilen Mail App",
        "Holen Sie sich Outlook für Android<https://aka.ms/AAb9ysg>",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",
        "Envoyé de mon iPhone",
        "  Envoyé de mon iPad",
        "Envoyé depuis mon smartphone Samsung Galaxy.",
        "Envoyé depuis l’application Mail pour Windows",
        "Envoyé à partir de Yahoo Mail pour Android",
        "Envoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma brièveté.",
        "Télécharger Outlook pour iOS<https://aka.ms/o0ukef>",
        "Obtenez Outlook pour Android",
        "Provenance : Courrier pour Windows 10",
        "Yahoo Mail: Search, Organize, Conquer",
        "Virenfrei.www.avast.com",
        "This email has been checked for viruses by Avast antivirus software.",
    ],
)
def test_the_footers_of_phones_and_programs_are_cut(footer: str) -> None:
    assert new_text(f"New.\n\n{footer}\n\n> Old.") == "New."
    assert new_text(f"{footer}\n") == ""


@pytest.mark.parametrize(
    "footer",
    [
        "Enviado desde mi iPhone",
        "Enviado desde mi Galaxy",
        "Enviado do meu iPad",
        "Enviado do Yahoo Mail no Android",
        "Obtener Outlook para Android<https://aka.ms/AAb9ysg>",
        "Obter o Outlook para iOS<https://aka.ms/o0ukef>",
        "Inviato da iPhone",
        "Inviato dal mio Galaxy",
        "Scarica Outlook per Android<https://aka.ms/AAb9ysg>",
        "Verstuurd vanaf mijn iPhone",
        "Verzonden vanuit Outlook voor Android<https://aka.ms/AAb9ysg>",
        "Skickat från min iPhone",
        "Hämta Outlook för Android<https://aka.ms/AAb9ysg>",
        "Sendt fra min iPhone",
        "Hent Outlook til Android<https://aka.ms/AAb9ysg>",
        "Lähetetty iPhonesta",
        "Wysłane z iPhone'a",
        "Wysłano z mojego smartfonu Samsung Galaxy.",
        "Pobierz program Outlook dla systemu Android<https://aka.ms/AAb9ysg>",
        "Odesláno z iPhonu",
        "Odoslané z iPhonu",
        "iPhone-omról küldve",
        "Elküldve a Samsung Galaxy telefonomról",
        "Trimis de pe iPhone-ul meu",
        "Poslano z mojega iPhona",
        "Poslano s mog iPhonea",
        "Изпратено от моя iPhone",
        "Отправлено с iPhone",
        "Отправлено из мобильной Почты Mail",
        "Отправлено из Outlook для Android",
        "Надіслано з iPhone",
        "Στάλθηκε από το iPhone μου",
        "iPhone'umdan gönderildi",
        "Android için Outlook uygulamasından gönderildi",
        "Saadetud minu iPhone'ist",
        "Nosūtīts no mana iPhone",
        "Išsiųsta iš mano „iPhone“",
        "Dikirim dari iPhone saya",
        "Được gửi từ iPhone của tôi",
        "发自我的iPhone",
        "發自我的 iPhone",
        "发自我的小米手机",
        "从我的iPhone发送",
        "iPhoneから送信",
        "Yahoo!メールから送信",
        "나의 iPhone에서 보냄",
        "ส่งจาก iPhone ของฉัน",
        "تم الإرسال من الـ iPhone الخاص بي",
        "נשלח מה-iPhone שלי",
        "Sent with Spike",
        "Sent from Mailspring (https://getmailspring.com/), the best free email app for work",
        "Secured with Tuta Mail:\nhttps://tuta.com/free-email",
    ],
)
def test_so_are_those_in_other_languages(footer: str) -> None:
    assert new_text(f"New.\n\n{footer}\n\n> Old.") == "New."
    assert new_text(f"New.\n\n{footer}") == "New."
    assert new_text(f"{footer}\n") == ""


@pytest.mark.parametrize(
    "words",
    [
        "I sent you a mail from my iPhone yesterday.",
        "Nice iPhone!",
        "Get a phone!",
        "Sent from my heart.",
        "My Outlook has sent this twice, sorry.",
        "Envoyé!",
        "Sendt du mig en mail?",
    ],
)
def test_words_about_phones_are_no_footers(words: str) -> None:
    assert new_text(f"New.\n\n{words}") == f"New.\n\n{words}"


@pytest.mark.parametrize(
    "notice",
    [
        "This e-mail is confidential and intended solely for the\naddressee. If you are not, delete it.",
        "Diese E-Mail enthält vertrauliche Informationen.",
        "Ce message est confidentiel.",
        "Este correo es confidencial.",
        "Treść tej wiadomości jest poufna.",
        "Это сообщение конфиденциально.",
        "本邮件及其附件含有保密信息。",
        "________________\nDisclaimer: nobody said this.",
    ],
)
def test_a_notice_of_a_company_below_the_quotation_is_cut_with_all_below_it(notice: str) -> None:
    assert new_text(f"New.\n\n> Old.\n\n{notice}\n\nExample Inc.") == "New."


def test_who_answers_below_the_quotation_keeps_their_words() -> None:
    assert new_text("New.\n\n> Old.\n\nNewer.") == "New.\n\nNewer."
    assert new_text("> Old.\n\nThis is confidential.") == "This is confidential."


def test_an_interleaved_reply_keeps_what_is_new_in_its_order() -> None:
    text = """
        On 5 Jan 2026 10:03, PBM wrote:
        > One?

        Yes.
          (Board: x)
        > Two?
        > Three?
        No.


        And

        no.
        > Four?
        """

    assert new_text(cleandoc(text)) == "Yes.\n  (Board: x)\n\nNo.\n\n\nAnd\n\nno."


def test_a_comment_is_cut_at_its_bound_and_says_so() -> None:
    assert comment_of("x" * 8_000, []) == "x" * 8_000
    assert comment_of("x" * 8_001, []) == "x" * 8_000 + "\n\n[Cut here: comments are limited to 8,000 characters.]"


def test_a_comment_says_what_was_left_out() -> None:
    assert comment_of("Look.", ["a.png", "b.pdf"]) == "Look.\n\n[Attachments are not passed on: a.png, b.pdf.]"
    assert comment_of("", ["a.png"]) == "[Attachments are not passed on: a.png.]"


LINES = st.lists(st.text("ab X.|+é\u3042", max_size=20).map(str.rstrip), max_size=8)


@settings(max_examples=60)
@given(above=LINES, old=LINES, below=LINES)
def test_whatever_is_quoted_only_the_rest_stays(above: list[str], old: list[str], below: list[str]) -> None:
    quotation = ["On 5 Jan 2026 10:03, PBM <pbm@example.org> wrote:", ">", *(f"> {line}" for line in old)]

    text = new_text("\n".join([*above, "", *quotation, "", *below]))

    assert text.split() == " ".join([*above, *below]).split()
    assert [line for line in text.split("\n") if line] == [line for line in [*above, *below] if line]


@pytest.mark.parametrize(
    "footer",
    [
        "Von meinem iPhone gesendet",
        "Отправлено с iPhone",
        "Dërguar nga iPhone im",
        "iPhonemdan göndərilib",
        "Đã gửi từ iPhone của tôi",
        "मेरे iPhone से भेजा गया",
        "发自我的小米",
        "Enviado desde mi móvil",
        "Mit freundlichen Grüßen von meinem Samsung Galaxy",
        "Outlook voor iOS downloaden",
        "取得 iOS 版 Outlook",
        "iOS için Outlook'u edinin",
        "Get the Outlook for Android<https://aka.ms/x>",
        "Libre de virus.www.avast.com",
        "Please excuse brevity and typos, sent from my phone",
    ],
)
def test_a_last_paragraph_about_a_phone_or_a_program_is_a_footer_in_any_language(footer: str) -> None:
    assert new_text(f"c3\nGood luck\n\n{footer}\n") == "c3\nGood luck"
    assert new_text(f"c3\n\n{footer}\n\nOn 5 Jan 2026, at 10:03, PBM Server wrote:\n\n> Board") == "c3"


@pytest.mark.parametrize(
    "words",
    [
        "My iPhone is broken",
        "Mein iPhone spinnt",
        "Do you have an iPhone?",
        "a3 on Android",
        "Use Outlook, it is better",
    ],
)
def test_words_about_a_phone_stay(words: str) -> None:
    for text in (words, f"c3\n\n{words}", f"c3\n{words}", f"c3\n\n{words}\n\nBye"):
        assert new_text(text) == text


def test_what_stands_alone_or_above_other_words_is_no_footer_for_the_name_of_a_product() -> None:
    assert new_text("Greetings from Samsung") == "Greetings from Samsung"
    assert new_text("c3\n\nGreetings from Samsung\n\nBye") == "c3\n\nGreetings from Samsung\n\nBye"
