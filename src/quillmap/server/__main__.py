"""``python -m quillmap.server serve``."""

from quillmap.server.command import main

if __name__ == "__main__":
    raise SystemExit(main())
