"""Server-sent events about changed boards."""
