"""Leaving the server."""
