"""A game told in sentences: what ``quillmap replay`` says of every event."""

from typing import Final

from quillmap.cli.names import name_of
from quillmap.cli.wording import counted, plain, spaces_text
from quillmap.play.replay import Step
from quillmap.rules.cards import CARDS, AmbushCard, Card, ExploreCard, HeroCard, RuinsCard
from quillmap.rules.counting import total_of
from quillmap.rules.events import (
    CardRevealed,
    Declared,
    Destroyed,
    Drawn,
    GameBegan,
    GameEnded,
    HeroPlaced,
    Passed,
    SeasonBegan,
    SeasonScored,
    Spread,
)
from quillmap.rules.ids import CardId, Seat
from quillmap.rules.seasons import SEASON_IDS
from quillmap.rules.shapes import ShapeName
from quillmap.rules.state import State

EDICTS: Final = "ABCD"

TEXT: Final = {
    "solo": "The cartographer",
    "seat": "Seat {seat}",
    "own": "",
    "on-solo": "",
    "on": " on seat {sheet}'s map",
    "began-solo": "A solo game on map {map}.",
    "began": "A game of {seats} on map {map}.",
    "edicts": "Edicts: {edicts}.",
    "edict": "{letter} {card}",
    "skills": "Skills: {skills}.",
    "season": "{season}, edicts {edicts}",
    "ruins": "{card}: the next shape has to be drawn on ruins.",
    "explore": "{card}: {terrains} (time {time} of {threshold}).",
    "ambush": "Ambush! {card}.",
    "hero": "A hero comes: {card}.",
    "drawn": "{who} draws {terrain} on {spaces}",
    "drawn-single": "{who} finds no room for a shape and draws {terrain} on {spaces}",
    "ambush-drawn": "{who} draws the monster{where}: {spaces}",
    "ambush-single": "{who} finds no room for the monster and draws {terrain}{where}: {spaces}",
    "ambush-placed": "The monster comes{where}: {spaces}",
    "skill": ", with {skill}",
    "paid": " for {coins}",
    "extra": " and {terrains} on {spaces}",
    "coin": "coin",
    "coins": "coins",
    "earned": "{coins}",
    "struck": "{spaces} destroyed on the attack path",
    "passed": "Nothing can be drawn{where}.",
    "passed-solo": "Nothing can be drawn.",
    "declared": "{who} uses Acrobatics for {coins}.",
    "hero-placed": "{who} places the hero on {space}, attacking {path}",
    "hero-nothing": "nothing",
    "gorgon": "{who} lets the Gorgon destroy {space}{where}",
    "troll": "{who} lets the Troll destroy {space}",
    "spread": "Zombies spread{where}: {spaces}",
    "scored": "{who}: {first} {first_points} + {second} {second_points} + coins {coins} − monsters {monsters} = {total}"
    " (so far {sum})",
    "ended": "The game is over. Seed: {seed}",
    "rank": "{rank}. {who}: {total}",
    "rating": "{total} stars, rating {rating}: {title}",
}


def tell(step: Step) -> list[str]:
    """Return what is to be said of an event; nothing for those that only keep order."""
    state = step.state
    match step.event:
        case GameBegan():
            return _began(state)
        case SeasonBegan(season=season):
            edicts = " and ".join(_edict(state, place) for place in state.season_card.edicts)
            return ["", TEXT["season"].format(season=name_of(SEASON_IDS[season]), edicts=edicts)]
        case CardRevealed(card=card):
            return [_revealed(state, card)]
        case Drawn() as event:
            return [_drawn(state, event)]
        case Passed(sheet=sheet):
            return [TEXT["passed-solo" if _is_solo(state) else "passed"].format(where=_where(state, None, sheet))]
        case Declared() as event:
            return [TEXT["declared"].format(who=who(state, event.seat), coins=_coins(event.paid))]
        case HeroPlaced() as event:
            return [_hero_placed(state, event)]
        case Destroyed() as event:
            return [_destroyed(state, event)]
        case Spread() as event:
            where = _where(state, None, event.sheet)
            sentence = TEXT["spread"].format(where=where, spaces=spaces_text(event.spaces))
            return [_with_effects(sentence, event.coins, event.destroyed)]
        case SeasonScored() as event:
            return _scored(state, event)
        case GameEnded() as event:
            return _ended(state, event)
        case _:
            return []


def who(state: State, seat: Seat) -> str:
    """Return what a seat is called."""
    return TEXT["solo"] if _is_solo(state) else TEXT["seat"].format(seat=seat)


def _is_solo(state: State) -> bool:
    return len(state.seats) == 1


def _where(state: State, seat: Seat | None, sheet: Seat) -> str:
    """Return on whose map something happens, if it has to be said."""
    if _is_solo(state):
        return TEXT["on-solo"]
    return TEXT["own"] if seat == sheet else TEXT["on"].format(sheet=sheet)


