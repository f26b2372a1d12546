"""What every part of a running server needs: rounds of work, a log, tracebacks, and somebody who is told."""
