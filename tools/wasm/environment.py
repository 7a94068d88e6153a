"""Where numba and the linker for WebAssembly are installed: in a folder of their own, as only this build needs them."""

import hashlib
import os
import shutil
from pathlib import Path
from typing import Final

from tools.processes import ENVIRONMENT, ROOT, must
from tools.setting_up import installer
from tools.wasm.sources import LOCKED

FOLDER: Final = ENVIRONMENT / "wasm"
_STAMP: Final = FOLDER / "installed"


def prepare_wasm_tools() -> Path:
    """Install the locked tools, unless they are there already, and return their folder."""
    if not are_installed():
        print("Installing numba and a linker for WebAssembly …", flush=True)
        shutil.rmtree(FOLDER, ignore_errors=True)
        must(*installer(), "--require-hashes", "--target", FOLDER, "-r", LOCKED, quiet=True)
        _STAMP.write_text(_wanted(), encoding="utf-8")
    return FOLDER


def are_installed() -> bool:
    """Return whether the locked tools are there."""
    return _STAMP.exists() and _STAMP.read_text(encoding="utf-8") == _wanted()


def _wanted() -> str:
    return hashlib.sha256(LOCKED.read_bytes()).hexdigest()


def build_variables() -> dict[str, str]:
    """Return what ``tools.wasm.build`` has to find in its environment.

    Python hashes texts in another order each time, unless it is told not to; the bytes of the module are to stay.
    """
    return {"PYTHONPATH": os.pathsep.join(map(str, (FOLDER, ROOT, ROOT / "src"))), "PYTHONHASHSEED": "0"}
