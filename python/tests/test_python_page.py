"""The code of docs/python.md, run in the order of the page, and what it prints."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from page import WRITE, Section, sections, write_answer

import partie

PAGE = ROOT / "docs/python.md"
SECTIONS = [section for section in sections(PAGE) if any(words.startswith("python") for words in section.blocks)]


@pytest.fixture(scope="module")
def folder(club_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the page names."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copy(club_folder / "club.pgn", folder / "games.pgn")
    shutil.copy(ROOT / "examples/messy.pgn", folder)
    return folder


@pytest.fixture
def page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, as the working directory."""
    monkeypatch.chdir(folder)
    return folder


def printed(code: str) -> list[str]:
    """Runs code, and returns the lines that it prints."""
    out = io.StringIO()
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(out):
        exec(compile(code, "<page>", "exec"), names)
    return out.getvalue().splitlines()


def engines(code: str) -> None:
    """Skips the test if code imports a package that is not there."""
    for name in ("chess", "pandas", "polars", "pyarrow"):
        if f"import {name}" in code:
            pytest.importorskip(name)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.heading)
def test_answers(section: Section, page: Path) -> None:
    for words, code in section.blocks.items():
        if not words.startswith("python") or words == "python chess":
            continue
        engines(code)
        same_as_on_page(section, words.replace("python", "text"), printed(code))


def same_as_on_page(section: Section, words: str, answer: list[str]) -> None:
    """Asserts that an answer is that of the page, or writes it there."""
    if WRITE:
        write_answer(PAGE, section.heading, answer, words)
    else:
        assert section.blocks[words].splitlines() == answer, "PARTIE_WRITE=1 writes the answers anew"


WRITTEN = {"2.": "found.pgn", "4.": "positions.txt", "7.": "clean.pgn", "10.": "position.svg"}
"""Files that the jobs write, by the beginnings of their headings."""

BESIDE = [section for section in SECTIONS if "python chess" in section.blocks]


@pytest.mark.parametrize("section", BESIDE, ids=lambda section: section.heading)
def test_python_chess_gives_the_same(section: Section, page: Path) -> None:
    code = section.blocks["python chess"]
    engines(code)
    answer = printed(code)
    if "text chess" in section.blocks:
        same_as_on_page(section, "text chess", answer)
        return
    assert printed(section.blocks["python"]) == answer
    if name := WRITTEN.get(section.heading.split()[0]):
        own = (page / name).read_text(encoding="utf-8")
        printed(code)
        other = (page / name).read_text(encoding="utf-8")
        assert contents(name, own) == contents(name, other)


def contents(name: str, text: str) -> Any:
    """What two programs that do the same write into a file."""
    if name.endswith(".pgn"):
        return [(game.tags, game.uci(), game.clocks(), game.result) for game in partie.read(text.encode())]
    if name.endswith(".svg"):
        return ElementTree.fromstring(text).tag
    return text


@pytest.mark.parametrize("name", ["README.md", "python/README.md"])
def test_readme(name: str, page: Path) -> None:
    blocks = [section.blocks["python"] for section in sections(ROOT / name) if "python" in section.blocks]
    assert len(blocks) == 1
    assert len(printed(blocks[0])) > 100


def test_all_blocks_are_run() -> None:
    words = {words for section in sections(PAGE) for words in section.blocks}
    answers = {word.replace("python", "text") for word in words if word.startswith("python")}
    assert {word for word in words if not word.startswith("python")} <= answers | {"console"}


def test_there_are_ten_jobs() -> None:
    jobs = [heading for heading in (section.heading for section in SECTIONS) if heading[:1].isdigit()]
    assert [heading.split(".")[0] for heading in jobs] == [str(number) for number in range(1, 11)]


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / target).exists(), target
