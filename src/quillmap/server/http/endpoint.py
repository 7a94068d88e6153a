"""What an endpoint is. The decorator of a handler gives its address; its types say what it takes and answers."""

import inspect
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, get_type_hints

_ATTRIBUTE: Final = "__endpoint__"
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method of one address."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    """It is given what it has parameters for: ``call``, ``body``, both or neither."""
    codes: tuple[str, ...]
    """The problems it may report, in addition to those of every request. A test compares them with the code."""
    answer: Any
    """The type of the answer, or a media type."""
    body: Any
    status: int
    most_bytes: int
    """The limit for the body; 0 for the usual one."""
    needs_call: bool
    admit: Callable[..., None] | None
    """Given an address before the body is read, raises a problem if that address may not call now."""
    ends_with_client: bool
    """Whether the work is of no use to anybody when the client has gone, and ends then."""
    is_constant: bool
    """Whether it answers everybody the same for as long as the server runs, and so costs no more than a file."""
    cost: int
    """As how many requests it counts when it begins; what takes longer than most counts as several."""

    @property
    def needs_token(self) -> bool:
        """Whether the request has to carry the token of a seat."""
        return "token-needed" in self.codes

    @property
    def summary(self) -> str:
        """What it does, in a sentence."""
        return (self.handler.__doc__ or "").strip().splitlines()[0]


def endpoint(
    method: str,
    path: str,
    *codes: str,
    status: int = 200,
    answer: Any = None,
    most_bytes: int = 0,
    admit: Callable[..., None] | None = None,
    ends_with_client: bool = False,
    is_constant: bool = False,
    cost: int = 1,
) -> Callable[[Handler], Handler]:
    """Make a handler answer *method* at *path*; *answer* describes what it returns where it returns a ``Response``."""

    def mark(handler: Handler) -> Handler:
        hints = get_type_hints(handler)
        described = hints["return"] if answer is None else answer
        needs_call = "call" in inspect.signature(handler).parameters
        found = Endpoint(
            *(method, path, handler, codes, described, hints.get("body"), status, most_bytes, needs_call, admit),
            ends_with_client,
            is_constant,
            cost,
        )
        setattr(handler, _ATTRIBUTE, found)
        return handler

    return mark


def endpoints_of(handlers: object) -> Iterator[Endpoint]:
    """Yield the endpoints that *handlers* answers, in the order in which its class defines them."""
    for name, member in vars(type(handlers)).items():
        if (found := getattr(member, _ATTRIBUTE, None)) is not None:
            admit = None if found.admit is None else getattr(handlers, found.admit.__name__)
            yield replace(found, handler=getattr(handlers, name), admit=admit)


def declared_endpoints(handlers: type) -> Iterator[Endpoint]:
    """Yield the endpoints that a class of handlers declares, not bound to an instance."""
    for member in vars(handlers).values():
        if (found := getattr(member, _ATTRIBUTE, None)) is not None:
            yield found
