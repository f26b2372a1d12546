"""Programs that play games: started for a move, asked for it in their protocol, and held to limits."""
