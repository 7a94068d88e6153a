"""A Firefox without a window, driven by WebDriver BiDi (W3C), which it speaks by itself.

Playwright drives only the Firefox that it has patched and downloads itself; the system's refuses some of its commands.
"""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect

LISTENING: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
SECONDS: Final = 120
"""How long an answer may take, however busy the machine is."""
Json = dict[str, Any]


class Tab:
    """A tab of the browser, and what its console complained of."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._count = 0
        self.complaints: list[str] = []
        self._call("session.new", capabilities={})
        self._call("session.subscribe", events=["log.entryAdded"])
        self._context = self._call("browsingContext.getTree")["contexts"][0]["context"]

    def open(self, address: str) -> None:
        """Load a page."""
        self._call("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Give the page another size."""
        size = {"width": width, "height": height}
        self._call("browsingContext.setViewport", context=self._context, viewport=size)

    def evaluate(self, script: str, seconds: float = SECONDS) -> Any:
        """Return the value of a script: null, a truth value, a number or a text; a promise is awaited."""
        found = self._call("script.evaluate", seconds, expression=script, target=self._target, awaitPromise=True)
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return found["result"].get("value")

    def wait_for(self, condition: str, seconds: float = SECONDS) -> None:
        """Wait until a script, or what it promises, is true."""
        deadline = time.monotonic() + seconds
        while not self.evaluate(f"Promise.resolve({condition}).then(Boolean)"):
            assert time.monotonic() < deadline, f"{condition}; the page says: {self.evaluate(WORDS)}"
            time.sleep(0.05)

    def click(self, selector: str) -> None:
        """Wait for something and click it with the mouse."""
        quoted = json.dumps(selector)
        self.wait_for(f"document.querySelector({quoted})?.checkVisibility()")
        node = self._call("script.evaluate", expression=self._shown(quoted), target=self._target, awaitPromise=False)
        self._press({"type": "element", "element": {"sharedId": node["result"]["sharedId"]}}, 0, 0)

    def click_at(self, x: float, y: float) -> None:
        """Click a place of the window with the mouse."""
        self._press("viewport", round(x), round(y))

    @property
    def _target(self) -> Json:
        return {"context": self._context}

    def _shown(self, quoted: str) -> str:
        return f"(node => (node.scrollIntoView({{block: 'center'}}), node))(document.querySelector({quoted}))"

    def _press(self, origin: str | Json, x: int, y: int) -> None:
        acts = [{"type": "pointerMove", "x": x, "y": y, "origin": origin}]
        acts += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "actions": acts}
        self._call("input.performActions", context=self._context, actions=[mouse])

    def _call(self, method: str, seconds: float = SECONDS, /, **params: Any) -> Json:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            message: Json = json.loads(self._socket.recv(timeout=seconds))
            if message["type"] == "event" and message["params"].get("level") == "error":
                self.complaints.append(message["params"]["text"])
            elif message.get("id") == self._count:
                assert message["type"] == "success", message
                result: Json = message["result"]
                return result


WORDS: Final = "document.body.innerText.slice(0, 400)"


@contextmanager
def firefox(path: Path, profile: Path) -> Iterator[Tab]:
    """Run a Firefox with a fresh profile, and close it."""
    command = [str(path), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(found[1] for found in map(LISTENING.search, process.stderr) if found)
            with connect(f"{address}/session", max_size=None) as socket:
                yield Tab(socket)
        finally:
            process.terminate()
