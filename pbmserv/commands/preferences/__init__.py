"""How players want the server to treat them: letters, formats, time zones, vacations."""
