"""A server, a push service and a clock, and people who are told of their turns on their devices."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from quillmap.server.client import Seat
from quillmap.server.tables.calendar import Calendar
from server.harness import GENEROUS, LONGEST_WAIT, Json, Running, first_move, running, table_of, wait_until
from server.push_service import Device, PushService, push_service

HOUR = 3600.0


LIMITS = replace(GENEROUS, push_seconds=LONGEST_WAIT, push_pauses=(0.01, 0.01))


BY_DAYS = {"kind": "days", "amount": 1, "timeout": "wait"}


class Clock(Calendar):
    """A calendar that the test turns."""

    def __init__(self) -> None:
        self.time = time.time()
        super().__init__(lambda: self.time)

    def turn(self, hours: float) -> None:
        """Let hours pass."""
        self.time += HOUR * hours


@dataclass
class World:
    """A server, a push service, and a clock."""

    server: Running
    service: PushService
    clock: Clock

    def rest(self) -> None:
        """Wait until the clocks have been looked at, and everything that this causes has happened."""
        table = table_of(self.server.url, 1, pace=BY_DAYS)[0]
        device = subscribed(table, Device(f"rest-{len(self.service.caught)}"))
        table.start()
        wait_until(lambda: bool(self.service.messages(device)))
        time.sleep(0.6)  # two looks at the clocks, which pass all tables

    def told(self, device: Device) -> list[str]:
        """Return what a device was told, in its order."""
        return [message["occasion"] for message in self.service.messages(device)]

    def devices(self, seat: Seat) -> int:
        """Return how many devices of a seat are known."""
        document = self.server.registry.live[seat.table].document
        return sum(len(each.push) for each in document.seats)


@contextmanager
def world_in(folder: Path, clock: Clock | None = None, **limits: Any) -> Iterator[World]:
    """Run a server whose push service is the test."""
    clock = clock or Clock()
    with (
        push_service(folder / "service") as service,
        running(folder / "data", replace(LIMITS, **limits), clock, service.hosts()) as server,
    ):
        yield World(server, service, clock)


def push(seat: Seat, body: Json, number: int = 1) -> int:
    """Change the devices of the seat with this id; return how many there are."""
    devices: int = seat.ask("PUT", f"/seats/{number}/push", body)["devices"]
    return devices


def subscribed(seat: Seat, device: Device, number: int = 1, language: str = "en") -> Device:
    """Let the person of the seat with this id be told on *device*."""
    assert push(seat, {**device.subscription, "language": language}, number) >= 1
    return device


def friends(world: World, *names: str, timeout: str = "wait") -> tuple[list[Seat], list[Device]]:
    """Return people at a table with a pace of days that has not begun, each with a device."""
    seats = table_of(world.server.url, len(names), pace={**BY_DAYS, "timeout": timeout})
    devices = [Device(name) for name in names]
    for number, (seat, device) in enumerate(zip(seats, devices, strict=True), start=1):
        subscribed(seat, device, number)
    return seats, devices


def draw(seat: Seat) -> None:
    """Come, draw, and go again."""
    now = Seat(seat.base_url, seat.table, seat.token)
    now.connect()
    now.move(first_move(now))
    now.close()
