"""Whether every text fits its box, and how a page changes its language."""

from typing import Final

from playwright.sync_api import Page

from quillmap.locales import languages

LANGUAGES: Final = tuple(languages())
_SPEAK: Final = """async language => {
  const {setLanguage} = await import("/static/js/words.js");
  await setLanguage(language);
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
_OVERFLOWING: Final = """() => {
  const ARROW = 16;  // of a select
  const top = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
  const slides = each => each && (/auto|scroll/.test(getComputedStyle(each).overflowX) || slides(each.parentElement));
  const isClamped = style => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
  const own = each => [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const found = [];
  for (const each of top.querySelectorAll(":not(svg *)")) {
    if (!each.checkVisibility({visibilityProperty: true}) || each.closest("svg, .unseen, option")) continue;
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    const isText = own(each), isBox = each.matches("button, .btn, label, td, th, li, h1, h2, h3, p, select");
    if (box.width <= 1 || (!isText && !isBox)) continue;
    const what = `${each.tagName}.${each.className} “${(each.textContent ?? "").trim().slice(0, 60)}”`;
    if ((box.right > innerWidth + 1 || box.left < -1) && !slides(each)) found.push(`outside: ${what}`);
    if (style.display === "inline" || isClamped(style) || slides(each)) continue;
    if (each.scrollWidth > each.clientWidth + 2) found.push(`too wide: ${what}`);
    if (isText && each.clientHeight && each.scrollHeight > each.clientHeight + 4) found.push(`too high: ${what}`);
  }
  for (const each of top.querySelectorAll("input:placeholder-shown, select")) {
    if (!each.checkVisibility()) continue;
    const ruler = document.createElement("canvas").getContext("2d"), style = getComputedStyle(each);
    const isSelect = each.matches("select");
    const shown = isSelect ? [...each.options].map(option => option.text) : [each.placeholder];
    ruler.font = isSelect ? style.font : getComputedStyle(each, "::placeholder").font;
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = each.clientWidth - padding - (isSelect ? ARROW : 0);
    for (const text of shown) if (ruler.measureText(text).width > room + 1) found.push(`too long: ${text}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
  return found;
}"""
"""Texts that hang over the window, are wider or higher than their box, or are cut; what slides or ends in … may."""


def speak(page: Page, language: str) -> None:
    """Change the language of the page as its menu does, and wait until it is drawn again."""
    page.evaluate(_SPEAK, language)


def overflowing(page: Page) -> list[str]:
    """Return the texts that don't fit, in the dialog that is open or else on the whole page."""
    found: list[str] = page.evaluate(_OVERFLOWING)
    return found
