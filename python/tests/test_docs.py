"""Tests that the examples in modules and documents run with the documented results."""

import doctest
import importlib
import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).resolve().parents[1]
MODULES = ["bastide", *(f"bastide.{path.stem}" for path in sorted((HERE / "package/bastide").glob("[a-z]*.py")))]
#: Pages without examples.
TABLES = ("api.md", "index.md", "research.md", "speed.md")
PAGES = [HERE / "README.md", HERE.parent / "README.md", *sorted((HERE / "docs").glob("*.md"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules_give_the_documented_results(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(HERE.parent)))
def test_examples_of_pages_run(page, tmp_path, monkeypatch, capsys):
    """The code blocks of a page form one program; a comment after `print` is the expected output."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
        exec(compile(block, str(page), "exec"), names)  # noqa: S102
        said = [line.split("  # ", 1)[1] for line in block.splitlines() if line.lstrip().startswith("print(") and "  # " in line]
        printed = capsys.readouterr().out.splitlines()
        assert printed == said
    assert len(names) > 1 or page.name in TABLES
