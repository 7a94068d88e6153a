"""Where numba and the linker for WebAssembly are installed: in a folder of their own, as only this build needs them."""

import hashlib
import shutil
from pathlib import Path
from typing import Final

from tools.processes import ENVIRONMENT, must
from tools.setting_up import installer
from tools.wasm.sources import LOCKED

FOLDER: Final = ENVIRONMENT / "wasm"


def prepare_wasm_tools() -> Path:
    """Install the locked tools, unless they are there already, and return their folder."""
    wanted = hashlib.sha256(LOCKED.read_bytes()).hexdigest()
    stamp = FOLDER / "installed"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        print("Installing numba and a linker for WebAssembly …", flush=True)
        shutil.rmtree(FOLDER, ignore_errors=True)
        must(*installer(), "--require-hashes", "--target", FOLDER, "-r", LOCKED, quiet=True)
        stamp.write_text(wanted, encoding="utf-8")
    return FOLDER
