"""Scoring a map that was drawn on paper."""

from quillmap.play.textmap import BadTextMap, read_text_map
from quillmap.rules.ids import CardId
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING
from quillmap.rules.sheet import haunted
from quillmap.server.games.board import to_hex
from quillmap.server.games.previews import edict_worth
from quillmap.server.problems import Problem
from quillmap.server.protocol.bodies import PaperEdict, PaperScore, ScoreMap


def paper_score(wish: ScoreMap) -> PaperScore:
    """Return what the map in *wish* is worth under its edicts, with the spaces that earn."""
    for card in wish.edicts:
        if card not in SCORING:
            raise Problem("bad-request", f"there is no scoring card {card!r}")
    if wish.rulebook not in RULEBOOKS:
        raise Problem("bad-request", f"there is no rulebook {wish.rulebook!r}")
    try:
        sheet = read_text_map(wish.map)
    except BadTextMap as error:
        raise Problem("bad-map", str(error)) from None
    monsters = haunted(sheet)
    edicts = [edict_worth(CardId(card), sheet, sheet, wish.rulebook) for card in wish.edicts]
    total = sum(edict.after for edict in edicts) + wish.coins - monsters.bit_count()
    return PaperScore(
        tuple(PaperEdict(edict.card, edict.after, edict.awards) for edict in edicts),
        wish.coins,
        monsters.bit_count(),
        to_hex(monsters),
        total,
    )
