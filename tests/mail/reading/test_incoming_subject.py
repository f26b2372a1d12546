"""The command in the Subject, through all that mail programs do to it."""

from __future__ import annotations

import re
from email.header import Header

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.commands.requests.prefetch import board_of
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.headers import MAX_COMMAND, plain_command
from pbmserv.mail.reading.incoming import read_message
from pbmserv.mail.request_of_mail import players_named_in
from tests.mail.reading.mails import mail, read


def test_the_subject_is_the_command_and_keeps_its_case() -> None:
    message = read("Hello", subject="Trichet MOVE 101 Alice S3cret d3")

    assert message.subject == "Trichet MOVE 101 Alice S3cret d3"
    assert message.lines == ("Trichet MOVE 101 Alice S3cret d3",)
    assert message.comment == "Hello"


@pytest.mark.parametrize(
    "subject",
    [
        "Re: Trichet show 101",
        "RE[2]: Trichet show 101",
        "Re^3: Trichet show 101",
        "Re (4): Trichet show 101",
        "AW: AW: Trichet show 101",
        "Antw: Fwd: Trichet show 101",
        "WG: Trichet show 101",
        "SV: VS: Trichet show 101",
        "TR : RE : Trichet show 101",
        "R: I: Trichet show 101",
        "[games] Re: [EXTERNAL] Trichet show 101",
        "Fw:[pbm]Trichet show 101",
        "Re: \u200bTrichet show 101",
        "  re:re:  Trichet show 101  ",
    ],
)
def test_prefixes_and_tags_are_no_part_of_the_command(subject: str) -> None:
    assert read(subject=subject).lines == ("Trichet show 101",)


@pytest.mark.parametrize("is_encoded", [False, True])
@pytest.mark.parametrize(
    "prefix",
    [
        "Re:",
        "RE[2]:",
        "Re^3:",
        "Re (4):",
        "Re2:",
        "Re*2:",
        "AW:",
        "Antw:",
        "Antwort:",
        "Antw.:",
        "SV:",
        "Svar:",
        "VS:",
        "VL:",
        "Odp:",
        "Odp.:",
        "Odg:",
        "Ynt:",
        "YNT:",
        "Ilt:",
        "İLT:",
        "İlt:",
        "BLS:",
        "Balas:",
        "Atb:",
        "Ats:",
        "Vá:",
        "Válasz:",
        "Răsp:",
        "TL:",
        "Trả lời:",
        "ΑΠ:",
        "Απ:",
        "ΠΡΘ:",
        "Ответ:",
        "Отв:",
        "НА:",
        "Відп:",
        "Отг:",
        "Одг:",
        "השב:",
        "תגובה:",
        "رد:",
        "回复：",
        "回复:",
        "回覆:",
        "答复:",
        "答覆:",
        "返信:",
        "Re：",
        "회신:",
        "답장:",
        "ตอบ:",
        "转发：",
        "轉寄:",
        "転送:",
        "전달:",
        "RES:",
        "ENC:",
        "RV:",
        "TR:",
        "I:",
        "R:",
        "RIF:",
        "FS:",
        "VB:",
        "PD:",
        "Doorst:",
        "Fwd:",
        "Fw:",
        "WG:",
        "Továbbítás:",
        "إعادة توجيه:",
        "Re: [SPAM] AW:",
        "پاسخ:",
        "Réf :",
        "Rép :",
        "Re :",
        "Res:",
        "Resp:",
        "ref:",
        "Pārs:",
        "Prosl:",
    ],
)
def test_prefixes_of_answers_in_all_languages_are_no_part_of_the_command(prefix: str, is_encoded: bool) -> None:
    subject = f"{prefix} Trichet show 101"

    message = read(subject=Header(subject, "utf-8").encode() if is_encoded else subject)

    assert message.lines == ("Trichet show 101",)
    assert message.reply.is_answer


@pytest.mark.parametrize(
    "mark",
    [
        "[EXTERNAL]",
        "[EXT] RE:",
        "EXTERNAL:",
        "External Email:",
        "EXT:",
        "(External)",
        "<External> Re:",
        "***SPAM***",
        "*****SPAM*****",
        "***SPAM*** Re:",
        "[SPAM]",
        "SPAM:",
        "{Spam?} Re:",
        "{SPAM 5.3}",
        "[Spam: 8.1]",
        "【外部】",
        "【SPAM】Re:",
        "CAUTION: External Mail. Re:",
        "**EXTERNAL** Re:",
        "Caution External:",
        "[External Sender] AW:",
        "Suspected Spam:",
        "[***SPAM*** Score/Req: 05.1/5.0] Re:",
        "WARNING: Re:",
        "[WARNING: UNSCANNABLE] Re:",
    ],
)
def test_nor_are_the_marks_of_mail_servers(mark: str) -> None:
    message = read(subject=f"{mark} Trichet show 101")

    assert message.lines == ("Trichet show 101",)
    assert message.reply.is_answer == bool(re.search(r"\b(?:re|aw):", mark, re.IGNORECASE))


