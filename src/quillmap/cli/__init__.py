"""The command line (``docs/command-line.md``).

| module | what it holds |
|---|---|
| ``main`` | the entry point: the list of commands, exit codes, errors as one line |
| ``dispatch`` | finds the command that was asked for, and runs it |
| ``commands/`` | one module for each command, named after it |
| ``arguments`` | the argument parser, in five languages, and the types of option values |
| ``table_options`` | the options that describe a table, shared by the commands that play |
| ``language`` | the language spoken: ``say``, names, numbers |
| ``errors`` | ``CommandError``, which ends a command |
| ``output``, ``files`` | printing, reading and writing |
| ``terminal`` | how wide the terminal is, and its colours (``play``) |
| ``extras`` | parts that need more than the standard library |
| ``pictures`` | sheets, shapes and attack patterns drawn as text |
| ``story`` | a game told in sentences (``play``, ``replay``) |
| ``solo_text``, ``answers`` | what a solo player sees and types (``play``) |
| ``screen/`` | the same game on the whole screen, with the shape moved by keys (``play --screen``) |
| ``score_jsonl`` | one map a line (``score --jsonl``) |
| ``series_report``, ``workers`` | the tables that ``simulate`` prints; processes and a progress bar (``train`` too) |
| ``bench_figures`` | the measurements of ``bench`` |
"""

from quillmap.cli.main import main

__all__ = ["main"]
