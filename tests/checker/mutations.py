"""Wrong records made from a right one, to prove that the checker can fail.

Every change is one that no rules could allow: it does not merely tell of another legal game.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from checker.facts import AMBUSHES, EXPLORE, HEROES, RUINS, SKILL_COSTS
from checker.geometry import name_space, parse_space

Event = dict[str, Any]
Record = list[Event]
Change = Callable[[Event, Random], None]

_FOUR = ("forest", "village", "farm", "water")


def mutations(lines: Sequence[str], random: Random) -> Iterator[tuple[str, list[str]]]:
    """Yield (description, lines) of wrong versions of the record of an ended game."""
    record: Record = [json.loads(line) for line in lines]
    written = {id(event): line for event, line in zip(record, lines, strict=True)}  # most lines stay as they are
    makers = (_structure, _openings, _drawings, _cards, _skills, _heroes, _effects, _scores)
    for maker in makers:
        for description, index, mutated in maker(record, random):
            yield f"line {index + 1}: {description}", [written.get(id(event)) or json.dumps(event) for event in mutated]


_Mutant = tuple[str, int, Record]


def _copy(record: Record) -> Record:
    copied: Record = json.loads(json.dumps(record))
    return copied


def _change(
    record: Record,
    random: Random,
    description: str,
    which: Callable[[Event], bool],
    change: Change,
) -> Iterator[_Mutant]:
    """Yield the record with one line, picked at random among those that qualify, changed."""
    found = [index for index, event in enumerate(record) if which(event)]
    if found:
        index = random.choice(found)
        changed: Event = json.loads(json.dumps(record[index]))
        change(changed, random)
        yield description, index, [*record[:index], changed, *record[index + 1 :]]


def _is(*names: str) -> Callable[[Event], bool]:
    return lambda event: event["event"] in names


def _add(key: str, amount: int = 1) -> Change:
    """Return a change of a number; a null becomes 0."""

    def change(event: Event, _: Random) -> None:
        event[key] = 0 if event[key] is None else event[key] + amount

    return change


def _put(key: str, value: object) -> Change:
    def change(event: Event, _: Random) -> None:
        event[key] = value

    return change


def _sorted(names: Sequence[str]) -> list[str]:
    spaces = [parse_space(name) for name in names]
    return [name_space(space) for space in sorted(s for s in spaces if s is not None)]


def _structure(record: Record, random: Random) -> Iterator[_Mutant]:
    """Lines dropped, doubled, swapped; wrong seats, sheets, times."""
    names = sorted({event["event"] for event in record})
    for name in names:
        found = [index for index, event in enumerate(record) if event["event"] == name]
        index = random.choice(found)
        if index < len(record) - 1:  # a record may stop early, so its last line may be missing
            yield f"{name} dropped", index, record[:index] + record[index + 1 :]
            if record[index] != record[index + 1]:
                swapped = [record[index + 1], record[index]]
                mutated = record[:index] + swapped + record[index + 2 :]
                yield f"{name} swapped with the next line", index, mutated
        yield f"{name} doubled", index, record[: index + 1] + record[index:]
        yield from _change(record, random, f"{name} renamed", _is(name), _put("event", "seen"))
        yield from _change(record, random, f"{name} without its keys", _is(name), _keep_only_the_name)
        if "seat" in record[index]:
            yield from _change(record, random, f"{name}: next seat", _is(name), _add("seat"))
        if "sheet" in record[index]:
            yield from _change(record, random, f"{name}: next sheet", _is(name), _add("sheet"))
        if "coins" in record[index]:
            yield from _change(record, random, f"{name}: coin more", _is(name), _add("coins"))
            yield from _change(record, random, f"{name}: coin less", _is(name), _add("coins", -1))
    yield from _change(record, random, "time", _is("round-ended"), _add("time"))
    yield from _change(record, random, "season", _is("season-began"), _put("season", "monsoon"))
    yield from _change(record, random, "asked another", _is("asked"), _put("ask", "toll"))
    yield from _change(record, random, "asked too many", _is("asked"), _ask_one_more)
    yield from _change(record, random, "asked too few", _is("asked"), _ask_one_less)


def _keep_only_the_name(event: Event, _: Random) -> None:
    for key in [key for key in event if key != "event"]:
        del event[key]


def _ask_one_more(event: Event, _: Random) -> None:
    event["seats"].append(event["seats"][-1] + 1)


def _ask_one_less(event: Event, random: Random) -> None:
    event["seats"].remove(random.choice(event["seats"]))


def _openings(record: Record, random: Random) -> Iterator[_Mutant]:
    """Make first lines that do not go with the rest."""
    first = _is("game-began")

    def swap_edicts(event: Event, random: Random) -> None:
        one, other = random.sample(range(4), 2)
        edicts = event["edicts"]
        edicts[one], edicts[other] = edicts[other], edicts[one]

    def lose_mountain(event: Event, random: Random) -> None:
        event["mountains"].remove(random.choice(event["mountains"]))

    def swap_marks(event: Event, _: Random) -> None:
        event["mountains"], event["ruins"] = event["ruins"], event["mountains"]

    def change_hash(event: Event, _: Random) -> None:
        event["seed_hash"] = event["seed_hash"][::-1]

    def add_seat(event: Event, _: Random) -> None:
        event["setup"]["seats"] += 1

    def drop_ruins(event: Event, _: Random) -> None:
        event["setup"]["ruins"] = False

    def change_skill(event: Event, random: Random) -> None:
        closed = [skill for skill in SKILL_COSTS if skill not in event["skills"]]
        event["skills"][random.randrange(3)] = random.choice(closed)

    yield from _change(record, random, "version", first, _put("version", 2))
    yield from _change(record, random, "edicts swapped", first, swap_edicts)
    yield from _change(record, random, "a mountain gone", first, lose_mountain)
    yield from _change(record, random, "mountains for ruins", first, swap_marks)
    yield from _change(record, random, "another hash", first, change_hash)
    yield from _change(record, random, "one seat more", first, add_seat)
    if record[0]["skills"]:
        yield from _change(record, random, "another skill", first, change_skill)
    if any(event.get("card") in RUINS for event in record):
        yield from _change(record, random, "no ruins cards", first, drop_ruins)


def _drawings(record: Record, random: Random) -> Iterator[_Mutant]:
    """Spaces, shapes and terrains that can't be."""
    drawn = _is("drawn")
    mountains = record[0]["mountains"]

    def onto_mountain(event: Event, random: Random) -> None:
        spaces = event["spaces"]
        spaces[random.randrange(len(spaces))] = random.choice(mountains)
        event["spaces"] = _sorted(spaces)

    def lose_space(event: Event, random: Random) -> None:
        event["spaces"].remove(random.choice(event["spaces"]))

    def off_the_map(event: Event, _: Random) -> None:
        event["spaces"][-1] = "L12"

    def reverse(event: Event, _: Random) -> None:
        event["spaces"].reverse()

    def other_shape(event: Event, random: Random) -> None:
        names = ["shape-1", "shape-2", "single", "pair", "square"]
        event["shape"] = random.choice([name for name in names if name != event["shape"]])

    def pass_instead(event: Event, _: Random) -> None:
        event["event"] = "passed"

    def single_instead(event: Event, random: Random) -> None:
        space = random.choice(event["spaces"])
        event.update(shape="single", spaces=[space], coins=0, skill=None, paid=0, extra=None)
        event["destroyed"] = [name for name in event["destroyed"] if name == space]

    def is_whole(event: Event) -> bool:
        return drawn(event) and event["skill"] != "stealth"

    def has_two(event: Event) -> bool:
        return drawn(event) and len(event["spaces"]) > 1

    def is_printed(event: Event) -> bool:
        return is_whole(event) and event["shape"] in ("shape-1", "shape-2")

    yield from _change(record, random, "a space onto a mountain", drawn, onto_mountain)
    yield from _change(record, random, "a space less", is_whole, lose_space)
    yield from _change(record, random, "a space off the map", drawn, off_the_map)
    yield from _change(record, random, "spaces unsorted", has_two, reverse)
    yield from _change(record, random, "another shape", is_whole, other_shape)
    yield from _change(record, random, "passed instead", drawn, pass_instead)
    yield from _change(record, random, "needless single", is_printed, single_instead)
    yield from _change(record, random, "terrain hero", drawn, _put("terrain", "hero"))
    yield from _overdrawn(record, random)
    yield from _wrong_terrain(record, random)