@pytest.mark.parametrize(
    "subject",
    [
        "external 5",
        "na 101",
        "tr 101",
        "safe 1",
        "*d3*",
        "spam",
        "resign: 101",
        "record 101",
        "i 101",
        "reject alice pw",
        "Trichet show [101]",
    ],
)
def test_what_only_begins_like_a_prefix_stays(subject: str) -> None:
    assert read(subject=subject).lines == (subject,)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("challenge bob —nagtime=3", "challenge bob --nagtime=3"),
        ("challenge bob –size=5", "challenge bob -size=5"),
        ("message “Bob the second”", 'message "Bob the second"'),
        ("message „Bob“ «bob» ‚bob‘", 'message "Bob" "bob" \'bob\''),
        ("move 101 alice s3cret d3…", "move 101 alice s3cret d3..."),
        ("move\u00a0101\u2003alice\u202f s3cret\td3", "move 101 alice s3cret d3"),
        ("mo\u200bve 101 \u202ealice\u202c s3\u00adcret d\u200d3\ufeff", "move 101 alice s3cret d3"),
        ("move 101 alice gehA\u0308im d3", "move 101 alice gehÄim d3"),
    ],
)
def test_typographic_and_invisible_characters_are_understood_as_plain_ones(typed: str, meant: str) -> None:
    assert read(subject=typed).lines == (meant,)
    assert plain_command(typed) == meant


@pytest.mark.parametrize(
    "encoded",
    [
        "=?UTF-8?Q?Zug_f=C3=BCr_Gr=C3=BCn?=",
        "=?utf-8?b?WnVnIGbDvHIgR3LDvG4=?=",
        "=?iso-8859-1?q?Zug_f=FCr_Gr=FCn?=",
        "=?ISO-8859-1*de?Q?Zug_f=FCr?= =?ISO-8859-1?Q?_Gr=FCn?=",
        "Zug =?windows-1252?Q?f=FCr?= =?cp850?Q?_Gr=81n?=",
        "=?x-unheard-of?Q?Zug_f=FCr_Gr=FCn?=",
        "=?x-unheard-of?Q?Zug_f=C3=BCr_Gr=C3=BCn?=",
        "=?us-ascii?Q?Zug_f=FCr_Gr=FCn?=",
        "=?unicode_escape?Q?Zug_f=FCr_Gr=FCn?=",
        "=?UTF-8?B?WnVnIGbD?= =?UTF-8?B?vHIgR3LDvG4=?=",
        "=?UTF-8?B?WnVnIGbDvHIgR3LDvG4?=",
        "=?utf-7?Q?Zug_f+APw-r_Gr+APw-n?=",
        "=?UTF-8?Q?Zug f=C3=BCr Gr=C3=BCn?=",
    ],
)
def test_encoded_words_of_any_charset_are_decoded(encoded: str) -> None:
    assert read(subject=encoded).subject == "Zug für Grün"


@pytest.mark.parametrize(
    "malformed", ["=?UTF-8?B?A?=", "=?UTF-8?X?abc?=", "=?UTF-8?Q?abc", "=?UTF-8?Q?=", "=??Q?abc?=", "a =? b"]
)
def test_malformed_encoded_words_stay_as_text(malformed: str) -> None:
    assert read(subject=malformed).subject == malformed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ｍｏｖｅ　１０１　ａｌｉｃｅ　ｇ７", "move 101 alice g7"),
        ("Ｄ３＃５", "D3#5"),
        ("ｄ２－ｄ４", "d2-d4"),
        ("ｇ７。", "g7."),
        ("g٧", "g7"),
        ("g७", "g7"),
        ("½ ²", "½ ²"),
    ],
)
def test_full_width_characters_and_the_digits_of_all_scripts_count_as_plain_ones(typed: str, meant: str) -> None:
    assert plain_command(typed) == meant
    assert read(f"{typed}\nｇ７", subject="").comment == "ｇ７"


def test_a_subject_in_japanese_may_be_neither_encoded_nor_declared() -> None:
    head = b"From: alice@example.org\nSubject: "

    assert read_message(head + "良い手".encode("iso2022_jp") + b"\n\n").subject == "良い手"


def test_raw_bytes_are_taken_for_utf_8_or_else_for_windows_1252() -> None:
    head = b"From: alice@example.org\nSubject: "

    assert read_message(head + "Zug für Grün".encode() + b"\n\n").subject == "Zug für Grün"
    assert read_message(head + "Zug für 5 €".encode("cp1252") + b"\n\n").subject == "Zug für 5 €"


