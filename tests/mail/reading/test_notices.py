"""Notices about confidentiality below an answer: they go, and what may be somebody's own words stays."""

from __future__ import annotations

import pytest

from pbmserv.mail.reading.quote_stripping import own_words

ENGLISH = """This e-mail and any attachments are confidential and intended solely for the
addressee. If you are not the intended recipient, please notify the sender and
delete this message. Any unauthorised copying or disclosure is prohibited."""
GERMAN = """Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie
nicht der richtige Adressat sind oder diese E-Mail irrtümlich erhalten haben, informieren Sie
bitte sofort den Absender und vernichten Sie diese Mail. Das unerlaubte Kopieren sowie die
unbefugte Weitergabe dieser Mail ist nicht gestattet."""
FRENCH = """Ce message et toutes les pièces jointes sont confidentiels et établis à l'intention exclusive
de ses destinataires. Toute utilisation ou diffusion non autorisée de ce message est interdite. Si vous avez reçu ce
message par erreur, merci d'en avertir immédiatement l'expéditeur et de le détruire."""
SPANISH = """Este mensaje y sus archivos adjuntos van dirigidos exclusivamente a su destinatario, pudiendo contener
información confidencial. Si no es usted el destinatario, le rogamos que lo comunique al remitente y
elimine el mensaje."""
ITALIAN = """Le informazioni contenute in questa e-mail sono riservate ed esclusivamente per il destinatario. Se avete
ricevuto questo messaggio per errore, vi preghiamo di cancellarlo."""
DUTCH = """De informatie in dit e-mailbericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde. Indien u
dit bericht onterecht ontvangt, wordt u verzocht de inhoud niet te gebruiken en de afzender te informeren."""
POLISH = """Treść tej wiadomości jest poufna i przeznaczona wyłącznie dla adresata. Jeśli nie są Państwo adresatem,
prosimy o powiadomienie nadawcy i usunięcie wiadomości."""
RUSSIAN = """Это сообщение и вложения к нему являются конфиденциальными и предназначены только для адресата. Если вы
получили его по ошибке, просим уведомить отправителя и удалить сообщение."""
CHINESE = (
    "本邮件及其附件含有保密信息，仅限于发送给上面地址中列出的个人或群组。"
    "如果您错收了本邮件，请您立即通知发件人并删除本邮件。"
)
JAPANESE = (
    "このメールには秘密情報が含まれている可能性があります。"
    "受信者以外の方は、送信者に連絡し、メールを削除してください。"
)
PAPER = "Please consider the environment before printing this e-mail."
ALL = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, POLISH, RUSSIAN, CHINESE, JAPANESE, PAPER]


def text_of(mail: str) -> str:
    return own_words(mail).text


@pytest.mark.alike
@pytest.mark.parametrize("notice", ALL)
@pytest.mark.parametrize(
    "mail",
    [
        "Yes\n\n{}",
        "Yes\n{}",
        "Yes\n\n{}\n\n> hex 101",
        "Yes\n\n________________\n{}\n",
        "Yes\n\nCONFIDENTIALITY NOTICE\n{}",
        "Yes\n\nDisclaimer: {}",
        "Yes\n\nDISCLAIMER\n\n{}",
    ],
)
def test_a_plain_answer_above_a_notice_stands_alone(notice: str, mail: str) -> None:
    assert text_of(mail.format(notice)) == "Yes"


def test_there_may_be_several_in_several_languages() -> None:
    assert text_of(f"Yes\n\n{GERMAN}\n\n{ENGLISH}\n\n{PAPER}\n\n> Old.\n") == "Yes"


@pytest.mark.parametrize(
    "words",
    [
        "But not before Friday.",
        "But please delete this message, it is confidential.",
        "This message is confidential, but I only want it if bob plays.",
        "This e-mail is confidential. But I would like to wait until Friday.",
        "This e-mail is confidential. Only if you print the board.",
        "Aber diese Nachricht ist vertraulich.",
        "Mais ce message est confidentiel.",
        "My move is confidential.",
        "This is confidential.",
        "Is this message confidential?",
        "Diese Nachricht ist vertraulich. Warten wir lieber bis Montag.",
    ],
)
def test_words_of_a_person_are_none(words: str) -> None:
    assert text_of(f"Yes\n\n{words}") == f"Yes\n\n{words}"


@pytest.mark.parametrize("words", ["But not now.", "Aber erst morgen.", "If alice agrees."])
def test_what_stands_above_or_below_a_notice_stays(words: str) -> None:
    assert text_of(f"Yes\n\n{words}\n\n{ENGLISH}") == f"Yes\n\n{words}"
    assert text_of(f"Yes\n{words}\n{ENGLISH}") == f"Yes\n{words}"
    assert words in text_of(f"Yes\n\n{ENGLISH}\n\n{words}")
    assert words in text_of(f"Yes\n\n{ENGLISH} {words}")


def test_a_long_line_takes_no_time() -> None:
    assert text_of("Yes\n\n" + "This message is confidential. " * 100_000).startswith("Yes\n\nThis")
