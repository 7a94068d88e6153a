"""Printing: JSON, and text that is safe in a terminal."""

import json


def printable(text: str) -> str:
    """Return *text* with control characters replaced: it may come from anybody's file and end up in a terminal."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def print_json(value: object) -> None:
    """Print *value* as indented JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
