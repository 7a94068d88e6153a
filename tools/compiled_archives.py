"""Zip archives with compiled modules in the place of their sources; Pyodide runs this (``compile_archives.js``)."""

import io
import py_compile
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def compiled(archive: bytes) -> bytes:
    """Return an archive whose modules this version of Python need not compile any more."""
    out = io.BytesIO()
    with ZipFile(io.BytesIO(archive)) as source, ZipFile(out, "w") as target:
        for about in source.infolist():
            is_module = about.filename.endswith(".py")
            content = source.read(about)
            name = f"{about.filename}c" if is_module else about.filename
            content = code_of(content, about.filename) if is_module else content
            target.writestr(ZipInfo(name, about.date_time), content, ZIP_DEFLATED, 9)
    return out.getvalue()


def code_of(module: bytes, name: str) -> bytes:
    """Return what Python imports where there is no source."""
    with tempfile.TemporaryDirectory() as folder:
        source, code = Path(folder) / "module.py", Path(folder) / "module.pyc"
        source.write_bytes(module)
        unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH  # no time in it: the same bytes for the same source
        py_compile.compile(str(source), str(code), name, doraise=True, invalidation_mode=unchecked)
        return code.read_bytes()
