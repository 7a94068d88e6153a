"""Notifications at tables with a pace of days, caught by a push service of the test's own."""

import stat
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from quillmap.server.client import call
from quillmap.server.problems import Problem
from quillmap.server.push import public_hosts
from quillmap.server.push.public_hosts import HostAddress, NotPublic, PublicHosts
from quillmap.server.push.sealing import KEY_NAME
from quillmap.server.tables.actions import MOST_DEVICES
from server.harness import awaited, refusal, running, table_of, wait_until
from server.push_service import HOST, Device, push_service
from server.push_world import BY_DAYS, HOUR, LIMITS, Clock, World, draw, friends, push, subscribed, world_in


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """Run a server that the tests share whose clock stands still."""
    with world_in(tmp_path_factory.mktemp("world")) as made:
        yield made


def test_everybody_who_is_away_is_told_that_it_is_their_turn(world: World) -> None:
    """The device can read it, the push service knows who sends it, and nobody finds a secret in it."""
    seats, (ada, ben) = friends(world, "ada", "ben")
    subscribed(seats[1], ben, 2, "de")
    seats[0].start()
    wait_until(lambda: bool(world.service.messages(ada) and world.service.messages(ben)))
    message = world.service.messages(ben)[0]
    assert message == {
        "occasion": "turn",
        "table": seats[1].table,
        "title": "Du bist dran",
        "text": "Am Tisch: Player 1. Du hast Zeit bis {time}.",
        "language": "de",
        "deadline": world.clock.time + 24 * HOUR,
    }
    assert world.service.messages(ada)[0]["title"] == "Your turn"
    request = next(each for each in world.service.caught if each.path == "/send/ben")
    key, claims = request.signed_claims()
    assert key == call(world.server.url, "GET", "/api/push")["key"]
    assert claims["aud"] == f"https://{HOST}"
    assert time.time() < claims["exp"] <= time.time() + 24 * HOUR
    assert int(request.headers["ttl"]) == 24 * HOUR
    assert seats[1].table not in str(request.headers)
    for secret in (seats[1].token, seats[0].token):
        assert secret not in str(message) + str(request.headers)


def test_nobody_is_told_who_has_the_table_open(world: World) -> None:
    """They see it; who goes without drawing has seen it, too."""
    seats, (cleo, dora) = friends(world, "cleo", "dora")
    seats[0].connect()
    seats[0].start()
    wait_until(lambda: world.told(dora) == ["turn"])
    seats[0].close()
    world.rest()
    assert world.told(cleo) == []
    assert world.told(dora) == ["turn"]


def test_tables_with_another_pace_tell_nobody(world: World) -> None:
    """Whoever plays with a clock of minutes has the page open."""
    seat = table_of(world.server.url, 1, pace={"kind": "seconds", "amount": 600, "timeout": "wait"})[0]
    device = subscribed(seat, Device("hasty"))
    seat.start()
    world.rest()
    assert world.told(device) == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(world: World, status: int) -> None:
    """It is tried once, and never again."""
    world.service.answers[f"/send/gone-{status}"] = [status]
    seats, (gone, here) = friends(world, f"gone-{status}", f"here-{status}")
    seats[0].start()
    wait_until(lambda: world.devices(seats[0]) == 1)
    wait_until(lambda: world.told(here) == ["turn"])
    assert world.told(gone) == ["turn"]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_in_trouble_is_asked_again(world: World, status: int) -> None:
    """Until it takes the message, and not more often than it should be."""
    world.service.answers[f"/send/later-{status}"] = [status, status]
    world.service.answers[f"/send/never-{status}"] = [status] * 9
    seats, (later, never) = friends(world, f"later-{status}", f"never-{status}")
    seats[0].start()
    wait_until(lambda: len(world.told(later)) == len(world.told(never)) == 3)
    world.rest()
    assert len(world.told(later)) == len(world.told(never)) == 3
    assert world.devices(seats[0]) == 2


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(world: World, status: int) -> None:
    """Otherwise a public service could lead into a private network."""
    world.service.answers[f"/send/moved-{status}"] = [status]
    seats, (moved,) = friends(world, f"moved-{status}")
    seats[0].start()
    wait_until(lambda: world.told(moved) == ["turn"])
    world.rest()
    assert world.told(moved) == ["turn"]
    assert all(each.path != "/elsewhere" for each in world.service.caught)


