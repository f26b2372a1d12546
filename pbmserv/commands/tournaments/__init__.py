"""Tournaments: players' commands, seasons, tables."""
