"""How old the locked dependencies are, whether there are newer ones, and what is known to be wrong with them.

Dates, newest versions and vulnerabilities of Python packages come from the JSON pages of pip's index; those of npm's
packages from ``npm view`` and ``npm audit``. What an index does not tell is said, never guessed.
"""

import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from tools.node import npm
from tools.processes import PYTHON, ROOT, variables

SECONDS: Final = 30
AT_ONCE: Final = 8
UNKNOWN: Final = "?"
_LOCKED: Final = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^]]*\])?==(?P<version>[^\s;\\]+)", re.MULTILINE)
_INDEX: Final = "from pip._internal.models.index import PyPI; print(PyPI.pypi_url)"
"""What prints the address of the index that pip uses unless told otherwise."""


@dataclass(frozen=True)
class Dependency:
    """One locked package, as far as its index tells."""

    name: str
    locked: str
    date: str = UNKNOWN
    newest: str = UNKNOWN
    newest_date: str = UNKNOWN
    vulnerabilities: tuple[str, ...] | None = None
    """The ids of those known in the locked version; None if the index does not tell."""

    @property
    def is_newest(self) -> bool:
        """Whether nothing newer was released."""
        return self.locked == self.newest


def locked_in(text: str) -> list[tuple[str, str]]:
    """Return names and versions in a file of locked requirements."""
    return [(match["name"], match["version"]) for match in _LOCKED.finditer(text)]


def from_index(name: str, locked: str, project: dict[str, Any], release: dict[str, Any] | None) -> Dependency:
    """Return what the index tells of a Python package: of the *project*, and of the locked *release* if it does."""
    newest = project["info"]["version"]
    told = release or (project if newest == locked else {})
    known = told.get("vulnerabilities")
    ids = None if known is None else tuple(each["id"] for each in known if not each.get("withdrawn"))
    releases = project.get("releases", {})
    return Dependency(name, locked, _day(releases.get(locked)), newest, _day(releases.get(newest)), ids)


def _day(files: list[dict[str, Any]] | None) -> str:
    """Return the day on which the first of a release's files was uploaded."""
    return min((file["upload_time"][:10] for file in files or ()), default=UNKNOWN)


def from_npm(name: str, locked: str, told: dict[str, Any]) -> Dependency:
    """Return what ``npm view`` tells of a package."""
    times, newest = told.get("time", {}), told.get("dist-tags", {}).get("latest", UNKNOWN)
    return Dependency(name, locked, times.get(locked, UNKNOWN)[:10], newest, times.get(newest, UNKNOWN)[:10])


def python_packages() -> list[Dependency]:
    """Ask about every locked Python package."""
    locked = locked_in((ROOT / "requirements" / "test.txt").read_text(encoding="utf-8"))
    index = _output([str(PYTHON), "-c", _INDEX]).strip()

    def ask(package: tuple[str, str]) -> Dependency:
        name, version = package
        project = _page(f"{index}/{name}/json") if index else None
        release = _page(f"{index}/{name}/{version}/json") if project else None
        return Dependency(name, version) if project is None else from_index(name, version, project, release)

    with ThreadPoolExecutor(AT_ONCE) as asking:
        return list(asking.map(ask, locked))


def page_tools() -> list[Dependency]:
    """Ask about every npm package that we name ourselves."""
    packages = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]

    def ask(package: tuple[str, str]) -> Dependency:
        name, version = package
        told = _output([*npm(), "view", "--json", name, "time", "dist-tags"])
        return from_npm(name, version, json.loads(told)) if told else Dependency(name, version)

    with ThreadPoolExecutor(AT_ONCE) as asking:
        return list(asking.map(ask, packages.items()))


def audited_by_npm() -> tuple[str, ...] | None:
    """Return what ``npm audit`` knows about all locked npm packages; None if its registry does not tell."""
    told = _output([*npm(), "audit", "--json"])
    found = json.loads(told).get("vulnerabilities") if told.startswith("{") else None
    return None if found is None else tuple(sorted(found))


def _page(address: str) -> dict[str, Any] | None:
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:
            found: dict[str, Any] = json.load(answer)
    except (OSError, urllib.error.URLError, json.JSONDecodeError):
        return None
    return found


def _output(command: list[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, env=variables(), capture_output=True, text=True, check=False)
    return done.stdout


def report(title: str, found: list[Dependency]) -> Iterator[str]:
    """Yield the lines that tell about some dependencies: all that are not the newest, then a summary."""
    width = max(len(each.name) for each in found)
    for each in found:
        if not each.is_newest or each.vulnerabilities:
            known = f"  known: {', '.join(each.vulnerabilities)}" if each.vulnerabilities else ""
            newer = f"newest {each.newest} of {each.newest_date}"
            yield f"{each.name:{width}}  {each.locked} of {each.date}, {newer}{known}"
    dates = sorted(each.date for each in found if each.date != UNKNOWN)
    span = f"released {dates[0]} to {dates[-1]}" if dates else "the index tells no dates"
    newest = sum(each.is_newest for each in found)
    yield f"{title}: {len(found)} locked, {newest} of them the newest, {span}."


def vulnerability_report(found: list[Dependency], of_npm: tuple[str, ...] | None) -> Iterator[str]:
    """Yield what is known to be wrong, and for which packages nothing could be learnt."""
    asked = [each for each in found if each.vulnerabilities is not None]
    bad = [each.name for each in asked if each.vulnerabilities]
    yield f"Python: known vulnerabilities in {', '.join(bad) or 'none'} of the {len(asked)} packages asked about."
    if len(asked) < len(found):
        silent = sorted(each.name for each in found if each.vulnerabilities is None)
        yield f"The index tells nothing about the locked versions of {', '.join(silent)}."
    if of_npm is None:
        yield "npm: its registry does not answer `npm audit` here; run this where it does."
    else:
        yield f"npm: known vulnerabilities in {', '.join(of_npm) or 'none'}."


def tell_dependencies() -> int:
    """Print everything; return 1 if something is known to be wrong with a locked version."""
    python, page, of_npm = python_packages(), page_tools(), audited_by_npm()
    for line in (*report("Python", python), *report("npm", page), *vulnerability_report(python, of_npm)):
        print(line)
    return 1 if of_npm or any(each.vulnerabilities for each in python) else 0
