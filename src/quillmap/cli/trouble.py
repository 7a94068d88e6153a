"""Trouble that the user can do something about."""


class CommandError(Exception):
    """Something is wrong with what the user gave: one line that says what, in the language that is spoken."""


def printable(text: str) -> str:
    """Return *text* without what could do something to a terminal; it may come from a file of anybody's."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)
