"""``evolve``: the state after one more event. It checks nothing, so any stored log replays."""

from collections.abc import Iterable
from typing import assert_never

from quillmap.rules.cards import (
    CARDS,
    LASTING_AMBUSHES,
    AmbushCard,
    ExploreCard,
    HeroCard,
    RuinsCard,
)
from quillmap.rules.events import (
    Asked,
    CardRevealed,
    Declared,
    Destroyed,
    Drawn,
    Event,
    Extra,
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
from quillmap.rules.shapes import FIRST_SHAPE, ShapeName
from quillmap.rules.sheet import (
    Sheet,
    destroy,
    with_hero,
    with_letter,
    with_terrain,
    with_zombies,
)
from quillmap.rules.spaces import Mask
from quillmap.rules.state import (
    DEALING,
    EXPLORING,
    LASTING,
    NO_ANSWERS,
    NOBODY,
    OVER,
    RESOLVING,
    SeatState,
    State,
)
from quillmap.rules.terrain import Terrain


def fold(events: Iterable[Event]) -> State:
    """Return the state that *events* add up to; the first must be ``GameBegan``."""
    rest = iter(events)
    first = next(rest)
    assert isinstance(first, GameBegan)
    state = initial_state(first)
    for event in rest:
        state = evolve(state, event)
    return state


def initial_state(event: GameBegan) -> State:
    """Return the state at the start of a game."""
    sheet = Sheet(mountain=event.mountains, ruins=event.ruins, wasteland=event.wasteland)
    return State(
        setup=event.setup,
        seed_hash=event.seed_hash,
        edicts=event.edicts,
        skills=event.skills,
        ambush_deck=event.ambush_deck,
        hero_deck=event.hero_deck,
        seats=(SeatState(sheet),) * event.setup.seats,
    )


def evolve(state: State, event: Event) -> State:
    """Return *state* after *event*; the most frequent kinds come first."""
    match event:
        case CardRevealed():
            return _reveal(state, event.card)
        case Asked():
            return state.but(ask=event.ask, waiting=frozenset(event.seats), answers=NO_ANSWERS, resolved=0)
        case Submitted():
            return state.but(waiting=state.waiting - {event.seat}, answers={**state.answers, event.seat: event})
        case Drawn():
            return _draw(state, event)
        case RoundEnded():
            return _end_round(state)
        case GameBegan():
            return initial_state(event)
        case SeasonBegan():
            return _begin_season(state, event)
        case TakenBack():
            rest = {seat: answer for seat, answer in state.answers.items() if seat != event.seat}
            return state.but(waiting=state.waiting | {event.seat}, answers=rest)
        case Passed():
            done = event.sheet if event.seat is None else event.seat
            return state.but(resolved=done + 1)
        case Declared():
            return _declare(state, event)
        case HeroPlaced():
            return _place_hero(state, event)
        case Destroyed():
            return _destroy(state, event)
        case Spread():
            return _spread(state, event)
        case SeasonScored():
            return _score(state, event)
        case LastingResolved():
            return state.but(
                lasting_done=state.lasting_done + 1,
                resolved=0,
                ask=None,
                answers=NO_ANSWERS,
                step=DEALING if _is_last(state) else LASTING,
            )
        case GameEnded():
            return state.but(step=OVER, result=event)
    assert_never(event)


def lasting_cards(state: State) -> tuple[CardId, ...]:
    """Return the revealed ambushes that act after every season, in their order (7.4)."""
    return tuple(card for card in state.gone if card in LASTING_AMBUSHES)


def _is_last(state: State) -> bool:
    return state.lasting_done + 1 >= len(lasting_cards(state))


def _with_seat(state: State, seat: Seat, changed: SeatState) -> tuple[SeatState, ...]:
    seats = list(state.seats)
    seats[seat] = changed
    return tuple(seats)


def _begin_season(state: State, event: SeasonBegan) -> State:
    return state.but(
        step=EXPLORING,
        season=event.season,
        deck=event.deck,
        revealed=(),
        time=0,
        ruins_pending=False,
        card=None,
        lasting_done=0,
        seats=tuple(seat._replace(used_skill=False) if seat.used_skill else seat for seat in state.seats),
    )


def _reveal(state: State, card: CardId) -> State:
    deck, revealed = state.deck[1:], (*state.revealed, card)
    found = CARDS[card]
    match found:
        case RuinsCard():
            return state.but(deck=deck, revealed=revealed, ruins_pending=True)
        case ExploreCard(time=time):
            return state.but(step=RESOLVING, deck=deck, revealed=revealed, card=card, time=state.time + time)
        case AmbushCard() | HeroCard():
            gone = (*state.gone, card)
            return state.but(step=RESOLVING, deck=deck, revealed=revealed, card=card, gone=gone)
    assert_never(found)


def _draw(state: State, event: Drawn) -> State:
    owner = state.seats[event.sheet]
    sheet = with_drawing(owner.sheet, event.spaces, event.terrain, letter_of(state, event.shape), event.extra)
    if event.destroyed:
        sheet = destroy(sheet, event.destroyed)
    owner = SeatState(
        sheet,
        owner.coins + event.coins,
        owner.spent + event.paid,
        owner.used_skill or event.skill is not None,
        owner.scores,
    )
    done = event.sheet if event.seat is None else event.seat
    return state.but(seats=_with_seat(state, event.sheet, owner), resolved=done + 1)


def letter_of(state: State, shape: ShapeName) -> str | None:
    """Return the letter that the spaces of this drawing remember: only a whole ambush has one (5.2)."""
    card = state.revealed_card
    if isinstance(card, AmbushCard) and shape is FIRST_SHAPE:
        return card.letter
    return None


def with_drawing(
    sheet: Sheet, spaces: Mask, terrain: Terrain, letter: str | None = None, extra: Extra | None = None
) -> Sheet:
    """Return *sheet* with everything a drawing puts on it; monsters on attack paths are still there."""
    sheet = with_terrain(sheet, spaces, terrain)
    if letter is not None:
        sheet = with_letter(sheet, spaces, letter)
    if extra is not None:
        for each in extra.terrains:
            sheet = with_terrain(sheet, extra.spaces, each)
    return sheet


def _declare(state: State, event: Declared) -> State:
    seat = state.seats[event.seat]
    seat = seat._replace(spent=seat.spent + event.paid, used_skill=True)
    return state.but(seats=_with_seat(state, event.seat, seat), evading=state.evading | {event.seat})


def _place_hero(state: State, event: HeroPlaced) -> State:
    seat = state.seats[event.seat]
    sheet = destroy(with_hero(seat.sheet, event.space, event.path), event.destroyed)
    seat = seat._replace(sheet=sheet, coins=seat.coins + event.coins)
    return state.but(seats=_with_seat(state, event.seat, seat), resolved=event.seat + 1)


def _destroy(state: State, event: Destroyed) -> State:
    owner = state.seats[event.sheet]
    owner = owner._replace(sheet=destroy(owner.sheet, event.space), coins=owner.coins + event.coins)
    return state.but(seats=_with_seat(state, event.sheet, owner), resolved=event.seat + 1)


def _spread(state: State, event: Spread) -> State:
    owner = state.seats[event.sheet]
    sheet = destroy(with_zombies(owner.sheet, event.spaces), event.destroyed)
    owner = owner._replace(sheet=sheet, coins=owner.coins + event.coins)
    return state.but(seats=_with_seat(state, event.sheet, owner), resolved=event.sheet + 1)


def _end_round(state: State) -> State:
    return state.but(
        step=EXPLORING,
        card=None,
        ask=None,
        answers=NO_ANSWERS,
        evading=NOBODY,
        resolved=0,
        ruins_pending=state.ruins_pending and not isinstance(state.revealed_card, ExploreCard),
    )


def _score(state: State, event: SeasonScored) -> State:
    seats = tuple(
        seat._replace(scores=(*seat.scores, score)) for seat, score in zip(state.seats, event.scores, strict=True)
    )
    has_lasting = len(lasting_cards(state)) > 0
    return state.but(
        seats=seats,
        lasting_done=0,
        resolved=0,
        step=LASTING if has_lasting else DEALING,
    )
