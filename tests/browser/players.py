"""Players who use a page as people do: with a mouse, a finger, keys. They look only at what the page shows."""

from abc import ABC, abstractmethod
from typing import Final

from playwright.sync_api import Locator, Page

ROWS: Final = "ABCDEFGHIJK"
MOST_TURNS: Final = 8
GLANCE: Final = 4
"""How many spaces are tried before a piece is turned; all are tried only when it was turned every way."""
MOST_STEPS: Final = 60
"""More questions than any solo game asks."""

ROOMY: Final = """const roomy = () => {
  const place = (circle) => [circle.cy, circle.cx].map(each => Math.floor(each.baseVal.value / 64));
  const all = [...document.querySelectorAll(".layer-places circle, .layer-marks circle")].map(place);
  const near = ([row, column]) => all.filter(([r, c]) => Math.abs(r - row) < 2 && Math.abs(c - column) < 2).length;
  return all.map(each => [near(each), ...each]).sort((a, b) => b[0] - a[0]).map(([, row, column]) => row * 11 + column);
};"""
"""The spaces that the page marks as possible: where there is room about, most pieces fit at once."""

FRAME: Final = "const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));"
FITS: Final = """const fits = () => {
  const [piece, button] = [".ghost", "#confirm"].map(each => document.querySelector(each));
  return piece.matches(".none") ? !button.matches("[aria-disabled]") : piece.matches(".fits");
};"""
"""Whether the page says that the piece fits: the piece itself at once, the button when it rests."""
READY: Final = f"async () => {{ {FRAME} {FITS} await frame(); return fits(); }}"


