"""Tests the built wheel, installed into a new virtual environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PINNED = Path(__file__).parents[1] / "requirements-test.txt"
#: Ways to create an environment, by import order.
WAYS = {
    "no import": "import gymnasium; env = gymnasium.make('bastide:bastide/carcassonne-v0')",
    "bastide first": "import bastide, gymnasium; env = gymnasium.make('bastide/carcassonne-v0')",
    "gymnasium first": "import gymnasium, bastide; env = gymnasium.make('bastide/carcassonne-v0')",
}
CHECKS = """
from gymnasium.utils.env_checker import check_env
check_env(env.unwrapped)
env.reset(seed=1)
env.step(env.action_space.sample())
"""
PETTINGZOO = """
from pettingzoo.test import api_test, seed_test
from bastide import pettingzoo_env
api_test(pettingzoo_env.env(window=11), num_cycles=100)
seed_test(lambda: pettingzoo_env.env(window=11), num_cycles=50)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Returns the Python of a virtual environment with only the wheel and the dependencies of its extras."""
    room = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "venv", room], check=True)
    python = room / "bin" / "python"
    wheel = os.environ["BASTIDE_WHEEL"]  # scripts/python builds it
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", PINNED]
    subprocess.run([*pip, f"{wheel}[gymnasium,pettingzoo]"], check=True)
    return python


@pytest.mark.parametrize("way", WAYS)
def test_gymnasium_creates_an_environment_after_installation(python, way, tmp_path):
    subprocess.run([python, "-c", WAYS[way] + CHECKS], check=True, cwd=tmp_path)


def test_pettingzoo_checks_pass_after_installation(python, tmp_path):
    subprocess.run([python, "-c", PETTINGZOO], check=True, cwd=tmp_path)


def test_package_imports_without_gymnasium(python, tmp_path):
    hidden = "import sys; sys.modules['gymnasium'] = None; import bastide; print(bastide.Game('carcassonne seats=2').seats)"
    shown = subprocess.run([python, "-c", hidden], check=True, cwd=tmp_path, capture_output=True, text=True)
    assert shown.stdout == "2\n"
