"""The code of a page of the documentation, and its answers."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

HEADING = re.compile(r"^## (.*)$")
Rows = list[tuple[Any, ...]]


@dataclass
class Section:
    """A section: its heading, its blocks of code by their words, and its answer."""

    heading: str
    blocks: dict[str, str] = field(default_factory=dict)
    number: int | None = None
    """The number of the line with which the answer begins, from 0."""
    answer: list[str] = field(default_factory=list)

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
                if words == "text":
                    section.number = number + 1
        elif line == "```":
            words = None
        elif words == "text":
            section.answer.append(line)
        else:
            section.blocks[words] = f"{section.blocks.get(words, '')}{line}\n"
    return found


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