@pytest.mark.parametrize(
    "subject",
    [
        "Trichet move\n 101 alice\n\ts3cret d3",
        "=?UTF-8?Q?Trichet_move?=\n =?UTF-8?Q?_101_alice?= s3cret d3",
        "=?UTF-8?Q?Trichet_move=0D=0A101_alice=0As3cret=E2=80=A8d3?=",
        "\n Trichet move 101 alice s3cret d3",
    ],
)
def test_a_line_end_never_survives(subject: str) -> None:
    assert read(subject=subject).lines == ("Trichet move 101 alice s3cret d3",)


@pytest.mark.parametrize("subject", ["", "Re:", "AW: [games]", "(no subject)", "Re: (kein Betreff)", "<sans objet>"])
def test_without_a_subject_the_first_line_of_the_body_is_the_command(subject: str) -> None:
    message = read("\n\n “d3”\n\n  x . o\nTake that.\n", subject=subject)

    assert message.subject == ""
    assert message.lines == ('"d3"',)
    assert message.body == "  x . o\nTake that."
    assert message.comment == "  x . o\nTake that."


@pytest.mark.parametrize("mark", "*•·▪")
def test_a_command_that_a_program_has_made_a_list_of_is_the_same(mark: str) -> None:
    assert read(f"{mark} d3\n{mark} Take that.\n", subject="").lines == ("d3",)
    assert read(f"{mark}d3\n", subject="").lines == (f"{mark}d3",)


def test_an_empty_mail_has_no_command() -> None:
    message = read_message(b"")

    assert (message.sender, message.lines, message.body, message.comment) == (None, (), "", "")


def test_a_reply_to_play_has_its_command_in_the_body_whatever_the_subject() -> None:
    message = read("d3\nYour turn.\n\nOn 5.1.2026 10:03, PBM wrote:\n> d3?\n", subject="Re: Trichet Board 101 alice")

    assert message.lines == ("Trichet Board 101 alice",)
    assert (message.reply.line, message.reply.body, message.reply.comment) == ("d3", "Your turn.", "Your turn.")


def test_a_command_already_taken_from_the_body_is_not_taken_twice() -> None:
    message = read("d3\nYour turn.\n", subject="")

    assert (message.lines, message.body, message.comment) == (("d3",), "Your turn.", "Your turn.")
    assert (message.reply.line, message.reply.body, message.reply.comment) == ("d3", "Your turn.", "Your turn.")


def test_a_subject_too_long_for_any_command_is_cut_with_a_mark_that_makes_no_command() -> None:
    message = read(subject="show " + "1" * 2 * MAX_COMMAND)

    assert message.lines == ("show " + "1" * (MAX_COMMAND - 5) + " ...",)
    assert read("x" * 5_000, subject="").lines == ("x" * MAX_COMMAND + " ...",)


def test_of_several_subjects_the_first_counts() -> None:
    raw = mail(subject="help\nSubject: signoff alice s3cret")

    assert read_message(raw).subject == "help"


ALPHABETS = {
    "utf-8": "abcXYZ019äöüßéèçñłżЖщяあいう漢字한글😀",
    "iso-8859-1": "abcXYZ019äöüßéèçñ",
    "iso-8859-2": "abcXYZ019äöüßłżčř",
    "windows-1252": "abcXYZ019äöüßéœŠ",
    "koi8-r": "abcXYZ019Жщябвг",
    "windows-1251": "abcXYZ019Жщябвг",
    "iso-2022-jp": "abcXYZ019あいう漢字",
    "gb18030": "abcXYZ019漢字汉字",
    "euc-kr": "abcXYZ019한글가나",
    "big5": "abcXYZ019漢字",
}


@st.composite
def subjects(draw: st.DrawFn) -> tuple[str, str]:
    charset = draw(st.sampled_from(sorted(ALPHABETS)))
    word = st.text(ALPHABETS[charset], min_size=1, max_size=30)
    return charset, " ".join(draw(st.lists(word, min_size=1, max_size=12)))


@settings(max_examples=80)
@given(subjects())
def test_what_the_standard_library_encodes_is_decoded_to_the_same(subject: tuple[str, str]) -> None:
    charset, text = subject

    encoded = Header(text, charset, header_name="Subject").encode()

    assert read(subject=encoded).lines == (text,)


@pytest.mark.parametrize(
    "line",
    [
        "hex move 101 alice secret7 a1",
        "move hex 101 alice secret7 a1",
        "hex: move 101 alice secret7 a1",
        '"hex move 101 alice secret7 a1"',
        "“hex move 101 alice secret7 a1”",
        "> hex move 101 alice secret7 a1.",
    ],
)
def test_the_board_of_a_command_is_seen_however_it_is_written(line: str) -> None:
    """Or it would overtake what waits for the same board."""
    mail = read_message(f"From: alice@example.net\r\nSubject: {line}\r\n\r\n".encode())

    assert list(mail.boards_named(["hex"])) == ["hex 101"]
    assert players_named_in(mail) == {"alice"}
    assert board_of(mail.lines[0], installed(), COMMANDS) == ("hex", 101)
