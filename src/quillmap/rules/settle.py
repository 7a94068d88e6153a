"""``settle``: what the rules cause by themselves, one event at a time.

| RULES | here |
|---|---|
| 2.5, 3.1 a season's deck, the next card | ``settle`` |
| 4 everybody draws | ``_resolve_explore`` |
| 5, 8.2, 9.3 ambush, with Acrobatics before and the Gorgon after | ``_resolve_ambush`` |
| 6 heroes | ``_resolve_hero`` |
| 7.1 the check | ``settle`` |
| 7.2 scoring | ``counting.season_scores`` |
| 7.4 lasting effects | ``_resolve_lasting`` |
"""

from collections.abc import Iterable

from quillmap.rules.ambush import first_to_cover, slide
from quillmap.rules.cards import (
    GORGON,
    TROLL,
    ZOMBIE,
    AmbushCard,
    ExploreCard,
)
from quillmap.rules.counting import result_of, season_scores
from quillmap.rules.dealing import begin_season
from quillmap.rules.effects import destroyed, drawn, hero_placed, placed, spread
from quillmap.rules.events import (
    ASK_DRAW,
    Ask,
    Asked,
    CardRevealed,
    Declared,
    Event,
    LastingResolved,
    Passed,
    RoundEnded,
    SeasonScored,
)
from quillmap.rules.evolve import lasting_cards
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.moves import Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import may_declare, targets
from quillmap.rules.rulebooks import SoloAmbush
from quillmap.rules.seasons import WINTER
from quillmap.rules.sheet import empty, zombie_wave
from quillmap.rules.skills import COST, Skill
from quillmap.rules.state import EXPLORING, LASTING, OVER, RESOLVING, State, ambush_sheet


def settle(state: State) -> Event | None:
    """Return the next event the rules cause by themselves, or None while a seat must act."""
    if state.waiting:
        return None
    step = state.step
    if step is RESOLVING:
        return _resolve(state)
    if step is EXPLORING:
        if state.time >= state.season_card.time:
            return SeasonScored(state.season, season_scores(state))
        return CardRevealed(state.deck[0])
    if step is OVER:
        return None
    if state.season == WINTER:
        return result_of(state)
    return _resolve_lasting(state) if step is LASTING else begin_season(state)


def _resolve(state: State) -> Event:
    card = state.revealed_card
    if isinstance(card, ExploreCard):
        return _resolve_explore(state)
    if isinstance(card, AmbushCard):
        return _resolve_ambush(state, card)
    return _resolve_hero(state)


def _resolve_explore(state: State) -> Event:
    if state.ask is None:
        asked = _seats_with_room(state)
        if asked:
            return Asked(ASK_DRAW, asked)
    if state.resolved == len(state.seats):
        return RoundEnded(state.time)
    seat = Seat(state.resolved)
    submitted = state.answers.get(seat)
    if submitted is not None and isinstance(submitted.answer, Draw):
        return drawn(state, submitted)
    return Passed(seat, seat)


def _seats_with_room(state: State) -> tuple[Seat, ...]:
    return tuple([Seat(number) for number, seat in enumerate(state.seats) if empty(seat.sheet)])


def _seats(numbers: Iterable[int]) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in numbers)


def _resolve_ambush(state: State, card: AmbushCard) -> Event:
    if state.resolved == 0 and state.ask in (None, Ask.DECLARE):
        return _declare(state) or _ask_for_ambush(state, card) or _ambush_result(state, card)
    if state.resolved < len(state.seats) and state.ask is not Ask.GORGON:
        return _ambush_result(state, card)
    if card.id == GORGON:
        return _choices(state, Ask.GORGON, GORGON) or RoundEnded(state.time)
    return RoundEnded(state.time)


def _declare(state: State) -> Event | None:
    """Ask who uses Acrobatics, then say who does."""
    if state.ask is None:
        asked = _seats(seat for seat in range(len(state.seats)) if may_declare(state, Seat(seat)))
        return Asked(Ask.DECLARE, asked) if asked else None
    for seat in sorted(state.answers.keys() - state.evading):
        answer = state.answers[seat].answer
        if isinstance(answer, Declare) and answer.use:
            return Declared(seat, COST[Skill.ACROBATICS])
    return None


def _ask_for_ambush(state: State, card: AmbushCard) -> Event | None:
    asked = _seats(seat for seat in range(len(state.seats)) if _has_to_draw(state, card, Seat(seat)))
    return Asked(Ask.AMBUSH, asked) if asked else None


def _has_to_draw(state: State, card: AmbushCard, seat: Seat) -> bool:
    sheet = ambush_sheet(state, seat)
    free = empty(state.seats[sheet].sheet)
    if not state.is_automatic:
        return free != 0
    is_cover = state.rulebook.solo_ambush is SoloAmbush.COVER
    return sheet in state.evading or (is_cover and first_to_cover(card, free) != 0)


def _ambush_result(state: State, card: AmbushCard) -> Event:
    seat = Seat(state.resolved)
    submitted = state.answers.get(seat)
    if submitted is not None and isinstance(submitted.answer, Draw):
        return drawn(state, submitted)
    if not state.is_automatic:
        return Passed(seat, ambush_sheet(state, seat))
    if state.rulebook.solo_ambush is SoloAmbush.SLIDE:
        place = slide(card, empty(state.seats[seat].sheet))
        if place:
            return placed(state, seat, place)
    return Passed(None, seat)


def _choices(state: State, ask: Ask, cause: CardId) -> Event | None:
    """Ask for the spaces to destroy, then destroy them, one seat after the other."""
    if state.ask is not ask:
        asked = _seats(seat for seat in range(len(state.seats)) if targets(state, Seat(seat)))
        return Asked(ask, asked) if asked else None
    for seat in range(state.resolved, len(state.seats)):
        submitted = state.answers.get(Seat(seat))
        if submitted is not None and isinstance(submitted.answer, Destroy):
            return destroyed(state, submitted.answer, cause)
    return None


def _resolve_hero(state: State) -> Event:
    if state.ask is None:
        asked = _seats_with_room(state)
        if asked:
            return Asked(Ask.HERO, asked)
    if state.resolved == len(state.seats):
        return RoundEnded(state.time)
    seat = Seat(state.resolved)
    submitted = state.answers.get(seat)
    if submitted is not None and isinstance(submitted.answer, PlaceHero):
        return hero_placed(state, submitted.answer)
    return Passed(seat, seat)


def _resolve_lasting(state: State) -> Event:
    card = lasting_cards(state)[state.lasting_done]
    if card == TROLL:
        return _choices(state, Ask.TROLL, TROLL) or LastingResolved(TROLL)
    for number in range(state.resolved, len(state.seats)):
        if zombie_wave(state.seats[number].sheet):
            return spread(state, Seat(number))
    return LastingResolved(ZOMBIE)
