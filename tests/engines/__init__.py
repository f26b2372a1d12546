"""Programs that play games here."""
