"""Make the icons of the installable page from ``icon.svg``: ``python tests/browser/make_icons.py``."""

import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.browser import chromium_path  # the tools are put on the path above

WEB: Final = Path(__file__).resolve().parents[2] / "src" / "quillmap" / "web"
SIZES: Final = (180, 192, 512)


def main() -> None:
    """Paint the drawing at every size that devices ask for."""
    drawing = (WEB / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawing}")
            page.screenshot(path=WEB / "icons" / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
