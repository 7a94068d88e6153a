"""Maps as PNG files for the previews of shared links: flat tiles, made with nothing but zlib.

Messengers and forums, which show such previews, don't read SVG.
"""

import struct
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from quillmap.rules.sheet import Sheet
from quillmap.rules.spaces import SIZE, Mask, space_at

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size that shared links ask for."""
TILE: Final = 54
_LEFT: Final = (WIDTH - SIZE * TILE) // 2
_TOP: Final = (HEIGHT - SIZE * TILE) // 2

_PALETTE: Final = (
    *(0xD8CFBD, 0xF6ECD4, 0xCDBD9C, 0x33271B),  # desk, sheet, lines, ink
    *(0xA9BF86, 0x547A3D),
    *(0xEFC6AA, 0xB9492E),
    *(0xF5DF8E, 0xD09A25),
    *(0x9CC1D0, 0x4A88A6),
    *(0x4B3157, 0xFFCA4F),
    *(0xFFF5DA, 0xA8264A),
    *(0xE4D6B8, 0x8C7A62),
    *(0xD3C7B0, 0xB5A688),
    0x7A5F3C,
)
_DESK, _SHEET, _LINE, _INK = range(4)
_RUINS: Final = len(_PALETTE) - 1

Sign = Callable[[float, float], bool]
"""Whether a point of a tile, from −1 to 1 to the right and down, is part of what is drawn on it."""


def _triangle(x: float, y: float) -> bool:
    return -0.7 < y < 0.6 and abs(x) < (y + 0.7) * 0.5


def _mountain(x: float, y: float) -> bool:
    return -0.75 < y < 0.65 and abs(x) < (y + 0.75) * 0.6


def _house(x: float, y: float) -> bool:
    return (abs(x) < 0.42 and -0.05 < y < 0.6) or (-0.65 < y <= -0.05 and abs(x) < y + 0.7)


def _furrows(x: float, y: float) -> bool:
    return abs(x) < 0.7 and abs(y) < 0.65 and int((y + 1) * 7) % 3 == 0


def _waves(x: float, y: float) -> bool:
    bend = 0.12 * abs(((x + 1) * 2) % 2 - 1)
    return abs(x) < 0.75 and any(abs(y + bend - level) < 0.09 for level in (-0.35, 0.1, 0.55))


def _eyes(x: float, y: float) -> bool:
    return (abs(x) - 0.35) ** 2 + (y + 0.1) ** 2 < 0.05 or (abs(x) < 0.45 and 0.4 < y < 0.52)


def _shield(x: float, y: float) -> bool:
    return -0.6 < y < 0.7 and abs(x) < min(0.5, 0.75 - y)


def _dots(x: float, y: float) -> bool:
    return (abs(x) - 0.4) ** 2 + (abs(y) - 0.4) ** 2 < 0.03


def _cross(x: float, y: float) -> bool:
    return max(abs(x), abs(y)) < 0.7 and abs(abs(x) - abs(y)) < 0.14


def _columns(x: float, y: float) -> bool:
    return abs(y) < 0.6 and (0.3 < abs(x) < 0.5 or (abs(y) > 0.46 and abs(x) < 0.62))


_TILES: Final[dict[str, tuple[int, int, Sign]]] = {
    "forest": (4, 5, _triangle),
    "village": (6, 7, _house),
    "farm": (8, 9, _furrows),
    "water": (10, 11, _waves),
    "monster": (12, 13, _eyes),
    "hero": (14, 15, _shield),
    "mountain": (16, 17, _mountain),
    "wasteland": (18, 19, _dots),
    "destroyed": (18, _INK, _cross),
    "ruins": (_SHEET, _RUINS, _columns),
}
"""Ground, colour and sign of a tile, for each set of a sheet; a later one yields to an earlier one."""

_EMPTY: Final[tuple[int, int, Sign]] = (_SHEET, _SHEET, lambda _x, _y: False)


@cache
def _tile(name: str) -> tuple[bytes, ...]:
    """Return the rows of pixels of a tile; nothing lies on one without a *name*."""
    ground, colour, sign = _TILES.get(name, _EMPTY)

    def pixel(x: int, y: int) -> int:
        if x == 0 or y == 0:
            return _LINE
        return colour if sign(2 * x / TILE - 1, 2 * y / TILE - 1) else ground

    return tuple(bytes(pixel(x, y) for x in range(TILE)) for y in range(TILE))


def map_picture(sheet: Sheet) -> bytes:
    """Return a picture of *sheet*, in the middle of a wide desk."""
    desk = bytes([_DESK]) * WIDTH
    rows = [desk] * _TOP
    for row in range(SIZE):
        tiles = [_tile(_name_at(sheet, 1 << space_at(row, column))) for column in range(SIZE)]
        for y in range(TILE):
            rows.append(desk[:_LEFT] + b"".join(tile[y] for tile in tiles) + desk[: WIDTH - _LEFT - SIZE * TILE])
    rows += [desk] * (HEIGHT - len(rows))
    return _png(rows)


def _name_at(sheet: Sheet, space: Mask) -> str:
    return next((name for name in _TILES if getattr(sheet, name) & space), "")


def _png(rows: Iterable[bytes]) -> bytes:
    """Return rows of palette numbers as a PNG file."""
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    palette = b"".join(colour.to_bytes(3) for colour in _PALETTE)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
