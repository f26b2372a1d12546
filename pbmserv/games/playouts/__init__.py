"""Fast playouts for bots. Games refer to them by name only."""
