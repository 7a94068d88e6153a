"""A naive reading of the rules, written from RULES.md alone, to check the engine against."""
