"""Where mail comes in: each door stores what it receives in the inbox, and reads no more of it than it must."""
