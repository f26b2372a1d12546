"""From a line of text to its outcome or refusal."""
