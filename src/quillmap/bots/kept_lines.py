"""A file of long work: a line of JSON that says what the work is, and one for every part of it that is done.

It is only added to: whatever ends the program, what was written stays, and the work goes on from there.
"""

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]


def kept_lines(path: Path, head: Json) -> list[Json] | None:
    """Return the parts that the file at *path* holds, and leave it ready for more; None if it holds other work."""
    first = json.dumps(head, ensure_ascii=False)
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    if lines and lines[0] != first:
        return None
    # A line that was cut off in the middle is made again, and must not stand before the next one.
    path.write_text("".join(f"{line}\n" for line in lines or [first]), encoding="utf-8")
    return [json.loads(line) for line in lines[1:]]


def kept_head(path: Path) -> Any:
    """Return what the first line of the file at *path* says the work is; None if it says nothing."""
    with path.open(encoding="utf-8") as file:
        try:
            return json.loads(file.readline())
        except ValueError:
            return None


def keep_line(path: Path, part: Json) -> None:
    """Add a part."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(part) + "\n")
