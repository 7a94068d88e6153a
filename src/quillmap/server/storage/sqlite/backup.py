"""Copying the SQLite file, also while a server writes to it."""

import contextlib
import os
import sqlite3
from pathlib import Path

from quillmap.server.storage.data_folder import PRIVATE_FILE
from quillmap.server.storage.errors import Unusable
from quillmap.server.storage.sqlite.storage import FILE_NAME


def has_games(folder: Path) -> bool:
    """Return whether *folder* holds the games of a server."""
    return (folder / FILE_NAME).is_file()


def backup(folder: Path, target: Path) -> None:
    """Copy a consistent snapshot of the file in *folder* to *target*, also while a server writes to it."""
    if not has_games(folder):
        raise FileNotFoundError(f"there is no {FILE_NAME} in {folder}")
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {target.parent}")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    address = (folder / FILE_NAME).resolve().as_uri()  # its name may contain characters that are special in a URI
    # It holds what the folder holds: nobody else may read it, and it is made here, not found.
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{address}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without a log beside it
        partial.replace(target)  # a half-written copy never has the name that was asked for
    except sqlite3.Error as error:
        raise Unusable(str(error)) from error
    finally:
        partial.unlink(missing_ok=True)
