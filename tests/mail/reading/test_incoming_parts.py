"""The text of a message out of its parts: MIME, charsets, encodings, format=flowed, attachments."""

from __future__ import annotations

import base64

import pytest

from pbmserv.mail.reading.headers import split_head
from pbmserv.mail.reading.mime_parts import MAX_BYTES, MAX_DEPTH, MAX_LINES, MAX_PARTS, contents_of
from tests.mail.reading.mails import attachments, mail, read


def parts(*pieces: str, boundary: str = "B") -> str:
    """The body of a multipart of these parts, each with its own header."""
    return "".join(f"--{boundary}\n{piece}\n" for piece in pieces) + f"--{boundary}--\nepilogue\n"


# One part


@pytest.mark.parametrize(
    ("charset", "data"),
    [
        ("utf-8", "Grüße aus 5 €".encode()),
        ("UTF8", "Grüße aus 5 €".encode()),
        ('"utf-8"', "Grüße aus 5 €".encode()),
        ("iso-8859-15", "Grüße aus 5 €".encode("iso-8859-15")),
        ("iso-8859-1", "Grüße aus 5 €".encode("cp1252")),
        ("windows-1252", "Grüße aus 5 €".encode("cp1252")),
        ("utf-16", "Grüße aus 5 €".encode("utf-16")),
        ("us-ascii", "Grüße aus 5 €".encode()),
        ("us-ascii", "Grüße aus 5 €".encode("cp1252")),
        ("x-unheard-of", "Grüße aus 5 €".encode()),
        ("x-unheard-of", "Grüße aus 5 €".encode("cp1252")),
        ("punycode", "Grüße aus 5 €".encode()),
        ("utf-8", "Grüße aus 5 €".encode("cp1252")),
        ("utf-16", "Grüße aus 5 €".encode()),
        ("utf-16", "Grüße aus 5 €".encode("utf-16-le")),
        ("iso-2022-jp", "Grüße aus 5 €".encode()),
        ("cp-1252", "Grüße aus 5 €".encode("cp1252")),
        ("x-mac-roman", "Grüße aus 5 €".encode("mac_roman")),
        ("base64", "Grüße aus 5 €".encode()),
        ("a" * 200, "Grüße aus 5 €".encode()),
    ],
)
def test_text_of_any_charset_is_read(charset: str, data: bytes) -> None:
    assert read(data, content_type=f"text/plain; charset={charset}").comment == "Grüße aus 5 €"


@pytest.mark.parametrize("charset", ["", "; charset=us-ascii", "; charset=utf-8", "; charset=iso-8859-1"])
def test_japanese_and_korean_are_known_by_their_escape_sequences(charset: str) -> None:
    for text, codec in (("良い手です。", "iso2022_jp"), ("좋은 수", "iso2022_kr")):
        assert read(text.encode(codec), content_type=f"text/plain{charset}").comment == text


def test_bytes_that_are_not_what_they_claim_spoil_only_themselves() -> None:
    assert read(b"Gr\xfc\xc3\x9fe", content_type="text/plain; charset=utf-8").comment == "Gr\ufffdße"
    assert read(b"\x81\x8d\xff", content_type="text/plain; charset=ascii").comment == "ÿ"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("quoted-printable", "Gr=C3=BC=C3=\n=9Fe, =\nBob =3D="),
        ("Quoted-Printable", "Gr=c3=bc=c3=9fe, Bob =="),
        ("base64", base64.b64encode("Grüße, Bob =".encode()).decode()),
        ("BASE64", "R3LDv\nMOfZ\n\nSwgQm9i ID0"),
        ("base64", "R3LDvMOfZSwgQm9iID0=\n\n_____\nA list's footer"),
        ("base64", "R3LDvMOfZSwgQm9iID0=="),
        ("base64", "R3LDvMOfZSwgQm9iID0x="[:-2] + "*"),
        ("base64", "R3LDvMOfZSwgQm9iID0K\nR"),
        ("8bit", "Grüße, Bob ="),
        ("x-unheard-of", "Grüße, Bob ="),
    ],
)
def test_transfer_encodings_are_undone_and_their_faults_forgiven(encoding: str, body: str) -> None:
    message = read(body, content_type="text/plain; charset=utf-8", content_transfer_encoding=encoding)

    assert message.comment == "Grüße, Bob ="


