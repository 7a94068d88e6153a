"""The best language for what a browser or terminal asks for."""

import re
from typing import Final

from quillmap.locales.catalogue import languages

_PREFERENCE: Final = re.compile(r"([A-Za-z]{2,8})(?:[-_.@][^;]*)?\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?")
_MOST: Final = 50
"""Further preferences are ignored: nobody speaks that many languages."""


def best_language(preferences: str) -> str:
    """Return the language that suits *preferences* best, English if none does.

    *preferences* is an ``Accept-Language`` header such as ``pl-PL,pl;q=0.9,en;q=0.8``, or a value of ``LANG`` or
    ``LANGUAGE`` such as ``pl_PL.UTF-8`` or ``de:en``. Parts that can't be read are ignored.
    """
    known = languages()
    best, most = next(iter(known)), 0.0
    for each in re.split("[,:]", preferences, maxsplit=_MOST)[:_MOST]:
        match = _PREFERENCE.fullmatch(each.strip())
        if match is None:
            continue
        language, weight = match[1].lower(), float(match[2] or 1)
        if language in known and weight > most:
            best, most = language, weight
    return best
