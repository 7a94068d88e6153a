"""Holding a process to a part of a core, as if its machine had no more: by the control groups of Linux, as root."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_ROOT: Final = Path("/sys/fs/cgroup")
_PERIOD: Final = 10_000
"""Microseconds in which the part may be used up: short, so that delays come from too little of it and not from it."""


@contextmanager
def held_to(share: float, pid: int) -> Iterator[None]:
    """Let a process and its threads have *share* of a core at most, as long as it runs in this block."""
    first = (_ROOT / "cpu/cgroup.procs").exists()  # the first version of control groups has a tree for each resource
    group = (_ROOT / "cpu" if first else _ROOT) / f"quillmap-load-{pid}"
    group.mkdir()
    quota = round(share * _PERIOD)
    if first:
        (group / "cpu.cfs_period_us").write_text(str(_PERIOD), encoding="ascii")
        (group / "cpu.cfs_quota_us").write_text(str(quota), encoding="ascii")
    else:
        (_ROOT / "cgroup.subtree_control").write_text("+cpu", encoding="ascii")
        (group / "cpu.max").write_text(f"{quota} {_PERIOD}", encoding="ascii")
    (group / "cgroup.procs").write_text(str(pid), encoding="ascii")
    try:
        yield
    finally:
        (group.parent / "cgroup.procs").write_text(str(pid), encoding="ascii")
        group.rmdir()
