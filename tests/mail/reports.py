"""What mail servers write when they cannot deliver a letter, as messages for tests."""

from __future__ import annotations


def report(
    address: str = "alice@example.org",
    to: str = "games@example.net",
    action: str = "failed",
    status: str = "5.1.1",
    diagnosis: str = "smtp; 550 5.1.1 <alice@example.org>: Recipient address rejected: User unknown",
) -> bytes:
    """A report as RFC 3464 has it, as Postfix writes one: with the headers of the letter."""
    return _report(address, to, action, status, diagnosis).encode()


def report_with_letter(letter: bytes, address: str, to: str) -> bytes:
    """The same of an address that does not exist, with the whole letter that comes back."""
    text = _report(address, to, "failed", "5.1.1", "smtp; 550 5.1.1 User unknown")
    before, _, headers = text.partition("text/rfc822-headers\r\n\r\n")
    end = headers[headers.index("\r\n--4B1A") :]
    return f"{before}message/rfc822\r\n\r\n".encode() + letter + end.encode()


def _report(address: str, to: str, action: str, status: str, diagnosis: str) -> str:
    return f"""\
Return-Path: <>
Date: Fri, 1 Mar 2024 12:00:05 +0000 (UTC)
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: {to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4B1A.1709294405/mx.example.org"
Message-Id: <20240301120005.4B1A@mx.example.org>

This is a MIME-encapsulated message.

--4B1A.1709294405/mx.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.org.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

--4B1A.1709294405/mx.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: 4B1A
Arrival-Date: Fri,  1 Mar 2024 12:00:05 +0000 (UTC)

Final-Recipient: rfc822; {address}
Original-Recipient: rfc822;{address}
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example.org
Diagnostic-Code: {diagnosis}

--4B1A.1709294405/mx.example.org
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: games@example.net
To: {address}
Subject: Hex Board 101 alice

--4B1A.1709294405/mx.example.org--
""".replace("\n", "\r\n")


def qmail_report(address: str = "alice@example.org", to: str = "games@example.net") -> bytes:
    """A report as qmail writes one: words for people, and nothing else."""
    return f"""\
Date: 1 Mar 2024 12:00:05 -0000
From: MAILER-DAEMON@mx.example.org
To: {to}
Subject: failure notice

Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<{address}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

From: games@example.net
To: {address}
Subject: Hex Board 101 alice
""".replace("\n", "\r\n").encode()