def test_a_slow_service_delays_nobody(world: World) -> None:
    """Moves are acknowledged while it thinks, and messages to others go out."""
    names = [f"slow-{number}" for number in range(3)]
    world.service.held.update(f"/send/{name}" for name in names)
    pushes = world.server.registry.metrics.pushes
    failed = pushes.labels("failed")._value.get()
    seats, devices = friends(world, *names, "swift")
    seats[0].start()
    wait_until(lambda: all(world.told(device) == ["turn"] for device in devices))
    draw(seats[0])
    assert pushes.labels("failed")._value.get() == failed, "the service is still waited for"
    world.service.held.clear()


def test_a_silent_service_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    """Its devices are kept: it may be in trouble only now."""
    with world_in(tmp_path, push_seconds=0.3, push_pauses=()) as world:
        world.service.held.update(("/send/one", "/send/another"))
        seats, _ = friends(world, "one", "another")
        seats[0].start()
        pushes = world.server.registry.metrics.pushes
        wait_until(lambda: pushes.labels("failed")._value.get() == 2)
        assert world.devices(seats[0]) == 2


def test_a_name_that_has_turned_private_gets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name was fine when the device subscribed; now it leads into the network of the server (DNS rebinding)."""
    asked: list[str] = []

    def rebound(host: str) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    monkeypatch.setattr(public_hosts, "_addresses", rebound)
    with push_service(tmp_path / "service") as service:
        monkeypatch.setattr(public_hosts, "PORT", service.port)
        with running(tmp_path / "data", LIMITS, None, PublicHosts(service.context)) as server:
            seats = table_of(server.url, 1, pace=BY_DAYS)
            subscribed(seats[0], Device("rebound"))
            seats[0].start()
            wait_until(lambda: server.registry.metrics.pushes.labels("failed")._value.get() == 1)
        assert asked == [HOST]
        assert service.caught == []


@pytest.mark.parametrize("address", ["::1", "10.0.0.1", "169.254.169.254", "::ffff:192.168.0.1"])
def test_the_very_address_that_was_checked_is_used(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One private address among public ones is enough to refuse a name; of public ones these are connected to."""
    found = ["93.184.215.14", address]
    monkeypatch.setattr(public_hosts, "_addresses", lambda _host: found)
    with pytest.raises(NotPublic):
        awaited(PublicHosts().places("push.quillmap.net", "192.0.2.1"))
    found[:] = ["93.184.215.14"]
    assert awaited(PublicHosts().places("push.quillmap.net", "192.0.2.1")) == [HostAddress("93.184.215.14", 443)]


@pytest.mark.parametrize(
    "endpoint",
    ["https://127.0.0.1/x", "https://localhost/x", "http://push.quillmap.net/x", "https://[::1]/x", "https://10.1/x"],
)
def test_a_private_endpoint_is_refused_at_once(world: World, endpoint: str) -> None:
    """Also before anything is sent; all spellings are in the unit tests."""
    seat = table_of(world.server.url, 1, pace=BY_DAYS)[0]
    body = {**Device("x").subscription, "endpoint": endpoint}
    assert refusal(partial(push, seat, body)) == "bad-endpoint"


