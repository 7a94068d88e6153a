"""The table of one game being checked: its lines, its sheets, its counts."""

from checker.geometry import Space
from checker.opening import Opening
from checker.reader import Line, Reader
from checker.report import Report
from checker.sheet import Sheet


class Table:
    """Everything that the rounds of a game need."""

    def __init__(self, reader: Reader, opening: Opening, report: Report) -> None:
        self.reader = reader
        self.opening = opening
        self.setup = opening.setup
        self.report = report
        self.sheets = [Sheet(opening.mountains, opening.ruins, opening.wasteland) for _ in range(self.setup.seats)]

    @property
    def seats(self) -> range:
        """The seats in order."""
        return range(self.setup.seats)

    def take_asked(self, ask: str, seats: list[int]) -> None:
        """Take the `asked` line that must name exactly these seats; none if nobody is asked."""
        if not seats:
            return
        line = self.reader.take("asked")
        line.expect("ask", ask)
        found = line.numbers("seats")
        line.require(found == sorted(seats), f"asked {found}, to decide have {sorted(seats)}")

    def take_passed(self, seat: int | None, sheet: int) -> None:
        """Take the `passed` line of a sheet on which nothing can be drawn."""
        line = self.reader.take("passed")
        line.expect("seat", seat)
        line.expect("sheet", sheet)
        self.report.passes += 1

    def take_destroyed(self, seat: int, sheet: int, targets: set[Space], cause: str) -> None:
        """Take the `destroyed` line with which a seat chooses one of the targets."""
        line = self.reader.take("destroyed")
        line.expect("seat", seat)
        line.expect("sheet", sheet)
        line.expect("cause", cause)
        space = line.space("space")
        line.require(space in targets, f"{line.text('space')} can't be destroyed by {cause}")
        self.sheets[sheet].destroy(space)
        self.report.destroyed_by_choice += 1
        self.check_coins(line, sheet)

    def check_lost(self, line: Line, lost: set[Space]) -> None:
        """Check the monsters that an event says were destroyed on attack paths."""
        line.expect_spaces("destroyed", lost)
        self.report.destroyed_on_paths += len(lost)

    def check_coins(self, line: Line, sheet: int, printed: int = 0) -> None:
        """Check the coins of an event after everything it did."""
        gained = self.sheets[sheet].gain_coins(printed)
        line.expect("coins", gained)
        self.report.coins += gained