def test_flowed_paragraphs_are_joined() -> None:
    body = "Sixteen letters: \none \ntwo\n four \n  five\n> six \n> seven\n\n-- \nAlice \nMerton\n"

    message = read(body, content_type="text/plain; format=flowed")

    assert message.comment == "Sixteen letters: one two\nfour  five"


def test_a_first_line_as_short_as_a_move_does_not_flow_into_the_words_below_it() -> None:
    moves = read("fifteen letters \nGood luck!", subject="", content_type="text/plain; format=flowed")
    quoted = contents_of(*split_head(mail("> one \n> two \n", content_type="text/plain; format=flowed"))).text

    assert (moves.reply.line, moves.reply.body) == ("fifteen letters", "Good luck!")
    assert quoted.strip() == "> one two"


def test_words_that_begin_with_a_quote_mark_stay_where_they_flow() -> None:
    message = read(" > is the sign for more \nthan that.\n>quoted", content_type="text/plain; format=flowed")

    assert message.comment == " > is the sign for more than that."


def test_a_flowed_paragraph_ends_where_the_depth_of_quoting_changes() -> None:
    body = "> One \n>> two \n>>  three\n>four \nfive \n-- \nAlice "

    text = contents_of(*split_head(mail(body, content_type="text/plain; format=flowed"))).text

    assert text == "> One \n>> two  three\n> four \nfive \n-- \nAlice "


def test_flowed_lines_lose_their_last_blank_where_it_is_deleted() -> None:
    message = read("Do \nnau \ndampf  \nschiff", content_type='text/plain; Format="Flowed"; DelSp=Yes')

    assert message.comment == "Donaudampf schiff"


def test_text_that_does_not_flow_keeps_its_lines() -> None:
    assert read("One \ntwo", content_type="text/plain; format=fixed").comment == "One\ntwo"


def test_invisible_characters_are_taken_out_and_odd_line_ends_made_plain() -> None:
    body = "a\x00b\x07c\u202ed\u202c\u200be\ufefff\nnext\u2028line\x0bfeed\x85end\n\tx\u2066y\U000e0041z"

    assert read(body).comment == "abcdef\nnext\nline\nfeed\nend\n        xyz"


def test_joiners_stay_in_a_comment_since_emoji_and_persian_need_them() -> None:
    assert read("👩\u200d🔬 می\u200cخواهم").comment == "👩\u200d🔬 می\u200cخواهم"


# Several parts


def test_of_alternatives_the_plain_text_is_read() -> None:
    html = "Content-Type: text/html\n\n<p>Rich</p>"
    plain = "Content-Type: text/plain\n\nPlain"

    for pieces in ([plain, html], [html, plain]):
        assert read(parts(*pieces), content_type="multipart/alternative; boundary=B").comment == "Plain"


def test_an_empty_plain_text_gives_way_to_html() -> None:
    body = parts("\n\n \n", "Content-Type: text/html\n\n<p>Rich</p>")

    assert read(body, content_type='multipart/alternative; boundary="B"').comment == "Rich"


def test_texts_around_an_attachment_are_read_together() -> None:
    body = parts("\nAbove", "Content-Type: image/png; name=board.png\n\nx", "Content-Type: text/html\n\n<b>Below</b>")

    message = read(body, content_type="multipart/mixed; boundary=B")

    assert message.body == "Above\nBelow"
    assert attachments(body, content_type="multipart/mixed; boundary=B") == ("board.png",)
    assert message.comment == "Above\nBelow\n\n[Attachments are not passed on: board.png.]"


