"""Boards: lists, records, previews, verification."""
