"""Atom feeds (RFC 4287)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree.ElementTree import Element, SubElement, tostring

MEDIA_TYPE = "application/atom+xml"
_NAMESPACE = "http://www.w3.org/2005/Atom"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Entry:
    """An event at `link`; `id` is an IRI that is unique among all feeds."""

    id: str
    title: str
    text: str
    link: str
    at: datetime


@dataclass(frozen=True)
class Feed:
    """Events, newest first. `address` is the feed's own, `about` that of the page with the same content.

    `begun` is the earliest time at which it could have had an entry.
    """

    id: str
    title: str
    author: str
    address: str
    about: str
    begun: datetime
    entries: Sequence[Entry]


def atom_of(feed: Feed) -> bytes:
    root = Element("feed", xmlns=_NAMESPACE)
    _text(root, "id", feed.id)
    _text(root, "title", feed.title)
    _text(root, "updated", _moment(max((each.at for each in feed.entries), default=feed.begun)))
    _text(SubElement(root, "author"), "name", feed.author)
    SubElement(root, "link", rel="self", type=MEDIA_TYPE, href=feed.address)
    SubElement(root, "link", rel="alternate", type="text/html", href=feed.about)
    for each in feed.entries:
        entry = SubElement(root, "entry")
        _text(entry, "id", each.id)
        _text(entry, "title", each.title)
        _text(entry, "updated", _moment(each.at))
        SubElement(entry, "link", rel="alternate", type="text/html", href=each.link)
        _text(entry, "content", each.text, type="text")
    content: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return content


def _text(parent: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(parent, name, attributes).text = _NO_XML.sub("", text)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
