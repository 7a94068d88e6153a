"""Every language has every text, with the same params and with its own plural forms."""

import re

import pytest

from quillmap.locales import FILES
from quillmap.locales.plurals import CATEGORIES
from unit.locales.files import LANGUAGES, OTHERS, file, forms, messages, params, texts


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", FILES)
def test_same_keys_in_the_same_order(language: str, name: str) -> None:
    """No key is missing, none is left over, and the files can be read side by side."""
    english = [key for key in file("en", name) if not key.startswith("_")]
    assert [key for key in file(language, name) if not key.startswith("_")] == english


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_keys_begin_with_the_name_of_their_file(language: str, name: str) -> None:
    """So that a key is found without searching, and no key stands in two files."""
    for key in file(language, name):
        assert key in ("_notes", "_ours") or re.fullmatch(rf"{name}(\.[A-Za-z0-9_-]+)+", key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    """A message has plural forms in all languages or in none, and exactly those of its language."""
    for key, message in messages(language).items():
        assert isinstance(message, dict) == isinstance(messages("en")[key], dict), key
        if isinstance(message, dict):
            assert tuple(message) == CATEGORIES[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_params(language: str) -> None:
    """Every form of a message uses the params of the English one; only the number itself may be left out for one."""
    for key, message in messages(language).items():
        wanted = {name for form in forms(messages("en")[key]).values() for name in params(form)}
        for category, form in forms(message).items():
            missing = wanted - params(form)
            assert params(form) <= wanted, (key, form)
            assert missing <= ({"count"} if category == "one" else set()), (key, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_braces_hold_params_and_nothing_else(language: str) -> None:
    """A brace that is not around a lower-case name would be shown to players."""
    for key, text in texts(language):
        assert not re.search(r"[{}]", re.sub(r"\{[a-z]+\}", "", text)), key


@pytest.mark.parametrize("name", FILES)
def test_notes_belong_to_keys(name: str) -> None:
    """A note to translators stands with the English text of a key that there is."""
    notes = file("en", name).get("_notes", {})
    assert set(notes) <= set(file("en", name))
    assert all(notes.values())
