"""What only the operator may do: players, boards, tournaments, records from elsewhere."""
