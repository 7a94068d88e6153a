"""The module as a file: machine code by LLVM, made a module by the linker that comes with ziglang."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tools.wasm.capture import MACHINE
from tools.wasm.optimising import EXPORT

STACK_BYTES: Final = 262144
_OPTIONS: Final = ("-mwasm32", "--no-entry", "--gc-sections", "--stack-first", "--strip-all", "--export=__heap_base")


def link(module: Any, file: Path) -> None:
    """Write *module* as a WebAssembly module with its exports, a memory and nothing that it would have to import."""
    exports = [each.name for each in module.functions if each.name.startswith(EXPORT)]
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "kernels.o"
        part.write_bytes(MACHINE.emit_object(module))
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *_OPTIONS, "-z", f"stack-size={STACK_BYTES}"]
        subprocess.run([*command, *(f"--export={name}" for name in exports), part, "-o", file], check=True)
