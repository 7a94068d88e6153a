"""The best language for what a browser or terminal asks for."""

import re
from typing import Final

from quillmap.locales.catalogue import languages

_LONGEST: Final = 1024
"""Characters that are looked at: browsers send a hundred or two."""
_MOST: Final = 50
"""Further preferences are ignored: nobody speaks that many languages."""
_WEIGHT: Final = re.compile(r"0(?:\.\d{0,3})?|1(?:\.0{0,3})?")


def best_language(preferences: str) -> str:
    """Return the language that suits *preferences* best, English if none does.

    *preferences* is an ``Accept-Language`` header such as ``pl-PL,pl;q=0.9,en;q=0.8``, or a value of ``LANG`` or
    ``LANGUAGE`` such as ``pl_PL.UTF-8`` or ``de:en``. Parts that can't be read are ignored.
    """
    known = languages()
    best, most = next(iter(known)), 0.0
    # Whatever a stranger sends is cut first, and then looked at from its beginning to its end once.
    for each in preferences[:_LONGEST].replace(":", ",").split(",", _MOST)[:_MOST]:
        tag, separator, parameter = each.partition(";")
        language, weight = _language_of(tag.strip()), _weight_of(parameter.strip()) if separator else 1.0
        if language in known and weight > most:
            best, most = language, weight
    return best


def _language_of(tag: str) -> str:
    """Return the language of a tag such as ``pl-PL`` or ``pl_PL.UTF-8``."""
    for separator in "-_.@":
        tag = tag.partition(separator)[0]
    return tag.lower()


def _weight_of(parameter: str) -> float:
    """Return the weight in a parameter such as ``q=0.8``; nothing for what is no weight."""
    name, _, value = parameter.partition("=")
    return float(value) if name == "q" and _WEIGHT.fullmatch(value) else 0.0
