"""What those are sent who come to a table is written out once for all who come together."""

import asyncio
from types import SimpleNamespace
from typing import cast

import msgspec

from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.tables import actions
from quillmap.server.tables.greetings import Greetings
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import new_token


def test_who_come_together_share_what_they_are_sent() -> None:
    """As long as nothing has changed; a changed table is written out again, and nothing is kept for long."""

    async def come() -> None:
        boards: list[None] = []
        table = SimpleNamespace(
            loop=asyncio.get_running_loop(),
            shown_document=new_document(CreateTable(name="Ada"), new_token()),
            shown=None,
            hides_seed=lambda: False,
            shown_board=lambda: boards.append(None),
        )
        greetings = Greetings(cast("LiveTable", table))
        first = greetings.parts()
        assert all(one is other for one, other in zip(first, greetings.parts(), strict=True))
        assert len(boards) == 1
        table.shown_document = actions.add_bots(table.shown_document, "random", 1)
        changed = greetings.parts()
        assert [len(msgspec.json.decode(info)["seats"]) for info, _ in (first, changed)] == [1, 2]
        table.shown = object()
        greetings.parts()
        assert len(boards) == 3
        greetings._forget()
        greetings.parts()
        assert len(boards) == 4

    asyncio.run(come())
