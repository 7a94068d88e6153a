"""Imports modules, in Python or in Pyodide, and tells which could not be imported, and why."""

import importlib
import json


def main(given: str) -> str:
    """Return the modules of a JSON list that can't be imported, with the reasons, as JSON."""
    failed = {}
    for name in json.loads(given):
        try:
            importlib.import_module(name)
        except ImportError as error:
            failed[name] = str(error)
    return json.dumps(failed)
