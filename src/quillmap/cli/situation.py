"""What lies on the table of a solo game, as text: the sheet, the edicts, the card, what is asked."""

from collections.abc import Iterator
from typing import Final

from quillmap.cli.answers import labelled
from quillmap.cli.board import draw_sheet, side_by_side
from quillmap.cli.card_data import SKILL_EFFECTS
from quillmap.cli.names import name_of
from quillmap.cli.pictures import draw_attack, draw_orientation
from quillmap.cli.prospects import Prospect, Worth, worth
from quillmap.cli.wording import counted, plain, signed, spaces_text
from quillmap.rules.cards import HeroCard
from quillmap.rules.counting import total_of
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options, targets
from quillmap.rules.scoring import SCORING
from quillmap.rules.skills import COST, Skill
from quillmap.rules.state import State

EDICTS: Final = "ABCD"
_ABREAST: Final = 8

TEXT: Final = {
    "season": "{season}, time {time} of {threshold}. Stars so far: {stars}",
    "edict": "{letter} {name}: {points}{scored}",
    "scored": " (this season)",
    "purse": "Coins: {coins}",
    "monsters": "Lost to monsters: {monsters}",
    "rule": "{letter} {name}: {rule}",
    "effect": "{name} ({cost}): {effect}",
    "skill-used": "Skills: {skills} (one was used this season)",
    "skills": "Skills: {skills}",
    "skill": "{name} ({cost})",
    "coin": "coin",
    "coins": "coins",
    "draw": "{card}: draw {terrains}",
    "ruins": "It has to cover an empty ruins space.",
    "fallback": "No shape of it fits: draw a single space, {terrains}.",
    "ambush": "{card}: choose where the monster goes; the turns below are all there are",
    "hero": "{card}: draw the hero on an empty space; its attack path is turned as you like",
    "gorgon": "The Gorgon destroys a space: {spaces}",
    "troll": "The Troll destroys a space: {spaces}",
    "declare": "{card}: use Acrobatics for {cost}, so that only a 1×2 comes? (yes or no)",
    "places": "{label}: {places}",
    "place": "place",
    "many-places": "places",
    "pays": "coin",
    "with": " with {skill}",
    "attacking": "{space} attacking {path}",
    "nothing": "nothing",
    "yes": "yes",
    "no": "no",
    "change-edict": "{letter} {change}",
    "change-coins": "coins {change}",
    "change-monsters": "monsters {change}",
    "no-change": "no change",
}


def describe(state: State) -> Iterator[str]:
    """Yield the sheet with everything beside it."""
    seat = state.seats[0]
    season = state.season_card
    yield TEXT["season"].format(
        season=name_of(season.id), time=state.time, threshold=season.time, stars=plain(total_of(seat))
    )
    yield ""
    yield from side_by_side([draw_sheet(seat.sheet), list(_beside(state, worth(state, seat)))])


def _beside(state: State, now: Worth) -> Iterator[str]:
    yield ""
    for place, card in enumerate(state.edicts):
        scored = TEXT["scored"] if place in state.season_card.edicts else ""
        points = now.edicts[place]
        yield TEXT["edict"].format(letter=EDICTS[place], name=name_of(card), points=points, scored=scored)
    yield ""
    yield TEXT["purse"].format(coins=now.coins)
    yield TEXT["monsters"].format(monsters=now.monsters)
    if state.skills:
        skills = ", ".join(TEXT["skill"].format(name=name_of(skill), cost=_cost(COST[skill])) for skill in state.skills)
        yield TEXT["skill-used" if state.seats[0].used_skill else "skills"].format(skills=skills)


def explain(state: State) -> Iterator[str]:
    """Yield the edicts and skills with what they say."""
    for letter, card in zip(EDICTS, state.edicts, strict=True):
        yield TEXT["rule"].format(letter=letter, name=name_of(card), rule=(SCORING[card].awards.__doc__ or "").strip())
    for skill in state.skills:
        yield TEXT["effect"].format(name=name_of(skill), cost=_cost(COST[skill]), effect=SKILL_EFFECTS[skill])


def _cost(coins: int) -> str:
    return counted(coins, TEXT["coin"], TEXT["coins"])


def ask_for(options: Options) -> Iterator[str]:
    """Yield what the player is asked, with the shapes or the pattern."""
    state = options.state
    card = name_of(state.card or "")
    match options.ask:
        case Ask.DRAW:
            yield TEXT["draw"].format(card=card, terrains=" or ".join(options.drawings.terrains))
            if options.drawings.is_fallback:
                yield TEXT["fallback"].format(terrains=" or ".join(options.drawings.single_terrains))
                return
            if state.ruins_pending:
                yield TEXT["ruins"]
            yield from shapes(options, only_printed=True)
        case Ask.AMBUSH:
            yield TEXT["ambush"].format(card=card)
            yield from shapes(options)
        case Ask.HERO:
            assert isinstance(state.revealed_card, HeroCard)
            yield TEXT["hero"].format(card=card)
            yield from draw_attack(state.revealed_card.attack)
        case Ask.GORGON | Ask.TROLL:
            yield TEXT[options.ask].format(spaces=spaces_text(targets(state, Seat(0))))
        case Ask.DECLARE:
            yield TEXT["declare"].format(card=card, cost=_cost(COST[Skill.ACROBATICS]))


def shapes(options: Options, *, only_printed: bool = False) -> Iterator[str]:
    """Yield the shapes of the card, turned and flipped every way, with the number of their places."""
    drawings = options.drawings
    room = {orientation: anchors.bit_count() for _, orientation, anchors in drawings.places()}
    blocks = []
    for label, orientation in labelled(options).items():
        if only_printed and not label.endswith("a"):
            continue
        shape = drawings.shapes[int(label[0]) - 1][1]
        places = counted(room.get(orientation, 0), TEXT["place"], TEXT["many-places"])
        head = label if only_printed else TEXT["places"].format(label=label, places=places)
        blocks.append([head, *draw_orientation(orientation), *([TEXT["pays"]] if shape.coin else [])])
    for start in range(0, len(blocks), _ABREAST):
        yield from side_by_side(blocks[start : start + _ABREAST])


def answer_text(answer: Answer) -> str:
    """Return an answer as one would type it."""
    match answer:
        case Draw():
            words = f"{spaces_text(answer.spaces)} {answer.terrain}"
            if answer.skill is None:
                return words
            more = [answer.skill, spaces_text(answer.extra), answer.extra_terrain or ""]
            return words + TEXT["with"].format(skill=" ".join(word for word in more if word))
        case PlaceHero():
            path = spaces_text(answer.path) or TEXT["nothing"]
            return TEXT["attacking"].format(space=spaces_text(answer.space), path=path)
        case Destroy():
            return spaces_text(answer.space)
        case Declare():
            return TEXT["yes" if answer.use else "no"]


def prospect_text(found: Prospect) -> str:
    """Return what an answer would bring, part by part."""
    parts = [
        TEXT["change-edict"].format(letter=letter, change=signed(change))
        for letter, change in zip(EDICTS, found.edicts, strict=True)
        if change
    ]
    if found.coins:
        parts.append(TEXT["change-coins"].format(change=signed(found.coins)))
    if found.monsters:
        parts.append(TEXT["change-monsters"].format(change=signed(found.monsters)))
    return ", ".join(parts) or TEXT["no-change"]
