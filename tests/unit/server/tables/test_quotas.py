"""What a network may take: tables that are being stored count already, and each time that one is stored again."""

import pytest

from quillmap.server.hosting.config import Limits
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import CreateTable, JoinTable
from quillmap.server.tables import actions
from quillmap.server.tables.document import TableDocument
from quillmap.server.tables.loading import new_document
from quillmap.server.tables.quotas import Quotas
from quillmap.server.tables.tokens import new_token


def table(*, bots: int = 0, listed: bool = False) -> TableDocument:
    """Return a table as it is stored."""
    document = new_document(CreateTable(name="Ada", listed=listed), new_token())
    return actions.add_bots(document, "random", bots) if bots else document


@pytest.mark.parametrize(
    ("limits", "document"),
    [(Limits(bots_per_address=5), table(bots=3)), (Limits(listed_per_address=1), table(listed=True))],
    ids=["bots", "lobby"],
)
def test_tables_that_are_being_stored_count(limits: Limits, document: TableDocument) -> None:
    """Many that are opened at once would all pass otherwise; other networks have their own share."""
    quotas = Quotas(limits, lambda: ())
    with quotas.adding("here", document):
        with pytest.raises(Problem) as refused, quotas.adding("here", document):
            pass
        assert refused.value.code == "quota-used-up"
        with quotas.adding("elsewhere", document):
            pass
    with quotas.adding("here", document):  # it could not be stored, or its table is counted from now on
        pass


def test_a_party_of_a_hundred_may_join_at_once() -> None:
    """With the largest crests that there are. Whoever changes such a table all the time has to wait; others needn't."""
    largest = ((255,) * 100,) * 10
    document = new_document(CreateTable(name="Ada", crest=largest), new_token())
    quotas = Quotas(Limits(document_rate=(Limits().document_rate[0], 1e-9)), lambda: ())
    while len(document.seats) < document.most_seats:
        document, _ = actions.join(document, JoinTable("W" * 40, "W" * 60, largest), new_token())
        quotas.change("here", document)

    def change_on() -> None:
        for _ in range(100):
            quotas.change("here", document)

    with pytest.raises(Problem) as refused:
        change_on()
    assert refused.value.code == "too-many"
    quotas.change("elsewhere", document)
