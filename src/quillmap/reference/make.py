"""Makes all pages and pictures of ``docs/rules``."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from quillmap.locales import languages
from quillmap.reference.book import scene_figures
from quillmap.reference.chapters import LEGEND
from quillmap.reference.drawing import card_svg, space_svg, svg_of
from quillmap.reference.examples import example_figure, examples
from quillmap.reference.markdown import front_page, pages
from quillmap.rules.cards import CARDS

FOLDER: Final = Path("docs", "rules")


@cache
def everything() -> Mapping[str, str]:
    """Return the text of every file by its path in the folder."""
    found = {"README.md": front_page(), **_pictures()}
    for language in languages():
        found |= {f"{language}/{path}": text for path, text in pages(language).items()}
    return found


def _pictures() -> dict[str, str]:
    found = {f"cards/{card.id}": card_svg(card) for card in CARDS.values()}
    found |= {f"examples/{card}": svg_of(example_figure(card)) for card in examples()}
    found |= {f"scenes/{name}": svg_of(figure) for name, figure in scene_figures().items()}
    found |= {f"spaces/{space}": space_svg(space) for space in LEGEND}
    return {f"pictures/{name}.svg": text for name, text in found.items()}


def differences(folder: Path) -> list[str]:
    """Return the paths of files that are missing in *folder*, are not what they should be, or should not be there."""
    wanted = everything()
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    stale = [path for path in wanted if path in there and (folder / path).read_text(encoding="utf-8") != wanted[path]]
    return sorted([*stale, *(wanted.keys() ^ there)])


def write(folder: Path) -> int:
    """Bring *folder* up to date, and return how many files that changed."""
    wanted = everything()
    changed = differences(folder)
    for path in changed:
        file = folder / path
        if path in wanted:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(wanted[path], encoding="utf-8", newline="\n")
        else:
            file.unlink()
    return len(changed)
