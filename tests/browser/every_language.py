"""Whether a screen has its words, whole, in every language, whichever fonts there are."""

from typing import Final

from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import DESKTOP, PHONE
from browser.fitting import LANGUAGES, overflowing, resize, speak
from browser.font_families import FAMILIES, USUAL_FAMILY, another_family, set_in
from browser.screen_checks import checked
from quillmap.locales import catalogue

TIGHT: Final[ViewportSize] = {"width": 375, "height": 667}
WINDOWS: Final[tuple[ViewportSize, ...]] = (DESKTOP, PHONE, TIGHT)
"""The widest, a phone that has some room, and one that is narrower and lower than most."""


class Fitting:
    """Tries whether the words of a page fit."""

    def __init__(self, page: Page, *, is_thorough: bool) -> None:
        self.page = page
        self.is_thorough = is_thorough

    def in_every_language(
        self, sign: str, key: str, *, windows: tuple[ViewportSize, ...] = WINDOWS, is_checked: bool = False
    ) -> None:
        """Expect a screen to have its words, whole, in every language; *key* is a text that the place *sign* shows."""
        for language in reversed(LANGUAGES):
            speak(self.page, language)
            expect(self.page.locator(sign).first).to_contain_text(catalogue(language).text(key))
            expect(self.page.locator("html")).to_have_attribute("lang", language)
            for window, families in self.trials(language, windows):
                resize(self.page, window)
                for fonts in families:
                    set_in(self.page, fonts)
                    assert overflowing(self.page) == [], (language, window, fonts)
        if is_checked:
            for window in (DESKTOP, PHONE):
                resize(self.page, window)
                checked(self.page)

    def trials(self, language: str, windows: tuple[ViewportSize, ...]) -> list[tuple[ViewportSize, tuple[str, ...]]]:
        """Return which windows to try with which fonts: all with all, or the narrowest and the widest with some."""
        if self.is_thorough:
            return [(window, tuple(FAMILIES)) for window in windows]
        other = another_family(language)
        return [(windows[-1], (USUAL_FAMILY, other)), (windows[0], (other,))]

    def dialogs_in_every_language(self, *openers: str) -> None:
        """Expect what opens above a game to fit, too."""
        for language in LANGUAGES:
            speak(self.page, language)
            [(window, families)] = self.trials(language, (TIGHT,))[:1]
            resize(self.page, window)
            for opener in openers:
                self.page.locator(opener).first.click()
                self.page.locator("dialog[open]").wait_for()
                for fonts in families:
                    set_in(self.page, fonts)
                    assert overflowing(self.page) == [], (language, opener, fonts)
                self.page.keyboard.press("Escape")
                self.page.locator("dialog").wait_for(state="detached")