def _overdrawn(record: Record, random: Random) -> Iterator[_Mutant]:
    """Draw on the spaces of an earlier one on the same sheet."""
    drawn = [index for index, event in enumerate(record) if event["event"] == "drawn"]
    later = random.choice(drawn) if drawn else 0
    sheet = record[later].get("sheet")
    earlier = [index for index in drawn if index < later and record[index]["sheet"] == sheet]
    if earlier:
        mutated = _copy(record)
        mutated[later]["spaces"] = mutated[random.choice(earlier)]["spaces"]
        yield "drawn over an earlier drawing", later, mutated


def _wrong_terrain(record: Record, random: Random) -> Iterator[_Mutant]:
    """Use a terrain that the revealed card does not show."""
    card, found = "", []
    for index, event in enumerate(record):
        card = event["card"] if event["event"] == "card-revealed" else card
        if event["event"] != "drawn" or event["shape"] == "single":
            continue
        shown = EXPLORE[card].terrains if card in EXPLORE else ("monster",)
        if event["skill"] == "lore":
            shown = ("village",)
        found += [(index, terrain) for terrain in _FOUR if terrain not in shown]
    if found:
        index, terrain = random.choice(found)
        mutated = _copy(record)
        mutated[index]["terrain"] = terrain
        yield f"terrain {terrain}", index, mutated


