"""Quillmap: the flip-and-write map game as a library, a command line, and a table in the browser."""

__version__ = "0.1.0"
