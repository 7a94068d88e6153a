"""Events as clients are told them: what earned, who paid, what changed on the own map."""

import json

import pytest

from golden.make_games import KINDS, play
from helpers.maps import full_but, spaces
from helpers.moves import draw
from helpers.tables import Table
from quillmap.play.codec import write_event
from quillmap.play.game import Game
from quillmap.play.record import public_events
from quillmap.rules.events import Drawn
from quillmap.rules.evolve import fold
from quillmap.rules.sheet import Sheet
from quillmap.server.client import Seat, call
from quillmap.server.games.board import seat_board
from quillmap.server.games.event_steps import EventStep, event_steps, public_steps
from quillmap.server.games.live_game import stored
from quillmap.server.games.told_events import changed_seats, encoded_events, event_line, map_changes
from quillmap.server.protocol.messages import encode
from server.harness import Json, Running, play_out, table_of

ADDED = ("awards", "paid_by")
LETTERS = "five-heroes"
"""A golden game in which all that monsters can do is done."""


def told(game: Game) -> list[EventStep]:
    """Return the public steps of a game."""
    return list(public_steps(None, game.log))


def drawn_line(sheet: Sheet, coins: int, where: str) -> Json:
    """Return how a drawing of three water in a row on *sheet* is told, the one that shows a coin."""
    table = Table("great-river", sheet, box="mixed", coins=coins)
    before = table.state
    events = table.play(draw(where, "water"))
    line: Json = json.loads(encode(event_line(next(iter(public_steps(before, events))))))
    assert line["event"] == "drawn"
    return line


def test_a_coin_shape_beside_two_mountains_is_not_the_dragons() -> None:
    """Three coins at once on a map with a Dragon that is at large."""
    mountains = Sheet(mountain=spaces("F5 F7"), farm=spaces("E5 G5 F4 E7 G7 F8"))
    line = drawn_line(mountains._replace(monster=spaces("A1"), dragon=spaces("A1")), 0, "E6 F6 G6")
    assert (line["coins"], line["paid_by"]) == (3, {"mountains": 2, "shape": 1})


def test_a_hemmed_in_dragon_is_told_with_a_nearly_full_track() -> None:
    """The one coin that fits is the Dragon's."""
    line = drawn_line(full_but("F7 F8 F9 A1", monster="F6", dragon="F6"), 13, "F7 F8 F9")
    assert (line["coins"], line["paid_by"]) == (1, {"dragon": 1})


def test_nothing_is_told_of_coins_that_did_not_come() -> None:
    """A full track takes no coin, so nobody paid."""
    assert "paid_by" not in drawn_line(full_but("F7 F8 F9 A1", monster="F6", dragon="F6"), 14, "F7 F8 F9")


def scored_alike(line: Json) -> None:
    """Expect that the awards of a season add up to its scores, for every seat."""
    assert len(line["awards"]) == len(line["scores"])
    for awards, score in zip(line["awards"], line["scores"], strict=True):
        assert [sum(award["points"] for award in edict) for edict in awards["edicts"]] == score["edicts"]
        assert int(awards["monsters"], 16).bit_count() == score["monsters"]


@pytest.mark.parametrize("kind", [LETTERS, "rulebook-el", "hundred-base"])
def test_awards_add_up_to_the_scores(kind: str) -> None:
    """Also where a rulebook counts a card in its own way, and for a hundred seats."""
    lines = [json.loads(encode(event_line(step))) for step in told(play(KINDS[kind]))]
    scored = [line for line in lines if line["event"] == "season-scored"]
    assert len(scored) == 4
    for line in scored:
        scored_alike(line)


def test_awards_of_a_hundred_seats_are_smaller_than_their_maps() -> None:
    """They come four times a game, and a board with every update."""
    steps = told(play(KINDS["hundred-base"]))
    for step in steps:
        line = event_line(step)
        if "awards" in line:
            assert len(encode(line["awards"])) < len(encode([seat_board(seat) for seat in step.after.seats])) / 2


def test_changes_lead_from_map_to_map() -> None:
    """Every change of a seat is told, and where none is spelled out the last state has it."""
    game = play(KINDS[LETTERS])
    steps = told(game)
    changes = map_changes(steps)
    assert set(changes) == set(range(5))
    for seat, mine in changes.items():
        touched = [number for number, step in enumerate(steps) if seat in changed_seats(step)]
        assert [change.event for change in mine] == touched
        for change in mine:
            shown = change.seat or seat_board(game.state.seats[seat])
            assert shown == seat_board(steps[change.event].after.seats[seat])
        assert mine[-1].seat is None


