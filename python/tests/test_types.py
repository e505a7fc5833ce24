"""Tests that the types in the stub match the compiled module."""

import pathlib
import subprocess
import sys

import bastide


def run(*arguments):
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=pathlib.Path(__file__).parent)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stub_matches_the_compiled_module(tmp_path):
    run("mypy.stubtest", "bastide._engine", "--ignore-disjoint-bases")


def test_package_is_typed():
    assert (pathlib.Path(bastide.__file__).parent / "py.typed").exists()
    config = pathlib.Path(__file__).parents[1] / "pyproject.toml"
    run("mypy", "--config-file", str(config))
