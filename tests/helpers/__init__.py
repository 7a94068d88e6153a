"""What tests share: maps drawn as text, moves in the players' notation, tables in the middle of a game."""