class Player(ABC):
    """Plays the game on a page to its end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.confirm = page.locator("#confirm")
        self.steps = 0

    @abstractmethod
    def press(self, control: Locator) -> None:
        """Use a button."""

    @abstractmethod
    def aim(self, space: int) -> None:
        """Bring the piece to a space."""

    @abstractmethod
    def draw(self, space: int) -> None:
        """Draw the piece that fits there."""

    @abstractmethod
    def turn(self) -> None:
        """Turn the piece."""

    def flip(self) -> None:
        """Flip the piece."""
        self.press(self.page.locator(".controls .flip"))

    def show_places(self) -> None:
        """Ask the page where something fits."""
        self.press(self.page.locator(".controls .places"))

    def play_to_the_end(self) -> None:
        """Answer everything until the game is over."""
        self.show_places()
        while not self.is_over():
            self.steps += 1
            assert self.steps < MOST_STEPS, "the game does not end"
            self.answer()

    def is_over(self) -> bool:
        """Wait until something is asked, and return whether it is nothing any more; dismiss counts on the way."""
        asked = self.page.locator(".game.over, dialog.count[open], .layer-places circle, .layer-marks circle")
        while True:
            asked.first.wait_for(state="attached")
            count = self.page.locator("dialog.count .count-controls .main")
            if not count.count():
                return self.page.locator(".game.over").count() > 0
            self.press(count)
            self.frame()

    def answer(self) -> None:
        """Find a place that fits, draw there, and wait for what comes next."""
        version = self.page.locator(".game").get_attribute("data-version")
        self.find_and_draw()
        moved_on = f'.game:not([data-version="{version}"]), dialog.count[open]'
        self.page.locator(moved_on).first.wait_for(state="attached")

    def find_and_draw(self) -> None:
        """Find a place that fits, and draw there."""
        for turned in range(1, 2 * MOST_TURNS + 1):
            for space in self.spaces_shown()[: GLANCE if turned <= MOST_TURNS else None]:
                self.aim(space)
                if self.is_ready():
                    self.draw(space)
                    return
            if turned % (MOST_TURNS // 2) == 0:
                self.flip()  # some places want the other side
            else:
                self.turn()
            self.frame()
        raise AssertionError("nothing fits")

    def spaces_shown(self) -> list[int]:
        """Return the spaces that the page marks as possible, those with most room about them first."""
        found: list[int] = self.page.evaluate(f"() => {{ {ROOMY} return roomy(); }}")
        return found

    def is_ready(self) -> bool:
        """Let the page draw, and return whether it says that the piece fits."""
        found: bool = self.page.evaluate(READY)
        return found

    def frame(self) -> None:
        """Let the page draw."""
        self.page.evaluate(f"async () => {{ {FRAME} await frame(); }}")

    def centre(self, space: int) -> tuple[float, float]:
        """Return where a space is in the window."""
        box = self.page.locator(".spaces").bounding_box()
        assert box is not None
        row, column = divmod(space, 11)
        return box["x"] + (column + 0.5) * box["width"] / 11, box["y"] + (row + 0.5) * box["height"] / 11


class Mouse(Player):
    """Moves, clicks to pin, and clicks the big button."""

    def press(self, control: Locator) -> None:
        """Click a button."""
        control.click()

    def aim(self, space: int) -> None:
        """Hover."""
        self.page.mouse.move(*self.centre(space))

    def draw(self, space: int) -> None:
        """Click the space, which pins, then the big button."""
        x, y = self.centre(space)
        self.page.mouse.click(x, y)
        self.frame()
        self.confirm.click()

    def turn(self) -> None:
        """Turn the wheel."""
        self.page.mouse.wheel(0, 100)
        self.page.wait_for_timeout(150)


class Finger(Player):
    """Taps a space, then the big button."""

    def press(self, control: Locator) -> None:
        """Tap a button."""
        control.tap()

    def aim(self, space: int) -> None:
        """Tap a space."""
        self.page.touchscreen.tap(*self.centre(space))

    def draw(self, space: int) -> None:  # noqa: ARG002 – the piece lies there already
        """Tap the big button."""
        self.confirm.tap()

    def turn(self) -> None:
        """Tap the button that turns."""
        self.page.locator(".controls .turn").tap()


class Keys(Player):
    """Uses no pointer at all."""

    def press(self, control: Locator) -> None:
        """Reach a button with the tab key or a letter, and press it."""
        if "places" in (control.get_attribute("class") or "").split():
            self.page.keyboard.press("l")
        else:
            assert control.evaluate("node => node === document.activeElement")
            self.page.keyboard.press("Enter")

    def aim(self, space: int) -> None:
        """Walk with the arrow keys."""
        here = self.where()
        if here is None:
            self.page.keyboard.press("ArrowUp")
            self.frame()
            here = self.where()
        assert here is not None
        row, column = divmod(space, 11)
        for key, count in (("ArrowDown", row - here // 11), ("ArrowRight", column - here % 11)):
            name = key if count > 0 else {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key]
            for _ in range(abs(count)):
                self.page.keyboard.press(name)
        if row == here // 11 and column == here % 11 and not self.page.locator(".ghost:not(.none)").count():
            self.page.keyboard.press("Enter")

    def where(self) -> int | None:
        """Return the space that has the focus."""
        script = "() => document.activeElement?.dataset.n ?? null"
        found = self.page.evaluate(script)
        return None if found is None else int(found)

    def draw(self, space: int) -> None:  # noqa: ARG002 – the piece is there already
        """Press Enter twice: the first pins, the second draws."""
        self.page.keyboard.press("Enter")
        self.frame()
        self.page.keyboard.press("Enter")

    def turn(self) -> None:
        """Press R."""
        self.page.keyboard.press("r")

    def flip(self) -> None:
        """Press F."""
        self.page.keyboard.press("f")


NIMBLE: Final = (
    f"""async ([most, first, last]) => {{ {ROOMY} {FRAME} {FITS}"""
    + """
  const [grid, button] = [".spaces", "#confirm"].map(each => document.querySelector(each));
  const send = (type, n) => {
    const box = grid.querySelector(`[data-n="${n}"]`).getBoundingClientRect();
    const where = {clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2};
    grid.dispatchEvent(new PointerEvent(type, {bubbles: true, pointerType: "mouse", ...where}));
  };
  for (let turned = 1; turned <= 2 * most; turned++) {
    for (const n of (turned <= most ? roomy().slice(first, last) : roomy())) {
      send("pointermove", n);
      await frame();
      if (!fits()) continue;
      send("click", n);
      await frame();
      button.click();
      return true;
    }
    document.querySelector(turned % (most / 2) === 0 ? ".controls .flip" : ".controls .turn").click();
    await frame();
  }
  return false;
}"""
)
"""Find a place that fits and draw there, all within the page."""


class Nimble(Mouse):
    """A mouse that is moved from within the page: for what other tests do by hand, where many have to draw."""

    def __init__(self, page: Page, taste: int = 0) -> None:
        super().__init__(page)
        self.taste = taste
        """Players with different tastes draw different maps."""

    def find_and_draw(self) -> None:
        """Find a place that fits, and draw there."""
        assert self.page.evaluate(NIMBLE, [MOST_TURNS, self.taste, self.taste + GLANCE]), "nothing fits"
