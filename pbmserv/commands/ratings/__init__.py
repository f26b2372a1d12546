"""Who plays how well."""
