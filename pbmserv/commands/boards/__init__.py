"""Looking at boards: lists, records, previews, verification."""
