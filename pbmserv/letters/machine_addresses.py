"""Addresses that no single person reads: programs, lists, postmasters."""

from __future__ import annotations

_MACHINES = frozenset({
    "autoreply", "autoresponder", "bounce", "bounces", "daemon", "listserv", "mailerdaemon", "majordomo", "mdaemon",
    "postmaster",
})  # fmt: skip
_DAEMONS = frozenset({"mailerdaemon", "postmaster"})
_NO_REPLY = ("noreply", "donotreply", "dontreply", "nepasrepondre", "keineantwort", "nichtantworten")
_OFFICES = frozenset({
    "abuse", "admin", "administrator", "billing", "contact", "help", "hostmaster", "info", "list", "lists", "mail",
    "marketing", "news", "newsletter", "office", "root", "sales", "security", "service", "spam", "support", "team",
    "webmaster",
    # The same in other languages.
    "anfrage", "biuro", "buchhaltung", "buero", "contacto", "contato", "contatto", "helpdesk", "hr", "jobs",
    "kancelaria", "kontakt", "kundenservice", "kundendienst", "kontor", "post", "press", "presse", "redaktion",
    "sekretariat", "secretariat", "servicedesk", "verwaltung", "vertrieb", "zentrale",
})  # fmt: skip
"""Mailboxes of roles (RFC 2142) and shared ones."""


def is_a_machine(address: str) -> bool:
    """Whether a program writes from this address."""
    local = address.strip("<> ").rpartition("@")[0].lower() or address.lower()
    if local.startswith(("owner-", "bounce-", "bounces-", "bounce+", "bounces+")):
        return True
    if local.endswith(("-request", "-bounces")):
        return True
    plain = _plain(local)
    return plain in _MACHINES or plain.startswith(_NO_REPLY) or plain.endswith(_NO_REPLY)


def is_a_daemon(address: str) -> bool:
    """Whether mail servers themselves write from this address."""
    return _plain(address.strip("<> ").rpartition("@")[0].lower() or address.lower()) in _DAEMONS


def _plain(local: str) -> str:
    return local.partition("+")[0].replace("-", "").replace("_", "").replace(".", "")


def is_nobodys(address: str) -> bool:
    """Whether a mailbox, by its name, belongs to no single person."""
    local = address.rpartition("@")[0].lower()
    return is_a_machine(address) or local.partition("+")[0] in _OFFICES or local.endswith(("-list", "-owner", "-l"))
