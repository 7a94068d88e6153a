"""A round of a hero card (RULES 6)."""

from checker.facts import HeroCard
from checker.geometry import attack_paths
from checker.table import Table


def play_hero(table: Table, card: HeroCard) -> None:
    """Take and check the hero that every seat places."""
    table.take_asked("hero", [seat for seat in table.seats if table.sheets[seat].empty])
    for seat, sheet in enumerate(table.sheets):
        if not sheet.empty:  # 6.3
            table.take_passed(seat, seat)
            continue
        line = table.reader.take("hero-placed")
        line.expect("seat", seat)
        space, path = line.space("space"), line.spaces("path")
        line.require(space in sheet.empty, "the hero's space is filled")
        line.require(path in attack_paths(card.attack, space), f"not a path of {card.id}")
        sheet.fill([space], ["hero"])
        table.check_lost(line, sheet.mark_path(path))
        table.check_coins(line, seat)
        table.report.heroes_placed += 1
