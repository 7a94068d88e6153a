"""``python -m quillmap``: the command line."""

import sys

from quillmap.cli import main

if __name__ == "__main__":
    sys.exit(main())
