"""A naive reading of the rules, written from docs/RULES.md alone, to check the engine against."""
