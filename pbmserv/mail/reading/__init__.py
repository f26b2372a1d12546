"""From the bytes of a mail to what it says: pure functions, whose work is bounded whatever the bytes."""
