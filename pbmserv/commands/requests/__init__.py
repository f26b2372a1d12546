"""What all commands share: credentials, limits, redaction, reply addresses."""
