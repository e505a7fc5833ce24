"""Builds the documentation in strict mode, and runs the notebook."""

import os
import pathlib
import re
import subprocess
import sys

import nbformat
import pytest
from nbclient import NotebookClient

import bastide

pytestmark = pytest.mark.weekly
HERE = pathlib.Path(__file__).resolve().parents[1]


def test_pages_build_and_list_every_public_name():
    """The pages are built into the folder that `mkdocs.yml` names, so that they can be read afterwards."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", str(HERE / "mkdocs.yml")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (HERE.parent / "target/python-pages/api/index.html").read_text()
    for name in bastide.__all__:
        name = {"players": "players_known"}.get(name, name)
        assert f'id="bastide._engine.{name}"' in page, name
    told = re.sub("<[^>]*>", "", page)
    assert "Returns the legal answers, in the order documented by the rules." in told, "docstrings of the compiled part"
    for needed in re.findall(r'(?:src|href)="(https?:[^"]*)"', page):
        assert not re.search(r"\.(js|css|woff2?)$", needed), "no external resources"


def test_notebook_runs_and_shows_its_results(tmp_path):
    """Computer players' answers may change between versions, so the test only compares the kinds of output."""
    file = HERE / "examples/game.ipynb"
    assert file.stat().st_size < 150_000, "the output is small"
    shown, run = nbformat.read(file, as_version=4), nbformat.read(file, as_version=4)
    NotebookClient(run, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    pictures = 0
    for before, after in zip(shown.cells, run.cells):
        if before.cell_type == "code":
            assert sorts(after) == sorts(before) != set(), before.source
            pictures += "image/png" in sorts(after)
    assert pictures == 2, "the board and the curve of the lead"


def sorts(cell):
    """Returns the kinds of output of a cell."""
    return {sort for output in cell.outputs for sort in output.get("data", {output.output_type: ""})}
