"""Lasting ambush effects after a season's score (RULES 7.4)."""

from checker.sheet import ZOMBIE
from checker.table import Table

LASTING = ("zombie-plague", "giant-troll-ravage")


def play_lasting(table: Table, card: str) -> None:
    """Take and check what a revealed Zombie or Troll does on every sheet."""
    if card == "zombie-plague":
        _play_zombie(table)
    else:
        _play_troll(table)


def _play_zombie(table: Table) -> None:
    for owner, sheet in enumerate(table.sheets):
        wave = sheet.zombie_wave()
        if not wave:
            continue
        line = table.reader.take("spread")
        line.expect("sheet", owner)
        line.expect_spaces("spaces", wave)
        table.check_lost(line, sheet.fill(wave, ["monster"], ZOMBIE))
        table.check_coins(line, owner)
        table.report.spreads += 1


def _play_troll(table: Table) -> None:
    targets = [sheet.troll_targets() for sheet in table.sheets]
    asked = [seat for seat in table.seats if targets[seat]]
    table.take_asked("troll", asked)
    for seat in asked:
        table.take_destroyed(seat, seat, targets[seat], "giant-troll-ravage")
