"""Health checks, and metrics for Prometheus."""