def _cards(record: Record, random: Random) -> Iterator[_Mutant]:
    """Another card revealed than the seed deals."""

    def other_card(event: Event, random: Random) -> None:
        kinds: list[list[str]] = [list(EXPLORE), list(RUINS), list(AMBUSHES), list(HEROES)]
        kind = next(kind for kind in kinds if event["card"] in kind)
        event["card"] = random.choice([card for card in kind if card != event["card"]])

    for _ in range(3):
        yield from _change(record, random, "another card", _is("card-revealed"), other_card)
    unknown = _put("card", "blank")
    yield from _change(record, random, "unknown card", _is("card-revealed"), unknown)
    yield from _change(record, random, "unknown lasting", _is("lasting-resolved"), unknown)


def _skills(record: Record, random: Random) -> Iterator[_Mutant]:
    """Skills that are not open, not paid or not carried out."""
    closed = [skill for skill in SKILL_COSTS if skill not in record[0]["skills"]]
    drawn = _is("drawn")

    def has_skill(event: Event) -> bool:
        return drawn(event) and event["skill"] is not None

    def has_extra(event: Event) -> bool:
        return drawn(event) and event["extra"] is not None

    def extra_onto_main(event: Event, _: Random) -> None:
        event["extra"]["spaces"] = event["spaces"]

    def extra_hero(event: Event, _: Random) -> None:
        event["extra"]["terrains"] = ["hero"]

    extra = {"spaces": ["A1"], "terrains": ["farm"]}
    closed_skill = _put("skill", random.choice(closed))
    yield from _change(record, random, "a closed skill", drawn, closed_skill)
    yield from _change(record, random, "paid more", has_skill, _add("paid"))
    yield from _change(record, random, "paid more", _is("declared"), _add("paid"))
    yield from _change(record, random, "extra gone", has_extra, _put("extra", None))
    yield from _change(record, random, "extra on the shape", has_extra, extra_onto_main)
    yield from _change(record, random, "extra of heroes", has_extra, extra_hero)
    yield from _change(
        record,
        random,
        "extra for nothing",
        lambda event: drawn(event) and event["skill"] is None,
        _put("extra", extra),
    )


