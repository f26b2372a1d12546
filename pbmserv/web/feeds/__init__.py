"""Atom (RFC 4287) and iCalendar (RFC 5545) documents."""