def test_a_text_in_a_file_of_its_own_is_an_attachment() -> None:
    body = parts("\nHello", "Content-Disposition: inline; filename=moves.txt\n\nd3 d4 d5")

    assert attachments(body, content_type="multipart/mixed; boundary=B") == ("moves.txt",)


def test_an_attached_message_is_not_read() -> None:
    body = parts("\nHello", "Content-Type: message/rfc822\n\nSubject: signoff alice s3cret\n\nignored")

    message = read(body, content_type="multipart/mixed; boundary=B")

    assert message.comment == "Hello\n\n[Attachments are not passed on: message/rfc822.]"


@pytest.mark.parametrize(
    "parameters",
    [
        'filename="Grüße.pdf"',
        "filename==?utf-8?q?Gr=C3=BC=C3=9Fe.pdf?=",
        'filename="=?utf-8?q?Gr=C3=BC=C3=9Fe.pdf?="',
        "filename*=utf-8'de'Gr%C3%BC%C3%9Fe.pdf",
        "filename*=iso-8859-1''Gr%FC%DFe.pdf; filename=Gruesse.pdf",
        "filename*0*=utf-8''Gr%C3%BC%C3; filename*1*=%9Fe; filename*2=.pdf",
        "filename*2=.pdf; filename*0*=utf-8''Gr%C3%BC%C3; filename*1*=%9Fe",
        "FILENAME*=x-unheard-of''Gr%C3%BC%C3%9Fe.pdf",
        "filename*=Gr%C3%BC%C3%9Fe.pdf; filename*0=contradiction",
        'filename="Grüße\\.pdf" ; x',
    ],
)
def test_names_of_attachments_are_decoded(parameters: str) -> None:
    body = parts(f"Content-Type: application/pdf\nContent-Disposition: attachment; {parameters}\n\nx")

    assert attachments(body, content_type="multipart/mixed; boundary=B") == ("Grüße.pdf",)


def test_names_of_attachments_cannot_forge_lines() -> None:
    name = "a%0A" + "*" * 60 + "%0Abob writes%3A%E2%80%AE"
    body = parts(f"Content-Disposition: attachment; filename*=utf-8''{name}\n\nx")

    message = read(body, content_type="multipart/mixed; boundary=B")

    assert message.comment == "[Attachments are not passed on: a " + "*" * 58 + ".]"


def test_many_attachments_are_not_all_named() -> None:
    body = parts(*(f"Content-Disposition: attachment; filename={number}.png\n\nx" for number in range(7)))

    message = read(body, content_type="multipart/mixed; boundary=B")

    assert message.comment == "[Attachments are not passed on: 0.png, 1.png, 2.png, 3.png, 4.png and 2 more.]"


def test_what_mail_programs_add_of_themselves_is_not_mentioned() -> None:
    added = ("application/pgp-signature", "application/pkcs7-signature", "text/vcard", "application/ms-tnef")
    body = parts(
        "\nHello", *(f"Content-Type: {kind}\nContent-Disposition: attachment; filename=x\n\nx" for kind in added)
    )

    assert read(body, content_type="multipart/mixed; boundary=B").comment == "Hello"


def test_a_file_of_a_page_is_mentioned_only_if_it_was_attached() -> None:
    page = "Content-Type: text/html\n\n<p>Hello"
    logo = "Content-Type: image/png; name=logo.png\nContent-ID: <1>\n\nx"
    photo = "Content-Type: image/png; name=photo.png\nContent-Disposition: attachment\n\nx"

    body = parts(page, logo, photo)

    assert read(body, content_type="multipart/related; boundary=B").body == "Hello"
    assert attachments(body, content_type="multipart/related; boundary=B") == ("photo.png",)


