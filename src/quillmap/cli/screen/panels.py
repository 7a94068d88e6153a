"""The map and what stands around it, as lines of text with styles. Letters and signs say all that colours say."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from quillmap.cli.language import coins, figure, name_of, say, term, terrain_name, words
from quillmap.cli.pictures import draw_orientation, sheet_cells, side_by_side
from quillmap.cli.screen.hand import Hand
from quillmap.cli.solo_text import open_skills, prospect_text
from quillmap.play.notation import EDICT_LETTERS, ROW_LETTERS
from quillmap.play.prospects import Prospect, Worth
from quillmap.play.textmap import FIELDS
from quillmap.rules.events import Ask
from quillmap.rules.sheet import Sheet
from quillmap.rules.skills import COST, Skill
from quillmap.rules.spaces import SIZE, Mask, space_at
from quillmap.rules.state import State

Span: TypeAlias = tuple[str, str]
"""Some text and its style; the empty style is that of the terminal."""
Line: TypeAlias = list[Span]

MAP_WIDTH: Final = 3 + 3 * SIZE
"""How many characters a line of the map has."""

_COLOURS: Final = {
    "F": "ansi_black on ansi_green",
    "V": "ansi_bright_white on ansi_red",
    "A": "ansi_black on ansi_yellow",
    "B": "ansi_black on ansi_bright_yellow",
    "W": "ansi_bright_white on ansi_blue",
    "M": "ansi_bright_white on ansi_magenta",
    "H": "ansi_black on ansi_cyan",
    "^": "ansi_black on ansi_white",
    "#": "ansi_bright_black",
    "X": "ansi_bright_black",
    ":": "bold",
}
"""How each character of a map looks."""
_LETTERS: Final[dict[frozenset[str], str]] = {frozenset(fields): letter for letter, fields in FIELDS.items()}
_LEGAL: Final = ("[", "]", " bold")
_ILLEGAL: Final = ("×", "×", " bold")
_CHANGE: Final = "bold"
_WRONG: Final = "bold ansi_red"


def board(sheet: Sheet, hand: Hand | None, *, is_legal: bool) -> Iterator[Line]:
    """Yield the lines of the map, with what is held over it in brackets, or between crosses where it can't be."""
    yield [("   " + "".join(f"{column:>2} " for column in range(1, SIZE + 1)), "")]
    covered: Mask = hand.covered if hand is not None else 0
    path: Mask = hand.piece.path_spaces if hand is not None else 0
    ink = letter(hand) if hand is not None and not is_legal else ""
    for row, cells in enumerate(sheet_cells(sheet)):
        line: Line = [(f"{ROW_LETTERS[row]}  ", "")]
        for column, (character, mark) in enumerate(cells):
            space = 1 << space_at(row, column)
            if space & covered:
                line.append(_held(ink if ink and character in ".:" else character, is_legal=is_legal))
            else:
                struck = "*" if space & path else mark
                line.append((f" {character}{struck}", _COLOURS.get(character.upper(), "")))
        yield line


def _held(character: str, *, is_legal: bool) -> Span:
    before, after, style = _LEGAL if is_legal else _ILLEGAL
    return f"{before}{character}{after}", _COLOURS.get(character.upper(), "reverse") + style


def letter(hand: Hand) -> str:
    """Return the letter of what is held."""
    match hand.options.ask:
        case Ask.HERO:
            return _LETTERS[frozenset({"hero"})]
        case Ask.GORGON | Ask.TROLL:
            return _LETTERS[frozenset({"destroyed"})]
        case _:
            return _LETTERS[frozenset(hand.fills)]


def values(state: State, now: Worth, found: Prospect | None) -> Iterator[Line]:
    """Yield the edicts, coins and monsters with their points, and what the held piece would change."""
    season = state.season_card
    names = [name_of(card) for card in state.edicts]
    others = [term("score", "coins"), say("play.lost-to-monsters")]
    width = max(map(len, (*names, *(name[2:] for name in others))))
    changes = found.points if found is not None else (0,) * len(names)
    for place, name in enumerate(names):
        is_now = place in season.edicts
        label = f"{'•' if is_now else ' '}{EDICT_LETTERS[place]} {name:{width}}"
        yield _figure(label, now.points[place], changes[place], "bold" if is_now else "")
    yield _figure(f" {others[0]:{width + 2}}", now.coins, found.coins if found is not None else 0)
    yield _figure(f" {others[1]:{width + 2}}", now.monsters, -found.monsters if found is not None else 0)
    if state.skills:
        yield [(open_skills(state), "")]


def _figure(label: str, number: int, change: int, style: str = "") -> Line:
    line: Line = [(f"{label} {figure(number):>3}", style)]
    return [*line, (f" {figure(change, is_signed=True):>3}", _CHANGE)] if change else line


def card(hand: Hand, found: Prospect | None, refusal: str, width: int) -> Iterator[Line]:
    """Yield the card, what can be chosen, and what the held piece brings or why it can't lie there."""
    state = hand.options.state
    if state.card is not None:
        yield [(name_of(state.card), "bold")]
    yield from _question(hand)
    if hand.is_drawing:
        yield from _choices(hand, width)
    yield []
    if refusal:
        yield [(refusal, _WRONG)]
    elif found is not None and not hand.is_question:
        season = figure(found.season, is_signed=True)
        yield [(say("play.tried", season=season, parts=prospect_text(found, state)), _CHANGE)]


def _question(hand: Hand) -> Iterator[Line]:
    """Yield what is asked, unless it is the usual."""
    state, options = hand.options.state, hand.options
    if options.ask is not Ask.DRAW:
        yield [(term("ask", options.ask), "")]
    elif options.drawings.is_fallback:
        terrains = " / ".join(map(terrain_name, options.drawings.single_terrains))
        yield [(say("play.fallback.text", terrains=terrains), "")]
    elif state.ruins_pending:
        yield [(words().text("cards.temple-ruins.rule"), "")]
    if hand.is_question:
        yield [(coins(COST[Skill.ACROBATICS]), "")]
        yield _chosen([say("word.yes"), say("word.no")], 0 if hand.is_yes else 1)


def _choices(hand: Hand, width: int) -> Iterator[Line]:
    if hand.skill is not None:
        yield [(f"{name_of(hand.skill)} ({coins(COST[hand.skill])})", "bold")]
    terrains = hand.terrains
    if terrains:
        chosen = terrains.index(hand.terrain) if hand.terrain is not None else 0
        yield _chosen([terrain_name(terrain) for terrain in terrains], chosen)
    else:
        yield [(" + ".join(map(terrain_name, hand.fills)), "")]
    blocks = [
        [
            f"[{number}]" if number - 1 == hand.shape else f" {number} ",
            *draw_orientation(shape.orientations[0]),
            *([coins(1)] if shape.coin and hand.skill is not Skill.STEALTH else []),
        ]
        for number, shape in enumerate(hand.shapes, start=1)
    ]
    for line in side_by_side(blocks, width):
        yield [(line, "")]


def _chosen(names: list[str], chosen: int) -> Line:
    """Return *names* in a row, the chosen one in brackets."""
    line: Line = []
    for number, name in enumerate(names):
        line.append((f"[{name}]", "bold reverse") if number == chosen else (f" {name} ", ""))
    return line