def _heroes(record: Record, random: Random) -> Iterator[_Mutant]:
    """Heroes on filled spaces, with wrong paths."""
    placed = _is("hero-placed")

    def own_space(event: Event, _: Random) -> None:
        event["path"] = _sorted([*event["path"], event["space"]])

    mountain = random.choice(record[0]["mountains"])
    yield from _change(record, random, "hero on a mountain", placed, _put("space", mountain))
    yield from _change(record, random, "hero on its own path", placed, own_space)


def _effects(record: Record, random: Random) -> Iterator[_Mutant]:
    """Destruction and spreading where there is none."""
    mountain = random.choice(record[0]["mountains"])

    def lists_destroyed(event: Event) -> bool:
        return isinstance(event.get("destroyed"), list)

    def has_destroyed(event: Event) -> bool:
        return lists_destroyed(event) and bool(event["destroyed"])

    def is_placed(event: Event) -> bool:
        return event["event"] == "drawn" and event["seat"] is None

    def destroy_more(event: Event, _: Random) -> None:
        event["destroyed"] = _sorted([*event["destroyed"], mountain])

    def destroy_less(event: Event, random: Random) -> None:
        event["destroyed"].remove(random.choice(event["destroyed"]))

    def spread_less(event: Event, random: Random) -> None:
        event["spaces"].remove(random.choice(event["spaces"]))

    def slide_on(event: Event, _: Random) -> None:
        spaces = [parse_space(name) for name in event["spaces"]]
        cells = [space for space in spaces if space is not None]
        step = 1 if max(column for _, column in cells) < 10 else -1
        event["spaces"] = [name_space((row, column + step)) for row, column in sorted(cells)]

    chosen, cause = _is("destroyed"), _put("cause", "earthquake")
    yield from _change(record, random, "one destroyed more", lists_destroyed, destroy_more)
    yield from _change(record, random, "one destroyed less", has_destroyed, destroy_less)
    yield from _change(record, random, "mountain destroyed", chosen, _put("space", mountain))
    yield from _change(record, random, "another cause", chosen, cause)
    yield from _change(record, random, "smaller spread", _is("spread"), spread_less)
    yield from _change(record, random, "slid one space on", is_placed, slide_on)


def _scores(record: Record, random: Random) -> Iterator[_Mutant]:
    """Points, totals, ranks and titles that are off by a little."""
    scored, ended = _is("season-scored"), _is("game-ended")

    def edict(event: Event, random: Random) -> None:
        random.choice(event["scores"])["edicts"][random.randrange(2)] += 1

    def part(key: str) -> Change:
        def change(event: Event, random: Random) -> None:
            random.choice(event["scores"])[key] += 1

        return change

    def lose_seat(event: Event, _: Random) -> None:
        event["scores"].pop()

    def one_up(key: str) -> Change:
        def change(event: Event, random: Random) -> None:
            event[key][random.randrange(len(event[key]))] += 1

        return change

    yield from _change(record, random, "an edict's points", scored, edict)
    yield from _change(record, random, "coins", scored, part("coins"))
    yield from _change(record, random, "monsters", scored, part("monsters"))
    yield from _change(record, random, "a seat not scored", scored, lose_seat)
    yield from _change(record, random, "a total", ended, one_up("totals"))
    yield from _change(record, random, "a rank", ended, one_up("ranks"))
    yield from _change(record, random, "the rating", ended, _add("rating"))
    yield from _change(record, random, "the title", ended, _put("title", "king"))
    yield from _change(record, random, "the seed", ended, _put("seed", "another"))
    yield "a line after the end", len(record), [*record, {"event": "season-began"}]
