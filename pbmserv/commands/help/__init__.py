"""The help pages."""
