"""The error that ends a command with one line and exit code 2."""


class CommandError(Exception):
    """The user gave something unusable; the message says what, in one line and in the user's language."""
