"""An independent checker of game records, written from docs/RULES.md and docs/record.md alone.

It shares no code with the engine: plain loops over (row, column) pairs, so that a rule that the
engine misread shows up as a record that does not pass. Entry: `checker.checker.check_record`.
"""
