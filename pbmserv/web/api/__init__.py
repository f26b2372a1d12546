"""The same server for programs: JSON, with a token. `operations` lists all that can be asked."""
