"""What the script of a browser's worker calls (``web/worker/worker.js``): requests, ports to tables, and the end."""

from collections.abc import Callable

from quillmap.device.message_port import MessagePort
from quillmap.device.records import BrowserRecords, Database
from quillmap.device.requests import DeviceRequests
from quillmap.device.tables import DeviceTables
from quillmap.fast import readiness
from quillmap.fast.wasm_kernels import Kernels, Machine, code


class Worker:
    """The tables of a device, for its pages; everything goes in and out as text."""

    def __init__(self, database: Database, base: str, start_kernels: Callable[[bytes], Machine] | None = None) -> None:
        if start_kernels is not None and readiness.browser_kernels() is None:
            readiness.use_kernels(Kernels(start_kernels(code())))
        self._tables = DeviceTables(BrowserRecords(database))
        self._requests = DeviceRequests(self._tables, base)

    async def answer(self, method: str, path: str, authorization: str | None, body: str) -> str:
        """Return the answer to a request: status and media type in a line, then the content."""
        found = await self._requests.answer(method, path, authorization or None, body.encode())
        return f"{found.status} {found.media_type}\n{found.body.decode(errors='replace')}"

    def connect(self, table: str, send: Callable[[str], object], close: Callable[[int, str], object]) -> MessagePort:
        """Connect a page with a table, and return where its messages go."""
        return self._tables.connect(table, send, close)

    async def close(self) -> None:
        """Finish what is being stored; then others may use the database."""
        await self._tables.close()
