"""The command line in five languages."""

import json
from pathlib import Path

import pytest

from helpers.errors import codes_of
from quillmap.cli.answers import find, folded, is_word, read_answer
from quillmap.cli.commands.play import _COMMANDS as TYPED
from quillmap.cli.language import figure, name_of, speak, terminal_language, terrain_name
from quillmap.cli.main import COMMANDS
from quillmap.cli.solo_text import answer_text
from quillmap.locales import catalogue, languages
from quillmap.play.game import Game
from quillmap.play.textmap import BadTextMap
from quillmap.play.verify import Finding
from quillmap.rules.ids import Seat
from quillmap.rules.setup import Setup
from quillmap.rules.skills import Skill
from quillmap.rules.terrain import DRAWABLE
from unit.cli.conftest import Run

LANGUAGES = tuple(languages())
OTHERS = LANGUAGES[1:]
ANY = {"row": 1, "spaces": 1, "character": "?"}
MAP = "\n".join(["FF.........", "...^.......", *["..........."] * 9])


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "C", "LANGUAGE": "pl"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "hu_HU", "LC_ALL": "el_GR.UTF-8"}, "el"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:el:de"}, "el"),
        ({"LANGUAGE": "de"}, "de"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
        ({"LANG": "?!", "LANGUAGE": ":::"}, "en"),
    ],
)
def test_terminal_decides(environ: dict[str, str], expected: str) -> None:
    """The usual variables are heard in the usual order; C, and what is not known, is English."""
    assert terminal_language(environ) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_option_before_or_after_the_command(run: Run, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """``--lang`` may stand anywhere, and is heard before the terminal; the terminal is heard without it."""
    name = catalogue(language).text("cards.wildholds.name")
    for arguments in (
        ["--lang", language, "cards", "wildholds"],
        [f"--lang={language}", "cards", "wildholds"],
        ["cards", "wildholds", "--lang", language],
        ["cards", "--lang", f"{language.upper()}_XX", "wildholds"],
    ):
        assert run(*arguments).out.startswith(f"{name} (wildholds): ")
    monkeypatch.setenv("LC_ALL", f"{language}_XX.UTF-8")
    assert run("cards", "wildholds").out.startswith(f"{name} (wildholds): ")


@pytest.mark.parametrize("language", ["xx", "", "english", "--json"])
def test_unknown_language_is_one_line(run: Run, language: str) -> None:
    """A language that is not there is refused, with those that are."""
    assert run("cards", "--lang", language).fails_with(f"There is no language “{language}”: choose en, pl, de, hu, el.")


def test_language_needs_a_value(run: Run) -> None:
    """``--lang`` alone is trouble."""
    assert run("cards", "--lang").fails_with("--lang: A value has to follow.")


def test_trouble_with_the_language_is_told_in_that_of_the_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Users who mistype a language are told so in their own."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert run("cards", "--lang", "gr").fails_with("Die Sprache „gr“ gibt es nicht")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_help_has_the_words_of_the_language(run: Run, language: str, command: str | None) -> None:
    """Headings, the purpose of a command and the help about help are told in every language."""
    words = catalogue(language)
    out = " ".join(run(*([] if command is None else [command]), "--help", "--lang", language).out.split())
    assert out.startswith(words.text("command.help.usage") + ": quillmap")
    for key in ("help.options", "help.show", "about.text" if command is None else f"about.{command}"):
        assert words.text(f"command.{key}") in out


def _shown(run: Run, language: str, *arguments: object, stdin: str = "") -> str:
    outcome = run(*arguments, "--lang", language, stdin=stdin)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_score(run: Run, language: str) -> None:
    """Cards, monsters and the total have their names."""
    out = _shown(run, language, "score", "-", "--cards", "sentinel-wood", stdin=MAP)
    words = catalogue(language)
    assert out.startswith(words.text("cards.sentinel-wood.name"))
    assert words.text("terms.score.monsters") in out
    total = words.text("command.score.total", total=2, points=2, coins=0, monsters=0)
    assert out.splitlines()[-1] == total


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards(run: Run, language: str) -> None:
    """The whole list has names, rules, seasons and titles of the language; a single card its rulings too."""
    words = catalogue(language)
    out = _shown(run, language, "cards")
    for key in (
        "cards.shieldgate.rule",
        "terms.season.winter",
        "terms.title.legendary-cartographer",
        "command.cards.maps",
    ):
        assert words.text(key) in out
    assert words.text("cards.shieldgate.ruling.1") in _shown(run, language, "cards", "shieldgate")
    assert words.text("cards.wildholds.rule.el") in _shown(run, language, "cards", "wildholds")


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay(run: Run, record_file: Path, language: str) -> None:
    """The story, the legend and the verdict are told in the language."""
    words = catalogue(language)
    out = _shown(run, language, "replay", record_file, "--ascii", "--verify")
    assert words.text("events.season-began.winter") in out
    assert words.text("command.story.seat", seat=1) in out
    assert words.text("command.legend.lower-case") in out
    assert out.splitlines()[-1].startswith(words.text("command.verdict.honest") + ": ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_simulate(run: Run, language: str) -> None:
    """Tables and numbers are written as the language writes them."""
    words = catalogue(language)
    arguments = ("simulate", "--games", 2, "--jobs", 1, "--against", "random")
    out = _shown(run, language, *arguments)
    assert out.startswith(words.text("command.simulate.deals", count=2) + ", ")
    for key in ("simulate.mean", "simulate.against", "simulate.difference", "simulate.cards", "simulate.titles"):
        assert words.text(f"command.{key}") in out
    decimal = "." if language == "en" else ","
    assert f"+0{decimal}0 ± 0{decimal}0" in out


@pytest.mark.parametrize("arguments", [["cards"], ["cards", "wildholds"]])
def test_json_has_no_language(run: Run, arguments: list[str]) -> None:
    """What programs read is the same everywhere."""
    english = run(*arguments, "--json").out
    assert json.loads(english)
    for language in OTHERS:
        assert _shown(run, language, *arguments, "--json") == english


def test_json_lines_have_no_language(run: Run) -> None:
    """Their errors have codes, and one message everywhere."""
    answers = {_shown(run, language, "score", "--jsonl", stdin='{"map": 1}\n') for language in LANGUAGES}
    assert len(answers) == 1


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["cards", "nobody"], "unknown-card"),
        (["dance"], "unknown-command"),
        (["replay"], "arguments-missing"),
        (["simulate", "--games"], "value-missing"),
        (["simulate", "--bots", "nobody"], "bot.unknown-bot"),
        (["score", "-", "--cards", "nobody"], "unknown-scoring-card"),
        (["cards", "--what"], "unknown-arguments"),
    ],
)
def test_trouble(run: Run, language: str, arguments: list[str], key: str) -> None:
    """Trouble is told in the language: the words before the first thing that is put in are there."""
    message = catalogue(language).text(
        f"command.trouble.{key}.text",
        **dict.fromkeys(("card", "command", "words", "option", "bot", "bots"), "\0"),
    )
    longest = max(message.split("\0"), key=len).strip()
    assert run(*arguments, "--lang", language).fails_with(longest)


