"""The role `think`: takes what the server's own bots have to find, has it thought about, and hands the answers in."""
