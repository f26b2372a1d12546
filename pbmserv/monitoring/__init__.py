"""How others can see how the server is: figures for Prometheus, and whether it is well at all."""
