"""Scoring a map that was drawn on paper."""

from quillmap.play.notation import to_hex
from quillmap.play.prospects import earned, points_of
from quillmap.play.textmap import BadTextMap, read_text_map
from quillmap.rules.counting import rating_of, title_of
from quillmap.rules.ids import CardId
from quillmap.rules.rulebooks import RULEBOOKS
from quillmap.rules.scoring import SCORING
from quillmap.rules.seasons import SEASON_IDS, YEAR, edicts_of
from quillmap.rules.sheet import Sheet, haunted
from quillmap.server.games.previews import written_awards
from quillmap.server.problems import Problem
from quillmap.server.protocol.paper_bodies import (
    PaperEdict,
    PaperScore,
    PaperSeason,
    PaperSheet,
    PaperYear,
    ScoreMap,
    ScoreYear,
)


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
    found = {card: _edict(card, sheet, wish.rulebook) for card in set(wish.edicts)}  # however often each is named
    edicts = tuple(found[card] for card in wish.edicts)
    total = sum(edict.points for edict in edicts) + wish.coins - monsters.bit_count()
    return PaperScore(
        edicts,
        wish.coins,
        monsters.bit_count(),
        to_hex(monsters),
        total,
    )


def _edict(card: str, sheet: Sheet, rulebook: str) -> PaperEdict:
    awards = earned(CardId(card), sheet, rulebook)
    return PaperEdict(card, points_of(awards), written_awards(awards))


def paper_year(wish: ScoreYear) -> PaperYear:
    """Return what the maps in *wish* score season by season, and the solo rating of a whole year."""
    seasons = tuple(
        None if sheet is None else _season(wish, number, sheet) for number, sheet in enumerate(wish.seasons)
    )
    counted = [each.score.total for each in seasons if each is not None]
    # Cards that there are not were refused with the first season.
    is_whole = len(counted) == YEAR
    rating = rating_of(sum(counted), tuple(CardId(card) for card in wish.edicts)) if is_whole else None
    return PaperYear(seasons, sum(counted), rating, None if rating is None else title_of(rating))


def _season(wish: ScoreYear, number: int, sheet: PaperSheet) -> PaperSeason:
    places = edicts_of(number)
    cards = tuple(wish.edicts[place] for place in places)
    score = paper_score(ScoreMap(sheet.map, cards, sheet.coins, wish.rulebook))
    return PaperSeason(SEASON_IDS[number], places, score)
