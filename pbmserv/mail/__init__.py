"""Mail: receiving, reading, carrying out, sending."""
