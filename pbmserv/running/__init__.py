"""What all parts of a running server share: rounds, logs, tracebacks, observers."""
