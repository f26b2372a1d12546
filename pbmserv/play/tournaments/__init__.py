"""Tournaments: pairings, tables and divisions."""