def test_struck_monsters_stand_first() -> None:
    """The picture before an attack path strikes is there whenever one does."""
    steps = told(play(KINDS[LETTERS]))
    struck = [number for number, step in enumerate(steps) if getattr(step.event, "destroyed", 0)]
    changes = [change for mine in map_changes(steps).values() for change in mine]
    assert struck
    assert sorted(change.event for change in changes if change.unstruck) == struck
    for change in changes:
        if change.unstruck:
            destroyed = getattr(steps[change.event].event, "destroyed", 0)
            assert int(change.unstruck["monster"], 16) & destroyed == destroyed


def test_an_ambush_that_found_its_place_tells_its_way() -> None:
    """Its last place is where it is drawn; whatever a player draws has none."""
    steps = told(play(KINDS["three-automatic"]))
    by_rules = [n for n, step in enumerate(steps) if isinstance(step.event, Drawn) and step.event.seat is None]
    tried = {change.event: change.tried for mine in map_changes(steps).values() for change in mine if change.tried}
    assert sorted(tried) == by_rules
    for number, places in tried.items():
        event = steps[number].event
        assert isinstance(event, Drawn)
        assert event.spaces >> places[-1] << places[-1] == event.spaces


def test_public_steps_tell_what_records_tell() -> None:
    """Secrets are cut and answers left out, and the states are those of the game."""
    game = play(KINDS["two-base"])
    steps = told(game)
    plain = [{key: value for key, value in event_line(step).items() if key not in ADDED} for step in steps]
    assert plain == [write_event(event) for event in public_events(game.log)]
    assert steps[-1].after == fold(game.log)


@pytest.mark.parametrize("kind", ["two-base", LETTERS])
def test_what_was_encoded_for_the_file_is_told_as_if_it_had_been_encoded_again(kind: str) -> None:
    """No secret gets out that way, and nothing that is added is lost."""
    game = play(KINDS[kind])
    found = encoded_events(list(event_steps(None, game.log)), [stored(event) for event in game.log])
    assert json.loads(bytes(found)) == json.loads(encode([event_line(step) for step in told(game)]))
    assert "seed" not in json.loads(bytes(found))[0]["setup"]


class Listener(Seat):
    """A seat that remembers its updates."""

    def __init__(self, base_url: str, table: str, token: str) -> None:
        super().__init__(base_url, table, token)
        self.updates: list[Json] = []

    def receive(self, timeout: float | None = None) -> Json:
        """Note the message."""
        message = super().receive(timeout)
        if message["type"] == "update":
            self.updates.append(message)
        return message


def test_seats_are_told_their_own_changes_only(server: Running) -> None:
    """Each seat hears what happened to its map, in order; a spectator hears none of it, and both the same events."""
    host, guest = table_of(server.url, 2, setup={"box": "heroes"})
    players = [Listener(server.url, seat.table, seat.token) for seat in (host, guest)]
    host.start()
    play_out(players)
    for number, player in enumerate(players):
        assert player.updates
        for update in player.updates:
            changes = update["own_changes"]
            assert [change["event"] for change in changes] == sorted({change["event"] for change in changes})
            for change in changes:
                event = update["events"][change["event"]]
                assert number in (event.get("sheet"), event.get("seat")) or event["event"].startswith("season-")
    events = [event for update in players[0].updates for event in update["events"]]
    scored = [event for event in events if event["event"] == "season-scored"]
    assert len(scored) == 4
    for event in scored:
        scored_alike(event)
    assert events == [event for update in players[1].updates for event in update["events"]]


def test_replays_tell_the_same_events(server: Running) -> None:
    """A frame has the line that the table was told."""
    (host,) = table_of(server.url, 1, setup={"box": "heroes"})
    player = Listener(server.url, host.table, host.token)
    host.start()
    play_out([player])
    assert player.board is not None
    frames = call(server.url, "GET", f"/api/games/{player.board['game']}/replay")["frames"]
    lines = [frame["event"] for frame in frames]
    events = [event for update in player.updates for event in update["events"]]
    assert lines[-len(events) :] == events
