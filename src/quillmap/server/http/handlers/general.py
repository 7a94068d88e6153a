"""Endpoints that belong to no table: bots, cards, the rules to read, scoring on paper."""

from quillmap.bots.levels import DEFAULT, LEVELS, PEOPLE
from quillmap.server.games.catalogue import CardCatalogue, catalogue, reference
from quillmap.server.games.paper_score import paper_score, paper_year
from quillmap.server.hosting.config import Config
from quillmap.server.hosting.links import is_for_this_machine
from quillmap.server.http.call import JSON, Call, Content
from quillmap.server.http.endpoint import endpoint
from quillmap.server.http.table_links import base_link
from quillmap.server.protocol.bodies import BotLevel, BotLevels, ClockRange, Invitation, PaceOffer, PaceOffers
from quillmap.server.protocol.paper_bodies import PaperScore, PaperYear, ScoreMap, ScoreYear
from quillmap.server.tables.pace import CLOCK_LIMITS, OFFERED

_AN_HOUR = "max-age=3600"


class GeneralHandlers:
    """Answers the endpoints that belong to no table."""

    def __init__(self, config: Config) -> None:
        self._config = config

    @endpoint("GET", "/api/bots", is_constant=True)
    async def bots(self) -> BotLevels:
        """List the bots that may sit at tables."""
        return BotLevels(
            tuple(BotLevel(level.id, level.stars, level.id in PEOPLE) for level in LEVELS.values()), DEFAULT
        )

    @endpoint("GET", "/api/paces", is_constant=True)
    async def paces(self) -> PaceOffers:
        """List the paces to choose from, and the limits of others."""
        offered = tuple(PaceOffer(kind, amount) for kind, amount in OFFERED)
        limits = {kind: ClockRange(*each) for kind, each in CLOCK_LIMITS.items()}
        return PaceOffers(offered, limits)

    @endpoint("GET", "/api/invitation")
    async def invitation(self, call: Call) -> Invitation:
        """Say which address to send to others."""
        base = base_link(call, self._config)
        return Invitation(base, is_for_this_machine(base))

    @endpoint("GET", "/api/cards", answer=CardCatalogue, is_constant=True)
    async def cards(self) -> Content:
        """List every card, map and number of the game."""
        return Content(catalogue(), caching=_AN_HOUR)

    @endpoint("GET", "/api/reference", answer=JSON, is_constant=True)
    async def reference(self) -> Content:
        """Give chapters, pictures and tables of the rules to read, counted by the rules."""
        return Content(reference(), caching=_AN_HOUR)

    @endpoint("POST", "/api/score", "bad-map", cost=4)
    async def score(self, body: ScoreMap) -> PaperScore:
        """Score a paper map under any edicts, with the spaces that earn."""
        return paper_score(body)

    @endpoint("POST", "/api/score/year", "bad-map", cost=4)
    async def score_year(self, body: ScoreYear) -> PaperYear:
        """Score a paper map season by season, with the sum of the year and the solo rating."""
        return paper_year(body)
