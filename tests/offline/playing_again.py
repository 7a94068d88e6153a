"""Plays stored games again, as a server does: from their set-ups and answers come the events that it would store.

Run by Python and by Pyodide, which have to agree.
"""

import json

from quillmap.rules.events import GameBegan, Submitted, TakenBack
from quillmap.rules.moves import Move, TakeBack
from quillmap.server.games.live_game import first_moment, next_moment, stored, unstored


def main(given: str) -> str:
    """Return the games in a JSON object, each a list of stored events, played again."""
    return json.dumps({name: played_again(events) for name, events in json.loads(given).items()})


def played_again(events: list[str]) -> list[str]:
    """Return the events that come about from the set-up and the answers among *events*."""
    log = [unstored(event.encode()) for event in events]
    began = log[0]
    assert isinstance(began, GameBegan)
    steps, moment = first_moment("game", began.setup)
    found = [stored(step.event) for step in steps]
    for event in log:
        move: Move | None = None
        if isinstance(event, Submitted):
            move = event.answer
        elif isinstance(event, TakenBack):
            move = TakeBack(event.seat)
        if move is not None:
            steps, moment = next_moment(moment, move)
            found += [stored(step.event) for step in steps]
    return [event.decode() for event in found]
