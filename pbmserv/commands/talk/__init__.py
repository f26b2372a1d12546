"""Talk between players: chat, message, broadcast."""
