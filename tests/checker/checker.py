"""Check a whole record, line by line, by playing the sheets again.

| RULES | where |
|---|---|
| 2, 10 set-up | `opening` |
| 2.5 decks, and all other chance | `dealing` |
| 3, 7 rounds, seasons, the end | here |
| 4, 9 drawing, skills | `explore` |
| 5, 8.2 ambushes | `ambush` |
| 6 heroes | `heroes` |
| 7.4 lasting effects | `lasting` |
| 11 scoring cards | the oracle |
"""

from collections.abc import Iterable

from checker.ambush import play_ambush
from checker.dealing import Reveal, check_deal
from checker.explore import play_explore
from checker.facts import (
    AMBUSHES,
    COIN_SLOTS,
    EXPLORE,
    HEROES,
    RUINS,
    SCORING,
    SOLO_TITLES,
    SeasonCard,
)
from checker.heroes import play_hero
from checker.lasting import LASTING, play_lasting
from checker.opening import read_opening
from checker.reader import Line, Reader, RecordEnds, RecordError
from checker.report import Report
from checker.table import Table
from oracle.scoring import monsters_lost, score

__all__ = ["RecordError", "Report", "check_record"]


def check_record(lines: Iterable[str]) -> Report:
    """Check a record and return what it held; raise RecordError at the first thing wrong.

    The record of an unfinished game may stop after any line; it is then checked without the seed.
    """
    reader = Reader(lines)
    if not reader.has_more():
        raise RecordError("line 1: nothing there")
    report = Report()
    game = _Game(reader, report)
    try:
        game.play()
    except RecordEnds:
        pass
    else:
        if reader.has_more():
            reader.peek().fail("a line after the end of the game")
    game.count()
    return report


class _Game:
    """One game from its first line to its last."""

    def __init__(self, reader: Reader, report: Report) -> None:
        self.reader = reader
        self.report = report
        self.opening = read_opening(reader.take("game-began"))
        self.setup = self.opening.setup
        self.table = Table(reader, self.opening, report)
        self.reveals: list[Reveal] = []
        self.totals = [0] * self.setup.seats
        self.toll = [0] * self.setup.seats

    def play(self) -> None:
        """Take all lines of a game."""
        for number, season in enumerate(self.setup.season_cards, start=1):
            self._play_season(number, season)
            self._score(season)
            if number < 4:
                self._resolve_lasting()
        self._end(self.reader.take("game-ended"))

    def count(self) -> None:
        """Fill in the counts that only the end tells."""
        sheets = self.table.sheets
        self.report.lines = self.reader.taken
        self.report.seats = self.setup.seats
        self.report.full_tracks = sum(sheet.slots == COIN_SLOTS for sheet in sheets)
        self.report.dragons_paid = sum(sheet.dragon_paid for sheet in sheets)

    def _play_season(self, number: int, season: SeasonCard) -> None:
        self.reader.take("season-began").expect("season", season.id)
        for sheet in self.table.sheets:
            sheet.skill_used = False
        time, pending = 0, False
        while time < season.time:  # 7.1: looked at after each round
            card = self._reveal(number)
            if card in RUINS:
                pending = True
                continue
            if card in EXPLORE:
                time += EXPLORE[card].time
                play_explore(self.table, EXPLORE[card], pending)
                pending = False
            elif card in AMBUSHES:
                play_ambush(self.table, AMBUSHES[card])
            else:
                play_hero(self.table, HEROES[card])
            self.reader.take("round-ended").expect("time", time)
            self.report.rounds += 1

    def _reveal(self, season: int) -> str:
        """Take a revealed card that can be in the deck as far as one knows without the seed."""
        line = self.reader.take("card-revealed")
        card = line.text("card")
        for pool in (self.setup.ambush_pool(), self.setup.hero_pool()):
            if card in pool:
                before = [reveal.card for reveal in self.reveals if reveal.card in pool]
                line.require(card not in before, f"{card!r} is out of the game")
                line.require(len(before) < season, f"{card!r}: more cards than went into the deck")
                break
        else:
            line.require(card in self.setup.explore_cards(), f"{card!r} is not in the deck")
            shown = [reveal.card for reveal in self.reveals if reveal.season == season]
            line.require(card not in shown, f"{card!r} for a second time this season")
        self.reveals.append(Reveal(line, season, card))
        self.report.cards[card] += 1
        return card

    def _score(self, season: SeasonCard) -> None:
        line = self.reader.take("season-scored")
        line.expect("season", season.id)
        entries = line.inners("scores")
        line.require(len(entries) == self.setup.seats, "not one score for each seat")
        cards = [self.opening.edicts[place] for place in season.edicts]
        for seat, entry in enumerate(entries):
            sheet = self.table.sheets[seat]
            grid = sheet.grid()
            points = [score(card, grid, self.setup.rulebook) for card in cards]
            lost = monsters_lost(grid)
            found = entry.numbers("edicts")
            entry.require(found == points, f"seat {seat}: {cards} give {points}, not {found}")
            entry.expect("coins", sheet.coins)
            entry.expect("monsters", lost)
            self.totals[seat] += sum(points) + sheet.coins - lost
            self.toll[seat] += lost
        self.report.seasons_scored += 1

    def _resolve_lasting(self) -> None:
        for reveal in self.reveals:
            if reveal.card in LASTING:
                play_lasting(self.table, reveal.card)
                self.reader.take("lasting-resolved").expect("card", reveal.card)

    def _end(self, line: Line) -> None:
        """Check the last line, and with its seed the whole deal."""
        found = line.numbers("totals")
        line.require(found == self.totals, f"'totals' are {found}, should be {self.totals}")
        # 7.3: the higher total, then the fewer stars lost to monsters
        standing = [(-total, lost) for total, lost in zip(self.totals, self.toll, strict=True)]
        ranks = [1 + sum(other < mine for other in standing) for mine in standing]
        found = line.numbers("ranks")
        line.require(found == ranks, f"'ranks' are {found}, should be {ranks}")
        if self.setup.seats == 1:
            rating = self.totals[0] - sum(SCORING[card].solo_value for card in self.opening.edicts)
            line.expect("rating", rating)
            line.expect("title", title_of(rating))
        else:
            line.expect("rating", None)
            line.expect("title", None)
        check_deal(self.opening, line.text("seed"), self.reveals, line)
        self.report.ended = True
        self.report.totals = list(self.totals)


def title_of(rating: int) -> str:
    """Return the title of the highest threshold reached; the lowest title below all (8.4)."""
    reached = [threshold for threshold, _ in SOLO_TITLES if threshold <= rating]
    lowest = min(threshold for threshold, _ in SOLO_TITLES)
    return dict(SOLO_TITLES)[max(reached, default=lowest)]
