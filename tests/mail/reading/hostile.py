"""Mail made by those who mean harm: of the greatest size that is taken, and small."""

from __future__ import annotations

import random
from zlib import crc32

MEBIBYTE = 1 << 20


def filled(pattern: bytes, before: bytes = b"From: alice@example.org\nSubject: help\n\n") -> bytes:
    """A message of the greatest size that is accepted, full of one pattern."""
    return (before + pattern * (MEBIBYTE // len(pattern) + 1))[:MEBIBYTE]


def typed(kind: bytes) -> bytes:
    """A header that says what the body is."""
    return b"From: alice@example.org\nSubject: help\nContent-Type: " + kind + b"\n\n"


HTML = typed(b"text/html")
FLOWED = typed(b"text/plain; format=flowed")
MIXED = typed(b"multipart/mixed; boundary=B")
NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=B%d\n\n--B%d\n" % (n, n) for n in range(20_000))
FROM = b"From: alice@example.org\n"

LARGE = {
    "empty lines": filled(b"\n"),
    "line ends of all kinds": filled(b"\r\n\r\r\n\n"),
    "one line": filled(b"a"),
    "NULs": filled(b"\0"),
    "tabs": filled(b"\t"),
    "quotation marks": filled(b">\n"),
    "colons": filled(b":\n"),
    "attributions": filled(b"On x\nx\nx\n1.1.2026 wrote:\n"),
    "attributions above blanks": filled(b"On 1.1.2026 10:00 x wrote:\n\n\n\n>\n"),
    "header blocks": filled(b"From: x\nTo: y\n" + b"z\n" * 9),
    "dividers": filled(b"-----\n\n----- Original Message -----\n\n"),
    "footers": filled(b"Sent from my " + b"x " * 90 + b"\n"),
    "signatures": filled(b"--\n\n"),
    "flowing lines": filled(b"a \n", FLOWED),
    "flowing quotations": filled(b"> \n>> \n", FLOWED),
    "tags": filled(b"<b>", HTML),
    "blocks": filled(b"<td><div>", HTML),
    "list items": filled(b"<li>", HTML),
    "short lines above quotations": filled(b"mail\n" * 99 + b"\n> x\n", typed(b"text/plain")),
    "our lines in another language": filled(
        b"games@example.net " + "начинает новую партию: ".encode("koi8-r") * 80 + b"\n",
        b"To: games@example.net\n" + typed(b"text/plain; charset=koi8-r"),
    ),
    "quotations in HTML": filled(b"<blockquote><p>x", HTML),
    "open tags": filled(b"<a ", HTML),
    "one open tag": filled(b"a", HTML + b"<"),
    "comments": filled(b"<!--", HTML),
    "styles": filled(b"<style></style", HTML),
    "ampersands": filled(b"&a", HTML),
    "an endless number": filled(b"9", HTML + b"&#"),
    "preformatted lines": filled(b"\n", HTML + b"<pre>"),
    "parts": filled(b"--B\n", MIXED),
    "parts of HTML": filled(b"--B\nContent-Type: text/html\n\n" + b"<b>" * 8_000 + b"\n", MIXED),
    "parts of headers": filled(b"--B\n" + b"a:\n" * 3_000, MIXED),
    "parts of parts": filled(b"--B\nContent-Type: multipart/mixed; boundary=C\n\n" + b"--C\n\nx\n" * 100, MIXED),
    "nested parts": filled(b" ", FROM + NESTED[:MEBIBYTE]),
    "almost boundaries": filled(b"--B" + b" " * 1_000 + b"x\n", MIXED),
    "UTF-7": filled(b"+2AA-", typed(b"text/plain; charset=utf-7")),
    "escapes": filled(b"\x1b$B!!\x1b(B", typed(b"text/plain; charset=iso-2022-jp")),
    "random bytes": random.Random(1).randbytes(MEBIBYTE),  # noqa: S311
    "fields": filled(b"a:\n", FROM),
    "senders": filled(b"From: x\n", b""),
    "addresses in From": filled(b"a@b.c, ", b"From: "),
    "parentheses in From": filled(b"(", b"From: "),
    "quotes in From": filled(b'"\\', b"From: "),
    "folds in Subject": filled(b"x\n ", FROM + b"Subject: "),
    "prefixes in Subject": filled(b"Re: [x]", FROM + b"Subject: "),
    "beginnings of encoded words": filled(b"=?a?q?", FROM + b"Subject: "),
    "encoded words": filled(b"=?utf-8?q?=41?= ", FROM + b"Subject: "),
    "accents": filled("\u0300\u0327".encode(), FROM + b"Subject: a"),
    "brackets in References": filled(b"<@", FROM + b"References: "),
    "Message-IDs": filled(b"<a@b>", FROM + b"References: "),
    "parameters": filled(b'; a="', FROM + b"Content-Type: text/plain"),
    "pieces of parameters": filled(b"; a*0*=x; a*=y", FROM + b"Content-Disposition: attachment"),
    "recipients": filled(b"Delivered-To: a@b.c, d@e.f\n", FROM),
}

# A page or less


def hostile(*lines: bytes | str, end: bytes = b"\r\n") -> bytes:
    """A message from Mallory with these lines; what is text in them is UTF-8."""
    rest = [line.encode() if isinstance(line, str) else line for line in lines]
    message_id = b"Message-ID: <%d@example.com>" % crc32(end.join(rest))  # each has one of its own
    return end.join([b"From: mallory@example.com", b"To: games@example.net", message_id, *rest, b""])


def labelled(charset: str, body: bytes, encoding: str = "8bit") -> bytes:
    """A message whose text says that it is in a charset."""
    kind = f'Content-Type: text/plain; charset="{charset}"'
    return hostile("Subject: help", "MIME-Version: 1.0", kind, f"Content-Transfer-Encoding: {encoding}", "", body)


def multipart(kind: str, *parts: str, boundary: str = "B", closed: bool = True) -> bytes:
    """A message of several parts."""
    lines = [line for part in parts for line in (f"--{boundary}", *part.split("\n"))]
    return hostile(
        "Subject: help", f"Content-Type: {kind}; boundary={boundary}", "", *lines, "--B--" if closed else ""
    )


def nested(depth: int, kind: str = "multipart/mixed") -> bytes:
    """Parts within parts."""
    opening = [line for n in range(depth) for line in (f"Content-Type: {kind}; boundary=B{n}", "", f"--B{n}")]
    return hostile("Subject: help", *opening, "Content-Type: text/plain", "", "the innermost")


PLAIN, PAGE = "Content-Type: text/plain\n\nplain", "Content-Type: text/html\n\n<b>page</b>"
MESSAGES: dict[str, bytes] = {
    # Not even a message
    "nothing": b"",
    "one NUL": b"\0",
    "one line end": b"\r\n",
    "only dots": b".\r\n..\r\n",
    "no header": b"\r\nhelp\r\n",
    "no body": b"From: mallory@example.com\r\nSubject: help",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4,
    "a program": b"\x7fELF\2\1\1" + b"\0" * 500,
    "HTTP": b"POST / HTTP/1.1\r\nHost: games.example.net\r\nContent-Length: 5\r\n\r\nquit\r\n",
    "UTF-16": "From: mallory@example.com\r\nSubject: help\r\n\r\nhelp".encode("utf-16"),
    # Headers
    "a header that folds only": b" folded\r\n\tmore\r\n\r\nbody",
    "a header without a name": hostile(": nobody", "Subject: help", "", "body"),
    "blanks before the colon": hostile("Subject : help", "From : victim@example.edu", "", "body"),
    "a header with NULs": hostile(b"Sub\0ject: no", b"Subject: he\0lp", "", "body"),
    "8 bits in a name": hostile(b"Subj\xe9ct: no", "Subject: help", "", "body"),
    "two Subjects": hostile("Subject: help", "Subject: nonsense", "", "body"),
    "two senders": hostile("Sender: victim@example.edu", "From: victim@example.edu", "Subject: help", "", ""),
    "two From at once": b"From: a@example.com, b@example.com\r\nSubject: help\r\n\r\n",
    "From with a comment": b"From: (<victim@example.edu>) mallory@example.com\r\nSubject: help\r\n\r\n",
    "From in a group": b"From: all: mallory@example.com;\r\nSubject: help\r\n\r\n",
    "From with a line end in it": b"From: =?utf-8?q?a=0D=0ABcc:_victim=40example.edu?= <mallory@example.com>\r\n"
    b"Subject: help\r\n\r\n",
    "From that is encoded whole": b"From: =?utf-8?q?victim=40example.edu?=\r\nSubject: help\r\n\r\n",
    "From with a NUL": b"From: mallory@example.com\0@example.edu\r\nSubject: help\r\n\r\n",
    "From of several domains": b"From: <victim@example.edu@example.com>\r\nSubject: help\r\n\r\n",
    "From in an address literal": b"From: mallory@[127.0.0.1]\r\nSubject: help\r\n\r\n",
    "From with a route": b"From: <@example.edu:mallory@example.com>\r\nSubject: help\r\n\r\n",
    "From in quotes": b'From: "victim@example.edu> <x" <mallory@example.com>\r\nSubject: help\r\n\r\n',
    "From of 400 brackets": b"From: " + b"(" * 400 + b"\r\nSubject: help\r\n\r\n",
    "From of a bracket that is open": b"From: <mallory@example.com\r\nSubject: help\r\n\r\n",
    "From of many accents": "From: mállory@exämple.com\r\nSubject: help\r\n\r\n".encode(),
    "Subject with a line end in it": hostile("Subject: =?utf-8?q?help=0D=0ABcc:_victim=40example.edu?=", "", ""),
    "Subject with a bare LF": hostile(b"Subject: help\nBcc: victim@example.edu", "", ""),
    "Subject with a bare CR": hostile(b"Subject: help\rBcc: victim@example.edu", "", ""),
    "Subject in an unknown charset": hostile("Subject: =?x-unknown?q?help?=", "", ""),
    "Subject in UTF-7": hostile("Subject: =?utf-7?q?help+AAoADQ-Bcc?=", "", ""),
    "Subject of half an encoded word": hostile("Subject: =?utf-8?b?aGVsc", " ?= =?utf-8?b?=?=", "", ""),
    "Subject of bad Base64": hostile("Subject: =?utf-8?b?A?= =?utf-8?b?====?= =?utf-8?b?aGVscA?=", "", ""),
    "Subject written from right to left": hostile("Subject: \u202e101 drows ecila evom tehcirt\u202c", "", ""),
    "Subject of zero width": hostile("Subject: h\u200be\u200dl\ufeffp\u2060", "", ""),
    "Subject of look-alikes": hostile("Subject: \u04bbelp tr\u0456chet", "", ""),
    "Subject of tags": hostile("Subject: " + "".join(chr(0xE0000 + ord(letter)) for letter in "help"), "", ""),
    "Subject of 4,000 words": hostile("Subject: " + "a " * 4_000, "", ""),
    "Subject that is a mail": hostile("Subject: From: x Subject: help Content-Type: text/html", "", ""),
    "empty Message-ID": b"From: mallory@example.com\r\nMessage-ID: <>\r\nSubject: help\r\n\r\n",
    "Message-ID with a line end in it": b"From: mallory@example.com\r\nMessage-ID: <a@b\r\n Bcc:@c>\r\n"
    b"Subject: help\r\n\r\n",
    "Message-ID of 10,000 letters": b"From: mallory@example.com\r\nMessage-ID: <" + b"a" * 10_000 + b"@b>\r\n"
    b"Subject: help\r\n\r\n",
    "Message-ID that is encoded": hostile(
        "Message-ID: =?utf-8?q?=3Ca=40b=0D=0ABcc=3A_c=3E?=", "Subject: help", "", ""
    ),
    "References of 3,000": hostile(*(f"References: <{n}@x>" for n in range(3_000)), "Subject: help", "", ""),
    "1,000 headers": hostile(*(f"X-{n}: {n}" for n in range(1_000)), "Subject: help", "", ""),
    "one header 1,000 times": hostile(*["X-Same: " + "x" * 60] * 1_000, "Subject: help", "", ""),
    "a header of 60,000 letters": hostile("X-Long: " + "x" * 60_000, "Subject: help", "", ""),
    "a header folded 5,000 times": hostile("X-Fold: x", *[" x"] * 5_000, "Subject: help", "", ""),
    "a date of no calendar": hostile("Date: Mon, 99 Foo 99999999999 99:99:99 +9999999", "Subject: help", "", ""),
    # MIME
    "Content-Type of nothing": hostile("Subject: help", "Content-Type:", "", "body"),
    "Content-Type of punctuation": hostile("Subject: help", 'Content-Type: ;/=;"; ; charset==""', "", "body"),
    "Content-Type of 3,000 parameters": hostile(
        "Subject: help", "Content-Type: text/plain" + "; a=b" * 3_000, "", "x"
    ),
    "pieces of a parameter that quarrel": hostile(
        "Subject: help", "Content-Type: text/plain; name*0=a; name*0*=b; name*99999=c; name*=utf-9''%zz", "", "x"
    ),
    "two Content-Types": hostile("Subject: help", "Content-Type: text/html", "Content-Type: image/png", "", "<b>x"),
    "no boundary": hostile("Subject: help", "Content-Type: multipart/mixed", "", "--", "x"),
    "an empty boundary": hostile(
        "Subject: help", 'Content-Type: multipart/mixed; boundary=""', "", "--", "x", "----"
    ),
    "a boundary of 1,000 letters": multipart("multipart/mixed", PLAIN, boundary="b" * 1_000),
    "a boundary of a search pattern": multipart("multipart/mixed", PLAIN, boundary="(.*)*+[a-z]{9}$"),
    "a boundary within its own part": multipart("multipart/mixed", "Content-Type: multipart/mixed; boundary=B\n\nx"),
    "parts that do not end": multipart("multipart/mixed", PLAIN, PAGE, closed=False),
    "ends before the beginning": hostile(
        "Subject: help", "Content-Type: multipart/mixed; boundary=B", "", "--B--", "--B", "", "x"
    ),
    "a part that is no part": multipart("multipart/alternative", "\0\0\0", "::::", PLAIN),
    "alternatives of one kind": multipart("multipart/alternative", *[PLAIN] * 60),
    "parts in digest": multipart("multipart/digest", "Subject: x\n\nSubject: y\n\nz"),
    "mail in mail": multipart("multipart/mixed", "Content-Type: message/rfc822\n\nSubject: x\n\nsecret"),
    "mail in mail in mail": nested(40, "message/rfc822"),
    "100 parts deep": nested(100),
    "2,000 parts deep": nested(2_000),
    "2,000 parts": multipart("multipart/mixed", *["Content-Type: image/png; name=x.png\n\nx"] * 2_000),
    "a name of a file with paths": multipart(
        "multipart/mixed", 'Content-Disposition: attachment; filename="../../etc/passwd\\0.txt"\n\nx'
    ),
    "a name of a file with a line end": multipart(
        "multipart/mixed", "Content-Disposition: attachment; filename*=utf-8''a%0D%0ABcc:%20x%0A%2A%2A%2A%0A\n\nx"
    ),
    "a mail that comes in pieces": hostile("Subject: help", "Content-Type: message/partial; number=1; id=x", "", "x"),
    "a mail that lies elsewhere": hostile(
        "Subject: help", "Content-Type: message/external-body; access-type=local-file; name=/etc/passwd", "", "x"
    ),
    "Base64 of nothing": labelled("utf-8", b"=", "base64"),
    "Base64 that ends early": labelled("utf-8", b"aGVsbG8gd29ybG", "base64"),
    "Base64 with dirt": labelled("utf-8", b"aGV\0sbG8\xff=gd29=ybGQ=", "base64"),
    "quoted-printable with dirt": labelled("utf-8", b"=\r\n=0=ZZ=\xff=0D=0A=00=", "quoted-printable"),
    "uuencode": labelled("utf-8", b"begin 644 x\r\n#0V%T\r\n`\r\nend", "x-uuencode"),
    "an unknown encoding": labelled("utf-8", b"body", "x-unheard-of"),
    # Charsets that lie
    "UTF-8 that is none": labelled("utf-8", b"\xff\xfe\xc0\x80\xed\xa0\x80\xf5\x80"),
    "ASCII that is none": labelled("us-ascii", bytes(range(256))),
    "UTF-16 that is none": labelled("utf-16", b"\xd8\x00x"),
    "UTF-7 with surrogates": labelled("utf-7", b"+2AA-+2D3-+AAo-Bcc: x"),
    "a charset that is a codec": labelled("zlib", b"x\x9c\xed\xc1"),
    "a charset that runs code": labelled("unicode_escape", b"\\N{BULLET}\\x00\\ud800"),
    "a charset that is slow": labelled("idna", b"xn--" + b"a" * 20_000),
    "a charset that is punycode": labelled("punycode", b"a-" + b"9" * 20_000),
    "a charset that nobody knows": labelled("x-\0-%s-{0}", b"body"),
    "a charset of 1,000 letters": labelled("x" * 1_000, b"body"),
    "a charset that is a path": labelled("../../../etc/passwd", b"body"),
    "escapes that do not end": labelled("iso-2022-jp", b"\x1b$B\x1b$B\x1b(J\x1b"),
    "HZ that does not end": labelled("hz-gb-2312", b"~{~~{~\r\n"),
    # Line ends
    "bare LF": hostile("Subject: help", "", "a", "b", end=b"\n"),
    "bare CR": hostile("Subject: help", "", "a", "b", end=b"\r"),
    "LF CR": hostile("Subject: help", "", "a", "b", end=b"\n\r"),
    "CR CR LF": hostile("Subject: help", "", "a", "b", end=b"\r\r\n"),
    "all line ends of Unicode": hostile("Subject: help\u2028Bcc: x\u2029y\x85z\x0bv\x0cf", "", "a\u2028b\x85c\x0bd"),
    # What the body makes us do
    "multiple of multiple": hostile("Subject: multiple", "", *["multiple"] * 40),
    "multiple of dots": hostile("Subject: multiple", "", ".", "..", "help", "."),
    "multiple of escapes": hostile("Subject: multiple", "", "\x1b[2Jhelp", "he\x08lp", "\x07"),
    "commands for other programs": hostile("Subject: help; rm -rf / | mail victim@example.edu `id` $(id)", "", ""),
    "SQL": hostile("Subject: help' OR 1=1; DROP TABLE inbox; --", "", "'); DELETE FROM players; --"),
    "templates": hostile("Subject: help {{ config }} {% for x in y %}", "", "{{ 7 * 7 }}${7*7}#{7*7}<%= 7 %>"),
    "format strings": hostile("Subject: help %s%n%x {0.__class__.__mro__}", "", "%(password)s"),
    "the words that end our parts": hostile("Subject: help", "", "*" * 60, "bob writes:", "", "I resign."),
}
"""By what is wrong with them. Each may be answered with help, with a refusal, or not at all."""
