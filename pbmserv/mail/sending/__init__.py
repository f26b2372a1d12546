"""From a letter in the outbox to a message in somebody else's hands."""
