"""Whether every text fits its box, and how a page changes its language."""

from typing import Final

from playwright.sync_api import Page, ViewportSize

from quillmap.locales import languages

LANGUAGES: Final = tuple(languages())
_SPEAK: Final = """async language => {
  const {setLanguage} = await import("/static/js/words.js");
  await setLanguage(language);
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""

_FRAMES: Final = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"

_INK: Final = r"""
  const SLACK = 4, OVERHANG = .15;  // letters may hang over a tight line: px, or a share of their size
  const HIGH_AND_LOW = "ŐÁŻΆgjpqyφ";  // any name may stand where letters stand now
  const ruler = document.createElement("canvas").getContext("2d");
  const textsIn = each => [...each.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const inkOf = each => {
    const style = getComputedStyle(each), range = document.createRange();
    ruler.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return textsIn(each).flatMap(node => {
      const ink = ruler.measureText(/\p{L}{2}/u.test(node.data) ? HIGH_AND_LOW : node.data.trim());
      const above = ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
      const below = ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent;
      const isUpright = box => Math.abs(box.height - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) < 2;
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(isUpright)
        .map(box => ({top: box.top + above, bottom: box.bottom - below, middle: (box.top + box.bottom) / 2}));
    });
  };
  const hangsOver = each => {
    const box = each.getBoundingClientRect();
    const slack = Math.max(SLACK, parseFloat(getComputedStyle(each).fontSize) * OVERHANG);
    return inkOf(each).some(ink => ink.bottom > box.bottom + slack || ink.top < box.top - slack);
  };
"""
"""Where the ink of a text is, line by line. How high a line is says little: fonts ask for between 1.1 and 1.4 times
their size, with letters of the same height, and what a tight line cannot give them is empty."""

_CUT: Final = """
  const isClamped = style => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
  const clips = style => /hidden|clip/.test(style.overflowY) || /paint|content|strict/.test(style.contain);
  const clipping = each => {
    if (!each || each === document.documentElement) return null;
    const style = getComputedStyle(each);
    if (style.display === "contents") return clipping(each.parentElement);
    return /auto|scroll/.test(style.overflowY) ? null : clips(style) ? each : clipping(each.parentElement);
  };
  const isCut = each => {
    const clip = textsIn(each).length ? clipping(each) : null;
    if (!clip || clip.clientWidth <= 1) return false;
    const top = clip.getBoundingClientRect().top + clip.clientTop, bottom = top + clip.clientHeight;
    return inkOf(each).some(ink => ink.middle > top && ink.middle < bottom
      ? ink.top < top - 1 || ink.bottom > bottom + 1
      : !isClamped(getComputedStyle(clip)));
  };
"""
"""Whether a box that hides what lies outside of it cuts a text; a line that it hides by intent ends in …"""

_OVERFLOWING: Final = f"""() => {{ {_INK} {_CUT}
  const ARROW = 16;  // of a select
  const top = [...document.querySelectorAll("dialog[open]")].pop() ?? document.body;
  const slides = each => each && (/auto|scroll/.test(getComputedStyle(each).overflowX) || slides(each.parentElement));
  const found = [];
  for (const each of top.querySelectorAll(":not(svg *)")) {{
    if (!each.checkVisibility({{visibilityProperty: true}}) || each.closest("svg, .unseen, option")) continue;
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    const isText = textsIn(each).length > 0;
    const isBox = each.matches("button, .btn, label, td, th, li, h1, h2, h3, p, select");
    if (box.width <= 1 || (!isText && !isBox)) continue;
    const what = `${{each.tagName}}.${{each.className}} “${{(each.textContent ?? "").trim().slice(0, 60)}}”`;
    if ((box.right > innerWidth + 1 || box.left < -1) && !slides(each)) found.push(`outside: ${{what}}`);
    if (isCut(each)) found.push(`cut: ${{what}}`);
    if (style.display === "inline" || isClamped(style) || slides(each)) continue;
    if (each.querySelector(":scope > .tick")) continue;  // over its corner; the words have boxes of their own
    if (each.scrollWidth > each.clientWidth + 2) found.push(`too wide: ${{what}}`);
    if (isText && each.clientHeight && hangsOver(each)) found.push(`too high: ${{what}}`);
  }}
  for (const each of top.querySelectorAll("input:placeholder-shown, select")) {{
    if (!each.checkVisibility()) continue;
    const style = getComputedStyle(each), isSelect = each.matches("select");
    const shown = isSelect ? [...each.options].map(option => option.text) : [each.placeholder];
    ruler.font = isSelect ? style.font : getComputedStyle(each, "::placeholder").font;
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const room = each.clientWidth - padding - (isSelect && style.appearance !== "none" ? ARROW : 0);
    for (const text of shown) if (ruler.measureText(text).width > room + 1) found.push(`too long: ${{text}}`);
  }}
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
  return found;
}}"""
"""Texts that hang over the window, are wider or higher than their box, or are cut; what slides or ends in … may."""

_INCOMPLETE: Final = f"""selector => {{ {_INK}
  return [...document.querySelectorAll(selector)]
    .filter(each => each.checkVisibility() && getComputedStyle(each).display !== "inline")
    .filter(each => each.scrollWidth > each.clientWidth + 2 || hangsOver(each))
    .map(each => `${{each.className}} ${{each.textContent}}`);
}}"""


def speak(page: Page, language: str) -> None:
    """Change the language of the page as its menu does, and wait until it is drawn again."""
    page.evaluate(_SPEAK, language)


def resize(page: Page, window: ViewportSize) -> None:
    """Give the page another window, and wait until its scripts have followed, which they do a frame later."""
    page.set_viewport_size(window)
    pass_frames(page)


def pass_frames(page: Page) -> None:
    """Wait until the page has shown what its scripts have changed."""
    page.evaluate(_FRAMES)


def overflowing(page: Page) -> list[str]:
    """Return the texts that don't fit, in the dialog that is open or else on the whole page."""
    found: list[str] = page.evaluate(_OVERFLOWING)
    return found


def incomplete(page: Page, selector: str) -> list[str]:
    """Return the texts that don't fit among those that may not be shortened either."""
    found: list[str] = page.evaluate(_INCOMPLETE, selector)
    return found
