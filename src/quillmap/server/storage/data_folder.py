"""The data folder: only its owner can read it, and only one server uses it at a time.

Somebody else may have prepared it. So none of its files may be a link, which would lead the server to files of others,
nor anything that is no file, which may have no end.
"""

import errno
import logging
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME: Final = "quillmap.lock"
PRIVATE_FOLDER: Final = 0o700
PRIVATE_FILE: Final = 0o600
AS_IT_IS: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""How files are opened: neither through a link nor waiting for whoever is at the other end."""

_log = logging.getLogger("quillmap.storage")


class FolderInUse(Exception):
    """Another server uses the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        super().__init__(f"another server uses the folder {folder}")


class DataFolder:
    """A folder that this process holds until ``let_go``."""

    def __init__(self, path: Path) -> None:
        path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        self.path = path
        files = [file for file in path.glob("quillmap.*") if is_plain(file)]
        self._lock = _locked(path)
        _make_private(path, PRIVATE_FOLDER)
        for file in files:
            _make_private(file, PRIVATE_FILE)

    def private_file(self, name: str) -> Path:
        """Return the path of a file in the folder that nobody else can read; create it if necessary."""
        path = self.path / name
        os.close(os.open(path, os.O_CREAT | os.O_RDWR | AS_IT_IS, PRIVATE_FILE))
        return path

    def let_go(self) -> None:
        """Let another server use the folder."""
        self._lock.close()


def _locked(folder: Path) -> BinaryIO:
    """Return a file that this process has locked; the system unlocks it when the process ends, however it ends."""
    file = os.fdopen(os.open(folder / LOCK_NAME, os.O_CREAT | os.O_RDWR | AS_IT_IS, PRIVATE_FILE), "r+b")
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise FolderInUse(folder) from None
    return file


def is_plain(path: Path) -> bool:
    """Return whether there is a file at *path*, or a folder; raise ``OSError`` if it is anything else, or a link."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OSError(errno.EINVAL, f"{path.name} is no file but a link or a device")
    return True


def _make_private(path: Path, mode: int) -> None:
    """Remove the rights of other users to *path*; older versions left them to the system."""
    if sys.platform == "win32" or not path.stat().st_mode & 0o077:
        return
    try:
        opened = os.open(path, os.O_RDONLY | (AS_IT_IS if mode == PRIVATE_FILE else 0))
        try:
            os.fchmod(opened, mode)
        finally:
            os.close(opened)
    except OSError as error:  # not ours: its owner decides
        _log.warning("others can read this", extra={"path": str(path), "error": str(error)})
    else:
        _log.warning("others could read this; now only its owner can", extra={"path": str(path)})
