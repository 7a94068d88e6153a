"""Build ``kernels.wasm`` and its manifest; run by ``dev.py wasm`` with the locked numba and linker.

The same sources give the same bytes, if Python hashes texts in the same order each time (``PYTHONHASHSEED=0``).
"""

import json
import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Final

from tools.wasm.sources import MANIFEST, MODULE, manifest

TOOLS: Final = ("numba", "llvmlite", "ziglang")


def main() -> int:
    """Build the module, and say how large it is; a test builds it into a file of its own and compares them."""
    target = Path(sys.argv[1]) if sys.argv[1:] else MODULE
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUILLMAP_CACHE"] = folder  # the sources that are generated are written there
        sources = _build(target)
    if target != MODULE:
        return 0
    tools = {"python": f"{sys.version_info[0]}.{sys.version_info[1]}", **{name: version(name) for name in TOOLS}}
    MANIFEST.write_text(json.dumps(manifest(sources, tools), indent=1) + "\n", encoding="utf-8", newline="\n")
    print(f"{MODULE.name}: {MODULE.stat().st_size} bytes, from {len(sources)} modules of the rules.")
    return 0


def _build(target: Path) -> list[Path]:
    """Write the module; return the sources that it was built from."""
    from tools.wasm.capture import captured_symbols, compile_for_wasm  # noqa: PLC0415  # after the folder is known

    compile_for_wasm()
    captured = captured_symbols()
    from quillmap.fast import progress  # noqa: PLC0415  # the same
    from quillmap.fast.compiler.cache import compiled_sources  # noqa: PLC0415
    from tools.wasm.exports import compile_exports  # noqa: PLC0415
    from tools.wasm.linking import link  # noqa: PLC0415
    from tools.wasm.optimising import whole_module  # noqa: PLC0415

    progress.be_quiet()
    compile_exports()
    link(whole_module(captured), target)
    return [path for path in compiled_sources(MODULE.parents[1]) if _module_name(path) in _compiled_modules()]


def _compiled_modules() -> set[str]:
    """Return the modules whose functions are compiled; of the other rules, only numbers are used."""
    from quillmap.fast.compiler.decorators import RULE_FUNCTIONS, RULE_MODULES  # noqa: PLC0415

    folders = {name for name in sys.modules if name.startswith("quillmap.fast.")}
    return folders | {*RULE_MODULES, *(module for module, _ in RULE_FUNCTIONS)}


def _module_name(path: Path) -> str:
    return ".".join(path.relative_to(MODULE.parents[2]).with_suffix("").parts).removesuffix(".__init__")


if __name__ == "__main__":
    sys.exit(main())
