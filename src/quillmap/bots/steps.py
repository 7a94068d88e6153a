"""Thinking in steps, so that it can be put aside between two of them and gone on with later, even in another process.

Whoever thinks in steps is a generator. It yields what has to be done next, a function without arguments, and is sent
what that has returned. All the rest is quick, and the same every time. So nothing has to be kept but what the steps
returned: whoever begins again and is sent that is soon where it stopped, and what comes of it is the same as without
any stop.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Generic, TypeAlias, TypeVar

Result = TypeVar("Result")
Step: TypeAlias = Callable[[], Any]
Steps: TypeAlias = Generator[Step, Any, Result]


@dataclass(frozen=True, slots=True)
class Done(Generic[Result]):
    """All steps were taken."""

    result: Result


@dataclass(frozen=True, slots=True)
class PutAside:
    """Some steps were taken, and this is what they returned."""

    returned: tuple[Any, ...]


def finish(steps: Steps[Result]) -> Result:
    """Take all steps, and return what comes of them."""
    try:
        step = next(steps)
        while True:
            step = steps.send(step())
    except StopIteration as end:
        result: Result = end.value
        return result


def go_on(steps: Steps[Result], returned: Sequence[Any], end: float) -> Done[Result] | PutAside:
    """Take further steps after those that have *returned* something before, at least one of them.

    There is time until *end*, by the monotonic clock; a step that is as long as the longest so far has to fit in.
    """
    known, longest = list(returned), 0.0
    try:
        step = next(steps)
        for each in returned:
            step = steps.send(each)
        while True:
            began = monotonic()
            known.append(step())
            step = steps.send(known[-1])
            longest = max(longest, monotonic() - began)
            if monotonic() + longest > end:
                return PutAside(tuple(known))
    except StopIteration as stop:
        return Done(stop.value)
