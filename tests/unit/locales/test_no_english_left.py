"""No text stays English by oversight: what equals the English text is listed here with the reason."""

import pytest

from unit.locales.files import OTHERS, forms, messages

SAME_IN = {
    "cards.craylund.name": ("pl de hu", "a place name, printed so in Polish"),
    "cards.jorekburg.name": ("pl de hu", "a place name, printed so in Polish"),
    "cards.silos.name": ("de", "the same word"),
    "terms.terrain.monster": ("de", "the printed term"),
    "terms.terrain.farm": ("hu", "the printed term"),
    "terms.terrain.farm.in-sentence": ("hu", "the printed term"),
    "terms.season.winter": ("de", "the same word"),
    "events.game-began.edict": ("pl de hu el", "nothing but two params"),
    "setup.rulebook.standard.label": ("de", "the same word"),
    "setup.bot.label": ("pl de hu", "the same word"),
    "page.tool.menu": ("pl", "the same word"),
    "screens.trainer.label": ("de", "the same word"),
    "daily.time.hours": ("de", "the same unit"),
    "daily.time.minutes": ("pl de", "the same unit"),
    "replay.verdict.honest": ("de", "the same word"),
    "command.record.in-field": ("pl de hu el", "nothing but params"),
    "command.trouble.bad-map.text": ("pl de hu el", "nothing but params"),
    "command.simulate.median": ("de", "the same word"),
    "command.legend.troll": ("hu", "the same word"),
    "command.verdict.honest": ("de", "the same word"),
}


@pytest.mark.parametrize("language", OTHERS)
def test_equal_to_english_only_where_allowed(language: str) -> None:
    """Exactly the texts listed above are equal to the English ones; an entry that is no longer needed is found, too."""
    english = messages("en")
    equal = {
        key for key, each in messages(language).items() if set(forms(each).values()) & set(forms(english[key]).values())
    }
    assert equal == {key for key, (where, _) in SAME_IN.items() if language in where.split()}


@pytest.mark.parametrize("language", OTHERS)
def test_no_long_english_words(language: str) -> None:
    """No sentence kept an English word of its own: none of the commonest stands in another language's texts."""
    common = {
        "the",
        "and",
        "with",
        "space",
        "spaces",
        "each",
        "every",
        "card",
        "map",
        "stars",
        "empty",
        "shape",
        "worth",
    }
    for key, message in messages(language).items():
        for form in forms(message).values():
            assert not common & set(form.lower().split()), (key, form)
