"""What somebody wishes for a table, checked: set-up, pace, trainer."""

from typing import Any

from quillmap.play.codec import BadRecord, read_setup, write_setup
from quillmap.play.tables import is_mixed
from quillmap.rules.setup import PRESETS, InvalidSetup, Setup, check_chosen_seed, validate
from quillmap.server.problems import Problem, invalid_setup
from quillmap.server.protocol.bodies import CreateTable, PaceWish
from quillmap.server.tables.pace import CLOCK_LIMITS, LIMIT_PARAMS, Pace


def wished_setup(wish: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return the set-up asked for, complete except for seats and seed, and the seed separately.

    The ruins cards that a mix of boxes needs are added unless they are spoken of, as in the library.
    """
    box = wish.get("box", "base")
    if not isinstance(box, str) or box not in PRESETS:
        raise Problem(
            "bad-setup", f"there is no box {str(box)[:40]!r}: choose {', '.join(PRESETS)}", reason="unknown-value"
        )
    merged = {**PRESETS[box], **{key: value for key, value in wish.items() if key not in ("box", "seats")}}
    seats = 2 if merged.get("ambush_by", "neighbour") == "neighbour" else 1
    if "ruins" not in wish and is_mixed(_read(merged, seats)):
        merged["ruins"] = True
    setup = checked_setup(merged, seats)
    written = write_setup(setup.without_seed())
    del written["seats"]
    if "ambush_by" not in merged:
        del written["ambush_by"]  # what the number of seats suggests, which is known at the start
    return written, _chosen_seed(merged.get("seed", ""))


def _chosen_seed(seed: object) -> str:
    if not isinstance(seed, str):
        return ""
    try:
        check_chosen_seed(seed)
    except InvalidSetup as error:
        raise invalid_setup(error) from None
    return seed


def checked_setup(setup: dict[str, Any], seats: int, seed: str = "") -> Setup:
    """Return the complete set-up, or raise the problem with it."""
    found = _read(setup, seats, seed)
    try:
        validate(found)
    except InvalidSetup as error:
        raise invalid_setup(error) from None
    return found


def _read(setup: dict[str, Any], seats: int, seed: str = "") -> Setup:
    try:
        return read_setup({"seed": seed or "unknown", **setup, "seats": seats})
    except BadRecord as error:
        raise Problem("bad-setup", str(error)[:200], reason="malformed") from None


def wished_pace(wish: PaceWish) -> Pace:
    """Return the pace asked for, or raise the problem with it."""
    limits = CLOCK_LIMITS[wish.kind]
    amount = 0 if wish.kind == "none" else wish.amount
    if not limits.least <= amount <= limits.most:
        raise Problem("bad-pace", detail="", **LIMIT_PARAMS)
    return Pace(wish.kind, amount, wish.timeout)


def check_trainer(wish: CreateTable) -> None:
    """Raise ``no-trainer`` if one is asked for where not only the host may play."""
    if wish.trainer is not None and not (wish.play and wish.most_seats == 1):
        raise Problem("no-trainer")
