"""External engines, run for one move within limits."""
