"""Preferences: letters, formats, time zones, vacations."""
