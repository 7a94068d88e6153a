"""Endpoints that belong to no table: bots, cards, the rules to read, scoring on paper, and the health of the server."""

from starlette.responses import Response

from quillmap import __version__
from quillmap.server.bots.players import levels
from quillmap.server.games.catalogue import CardCatalogue, catalogue, reference
from quillmap.server.games.paper_score import paper_score, paper_year
from quillmap.server.http.call import JSON, Call
from quillmap.server.http.endpoint import endpoint
from quillmap.server.http.table_links import base_link
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import BotLevel, BotLevels, ClockRange, Health, Invitation, PaceOffer, PaceOffers
from quillmap.server.protocol.paper_bodies import PaperScore, PaperYear, ScoreMap, ScoreYear
from quillmap.server.tables.pace import CLOCK_LIMITS, OFFERED
from quillmap.server.tables.registry import TableRegistry

_AN_HOUR = {"cache-control": "max-age=3600"}


class GeneralHandlers:
    """Answers the endpoints that belong to no table."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    @endpoint("GET", "/api/bots")
    async def bots(self) -> BotLevels:
        """List the bots that may sit at tables."""
        return BotLevels(tuple(BotLevel(level) for level in levels()))

    @endpoint("GET", "/api/paces")
    async def paces(self) -> PaceOffers:
        """List the paces to choose from, and the limits of others."""
        offered = tuple(PaceOffer(kind, amount) for kind, amount in OFFERED)
        limits = {kind: ClockRange(*each) for kind, each in CLOCK_LIMITS.items()}
        return PaceOffers(offered, limits)

    @endpoint("GET", "/api/invitation")
    async def invitation(self, call: Call) -> Invitation:
        """Say which address to send to others."""
        return Invitation(base_link(call, self._registry.config))

    @endpoint("GET", "/api/cards", answer=CardCatalogue)
    async def cards(self) -> Response:
        """List every card, map and number of the game."""
        return Response(catalogue(), headers=_AN_HOUR, media_type=JSON)

    @endpoint("GET", "/api/reference", answer=JSON)
    async def reference(self) -> Response:
        """Give chapters, pictures and tables of the rules to read, counted by the rules."""
        return Response(reference(), headers=_AN_HOUR, media_type=JSON)

    @endpoint("POST", "/api/score", "bad-map")
    async def score(self, body: ScoreMap) -> PaperScore:
        """Score a paper map under any edicts, with the spaces that earn."""
        return paper_score(body)

    @endpoint("POST", "/api/score/year", "bad-map")
    async def score_year(self, body: ScoreYear) -> PaperYear:
        """Score a paper map season by season, with the sum of the year and the solo rating."""
        return paper_year(body)

    @endpoint("GET", "/healthz")
    async def health(self) -> Health:
        """Say that the process is alive."""
        return Health("ok", __version__)

    @endpoint("GET", "/readyz")
    async def ready(self) -> Health:
        """Say whether the server takes moves and can store them."""
        if not self._registry.is_open:
            raise Problem("not-ready")
        await self._registry.prove_writable()
        return Health("ready", __version__)

    @endpoint("GET", "/metrics", answer="text/plain")
    async def metrics(self) -> Response:
        """Give the figures of the server in the text format of Prometheus."""
        self._registry.metrics.tables.set(len(self._registry.live))
        self._registry.metrics.nodes.set(self._registry.members.count)
        return Response(self._registry.metrics.text(), media_type="text/plain; version=0.0.4")
