"""Chess that differs in a rule or two: each module has the differences only."""
