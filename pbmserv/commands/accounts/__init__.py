"""Being a player: signing up, addresses, a forgotten password, leaving."""
