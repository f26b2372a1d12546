"""How somebody else sees how the server is: figures for Prometheus, and whether it is well at all."""
