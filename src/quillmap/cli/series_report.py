"""The results of ``quillmap simulate`` as tables to read."""

from typing import Any, Final

from quillmap.bots.series import Series
from quillmap.cli.language import figure, name_of, say, term, words
from quillmap.rules.scoring import SCORING, Suit
from quillmap.rules.seasons import SEASON_IDS

Json = dict[str, Any]
_MOST_COLUMNS: Final = 8
"""With more seats the tables of seasons and cards would no longer fit a screen."""
_MOST_DIFFERENCES: Final = 3


def print_result(found: Json, series: Series, box: str) -> None:
    """Print the figures of a series at tables of a *box*."""
    setup, speed = series.setup, found["games_per_second"]
    print(
        ", ".join(
            [
                say("simulate.deals", count=found["games"]),
                words().text(f"setup.map.{setup.map}.label"),
                words().text(f"setup.box.{box}.label"),
                words().text(f"setup.rulebook.{setup.rulebook}.label"),
                say("simulate.seed", seed=setup.seed),
                f"quillmap {found['conditions']['version']} ({found['conditions']['backend']})",
                *([] if speed is None else [say("simulate.speed", speed=_speed(speed))]),
            ]
        )
    )
    others = found.get("against", [])
    _print_seats(found["seats"])
    if others:
        print(f"\n{say('simulate.against')}:", end="")
        _print_seats(others)
    differences = found.get("differences", [])
    _print_differences(differences)
    contenders = [*found["seats"], *others]
    if len(contenders) <= _MOST_COLUMNS:
        _print_details(contenders, differences[:_MOST_DIFFERENCES])


def _speed(games: float) -> str:
    """Return the number of games per second; slow bots need more digits."""
    return figure(games, 1 if games >= 1 else 2)


def _print_seats(seats: list[Json]) -> None:
    head = [say("simulate.seat"), words().text("setup.bot.label"), say("simulate.mean"), "±"]
    head += [say(f"simulate.{each}") for each in ("sd", "median", "min", "max")]
    is_solo, is_table = "rating" in seats[0], "places" in seats[0]
    head += [term("score", "rating")] if is_solo else []
    head += [say("simulate.won")] if is_table else []
    rows = []
    for number, seat in enumerate(seats):
        row = [str(number), seat["bot"], figure(seat["mean"], 1), _margin(seat)]
        row += [figure(seat["sd"], 1), figure(seat["median"], 1), figure(seat["min"]), figure(seat["max"])]
        row += [figure(seat["rating"]["mean"], 1, is_signed=True)] if is_solo else []
        row += [figure(100 * seat["places"].get("1", 0) / seat["games"], 1)] if is_table else []
        rows.append([*row, figure(seat["milliseconds_per_move"], 2)])
    print()
    _print_table([[*head, say("simulate.milliseconds")], *rows], texts=2)


def _margin(figures: Json) -> str:
    """Return how far the interval reaches to each side."""
    if figures["interval"] is None:
        return "–"
    low, high = figures["interval"]
    return figure((high - low) / 2, 1)


def _difference(figures: Json) -> str:
    return f"{figure(figures['mean'], 1, is_signed=True)} ± {_margin(figures)}"


def _pair(difference: Json) -> str:
    return f"{difference['of']} − {difference['to']}"


def _print_differences(differences: list[Json]) -> None:
    if differences:
        print()
        print(say("simulate.difference"))
        _print_table([[_pair(each), _difference(each)] for each in differences])


def _print_details(seats: list[Json], differences: list[Json]) -> None:
    names = [*(seat["bot"] for seat in seats), *map(_pair, differences)]

    def seasons(kind: str) -> list[list[str]]:
        return [
            [
                term("season", season),
                *(figure(seat[kind][place], 1) for seat in seats),
                *(_difference(each[kind][place]) for each in differences),
            ]
            for place, season in enumerate(SEASON_IDS)
        ]

    for heading, kind in (
        (say("simulate.seasons"), "seasons"),
        (term("score", "coins"), "coins"),
        (term("score", "monsters"), "monsters"),
    ):
        print()
        _print_table([[heading, *names], *seasons(kind)])
    print()
    _print_table(
        [
            [say("simulate.cards"), *names],
            *(
                [
                    name_of(card),
                    *(figure(seat["cards"][card], 1) for seat in seats),
                    *(_difference(each["cards"][card]) for each in differences),
                ]
                for card in _sorted(seats[0]["cards"])
            ),
        ]
    )
    _print_titles(seats)


def _sorted(cards: Json) -> list[str]:
    """Return the cards by suit, as the command ``score`` has them, and by name."""
    suits = list(Suit)
    scoring = {str(card): suits.index(each.suit) for card, each in SCORING.items()}
    return sorted(cards, key=lambda card: (scoring[card], name_of(card)))


def _print_titles(seats: list[Json]) -> None:
    if "titles" not in seats[0]:
        return
    print()
    titles = dict.fromkeys(title for seat in seats for title in seat["titles"])
    _print_table(
        [
            [say("simulate.titles"), *(seat["bot"] for seat in seats)],
            *([term("title", title), *(str(seat["titles"].get(title, 0)) for seat in seats)] for title in titles),
        ]
    )


def _print_table(rows: list[list[str]], texts: int = 1) -> None:
    """Print rows as a table: the first *texts* columns aligned left, the numbers after them right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            f"{cell:<{width}}" if column < texts else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
