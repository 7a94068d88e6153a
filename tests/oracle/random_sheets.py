"""Random text maps on which the scoring cards find something to count."""

from random import Random

from .sheet import PLAIN, SIZE, Space, all_spaces, neighbours

# What can be drawn, as its character on a space without ruins. Some themes are narrow so that
# large clusters and contacts of the same two terrains come about.
THEMES = (
    "FVAWMHBX",
    "FVAWM",
    "FFFV",
    "FFFFFX",
    "FFFFAB",
    "VVVFAWMH",
    "VVVB",
    "VVVVX",
    "AWAWB",
    "AWX",
    "AWFM",
    "MMFVHX",
)

# Characters of single spaces thrown over the map at the end.
NOISE = "....FVAWMHBX^#"

# How much of the map is drawn on, as ranges of the share of filled spaces.
DENSITIES = ((0.0, 0.1), (0.1, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 1.0), (1.0, 1.0))


def empty_spaces(board: dict[Space, str]) -> list[Space]:
    """Return the spaces of *board* that nothing is on, row by row."""
    return [space for space in all_spaces() if board[space] == "."]


def grow(board: dict[Space, str], random: Random, start: Space, size: int, mark: str) -> None:
    """Spread *mark* from *start* over up to *size* spaces that look as *start* did."""
    ground = board[start]
    if ground == mark:
        return
    board[start] = mark
    blob = [start]
    while len(blob) < size:
        fringe: list[Space] = []
        for r, c in blob:
            for neighbour in neighbours(r, c):
                if board[neighbour] == ground and neighbour not in fringe:
                    fringe.append(neighbour)
        if not fringe:
            return
        chosen = random.choice(fringe)
        board[chosen] = mark
        blob.append(chosen)


def print_features(board: dict[Space, str], random: Random) -> None:
    """Put mountains on *board*, and often wasteland, as they are printed on maps."""
    for space in random.sample(all_spaces(), random.choice((0, 1, 3, 5, 5, 8, 14))):
        board[space] = "^"
    if random.random() < 0.5:
        free = empty_spaces(board)
        grow(board, random, random.choice(free), random.randint(1, 7), "#")
        board[random.choice(free)] = "#"


def draw_blobs(board: dict[Space, str], random: Random, theme: str) -> None:
    """Draw blobs of the theme's terrains on *board* until a random share of it is filled."""
    low, high = random.choice(DENSITIES)
    left = round((1.0 - random.uniform(low, high)) * SIZE * SIZE)
    longest = random.choice((1, 3, 6, 12, 20))
    while len(empty_spaces(board)) > left:
        # No blob is larger than what is to be filled, so that the chosen density comes out.
        room = len(empty_spaces(board)) - left
        size = min(room, random.randint(1, longest))
        start = random.choice(empty_spaces(board))
        grow(board, random, start, size, random.choice(theme))


def fill_lines(board: dict[Space, str], random: Random, theme: str) -> None:
    """Fill what is empty in some rows, columns, diagonals and squares of *board*."""
    for _ in range(random.randint(1, 6)):
        at = random.randrange(SIZE)
        side = random.randint(2, 8)
        top = random.randint(0, SIZE - side)
        left = random.randint(0, SIZE - side)
        lines: tuple[list[Space], ...] = (
            [(at, c) for c in range(SIZE)],
            [(r, at) for r in range(SIZE)],
            [(at + step, step) for step in range(SIZE - at)],
            # The other diagonals, up to the top edge, score nothing: a trap (Broken Road).
            [(at - step, step) for step in range(at + 1)],
            [(top + r, left + c) for r in range(side) for c in range(side)],
        )
        line = random.choice(lines)
        # Most are filled whole; some keep one gap, which must make all the difference.
        gap = random.choice(line) if random.random() < 0.25 else None
        for space in line:
            if space == gap:
                board[space] = "."
            elif board[space] == ".":
                board[space] = random.choice(theme)


def dig_holes(board: dict[Space, str], random: Random) -> None:
    """Clear small connected holes, most often of three spaces, out of *board*."""
    for _ in range(random.randint(1, 8)):
        r, c = random.choice(all_spaces())
        hole = [(r, c)]
        size = random.choice((1, 1, 2, 3, 3, 3, 4, 5))
        while len(hole) < size:
            y, x = random.choice(hole)
            nearby = random.choice(neighbours(y, x))
            if nearby not in hole:
                hole.append(nearby)
        for space in hole:
            board[space] = "."


def add_noise(board: dict[Space, str], random: Random) -> None:
    """Overwrite some single spaces of *board* with anything, empty included."""
    count = random.choice((1, 2, 4, 8, 16, 40))
    for space in random.sample(all_spaces(), count):
        board[space] = random.choice(NOISE)


def mark_ruins(board: dict[Space, str], random: Random) -> None:
    """Mark some spaces of *board* as ruins, drawn on or empty."""
    for space in random.sample(all_spaces(), random.choice((0, 3, 6, 6, 15, 40))):
        character = board[space]
        # Mountains and wasteland are printed on the map, so ruins never are under them.
        if character == ".":
            board[space] = ":"
        elif character not in "^#":
            board[space] = character.lower()


def random_lines(random: Random) -> list[str]:
    """Return a random map as 11 lines of text, from nearly empty to completely full."""
    board = dict.fromkeys(all_spaces(), ".")
    theme = random.choice(THEMES)
    # One map in ten is pure noise; the others have clusters, and often lines and holes.
    if random.random() < 0.1:
        alphabet = random.choice(("".join(PLAIN), theme, theme + ".", theme + "^"))
        for space in all_spaces():
            board[space] = random.choice(alphabet)
    else:
        if random.random() < 0.9:
            print_features(board, random)
        draw_blobs(board, random, theme)
        if random.random() < 0.3:
            fill_lines(board, random, theme)
        if random.random() < 0.4:
            dig_holes(board, random)
        if random.random() < 0.4:
            add_noise(board, random)
    if random.random() < 0.8:
        mark_ruins(board, random)
    return ["".join(board[(r, c)] for c in range(SIZE)) for r in range(SIZE)]
