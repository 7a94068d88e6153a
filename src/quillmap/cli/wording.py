"""Small things that every command prints the same way."""

import json

from quillmap.play.notation import space_names
from quillmap.rules.spaces import Mask


def spaces_text(spaces: Mask) -> str:
    """Return *spaces* as on the sheet: ``C4 C5 D5``."""
    return " ".join(space_names(spaces))


def print_json(value: object) -> None:
    """Print *value* as JSON that people can read too."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
