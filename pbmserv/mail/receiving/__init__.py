"""Where mail comes in: each front end stores what it receives in the inbox, and reads no more of it than it must."""
