"""How the texts are set: quotation marks, spaces, full stops, letters of one alphabet."""

import re
import unicodedata

import pytest

from unit.locales.files import LANGUAGES, messages, texts

QUOTES = {"en": ["“", "”"], "pl": ["„", "”"], "de": ["„", "“"], "hu": ["„", "”"], "el": ["«", "»"]}
ALL_QUOTES = set("“”„«»‚‘‹›\"'`´")
SENTENCE = re.compile(r"\.(rule(\.[a-z]+)?|ruling\.\d+|help|text)$|^terms\.(ask|arrow)\.|^events\.|^errors\.")
"""The keys whose texts are whole sentences; ``terms.…`` and names are not."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    """Nothing is quoted with straight marks or with those of another language, and what is opened is closed."""
    for key, text in texts(language):
        used = [character for character in text if character in ALL_QUOTES]
        assert used == QUOTES[language] * (len(used) // 2), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_and_dashes(language: str) -> None:
    """No space too many, no hyphen for a dash, no three dots for an ellipsis, no x for a ×."""
    for key, text in texts(language):
        assert text == text.strip(), key
        assert not re.search(r"\s\s| [,.;:!?·]| - |\.\.|\dx\d|\d-\d", text), (key, text)
        assert unicodedata.is_normalized("NFC", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_end_and_labels_do_not(language: str) -> None:
    """A sentence ends with its mark, or with a param that is a sentence; a name or a label has none."""
    for key, text in texts(language):
        if SENTENCE.search(key):
            assert re.search(r"[.!?;]$|\{ask\}$", text), (key, text)
        else:
            assert not text.endswith((".", "!", "?", ";", ":")), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_begins_with_a_capital(language: str) -> None:
    """Or with a param, a number or a quotation mark."""
    for key, text in texts(language):
        if SENTENCE.search(key):
            first = text.lstrip("„“«")[0]
            assert not first.islower(), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_one_alphabet(language: str) -> None:
    """No word mixes Greek and Latin letters that look alike; Greek letters are in Greek only."""
    for key, text in texts(language):
        for word in re.findall(r"[^\W\d_]+", re.sub(r"\{[a-z]+\}", " ", text)):
            alphabets = {unicodedata.name(letter).split()[0] for letter in word}
            assert len(alphabets) == 1, (key, word)
            assert alphabets <= ({"GREEK", "LATIN"} if language == "el" else {"LATIN"}), (key, word)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("letter", "ABCD")
def test_letters_of_edicts_and_maps_are_latin(language: str, letter: str) -> None:
    """They are the ids on the sheet; a Greek Α would not be found by searching for A."""
    found = messages(language)
    assert letter in found[f"terms.edict.{letter}"]
    assert letter in found[f"setup.map.{letter}.label"]
