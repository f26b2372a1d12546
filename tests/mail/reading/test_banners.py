"""What gateways of companies put above mail from outside is no part of its words; what people write stays."""

from __future__ import annotations

from textwrap import fill

import pytest

from pbmserv.mail.reading.quote_stripping import own_words

ADDRESSES = ["games@example.net"]
CAUTION = (
    "CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless"
    " you recognize the sender and know the content is safe."
)
BANNERS = [
    "[EXTERNAL]",
    "EXTERN",
    "*** EXTERNAL SENDER ***",
    "【外部邮件】",
    "External Email",
    CAUTION,
    "This Message Is From an External Sender",
    "ACHTUNG: Diese E-Mail stammt von einem externen Absender.",
    "ATTENTION: Ce courriel provient de l'extérieur de l'organisation.",
    "PRECAUCIÓN: Este correo electrónico se originó fuera de la organización.",
    "Questa email proviene dall'esterno. Non aprire i link o gli allegati se non riconosci il mittente.",
    "Este email foi enviado de fora da organização.",
    "Dit bericht komt van buiten je organisatie. Wees voorzichtig met links en bijlagen.",
    "Ta wiadomość pochodzi spoza organizacji. Nie otwieraj załączników.",
    "Denna e-post kommer från en extern avsändare.",
    "ВНИМАНИЕ: Это письмо пришло от внешнего отправителя.",
    "此邮件来自外部发件人，请谨慎处理。",
    "外部メール: このメールは社外から送信されました。",
    "You don't often get email from alice@gmail.com. Learn why this is important",
    "Sie erhalten nicht oft eine E-Mail von games@example.net. Weitere Informationen",
]
OF_PEOPLE = [
    "My company mail is external, sorry",
    "I am outside, and my mail program has no links",
    "The exterior wall",
    "Outside, then",
    "Your message got lost",
    "Sorry for the late answer, the mail was down",
    "address alice secret7 alice@gmail.com",
    "message alice secret7 bob",
    "-----",
    "c3",
]


def words_of(text: str) -> tuple[str, bool]:
    """What is left of a text, and whether a banner was above it."""
    words = own_words(text, ADDRESSES, "alice@gmail.com")
    return words.text, words.below_banner


@pytest.mark.parametrize("banner", BANNERS)
def test_a_banner_goes_and_what_stands_below_stays(banner: str) -> None:
    row = "_" * 32

    assert words_of(f"{banner}\n\nc3\nGood luck.") == ("c3\nGood luck.", True)
    assert words_of(f"{banner}\nc3\nGood luck.") == ("c3\nGood luck.", True)
    assert words_of(f"| {banner} |\n\nc3") == ("c3", True)
    assert words_of(f"{row}\n{banner}\n{row}\n\nc3.") == ("c3.", True)
    assert words_of(f"[EXTERNAL]\n\n{banner}\n\nc3") == ("c3", True)


def test_a_banner_may_be_wrapped() -> None:
    assert words_of(f"{fill(CAUTION, 50)}\n\nc3") == ("c3", True)
    assert words_of(f"{fill(CAUTION, 50)}\nc3") == ("c3", True)


@pytest.mark.parametrize(
    ("first", "left"), [("[!] External mail came in", "c3"), ("[!] External mail came i", "for you, be careful.\nc3")]
)
def test_a_line_of_25_characters_may_go_on_in_the_next_and_a_shorter_one_does_not(first: str, left: str) -> None:
    assert words_of(f"{first}\nfor you, be careful.\nc3") == (left, True)


@pytest.mark.parametrize("words", OF_PEOPLE)
def test_what_people_write_stays(words: str) -> None:
    assert words_of(f"{words}\n\nc3") == (f"{words}\n\nc3", False)


def test_below_other_words_nothing_is_a_banner() -> None:
    assert words_of("c3\n\n[EXTERNAL]") == ("c3\n\n[EXTERNAL]", False)


def test_where_nothing_stands_below_it_is_what_somebody_says() -> None:
    assert own_words("Message : for you\n\nc3").text == "Message : for you\n\nc3"
    assert words_of("Outside!") == ("Outside!", False)
    assert words_of("Outside!\n\n> Where do you play?") == ("Outside!", False)
    assert words_of("[EXTERNAL]\n\n> Where do you play?\n\nOutside!") == ("Outside!", True)
