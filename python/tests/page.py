"""The code of a page of the documentation, and its answers."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

WRITE = os.environ.get("PARTIE_WRITE") == "1"
"""True if answers on pages are written anew instead of compared."""

HEADING = re.compile(r"^## (.*)$")
Rows = list[tuple[Any, ...]]


@dataclass
class Section:
    """A section: its heading, its blocks by their words, and the answers among them."""

    heading: str
    blocks: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    """The numbers of the lines with which the blocks begin, from 0."""

    @property
    def answer(self) -> list[str]:
        """The lines of the answer."""
        return self.blocks.get("text", "").splitlines()

    def sql(self, engine: str) -> str | None:
        """The question for an engine."""
        return self.blocks.get(f"sql {engine}", self.blocks.get("sql"))


def sections(path: Path) -> list[Section]:
    """Reads a page. What stands before the first heading is a section without one."""
    found = [Section("")]
    words: str | None = None
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        section = found[-1]
        if words is None:
            if heading := HEADING.match(line):
                found.append(Section(heading[1]))
            elif line.startswith("```"):
                words = line[3:]
                section.numbers.setdefault(words, number + 1)
                section.blocks.setdefault(words, "")
        elif line == "```":
            words = None
        else:
            section.blocks[words] += f"{line}\n"
    return found


def write_answer(path: Path, heading: str, answer: Sequence[str], words: str = "text") -> None:
    """Replaces an answer on a page."""
    section = next(section for section in sections(path) if section.heading == heading)
    start = section.numbers[words]
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[start : start + len(section.blocks[words].splitlines())] = answer
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def evaluate(code: str, names: dict[str, Any]) -> Any:
    """Runs a block, and returns the value of its last line if that is an expression."""
    body = ast.parse(code).body
    last = body[-1]
    if not isinstance(last, ast.Expr):
        exec(code, names)
        return None
    exec(compile(ast.Module(body[:-1], []), "<page>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<page>", "eval"), names)


def plain(rows: Sequence[Sequence[Any]]) -> Rows:
    """Rows whose values compare among engines."""
    return [tuple(float(value) if isinstance(value, Decimal) else value for value in row) for row in rows]
