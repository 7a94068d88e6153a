"""``dev.py test``: flaky and skipped tests are named and fail the run where CI=true; nothing runs for ever."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.processes import ROOT, TOOK_TOO_LONG
from tools.testing import EVERYDAY, PYTEST, THOROUGH, Result, groups, summary, verdict

CONFTEST = "from tools.outcomes import pytest_addoption, pytest_sessionfinish, pytest_terminal_summary"
FLAKY = """
from pathlib import Path

def test_steady():
    pass

def test_flaky():
    here = Path("ran")
    ran = here.exists()
    here.touch()
    assert ran
"""
FAULTY = """
def test_faulty():
    assert False
"""
SKIPPED = """
import pytest

def test_left_out():
    pytest.skip("not here")
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a small project, whose tests report as ours do."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take most of the time
    monkeypatch.delenv("CI", raising=False)
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    return tmp_path


def ran(project: Path, *sources: str) -> Result:
    """Return how the tests of *sources* end."""
    for number, source in enumerate(sources):
        (project / f"test_{number}.py").write_text(source, encoding="utf-8")
    with groups(folder=project) as started:
        started.run("all", *PYTEST, "-p", "no:cacheprovider")
        started.run_failed_again()
    (result,) = started.results
    return result


def test_a_flaky_test_is_named(project: Path) -> None:
    """What passes the second time is flaky: the run goes through, except where CI=true."""
    result = ran(project, FLAKY)
    assert (result.code, result.passed, result.failed) == (0, 1, [])
    assert result.flaky == ["test_0.py::test_flaky"]
    assert verdict([result], is_ci=False) == 0
    assert verdict([result], is_ci=True) == 1


def test_a_fault_fails_twice(project: Path) -> None:
    """A fault is no flaky test, not even beside one."""
    result = ran(project, FLAKY, FAULTY)
    assert (result.code, result.failed) == (1, ["test_1.py::test_faulty"])
    assert result.flaky == ["test_0.py::test_flaky"]
    assert verdict([result], is_ci=False) == 1


def test_what_cannot_be_run_is_no_flaky_test(project: Path) -> None:
    """A file with an error in it stops the run."""
    result = ran(project, FLAKY, "import nothing_of_this_name")
    assert result.code == 2
    assert result.flaky == []


def test_a_skipped_test_fails_only_where_ci_is_true(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who has no browser may skip; a run that has to prove something may not."""
    assert ran(project, SKIPPED).code == 0
    monkeypatch.setenv("CI", "true")
    result = ran(project, SKIPPED)
    assert (result.code, result.skipped) == (1, ["test_0.py::test_left_out"])
    assert verdict([result], is_ci=True) == 1


def test_the_long_form_reaches_every_test(project: Path) -> None:
    """Its option goes to all groups; without it tests try a part of their combinations."""
    source = "def test_form(request):\n    assert request.config.getoption('--thorough')\n"
    (project / "test_form.py").write_text(source, encoding="utf-8")
    for options, code in (((), 1), ((THOROUGH,), 0)):
        with groups(*options, folder=project) as started:
            assert started.run("all", *PYTEST, "-p", "no:cacheprovider").code == code


def test_the_everyday_form_leaves_out_the_longest(project: Path) -> None:
    """What is marked as thorough runs in the long form, and whenever somebody names it."""
    source = "import pytest\n\n@pytest.mark.thorough\ndef test_long():\n    pass\n\ndef test_short():\n    pass\n"
    (project / "test_form.py").write_text(source, encoding="utf-8")
    for options, passed in ((EVERYDAY, 1), ((THOROUGH,), 2), ((), 2)):
        with groups(*options, folder=project) as started:
            marker = ("-o", "markers=thorough")
            assert started.run("all", *PYTEST, "-p", "no:cacheprovider", *marker).passed == passed


def test_what_is_still_running_is_ended(project: Path) -> None:
    """No process outlives the groups."""
    with groups(folder=project) as started:
        started.start("sleeping", "-c", "import time; time.sleep(600)")
    assert started.finish("sleeping").code != 0


def test_what_waits_for_ever_is_ended(project: Path) -> None:
    """A run that can't end would take all that was to come after it with it."""
    with groups(folder=project, seconds=0.5) as started:
        result = started.run("sleeping", "-c", "import time; time.sleep(600)")
    assert result.code == TOOK_TOO_LONG
    assert summary([result], 1.0)[0].endswith("took too long, and was ended")


def test_a_test_that_waits_for_ever_is_named(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """It fails and shows where it waits; those after it still run."""
    limits = "faulthandler_timeout = 0.5\nfaulthandler_exit_on_timeout = true\n"
    (project / "pytest.ini").write_text(f"[pytest]\n{limits}", encoding="utf-8")
    source = "import time\n\ndef test_waiting():\n    time.sleep(600)\n\ndef test_short():\n    pass\n"
    (project / "test_form.py").write_text(source, encoding="utf-8")
    with groups(folder=project) as started:
        result = started.run("all", *PYTEST, "-p", "no:cacheprovider", "-p", "xdist", "-n", "1")
    assert (result.code, result.passed, result.failed) == (1, 1, ["test_form.py::test_waiting"])
    assert "in test_waiting" in capfd.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose child an orphan has become")
def test_what_tests_leave_running_is_ended() -> None:
    """Servers and browsers that were forgotten hold our output open, and whoever reads that would wait for them."""
    script = (
        "import subprocess\n"
        "from tools import orphans\n"
        "orphans.SECONDS_TO_END = 2\n"
        "orphans.adopt()\n"
        "subprocess.run(['sh', '-c', 'sleep 0.1 & sleep 613 & exit 0'])\n"
        "print(orphans.end_orphans())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "['sleep 613']\n"


def test_summary() -> None:
    """Each group has a line, each test that is not well a name, and all of it a total at the end."""
    results = [
        Result("types", 0, 20.0),
        Result("servers", 1, 100.04, 400, ["test_a.py::test_x"], [], ["test_b.py::test_y[1]"]),
        Result("others", 2, 3.0),
    ]
    assert summary(results, 110.0) == [
        "types     20.0 s  done",
        "servers  100.0 s  1 failed, 400 passed, 1 flaky",
        "others     3.0 s  exit code 2",
        "Failed (1):",
        "  test_a.py::test_x",
        "Flaky: failed beside others, passed alone (1):",
        "  test_b.py::test_y[1]",
        "1 failed, 400 passed, 1 flaky in 110.0s",
    ]
    assert verdict(results, is_ci=False) == 1