def test_a_boundary_is_a_whole_line() -> None:
    body = "preamble\n--B  \n\nOne\n--Bx\n --B\n--B-\nstill one\n--B\n\nTwo\n--B-- \n--B\n\nepilogue"

    assert read(body, content_type="multipart/mixed; boundary=B").body == "One\n--Bx\n --B\n--B-\nstill one\nTwo"


def test_a_multipart_that_ends_too_early_is_read_as_far_as_it_goes() -> None:
    assert read("--B\n\nOne\n--B\n\nTwo", content_type="multipart/mixed; boundary=B").body == "One\nTwo"


@pytest.mark.parametrize("kind", ["multipart/mixed", "multipart/mixed; boundary=C", "multipart/mixed; boundary=ü"])
def test_a_multipart_without_its_boundary_is_shown_as_it_is(kind: str) -> None:
    assert read("--B\n\nOne\n--B--", content_type=kind).body == "--B\n\nOne\n--B--"


@pytest.mark.parametrize("kind", ["text", "text/x-moves", "nonsense", "/ /", "text/plain/x", ";"])
def test_text_of_an_unknown_kind_is_text(kind: str) -> None:
    assert read("Hello", content_type=kind).comment == "Hello"


def test_a_message_that_is_a_picture_has_no_text() -> None:
    assert read("\x89PNG", content_type="image/png; name=board.png").body == ""
    assert attachments("\x89PNG", content_type="image/png; name=board.png") == ("board.png",)


def test_a_line_that_is_no_field_ends_the_header() -> None:
    body = b"Subject: help\nno field\nFrom: mallory@example.net\n\nHello"

    message = read(body, subject="", message_id="", from_="alice@example.org\nsubject: x\nno field either")

    assert message.sender == "alice@example.org"
    assert message.subject == "x"
    assert message.body == "no field either\n\n" + body.decode()


# Bounds


def test_parts_beyond_their_number_are_not_read() -> None:
    body = parts(*("\nx" for _ in range(MAX_PARTS * 3)))

    assert read(body, content_type="multipart/mixed; boundary=B").body == "\n".join("x" * MAX_PARTS)


def test_parts_nested_too_deep_are_shown_as_they_are() -> None:
    body = "\nHello"
    for depth in range(MAX_DEPTH + 5):
        body = f"Content-Type: multipart/mixed; boundary=B{depth}\n\n" + parts(body, boundary=f"B{depth}")

    message = read(parts(body), content_type="multipart/mixed; boundary=B")

    assert message.body.startswith("--B5\nContent-Type: multipart/mixed; boundary=B4\n")


def test_bytes_beyond_their_number_are_not_read() -> None:
    page = "Content-Type: text/html\n\nHello\n<!--" + "x" * MAX_BYTES + "-->\nand more"

    assert read(parts(page), content_type="multipart/mixed; boundary=B").body == "Hello"
    assert (
        read(parts("\nFirst", page, page), content_type="multipart/mixed; boundary=B").body == "First\nHello\nHello"
    )


def test_lines_beyond_their_number_are_not_read() -> None:
    assert read("x\n" * 3 * MAX_LINES).body.count("\n") == MAX_LINES - 1


def test_a_header_longer_than_its_bound_is_not_read_to_its_end() -> None:
    assert read(x_padding="x" * 70_000, in_reply_to="<2@example.org>").reply.is_answer is False
    assert read("Hello", x_padding="x\n" + "y: z\n" * 600 + "x: y", in_reply_to="<2@example.org>").body == "Hello"


@pytest.mark.parametrize("kind", ["text/vcard", "text/x-vcard", "text/directory", "text/calendar"])
def test_a_card_or_an_appointment_without_a_name_is_no_part_of_what_is_said(kind: str) -> None:
    body = parts("\nd3\nWell played.", f"Content-Type: {kind}\n\nBEGIN:X\nTEL:+49 30 1234567\nEND:X")

    reply = read(body, content_type="multipart/mixed; boundary=B").reply

    assert reply.line == "d3"
    assert reply.comment.startswith("Well played.")
    assert "TEL" not in reply.comment
