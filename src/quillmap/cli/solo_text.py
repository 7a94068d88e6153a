"""A solo game as text: the sheet, the edicts, the card, and what the player is asked."""

from collections.abc import Iterator
from typing import Final

from quillmap.bots.registry import load_bot
from quillmap.cli.answers import labelled
from quillmap.cli.language import coins, figure, name_of, say, term, terrain_name, words
from quillmap.cli.pictures import draw_attack, draw_orientation, draw_sheet, side_by_side
from quillmap.cli.terminal import painted, width
from quillmap.fast import readiness
from quillmap.play.game import Game
from quillmap.play.notation import EDICT_LETTERS, space_names
from quillmap.play.prospects import Prospect, Worth, prospect, worth
from quillmap.rules.cards import HeroCard
from quillmap.rules.counting import total_of
from quillmap.rules.events import Ask
from quillmap.rules.ids import Seat
from quillmap.rules.moves import Answer, Declare, Destroy, Draw, PlaceHero
from quillmap.rules.options import Options, targets
from quillmap.rules.skills import COST, Skill
from quillmap.rules.spaces import Mask
from quillmap.rules.state import State

_ABREAST: Final = 8


def describe(state: State) -> Iterator[str]:
    """Yield the sheet with everything beside it."""
    seat = state.seats[0]
    yield moment(state)
    yield ""
    beside = list(_beside(state, worth(state, seat)))
    yield from map(painted, side_by_side([draw_sheet(seat.sheet), beside], width()))


def moment(state: State) -> str:
    """Return the season, its time and the stars so far."""
    season = state.season_card
    stars = figure(total_of(state.seats[0]))
    name = term("season", season.id)
    return say("play.season", season=name, time=state.time, threshold=season.time, stars=stars)


def _beside(state: State, now: Worth) -> Iterator[str]:
    yield ""
    for place, card in enumerate(state.edicts):
        scored = f" ({say('play.this-season')})" if place in state.season_card.edicts else ""
        yield f"{EDICT_LETTERS[place]} {name_of(card)}: {now.points[place]}{scored}"
    yield ""
    yield f"{term('score', 'coins')}: {now.coins}"
    yield f"{say('play.lost-to-monsters')}: {now.monsters}"
    if state.skills:
        yield open_skills(state)


def open_skills(state: State) -> str:
    """Return the skills on the table and what they cost."""
    skills = ", ".join(f"{name_of(skill)} ({coins(COST[skill])})" for skill in state.skills)
    used = f" ({say('play.skill-used')})" if state.seats[0].used_skill else ""
    return f"{say('play.skills')}: {skills}{used}"


def explain(state: State) -> Iterator[str]:
    """Yield the edicts and skills with what they say."""
    for letter, card in zip(EDICT_LETTERS, state.edicts, strict=True):
        rule = f"cards.{card}.rule.{state.setup.rulebook}"
        yield f"{letter} {name_of(card)}: {words().text(rule if rule in words() else f'cards.{card}.rule')}"
    for skill in state.skills:
        yield f"{name_of(skill)} ({coins(COST[skill])}): {words().text(f'cards.{skill}.rule')}"


def ask_for(options: Options) -> Iterator[str]:
    """Yield what the player is asked, with the shapes or the pattern."""
    state = options.state
    card = name_of(state.card) if state.card is not None else ""  # the Troll comes between two cards
    match options.ask:
        case Ask.DRAW:
            yield f"{card}: {' / '.join(map(terrain_name, options.drawings.terrains))}"
            if options.drawings.is_fallback:
                yield say("play.fallback.text", terrains=_either(options.drawings.single_terrains))
                return
            if state.ruins_pending:
                yield words().text("cards.temple-ruins.rule")
            yield from shapes(options, only_printed=True)
        case Ask.AMBUSH:
            yield say("play.ambush.text", card=card)
            yield from shapes(options)
        case Ask.HERO:
            assert isinstance(state.revealed_card, HeroCard)
            yield f"{card}: {term('ask', 'hero')}"
            yield from draw_attack(state.revealed_card.attack)
        case Ask.GORGON | Ask.TROLL:
            yield f"{term('ask', options.ask)} {_spaces(targets(state, Seat(0)))}"
        case Ask.DECLARE:
            cost = coins(COST[Skill.ACROBATICS])
            answers = f"{say('word.yes')}, {say('word.no')}"
            yield f"{card}: {term('ask', 'declare')} ({cost}; {answers})"


def _either(terrains: tuple[str, ...]) -> str:
    return " / ".join(map(terrain_name, terrains))


def shapes(options: Options, *, only_printed: bool = False) -> Iterator[str]:
    """Yield the shapes of the card, turned and flipped every way, with the number of their places."""
    drawings = options.drawings
    room = {orientation: anchors.bit_count() for _, orientation, anchors in drawings.places()}
    blocks = []
    for label, orientation in labelled(options).items():
        if only_printed and not label.endswith("a"):
            continue
        shape = drawings.shapes[int(label[0]) - 1][1]
        places = say("play.places", count=room.get(orientation, 0))
        head = label if only_printed else f"{label}: {places}"
        blocks.append([head, *draw_orientation(orientation), *([coins(1)] if shape.coin else [])])
    for start in range(0, len(blocks), _ABREAST):
        yield from side_by_side(blocks[start : start + _ABREAST], width())


def answer_text(answer: Answer) -> str:
    """Return an answer as one would type it."""
    match answer:
        case Draw():
            typed = [_spaces(answer.spaces), terrain_name(answer.terrain)]
            if answer.skill is not None:
                extra = "" if answer.extra_terrain is None else terrain_name(answer.extra_terrain)
                typed += [say("word.with"), name_of(answer.skill), _spaces(answer.extra), extra]
            return " ".join(word for word in typed if word)
        case PlaceHero():
            return " ".join([_spaces(answer.space), _spaces(answer.path)]).strip()
        case Destroy():
            return _spaces(answer.space)
        case Declare():
            return say("word.yes" if answer.use else "word.no")


def prospect_text(found: Prospect, state: State) -> str:
    """Return what an answer would bring, part by part: what counts this season, then what only a later one scores."""
    edicts = {letter: change for letter, change in zip(EDICT_LETTERS, found.points, strict=True) if change}
    scored = {EDICT_LETTERS[place] for place in state.season_card.edicts}
    now = {letter: change for letter, change in edicts.items() if letter in scored}
    if found.coins:
        now[term("score", "coins")] = found.coins
    if found.monsters:
        now[term("score", "monsters")] = found.monsters
    later = {letter: change for letter, change in edicts.items() if letter not in scored}
    told = _changes(now) or say("play.no-change")
    return say("play.later", now=told, parts=_changes(later)) if later else told


def _changes(parts: dict[str, int]) -> str:
    return ", ".join(f"{part} {figure(change, is_signed=True)}" for part, change in parts.items())


def suggestion(game: Game) -> Prospect:
    """Return what a bot would answer, and what that brings."""
    with readiness.without_waiting():  # the first one, too, comes at once
        answer = load_bot("surveyor")("hint").choose(game.view(Seat(0)), game.options(Seat(0)))
    return prospect(game.state, answer)


def suggestion_text(found: Prospect, state: State) -> str:
    """Return the sentence that tells of it."""
    return say("play.hint", move=answer_text(found.answer), parts=prospect_text(found, state))


def _spaces(spaces: Mask) -> str:
    """Return *spaces* as a player types them: ``C4 C5 D5``."""
    return " ".join(space_names(spaces))