def _coins(number: int) -> str:
    return counted(number, TEXT["coin"], TEXT["coins"])


def _edict(state: State, place: int) -> str:
    return TEXT["edict"].format(letter=EDICTS[place], card=name_of(state.edicts[place]))


def _began(state: State) -> list[str]:
    key = "began-solo" if _is_solo(state) else "began"
    lines = [
        TEXT[key].format(seats=len(state.seats), map=state.setup.map),
        TEXT["edicts"].format(edicts=", ".join(_edict(state, place) for place in range(len(EDICTS)))),
    ]
    if state.skills:
        lines.append(TEXT["skills"].format(skills=", ".join(map(name_of, state.skills))))
    return lines


def _revealed(state: State, card_id: CardId) -> str:
    card: Card = CARDS[card_id]
    name = name_of(card_id)
    match card:
        case ExploreCard():
            terrains = " or ".join(card.terrains)
            threshold = state.season_card.time
            return TEXT["explore"].format(card=name, terrains=terrains, time=state.time, threshold=threshold)
        case RuinsCard():
            return TEXT["ruins"].format(card=name)
        case AmbushCard():
            return TEXT["ambush"].format(card=name)
        case HeroCard():
            return TEXT["hero"].format(card=name)


def _drawn(state: State, event: Drawn) -> str:
    spaces = spaces_text(event.spaces)
    where = _where(state, event.seat, event.sheet)
    is_single = event.shape is ShapeName.SINGLE
    if event.seat is None:
        return _with_effects(TEXT["ambush-placed"].format(where=where, spaces=spaces), event.coins, event.destroyed)
    if isinstance(state.revealed_card, AmbushCard):
        key = "ambush-single" if is_single else "ambush-drawn"
    else:
        key = "drawn-single" if is_single else "drawn"
    sentence = TEXT[key].format(who=who(state, event.seat), terrain=event.terrain, where=where, spaces=spaces)
    return _with_effects(sentence + _skill(event), event.coins, event.destroyed)


def _skill(event: Drawn) -> str:
    if event.skill is None:
        return ""
    said = TEXT["skill"].format(skill=name_of(event.skill))
    if event.paid:
        said += TEXT["paid"].format(coins=_coins(event.paid))
    if event.extra is not None:
        terrains = " and ".join(event.extra.terrains)
        said += TEXT["extra"].format(terrains=terrains, spaces=spaces_text(event.extra.spaces))
    return said


def _with_effects(sentence: str, coins: int, struck: int) -> str:
    """Return *sentence* with the coins and destroyed monsters that came of it."""
    effects = []
    if coins:
        effects.append(TEXT["earned"].format(coins=_coins(coins)))
    if struck:
        effects.append(TEXT["struck"].format(spaces=spaces_text(struck)))
    return "; ".join([sentence, *effects]) + "."


def _hero_placed(state: State, event: HeroPlaced) -> str:
    sentence = TEXT["hero-placed"].format(
        who=who(state, event.seat),
        space=spaces_text(event.space),
        path=spaces_text(event.path) or TEXT["hero-nothing"],
    )
    return _with_effects(sentence, event.coins, event.destroyed)


def _destroyed(state: State, event: Destroyed) -> str:
    key = "gorgon" if event.cause == "gorgon-gaze" else "troll"
    where = _where(state, event.seat, event.sheet)
    sentence = TEXT[key].format(who=who(state, event.seat), space=spaces_text(event.space), where=where)
    return _with_effects(sentence, event.coins, 0)


def _scored(state: State, event: SeasonScored) -> list[str]:
    first, second = (name_of(state.edicts[place]) for place in state.season_card.edicts)
    return [
        TEXT["scored"].format(
            who=who(state, Seat(seat)),
            first=first,
            first_points=score.edicts[0],
            second=second,
            second_points=score.edicts[1],
            coins=score.coins,
            monsters=score.monsters,
            total=plain(score.total),
            sum=plain(total_of(state.seats[seat])),
        )
        for seat, score in enumerate(event.scores)
    ]


def _ended(state: State, event: GameEnded) -> list[str]:
    lines = ["", TEXT["ended"].format(seed=event.seed)]
    if event.rating is not None:
        title = name_of(event.title or "")
        rating = plain(event.rating)
        return [*lines, TEXT["rating"].format(total=plain(event.totals[0]), rating=rating, title=title)]
    places = sorted(range(len(event.totals)), key=lambda seat: event.ranks[seat])
    return lines + [
        TEXT["rank"].format(rank=event.ranks[seat], who=who(state, Seat(seat)), total=plain(event.totals[seat]))
        for seat in places
    ]
