"""The scripts of the page work in bundles as they do by themselves."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from page.modules import GRAPH, SCRIPTS
from page.tools import run_node
from quillmap.server.http.page_words import WORD_GROUPS
from quillmap.server.http.script_bundles import ENTRY, SHARED, Bundles, NotBundled, Script

SOURCES: Final = {path: (SCRIPTS / path).read_text(encoding="utf-8") for path in GRAPH}
PAGE: Final = Bundles(SOURCES)
CHECK: Final = Path(__file__).with_name("parse_modules.js")

SMALL: Final = {
    "main.js": """// @ts-check
/** @typedef {import("./deep/one.js").One} One */
import {say} from "./say.js";
say("main");
const {one} = await import("./deep/one.js");
await one(/** @type {any} */ ("later"), /** in
   the middle */ 2);
await (await import("./two.js")).default_two();
""",
    "say.js": "export const SAID = [];\n/** Note it. */\nexport function say(word) {\n  SAID.push(word);\n}\n",
    "shapes.js": 'export class Shape {\n  name = "/*..*/ // kept";\n}\nconst many = 2;\nexport {many};\n',
    "deep/one.js": """import {say as tell, SAID} from "../say.js";
import {Shape} from "../shapes.js";
export async function one(word) {
  tell(`${word} ${new Shape().name} ${SAID.length}`);
}
""",
    "two.js": """import * as shapes from "./shapes.js";
import {SAID, say} from "./say.js";
export const default_two = () => {
  say(`two ${Object.keys(shapes).sort().join()} ${shapes.many}`);
  console.log(JSON.stringify(SAID));
};
""",
}
SAID: Final = ["main", "later /*..*/ // kept 1", "two Shape,many 2"]


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write *files* into a folder of modules."""
    for path, text in {"package.json": '{"type": "module"}', **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder / ENTRY


@pytest.mark.parametrize("files", [SMALL, Bundles(SMALL).files()], ids=["modules", "bundles"])
def test_bundles_do_what_the_modules_do(files: dict[str, str], tmp_path: Path) -> None:
    """Every module runs once, after what it imports; lazy ones come when they are asked for."""
    done = run_node(write(tmp_path, files))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == SAID


def test_what_several_need_is_shared() -> None:
    """A module of one screen is in its bundle, one of several in a bundle they share, one of the entry in its own."""
    bundles = Bundles(SMALL)
    assert sorted(bundles.files()) == ["deep-one.js", "main.js", "shared.js", "two.js"]
    found = {path: bundles.file_of(path) for path in ("say.js", "shapes.js", "deep/one.js")}
    assert found == {"say.js": "main.js", "shapes.js": SHARED, "deep/one.js": "deep-one.js"}


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("export default 3;\n", "can't be in a bundle: export default 3;"),
        ("export let count = 0;\n", "can't be in a bundle"),
        ('export * from "./say.js";\n', "can't be in a bundle"),
        ('import say from "./say.js";\n', "can't be in a bundle"),
        ('import {shout} from "./say.js";\n', "imports shout, which say.js does not export"),
        ('import {say} from "./nowhere.js";\n', "imports nowhere.js, which is not there"),
        ('const later = import("./nowhere.js");\n', "imports nowhere.js, which is not there"),
    ],
)
def test_other_ways_to_import_and_export_are_refused(source: str, complaint: str) -> None:
    """What a bundle can't do is told, instead of being done wrong."""
    with pytest.raises(NotBundled, match=re.escape(complaint)):
        Bundles({**SMALL, "odd.js": source})


def test_all_scripts_of_the_page_are_in_bundles(tmp_path: Path) -> None:
    """None is left out, and what comes out is JavaScript."""
    assert sorted(PAGE.paths) == sorted(GRAPH)
    write(tmp_path, PAGE.files())
    done = run_node("--experimental-vm-modules", CHECK, *(tmp_path / name for name in PAGE.files()))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_what_is_no_javascript_would_be_found(tmp_path: Path) -> None:
    """The check above names a file that can't be parsed, and only that."""
    write(tmp_path, {"good.js": "export const a = await import('./b.js');\n", "bad.js": "export const = 3;\n"})
    done = run_node("--experimental-vm-modules", CHECK, tmp_path / "good.js", tmp_path / "bad.js")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'bad.js'}: Unexpected token '='\n"), done.stderr


def test_exports_are_all_found() -> None:
    """A list of declarations would export names that are not seen: each name has a line of its own."""
    hidden = re.compile(r"^export const \w+ = [^;]*?,\n  \w+ = ", re.MULTILINE)
    assert [path for path, text in SOURCES.items() if hidden.search(text)] == []


def test_what_the_first_page_always_loads_is_in_the_first_bundle() -> None:
    """Whatever it imports later without a click is named in ``TOGETHER``: otherwise all that is shared comes, too."""
    later = {path for script in (ENTRY, "screens/home.js") for path in Script(script, SOURCES[script]).later}
    screens = {path for path in later if re.fullmatch(r"screens/[\w-]+\.js", path)} - {"screens/home.js"}
    found = {path for path in later - screens if PAGE.file_of(path) != ENTRY}
    # A click opens the one; the other is for those who save data.
    assert found == {"screens/parts/solo-options.js", "device/keep-button.js"}


def test_a_screen_is_few_files() -> None:
    """Every screen is in the first bundle, or in one more, or in two more."""
    screens = {f"screens/{path.name}" for path in (SCRIPTS / "screens").glob("*.js")}
    bundles = {PAGE.file_of(path) for path in screens}
    assert len(bundles) <= len(screens)
    for name, text in PAGE.files().items():
        imported = set(re.findall(r'^import \{[^}]*\} from "\./(.+?)";', text, re.MULTILINE))
        assert imported <= {ENTRY, SHARED} - {name}


def test_the_page_knows_which_words_come_together() -> None:
    """The groups of the server and of ``words.js`` are the same."""
    found = re.search(r"WORD_GROUPS = (\{.*?\n\});", SOURCES["words.js"], re.DOTALL)
    assert found
    groups = json.loads(re.sub(r",(\s*[}\]])", r"\1", found[1]))
    assert {name: tuple(words) for name, words in groups.items()} == WORD_GROUPS
