"""A table that nobody watches is not written out with every change."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from quillmap.server.protocol.bodies import CreateTable
from quillmap.server.tables import news
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.news import TableNews
from quillmap.server.tables.table import LiveTable
from quillmap.server.tables.tokens import new_token


def test_who_comes_after_a_change_hears_of_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if that makes the table as it was when somebody was last told of it."""
    told: list[bytes] = []
    monkeypatch.setattr(news, "dismiss_strangers", lambda _: None)

    async def happen() -> None:
        document = new_document(CreateTable(name="Ada"), new_token())
        table = SimpleNamespace(
            shown_document=document,
            connections=[],
            loop=asyncio.get_running_loop(),
            quotas=SimpleNamespace(told=lambda *_: 0.0),
        )
        found = TableNews(cast("LiveTable", table))
        table.shown_document = replace(document, hints=False)
        with monkeypatch.context() as patch:
            patch.setattr(news, "encode", None)
            patch.setattr(news, "table_info", None)
            found.tell()
        table.connections = [SimpleNamespace(send=told.append, is_host=lambda: False)]
        table.shown_document = document
        found.tell()
        assert len(told) == 1
        found.tell()
        assert len(told) == 1

    asyncio.run(happen())
