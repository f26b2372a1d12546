"""Front ends that receive mail and store it in the inbox."""
