"""Pure, bounded parsing of mail."""
