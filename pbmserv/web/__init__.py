"""The same server in a browser."""
