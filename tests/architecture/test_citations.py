"""What is cited is there: sections of ``docs/RULES.md``, and whatever a page links to."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from architecture.modules import ROOT
from architecture.test_text_hygiene import FILES

RULES: Final = "docs/RULES.md"
SECTION: Final = re.compile(r"^(?:## |\*\*)(\d+(?:\.\d+)?)\b", re.MULTILINE)
CITED: Final = re.compile(r"\bRULES (\d+(?:\.\d+)?(?:(?:, | and | to | – )\d+(?:\.\d+)?)*)")
NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
LINK: Final = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
HEADING: Final = re.compile(r"^#+ (.*)$", re.MULTILINE)


def sections() -> set[str]:
    """Return the numbers of all sections of the rules."""
    return set(SECTION.findall((ROOT / RULES).read_text(encoding="utf-8")))


def citations() -> Iterator[tuple[str, str]]:
    """Yield every file of ours that cites a section, with the section's number."""
    for name in FILES:
        if name.endswith((".py", ".md", ".js")) and name != RULES:
            for cited in CITED.findall((ROOT / name).read_text(encoding="utf-8")):
                yield from ((name, number) for number in NUMBER.findall(cited))


def test_sections_are_found() -> None:
    """Those of the first level and of the second."""
    assert {"1", "4.2", "9.3", "11", "12"} <= sections()


def test_every_cited_section_is_there() -> None:
    """Nobody is sent to a rule that does not exist."""
    cited = list(citations())
    assert len(cited) > 100
    assert [each for each in cited if each[1] not in sections()] == []


def anchors(page: Path) -> set[str]:
    """Return what can stand behind the # of a link to *page*."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()).strip() for heading in HEADING.findall(page.read_text("utf-8")))
    return {heading.replace(" ", "-") for heading in plain}


def broken_links(page: Path) -> Iterator[str]:
    """Yield the links of *page* to files or headings that are not there."""
    for found in LINK.findall(page.read_text(encoding="utf-8")):
        link = "".join(found)
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not link.startswith("http") and not (target.exists() and (not anchor or anchor in anchors(target))):
            yield link


def test_no_link_leads_nowhere() -> None:
    """From the pages that people write; those of ``docs/rules`` are made, and looked at where they are made."""
    pages = [ROOT / name for name in FILES if name.endswith(".md") and not name.startswith("docs/rules/")]
    assert ROOT / "README.md" in pages
    assert {str(page): links for page in pages if (links := list(broken_links(page)))} == {}