@pytest.mark.parametrize(
    ("p256dh", "auth", "code"),
    [
        ("BA", "A" * 22, "bad-request"),
        ("B" + "A" * 86, "A" * 21, "bad-request"),
        ("B" + "A" * 86, "A" * 22 + "\n", "bad-request"),
        ("C" + "A" * 86, "A" * 22, "bad-request"),
        ("B" + "A" * 85 + "+", "A" * 22, "bad-request"),
        ("B" + "A" * 86, "A" * 22, "bad-endpoint"),
    ],
    ids=["short point", "short secret", "line end", "compressed point", "other alphabet", "point beside the curve"],
)
def test_keys_that_no_browser_makes_are_refused(world: World, p256dh: str, auth: str, code: str) -> None:
    """Nothing is kept with which nothing can be encrypted."""
    seat = table_of(world.server.url, 1, pace=BY_DAYS)[0]
    broken = {**Device("x").subscription, "keys": {"p256dh": p256dh, "auth": auth}}
    assert refusal(partial(push, seat, broken)) == code
    assert world.devices(seat) == 0


def test_only_languages_that_there_are_are_kept(world: World) -> None:
    """Anything else becomes English."""
    seat = table_of(world.server.url, 1, pace=BY_DAYS)[0]
    for number, language in enumerate(("de", "../../x", "tlh")):
        subscribed(seat, Device(f"speaks-{number}"), language=language)
    (kept,) = world.server.registry.live[seat.table].document.seats
    assert [device.language for device in kept.push] == ["de", "en", "en"]


def test_only_the_person_of_a_seat_subscribes_it(world: World) -> None:
    """Not the host for others, not a stranger; and there is an end to devices."""
    host, guest = table_of(world.server.url, 2, pace=BY_DAYS)
    body = Device("mine").subscription
    path = "/seats/2/push"
    assert refusal(lambda: host.ask("PUT", path, body)) == "not-yours"
    assert refusal(lambda: call(world.server.url, "PUT", f"/api/tables/{guest.table}{path}", body)) == "token-needed"
    counts = [push(guest, Device(f"phone-{number}").subscription, 2) for number in range(MOST_DEVICES + 2)]
    assert counts == [*range(1, MOST_DEVICES + 1), MOST_DEVICES, MOST_DEVICES]
    last = Device(f"phone-{MOST_DEVICES + 1}")
    assert push(guest, {"endpoint": last.endpoint}, 2) == MOST_DEVICES - 1
    assert "push" not in str(guest.ask("GET"))
    guest.ask("POST", "/seats/2/token")
    assert world.devices(guest) == 0


def test_devices_of_an_address_are_bounded(tmp_path: Path) -> None:
    """Asking again with the same device costs nothing."""
    with world_in(tmp_path, subscription_rate=(2, 0)) as world:
        seat = table_of(world.server.url, 1, pace=BY_DAYS)[0]
        known = Device("one")
        assert [push(seat, known.subscription) for _ in range(3)] == [1, 1, 1]
        assert push(seat, Device("two").subscription) == 2
        assert refusal(partial(push, seat, Device("three").subscription)) == "quota-used-up"


def test_a_table_is_stored_with_its_devices_only_so_often(tmp_path: Path) -> None:
    """A device that comes and goes stores the whole table every time."""
    with world_in(tmp_path, document_rate=(2000, 0.0001)) as world:
        seat = table_of(world.server.url, 1, pace=BY_DAYS)[0]
        device = Device("one").subscription

        def come_and_go() -> None:
            for _ in range(20):
                push(seat, device)
                push(seat, {"endpoint": device["endpoint"]})

        assert refusal(come_and_go) == "too-many"


