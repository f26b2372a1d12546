"""Words from player to player: chat, message, broadcast."""
