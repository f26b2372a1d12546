"""How a letter reads: its Subject, its text, and what keeps the letters of one board together."""