@pytest.mark.parametrize("language", OTHERS)
def test_trouble_with_files_and_values(run: Run, language: str, tmp_path: Path) -> None:
    """What is wrong with a file, a map, a number or a choice is told in the language too."""
    words = catalogue(language)
    bad = MAP.replace("^", "?")
    for arguments, key in (
        (["score", tmp_path / "none"], words.text("command.file.missing.text")),
        (["score", tmp_path], words.text("command.file.is-a-folder.text")),
        (["score", "-"], words.text("command.map.unknown-character", character="?")),
        (["play", "--map", "Z"], words.text("command.trouble.no-choice.text", value="Z", choices="\0").split("\0")[0]),
        (["simulate", "--games", "x"], words.text("command.trouble.not-a-number.text", value="x")),
        (["play", "--seed", ""], words.text("errors.setup.seed-missing")),
        (["play", "--seed", "a\tb"], words.text("errors.setup.seed-not-text")),
    ):
        assert run(*arguments, "--lang", language, stdin=bad).fails_with(key)


@pytest.mark.parametrize("language", OTHERS)
def test_server(run: Run, language: str, tmp_path: Path) -> None:
    """A host is told in the language what the options are, what is wrong with them, and that they are fine."""
    words = catalogue(language)
    told = " ".join(_shown(run, language, "serve", "--help").split())
    for option in ("host", "port", "data", "public-url", "keep-days", "idle-days", "bot-workers", "open"):
        assert words.text(f"command.option.{option}") in told
    for arguments, message in (
        (
            ["serve", "--port", 70000],
            words.text("command.trouble.serve.port-out-of-range.text", port=70000, most=65535),
        ),
        (["serve", "--port", "x"], words.text("command.trouble.not-a-number.text", value="x")),
        (["serve", "--ping-seconds", "x"], words.text("command.trouble.not-a-figure.text", value="x")),
        (["serve", "--keep-days", -1], words.text("command.trouble.serve.days-negative.text", option="\0", days="-1")),
        (
            ["backup", tmp_path / "copy", "--data", tmp_path],
            words.text("command.trouble.backup-missing.text", folder=""),
        ),
    ):
        assert run(*arguments, "--lang", language).fails_with(message.split("\0")[-1])
    fine = _shown(run, language, "serve", "--check-config", "--data", tmp_path / "new")
    assert fine == words.text("command.serve.fine.text") + "\n"


