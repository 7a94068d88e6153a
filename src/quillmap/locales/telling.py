"""Events as sentences. The page uses the same keys (``telling.js``).

Names of players and cards stay as they are in every language, in the nominative: the texts are written for that.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from quillmap.locales.catalogue import Catalogue
from quillmap.play.notation import EDICT_LETTERS, space_names
from quillmap.rules.cards import CARDS, AmbushCard, ExploreCard, HeroCard, RuinsCard
from quillmap.rules.counting import is_tie_broken
from quillmap.rules.events import (
    Ask,
    Asked,
    CardRevealed,
    Declared,
    Destroyed,
    Drawn,
    Event,
    GameBegan,
    GameEnded,
    HeroPlaced,
    LastingResolved,
    Passed,
    RoundEnded,
    SeasonBegan,
    SeasonScored,
    Spread,
    Submitted,
    TakenBack,
)
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.setup import Setup
from quillmap.rules.shapes import ShapeName
from quillmap.rules.skills import Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.terrain import Terrain


def tell(event: Event, setup: Setup, names: Sequence[str], words: Catalogue) -> list[str]:
    """Return *event* as sentences; *names* are the players' by seat."""
    return list(_Teller(setup, names, words).tell(event))


class _Teller:
    """Tells events of one table in one language."""

    def __init__(self, setup: Setup, names: Sequence[str], words: Catalogue) -> None:
        self.setup = setup
        self.names = names
        self.words = words

    def tell(self, event: Event) -> Iterator[str]:  # a case for each event
        """Yield the sentences that tell of *event*."""
        match event:
            case GameBegan():
                return self._game_began(event)
            case SeasonBegan():
                return self._say(f"season-began.{SEASON_IDS[event.season]}")
            case CardRevealed():
                return self._card_revealed(event.card)
            case Asked():
                return self._asked(event)
            case Submitted():
                return self._say("submitted", player=self.names[event.seat])
            case TakenBack():
                return self._say("taken-back", player=self.names[event.seat])
            case Drawn():
                return self._drawn(event)
            case Passed():
                return self._passed(event)
            case Declared():
                skill = self._skill(Skill.ACROBATICS)
                return self._say("declared", player=self.names[event.seat], skill=skill, count=event.paid)
            case HeroPlaced():
                return self._hero_placed(event)
            case Destroyed():
                return self._destroyed(event)
            case Spread():
                return self._spread(event)
            case RoundEnded():
                return self._say("round-ended", time=event.time)
            case SeasonScored():
                return self._season_scored(event)
            case LastingResolved():
                return self._say(f"lasting-resolved.{event.card}")
            case GameEnded():
                return self._game_ended(event)
        assert_never(event)

    # -- words ---------------------------------------------------------------------------------------

    def _say(self, key: str, **params: object) -> Iterator[str]:
        yield self.words.text(f"events.{key}", **params)

    def _card(self, card: CardId) -> str:
        return self.words.text(f"cards.{card}.name")

    def _skill(self, skill: Skill) -> str:
        return self.words.text(f"cards.{skill}.name")

    def _terrain(self, terrain: Terrain) -> str:
        return self.words.text(f"terms.terrain.{terrain}.in-sentence")

    def _players(self, seats: Sequence[Seat]) -> str:
        return self.words.listed([self.names[seat] for seat in seats])

    # -- events --------------------------------------------------------------------------------------

    def _game_began(self, event: GameBegan) -> Iterator[str]:
        yield from self._say("game-began", count=event.setup.seats)
        yield from self._say("game-began.map", map=self.words.text(f"setup.map.{event.setup.map}.label"))
        for letter, card in zip(EDICT_LETTERS, event.edicts, strict=True):
            edict = self.words.text(f"terms.edict.{letter}")
            yield from self._say("game-began.edict", edict=edict, card=self._card(card))
        if event.skills:
            skills = self.words.listed([self._skill(skill) for skill in event.skills])
            yield from self._say("game-began.skills", skills=skills)
        if event.seed_hash:  # it is not told of a game that goes on with a seed that somebody chose
            yield from self._say("game-began.seal", seal=event.seed_hash)

    def _card_revealed(self, card: CardId) -> Iterator[str]:
        name = self._card(card)
        match CARDS[card]:
            case ExploreCard(time=time):
                return self._say("card-revealed.explore", card=name, time=time)
            case RuinsCard():
                return self._say("card-revealed.ruins", card=name)
            case HeroCard():
                return self._say("card-revealed.hero", card=name)
            case AmbushCard(clockwise=clockwise):
                way = "clockwise" if clockwise else "counterclockwise"
                if self.setup.ambush_by == "automatic":
                    way = "automatic"
                return self._say(f"card-revealed.ambush-{way}", card=name)

    def _asked(self, event: Asked) -> Iterator[str]:
        skill = self._skill(Skill.ACROBATICS) if event.ask is Ask.DECLARE else ""
        if 1 < self.setup.seats == len(event.seats):
            return self._say(f"asked.{event.ask}.all", skill=skill)
        return self._say(f"asked.{event.ask}", skill=skill, players=self._players(event.seats))

    def _drawn(self, event: Drawn) -> Iterator[str]:
        owner = self.names[event.sheet]
        player = owner if event.seat is None else self.names[event.seat]
        if event.skill is not None:
            key = "drawn.skill" if event.paid else "drawn.skill-free"
            yield from self._say(key, player=player, skill=self._skill(event.skill), count=event.paid)
        yield from self._say(
            f"drawn.{_manner(event)}",
            player=player,
            owner=owner,
            terrain=self._terrain(event.terrain),
            spaces=_listed(event.spaces),
        )
        if event.extra is not None:
            terrain = self.words.listed([self._terrain(each) for each in event.extra.terrains])
            yield from self._say("drawn.extra", player=player, terrain=terrain, spaces=_listed(event.extra.spaces))
        yield from self._consequences(event.sheet, event.destroyed, event.coins)

    def _consequences(self, sheet: Seat, destroyed: Mask, coins: int) -> Iterator[str]:
        """Say which monsters an attack path destroyed, and what was earned."""
        owner = self.names[sheet]
        if destroyed:
            yield from self._say("struck", owner=owner, count=destroyed.bit_count(), spaces=_listed(destroyed))
        if coins:
            yield from self._say("coins", owner=owner, count=coins)

    def _passed(self, event: Passed) -> Iterator[str]:
        owner = self.names[event.sheet]
        if event.seat is None:
            return self._say("passed.by-rules", owner=owner)
        if event.seat != event.sheet:
            return self._say("passed.ambush", player=self.names[event.seat], owner=owner)
        return self._say("passed.own", player=owner)

    def _hero_placed(self, event: HeroPlaced) -> Iterator[str]:
        key = "hero-placed" if event.path else "hero-placed.no-path"
        player = self.names[event.seat]
        yield from self._say(key, player=player, space=_listed(event.space), spaces=_listed(event.path))
        yield from self._consequences(event.seat, event.destroyed, event.coins)

    def _destroyed(self, event: Destroyed) -> Iterator[str]:
        yield from self._say(f"destroyed.{event.cause}", owner=self.names[event.sheet], space=_listed(event.space))
        yield from self._consequences(event.sheet, 0, event.coins)

    def _spread(self, event: Spread) -> Iterator[str]:
        count = event.spaces.bit_count()
        yield from self._say("spread", owner=self.names[event.sheet], count=count, spaces=_listed(event.spaces))
        yield from self._consequences(event.sheet, event.destroyed, event.coins)

    def _season_scored(self, event: SeasonScored) -> Iterator[str]:
        yield from self._say(f"season-scored.{SEASON_IDS[event.season]}")
        for name, score in zip(self.names, event.scores, strict=True):
            first, second = score.edicts
            yield from self._say(
                "season-scored.player",
                player=name,
                first=first,
                second=second,
                coins=score.coins,
                monsters=score.monsters,
                count=score.total,
            )

    def _game_ended(self, event: GameEnded) -> Iterator[str]:
        yield from self._say("game-ended")
        if event.rating is not None and event.title is not None:
            rating = f"+{event.rating}" if event.rating > 0 else event.rating
            yield from self._say("game-ended.solo", player=self.names[0], count=event.totals[0], rating=rating)
            title = self.words.text(f"terms.title.{event.title}")
            yield from self._say("game-ended.title", title=title)
        else:
            yield from self._ranking(event)
        yield from self._say("game-ended.seed", seed=event.seed)

    def _ranking(self, event: GameEnded) -> Iterator[str]:
        for seat in sorted(range(len(event.ranks)), key=lambda each: event.ranks[each]):
            rank, total = event.ranks[seat], event.totals[seat]
            yield from self._say("game-ended.player", rank=rank, player=self.names[seat], count=total)
        if is_tie_broken(event):
            yield from self._say("game-ended.tie-break")
        first = min(event.ranks)
        winners = [Seat(seat) for seat, rank in enumerate(event.ranks) if rank == first]
        best = event.totals[winners[0]]
        if len(winners) == 1:
            yield from self._say("game-ended.winner", player=self.names[winners[0]], count=best)
        else:
            yield from self._say("game-ended.shared", players=self._players(winners), count=best)


def _listed(spaces: Mask) -> str:
    return ", ".join(space_names(spaces))


def _manner(event: Drawn) -> str:
    """Return which sentence tells of a drawing."""
    if event.seat is None:
        return "by-rules"
    is_own = event.seat == event.sheet
    if event.shape is ShapeName.PAIR:
        return "pair-own" if is_own else "pair"
    if event.shape is ShapeName.SINGLE:
        return "single" if is_own else "ambush-single"
    return "own" if is_own else "ambush"
