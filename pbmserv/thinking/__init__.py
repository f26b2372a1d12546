"""The role `think`: the server's own bots at work."""
