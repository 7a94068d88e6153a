"""Puts the scripts of the page together in a few files, so that opening a screen takes a few requests.

The page is written as ES modules, and is served without any further tool: a bundle is made when the server starts, from
the modules as they are, without their comments. In it, a module is a function that runs once and returns its exports::

    const $table_purse = (() => {
    const {el} = $dom;
    …
    return {mountPurse};
    })();

This needs no knowledge of JavaScript, because the page's scripts keep to a form: they import and export by name, at the
start of a line, and never in a circle. A script that does otherwise is refused; ``tests/page`` tries all of them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname, join, normpath
from typing import Final

ENTRY: Final = "main.js"
SHARED: Final = "shared.js"
TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    ENTRY: ("screens/home.js", "daily/card.js", "screens/parts/game-list.js", "turns/home.js", "offline.js"),
    "screens/waiting.js": ("screens/table.js", "hint.js"),
}
"""Scripts that are loaded later, but always or nearly always with another one: they are in its bundle."""

_DOC: Final = r"/\*\*\s(?:[^*]|\*(?!/))*\*/[ \t]*"
_COMMENT: Final = re.compile(rf"^[ \t]*{_DOC}\n|{_DOC}|^[ \t]*//[^\n]*\n", re.MULTILINE)
_IMPORT: Final = re.compile(r'^import (?:(?P<what>\{[^}]*\}|\* as \w+) from )?"(?P<path>\.[^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:(?:async )?function\*?|const|class) (?P<name>\w+))", re.MULTILINE)
_EXPORTS: Final = re.compile(r"^export \{(?P<names>[^}]*)\};\n", re.MULTILINE)
_LAZY: Final = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class NotBundled(Exception):
    """A script is not written in the form that a bundle needs."""


@dataclass(frozen=True)
class Script:
    """One module of the page."""

    path: str
    source: str

    @cached_property
    def code(self) -> str:
        """Its source without comments."""
        return _COMMENT.sub("", self.source)

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """The paths of what it imports at once."""
        return tuple(self.path_of(match["path"]) for match in _IMPORT.finditer(self.code))

    @cached_property
    def later(self) -> tuple[str, ...]:
        """The paths of what it imports when it is needed."""
        return tuple(self.path_of(match["path"]) for match in _LAZY.finditer(self.code))

    @cached_property
    def exports(self) -> tuple[str, ...]:
        """The names that it exports."""
        listed = [name for match in _EXPORTS.finditer(self.code) for name in _names(match["names"])]
        return (*(match["name"] for match in _EXPORT.finditer(self.code)), *listed)

    @property
    def variable(self) -> str:
        """The name of its exports in a bundle."""
        return "$" + re.sub(r"\W", "_", self.path.removesuffix(".js"))

    def path_of(self, relative: str) -> str:
        """Return the path of a script that is named *relative* to this one."""
        return normpath(join(dirname(self.path), relative))


class Bundles:
    """All scripts of the page, in bundles.

    What every visitor loads is in the bundle of ``main.js``. Each script that is imported later has a bundle with
    whatever only it needs; what several of them need is in one that they share. So a screen is at most three files.
    """

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._scripts = {path: Script(path, source) for path, source in sources.items()}
        for script in self._scripts.values():
            _check(script, self._scripts)
        self._order = self._in_order(self._scripts)
        self._bundle_of = self._assigned()

    def _in_order(self, paths: Iterable[str]) -> list[str]:
        """Return *paths* and all they import, each after what it imports."""
        found: dict[str, None] = {}

        def add(path: str) -> None:
            if path not in found:
                for imported in self._scripts[path].imports:
                    add(imported)
                found[path] = None

        for path in paths:
            add(path)
        return list(found)

    def _assigned(self) -> dict[str, str]:
        """Return the bundle of every script that is reached from the first one."""
        roots = {later: later for script in self._scripts.values() for later in script.later} | {ENTRY: ENTRY}
        roots |= {path: root for root, others in TOGETHER.items() for path in others if path in roots}
        found: dict[str, str] = {}
        for path, root in roots.items():
            for needed in self._in_order([path]):
                owners = {root, found.get(needed, root)}
                found[needed] = ENTRY if ENTRY in owners else root if owners == {root} else SHARED
        return found

    def files(self) -> dict[str, str]:
        """Return every bundle by its name."""
        names = dict.fromkeys(self._bundle_of.values())
        return {file_name(name): self._written(name) for name in names}

    def file_of(self, path: str) -> str:
        """Return the name of the bundle in which a script is."""
        return file_name(self._bundle_of[path])

    def stand_in(self, path: str, folder: str) -> str:
        """Return a module that exports what a script exports, from its bundle in *folder*."""
        script = self._scripts[path]
        if path == ENTRY:
            return f'import "{folder}/{self.file_of(path)}";\n'
        names = ", ".join(script.exports)
        return (
            f'import {{{script.variable}}} from "{folder}/{self.file_of(path)}";\n'
            f"export const {{{names}}} = {script.variable};\n"
        )

    @property
    def paths(self) -> list[str]:
        """The paths of all scripts in bundles."""
        return list(self._bundle_of)

    def _written(self, bundle: str) -> str:
        own = [self._scripts[path] for path in self._order if self._bundle_of.get(path) == bundle and path != ENTRY]
        needed: dict[str, dict[str, None]] = {}
        for script in own:
            for path in script.imports:
                if self._bundle_of[path] != bundle:
                    needed.setdefault(self.file_of(path), {})[self._scripts[path].variable] = None
        lines = [f'import {{{", ".join(names)}}} from "./{name}";' for name, names in needed.items()]
        lines += [self._wrapped(script) for script in own]
        lines.append(f"export {{{', '.join(script.variable for script in own)}}};")
        if bundle == ENTRY:
            # Nobody waits for it: a bundle that it loads waits for this one to be through.
            lines.append(f"(async () => {{\n{self._body(self._scripts[ENTRY])}}})();")
        return "\n".join(lines) + "\n"

    def _wrapped(self, script: Script) -> str:
        exports = ", ".join(script.exports)
        return (
            f"// {script.path}\nconst {script.variable} = (() => {{\n{self._body(script)}return {{{exports}}};\n}})();"
        )

    def _body(self, script: Script) -> str:
        """Return a script without its imports and exports."""

        def take(match: re.Match[str]) -> str:
            imported = self._scripts[script.path_of(match["path"])]
            what = match["what"]
            if what is None:
                return ""
            names = what.removeprefix("* as ") if what.startswith("*") else what.replace(" as ", ": ")
            return f"const {names} = {imported.variable};\n"

        def take_later(match: re.Match[str]) -> str:
            path = script.path_of(match["path"])
            variable = self._scripts[path].variable
            if self._bundle_of[path] == self._bundle_of[script.path]:
                return f"Promise.resolve({variable})"
            return f'import("./{self.file_of(path)}").then(({{{variable}}}) => {variable})'

        return _LAZY.sub(take_later, _EXPORTS.sub("", _EXPORT.sub("", _IMPORT.sub(take, script.code))))


def file_name(bundle: str) -> str:
    """Return the name of the file of a bundle, which is called after a script: all lie in one folder."""
    return bundle.replace("/", "-")


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def _check(script: Script, scripts: Mapping[str, Script]) -> None:
    """Raise ``NotBundled`` unless a script imports and exports as a bundle can."""
    rest = _OTHER.search(_EXPORTS.sub("", _EXPORT.sub("", _IMPORT.sub("", script.code))))
    if rest is not None:
        raise NotBundled(f"{script.path}: can't be in a bundle: {rest[0]}")
    for match in _IMPORT.finditer(script.code):
        path = script.path_of(match["path"])
        if path not in scripts:
            raise NotBundled(f"{script.path}: imports {path}, which is not there")
        what = match["what"] or "{}"
        wanted = [] if what.startswith("*") else [name.split(" as ")[0] for name in _names(what.strip("{}"))]
        for name in wanted:
            if name not in scripts[path].exports:
                raise NotBundled(f"{script.path}: imports {name}, which {path} does not export")
    for path in script.later:
        if path not in scripts:
            raise NotBundled(f"{script.path}: imports {path}, which is not there")
