"""``python -m quillmap.reference [FOLDER]``: make the rules to read, in ``docs/rules`` unless told otherwise."""

import sys
from pathlib import Path

from quillmap.reference.make import FOLDER, write

if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    sys.stdout.write(f"{folder}: {write(folder)} files changed\n")
