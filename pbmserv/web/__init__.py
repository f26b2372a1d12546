"""The web front end."""