def test_telling_people_counts_as_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That they were told is stored with the whole table, at the expense of its network."""
    with world_in(tmp_path) as world:
        seats, _ = friends(world, "a", "b")
        table = world.server.registry.live[seats[0].table]
        charged: list[str] = []

        def change(address: str, _document: object) -> None:
            charged.append(address)
            raise Problem("too-many")

        monkeypatch.setattr(table.quotas, "change", change)
        seats[0].start()
        wait_until(lambda: bool(charged))
        assert charged[0] == table.origin
        assert table.document.told == -1


def test_messages_of_an_address_are_bounded(tmp_path: Path) -> None:
    """Nobody can flood a push service through this server."""
    with world_in(tmp_path, push_rate=(2, 0)) as world:
        seats, devices = friends(world, "a", "b", "c")
        seats[0].start()
        pushes = world.server.registry.metrics.pushes
        wait_until(lambda: pushes.labels("sent")._value.get() == 2 and pushes.labels("dropped")._value.get() == 1)
        assert sum(len(world.told(device)) for device in devices) == 2


def test_the_key_is_made_once_and_private(data: Path) -> None:
    """Devices know the server by it, so it stays; nobody else on the machine can read it."""
    with running(data) as server:
        key = call(server.url, "GET", "/api/push")["key"]
    if sys.platform != "win32":
        assert stat.S_IMODE((data / KEY_NAME).stat().st_mode) == 0o600
    with running(data) as server:
        assert call(server.url, "GET", "/api/push")["key"] == key


def test_without_the_library_nothing_is_offered(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And everything else goes on."""
    for module in ("encryption", "signing"):
        monkeypatch.delitem(sys.modules, f"quillmap.server.push.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives", None)
    with running(data) as server:
        assert call(server.url, "GET", "/api/push") == {"key": None}
        seat = table_of(server.url, 1, pace=BY_DAYS)[0]
        assert refusal(partial(push, seat, Device("x").subscription)) == "no-push"
        seat.start()
        draw(seat)
        assert not (data / KEY_NAME).exists()


def test_a_broken_key_is_no_reason_not_to_play(data: Path) -> None:
    """Nothing is offered then, and the file is left for its owner to look at."""
    data.mkdir(parents=True)
    (data / KEY_NAME).write_text("no key")
    with running(data) as server:
        assert call(server.url, "GET", "/api/push") == {"key": None}
    assert (data / KEY_NAME).read_text() == "no key"


def test_three_days(tmp_path: Path) -> None:
    """Three days at a table with a pace of days: everybody is told of each round once, and reminded once if late.

    Twice the server is restarted in the middle of a round, which nobody notices.
    """
    clock = Clock()
    with world_in(tmp_path, clock) as world:
        seats, (ada, ben) = friends(world, "ada", "ben", timeout="skip")
        seats[0].start()
        wait_until(lambda: world.told(ada) == world.told(ben) == ["turn"])
        # The first day: Ada draws at once, Ben in the evening, after his reminder. He sees the next card at once.
        draw(seats[0])
        clock.turn(17.5)
        world.rest()
        assert (world.told(ada), world.told(ben)) == (["turn"], ["turn"])
        clock.turn(1)
        wait_until(lambda: world.told(ben) == ["turn", "reminder"])
        clock.turn(1)
        world.rest()
        assert world.told(ben) == ["turn", "reminder"]
        draw(seats[1])
        wait_until(lambda: world.told(ada) == ["turn", "turn"])
        # The second day: Ben draws, Ada forgets, and when her time is up the smallest drawing is made for her.
        clock.turn(10)
        draw(seats[1])
        clock.turn(9)
        wait_until(lambda: world.told(ada) == ["turn", "turn", "reminder"])
        assert world.told(ben) == ["turn", "reminder"]
        clock.turn(5)
        wait_until(lambda: world.told(ada) == ["turn", "turn", "reminder", "turn"])
        wait_until(lambda: world.told(ben) == ["turn", "reminder", "turn"])
    with world_in(tmp_path, clock) as world:
        world.rest()
        assert (world.told(ada), world.told(ben)) == ([], [])
        # The third day: nobody comes; both are reminded, also over another restart only once.
        clock.turn(19)
        wait_until(lambda: world.told(ada) == world.told(ben) == ["reminder"])
    with world_in(tmp_path, clock) as world:
        world.rest()
        assert (world.told(ada), world.told(ben)) == ([], [])
        clock.turn(6)
        wait_until(lambda: world.told(ada) == world.told(ben) == ["turn"])
        assert world.service.messages(ada)[0]["deadline"] == clock.time + 24 * HOUR
