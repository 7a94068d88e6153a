"""The tools written in JavaScript with which the page is checked, as ``python3 dev.py test`` installs them."""

import subprocess
from typing import Final

from architecture.modules import ROOT
from tools.node import node

MODULES: Final = ROOT / "node_modules"
BIOME: Final = MODULES / "@biomejs" / "biome" / "bin" / "biome"
COMPILER: Final = MODULES / "typescript" / "bin" / "tsc"


def run_node(*arguments: object, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run Node at the root of the project, *given* what it reads, and return how it ended and what it printed."""
    command = [str(node()), *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=False)
