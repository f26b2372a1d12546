"""Watching others' boards, and the daily letter."""