@pytest.mark.parametrize("language", OTHERS)
def test_a_whole_game_in_the_words_of_the_language(run: Run, language: str) -> None:
    """Everything that can be typed is understood in the language, and the game ends with its words."""
    words = catalogue(language)
    word = {each: words.text(f"command.word.{each}") for each in TYPED}
    lines = [word["guide"], word["edicts"], word["sheet"], word["shapes"], word["moves"], f"{word['try']} 1"]
    lines += [word["moves"], "1"] * 60
    out = _shown(run, language, "play", "--seed", 2, "--box", "heroes", "--skills", stdin="\n".join(lines))
    assert words.text("command.guide.shape") in out
    assert words.text("events.game-ended") in out
    nonsense = words.text("command.trouble.not-understood.text", word="\0", terrains="").split("\0")[-1][:12]
    assert nonsense not in out
    assert _shown(run, language, "play", stdin=word["quit"]).endswith(words.text("command.play.bye.text") + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_written_answers_are_read_back(language: str) -> None:
    """What a list of moves shows can be typed, skills with names of two words included."""
    speak(language)
    skills = (Skill.STEALTH, Skill.LORE, Skill.DIPLOMACY)
    options = Game(Setup(seed="words", skills=skills)).options(Seat(0))
    answers = list(options.drawings)[:40]
    answers += [answer for skill in options.skills for answer in list(options.with_skill(skill))[:40]]
    assert len(answers) > 80
    for answer in answers:
        assert read_answer(answer_text(answer), options) == answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_can_be_told_apart(language: str) -> None:
    """No two command words are alike, none has a space, and the English ones are always understood."""
    speak(language)
    ids = [*TYPED, "all", "at", "with", "yes", "no"]
    texts = [folded(catalogue(language).text(f"command.word.{each}")) for each in ids]
    assert len(set(texts)) == len(texts)
    assert not any(" " in each for each in texts)
    for each, text in zip(ids, texts, strict=True):
        assert is_word(text, each)
        assert is_word(catalogue("en").text(f"command.word.{each}"), each)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_found(language: str) -> None:
    """Terrains and skills are found by their names and by their ids, without accents and in capitals."""
    speak(language)
    for terrain in DRAWABLE:
        assert find(folded(terrain_name(terrain)).upper(), DRAWABLE, terrain_name) is terrain
        assert find(terrain, DRAWABLE, terrain_name) is terrain
    for skill in Skill:
        assert find(name_of(skill), Skill, name_of) is skill
    assert find("", DRAWABLE, terrain_name) is None


def test_numbers() -> None:
    """A true minus, a sign where one is wanted, the decimal mark of the language, and no minus before nothing."""
    assert (figure(-1.25, 1), figure(3, is_signed=True), figure(-0.04, 1, is_signed=True)) == ("−1.2", "+3", "+0.0")
    speak("pl")
    assert (figure(-1.25, 1), figure(12)) == ("−1,2", "12")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_words(language: str) -> None:
    """Whatever a verdict can find has its words, and the trouble with a map stands inside a sentence."""
    words = catalogue(language)
    for code in codes_of(BadTextMap):
        assert not words.text(BadTextMap.text_key.format(code=code), **ANY).endswith(".")
    assert all(f"command.verdict.{finding}" in words for finding in Finding)
