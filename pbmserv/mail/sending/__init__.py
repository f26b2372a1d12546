"""Sending of the outbox's letters."""
