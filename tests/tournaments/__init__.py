"""Whole seasons of tournaments, lived through by simulated players."""
