"""What axe-core, the accessibility checker, finds wrong with a page as it stands."""

from functools import cache
from typing import Any, Final

from playwright.sync_api import Page

from architecture.modules import ROOT

SCRIPT: Final = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN: Final = """async (rules) => {
  const which = {type: "rule", values: rules};
  // There are no frames or films on the page; to look for them takes a third of the time.
  const quick = {resultTypes: ["violations"], elementRef: false, preload: false, iframes: false};
  const options = {...quick, ...(rules.length ? {runOnly: which} : {})};
  if (window.unseen) unseen.disabled = true;  // what is unseen has no contrast
  const {violations} = await axe.run(document, options);
  if (window.unseen) unseen.disabled = false;
  return violations;
}"""


@cache
def _source() -> str:
    return SCRIPT.read_text(encoding="utf-8")


def violations(page: Page, *rules: str) -> list[str]:
    """Return a line for every element that breaks a rule: the rule, what it asks for, and the element.

    Without *rules* all are checked. The checker is injected through the debugger, which the page's content security
    policy does not restrict.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_source())
    found: list[dict[str, Any]] = page.evaluate(RUN, list(rules))
    return [
        f"{rule['id']}: {rule['help']}: {' '.join(map(str, node['target']))}: {_why(node)}"
        for rule in found
        for node in rule["nodes"]
    ]


def violations_by_day_and_night(page: Page) -> list[str]:
    """Return what is wrong in the light theme, and which contrasts are too weak in the dark one."""
    page.emulate_media(color_scheme="light")
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    return found + violations(page, "color-contrast")


def _why(node: dict[str, Any]) -> str:
    """Return what is wrong with one element, in the checker's words."""
    lines = [line.strip() for line in node["failureSummary"].splitlines()[1:] if line.strip()]
    return "; ".join(lines)[:200]
