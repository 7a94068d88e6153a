"""``import quillmap``: everything at one door, nothing read before it is used."""

import subprocess
import sys

import pytest

import quillmap as qm


def test_nothing_is_imported_before_it_is_used() -> None:
    """The package itself reads none of its modules, nor anything installed."""
    program = "import sys, quillmap; print([name for name in sys.modules if name.startswith(('quillmap.', 'numpy'))])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", qm.__all__)
def test_every_name_is_there(name: str) -> None:
    """Each can be had, is listed, and a second look finds the same thing."""
    assert name in dir(qm)
    assert getattr(qm, name) is getattr(qm, name)


def test_a_wrong_name_is_an_attribute_error() -> None:
    """As in any module."""
    with pytest.raises(AttributeError, match="Bord"):
        _ = qm.Bord  # type: ignore[attr-defined]


def test_environments_say_what_to_install() -> None:
    """Without Gymnasium the package of environments has a sentence, not only the name of a module."""
    program = (
        "import importlib.util as u; real = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'gymnasium' else real(name, *rest)\n"
        "import quillmap\n"
        "try: quillmap.env\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "environments need gymnasium: pip install 'quillmap[rl]'\n"
