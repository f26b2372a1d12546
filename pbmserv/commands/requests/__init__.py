"""What every command needs: who asks, what they may cause, what is quoted of their words, where answers go."""
