"""Signing in on pages and by programs, and links in letters that let a player in."""
