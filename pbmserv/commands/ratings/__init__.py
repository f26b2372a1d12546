"""Ratings and standings."""
