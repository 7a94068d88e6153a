"""The printed cards as ``tests/data/cards.json`` has them: what the program's own tables are compared with."""

import json
from pathlib import Path
from typing import Any, Final

FACTS: Final[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parent.parent / "data" / "cards.json").read_text(encoding="utf-8")
)
