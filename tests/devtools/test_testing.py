"""``dev.py test``: flaky and skipped tests are named, counted, and fail the run where CI=true."""

from pathlib import Path

import pytest

from tools.processes import ROOT
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
