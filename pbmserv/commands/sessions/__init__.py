"""Sessions of browsers and programs, and links in letters."""
