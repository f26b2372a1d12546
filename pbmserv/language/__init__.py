"""The language of commands: words, kinds of arguments, what a command declares. Pure."""
