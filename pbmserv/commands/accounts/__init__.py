"""Accounts: signing up, addresses, passwords."""
