#!/usr/bin/env python3
"""Set up and run Quillmap: ``python3 dev.py serve`` and ``python3 dev.py test`` do everything.

Any Python 3 can run this file, if only to say that it is too old; the commands are in ``tools/``.
"""

import sys

NEEDED = (3, 11)

if __name__ == "__main__":
    if sys.version_info < NEEDED:
        print(f"Quillmap needs Python {NEEDED[0]}.{NEEDED[1]} or newer; this is {sys.version.split()[0]}.")
        sys.exit(2)
    from tools.commands import main

    sys.exit(main())
