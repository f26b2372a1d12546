"""Trick-taking games for four: the pack, the course of a hand, its display, and guesses of hidden hands."""
