"""The web door: the same server in a browser."""
