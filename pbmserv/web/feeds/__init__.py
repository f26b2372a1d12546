"""What feed readers and calendars read: Atom (RFC 4287) and iCalendar (RFC 5545), written of plain facts."""
