"""Reading a catalogue and filling in its texts."""

import subprocess
import sys

import pytest

from quillmap.locales import FILES, Catalogue, MissingText, UnknownLanguage, catalogue, languages

WORDS = Catalogue(
    "pl",
    {
        "events.plain": "Rok dobiegł końca.",
        "events.drawn": "{player} rysuje: {terrain}.",
        "events.coins": {
            "one": "{count} moneta",
            "few": "{count} monety",
            "many": "{count} monet",
            "other": "{count} monety",
        },
        "terms.list": "{start} i {end}",
    },
)

WATCH_FILES = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import quillmap.locales
print(sum(name.endswith(".json") for name in opened))
quillmap.locales.catalogue("el")
quillmap.locales.catalogue("el")
print(sum(name.endswith(".json") for name in opened))
"""


def test_text_and_params() -> None:
    """Params are put in where their names stand in braces."""
    assert WORDS.text("events.plain") == "Rok dobiegł końca."
    assert WORDS.text("events.drawn", player="Zoë", terrain="Las") == "Zoë rysuje: Las."


def test_params_are_put_in_as_they_are() -> None:
    """A name with braces in it is a name, and not looked into."""
    assert WORDS.text("events.drawn", player="{terrain}", terrain="Las") == "{terrain} rysuje: Las."


@pytest.mark.parametrize(("count", "text"), [(1, "1 moneta"), (3, "3 monety"), (5, "5 monet"), (-2, "−2 monety")])
def test_count_chooses_the_plural_form(count: int, text: str) -> None:
    """The param count chooses the form; a negative number has a minus sign."""
    assert WORDS.text("events.coins", count=count) == text


def test_missing_key_names_language_and_key() -> None:
    """A key that is not there is a mistake of the program, told with all that is needed to mend it."""
    with pytest.raises(KeyError, match=r"'pl' has no text 'events\.none'"):
        WORDS.text("events.none")


@pytest.mark.parametrize(("key", "param"), [("events.drawn", "terrain"), ("events.coins", "count")])
def test_missing_param_names_key_and_param(key: str, param: str) -> None:
    """So is a param that is not there, count included."""
    with pytest.raises(MissingText, match=f"{key}.* needs the param '{param}'"):
        WORDS.text(key, player="Ada")


@pytest.mark.parametrize(("items", "text"), [(["A"], "A"), (["A", "B"], "A i B"), (["A", "B", "C"], "A, B i C")])
def test_lists(items: list[str], text: str) -> None:
    """The last two items of a list are joined by a word."""
    assert WORDS.listed(items) == text


def test_languages() -> None:
    """There are five languages, English first, each under its own name."""
    assert languages() == {"en": "English", "pl": "Polski", "de": "Deutsch", "hu": "Magyar", "el": "Ελληνικά"}


def test_catalogues_are_read_once() -> None:
    """A catalogue is the same object whoever asks for it."""
    assert catalogue("hu") is catalogue("hu")
    assert catalogue("hu").language == "hu"
    assert "terms.list" in catalogue("hu")


def test_unknown_language() -> None:
    """A language that there is none of is refused in a line that names those there are."""
    with pytest.raises(UnknownLanguage, match="'fr': choose en, pl, de, hu, el"):
        catalogue("fr")


def test_nothing_is_read_at_import() -> None:
    """Importing the package opens no catalogue; asking for one opens its files and the index, once."""
    done = subprocess.run([sys.executable, "-c", WATCH_FILES], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", str(len(FILES) + 1)]
