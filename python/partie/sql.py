"""Asks a library questions in SQL, at a prompt or with one statement.

    python -m partie.sql LIBRARY
    python -m partie.sql LIBRARY "select eco_moves, count(*) from games group by all"

The tables and functions are those of `partie.duckdb.register`; docs/sql.md has questions.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from . import duckdb as engine
from .arrow import FUNCTIONS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["drawn", "main"]

ROWS = 40
"""The number of rows that the prompt shows."""

NARROW = 8
"""The width that a column has at least, unless its texts are shorter."""

HELP = r"""statements end with `;`
\d            list the tables and functions
\d TABLE      list the columns of a table
\copy (QUERY) to FILE
              write the answer to a file: .parquet, .csv or .json
\q            leave"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program, and returns its exit status: 1 after an error."""
    parser = argparse.ArgumentParser(prog="python -m partie.sql", description="Ask a library questions in SQL.")
    parser.add_argument("library", help="the folder of a library")
    parser.add_argument("statement", nargs="?", help="a statement, instead of a prompt")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="write answers as CSV")
    form.add_argument("--json", action="store_true", help="write answers as JSON, a list of objects")
    options = parser.parse_intermixed_args(arguments)
    try:
        import duckdb

        connection = engine.register(duckdb.connect(), options.library)
    except (ImportError, OSError, ValueError) as error:
        return _fail(error)
    show = _csv if options.csv else _json if options.json else _table
    if options.statement is not None:
        return _run(connection, options.statement, show)
    return _prompt(connection, show)


def drawn(names: Sequence[str], rows: Sequence[Sequence[Any]], width: int | None = None) -> list[str]:
    """Draws a table, in which numbers stand at the right, with lines of at most so many characters.

    >>> for line in drawn(["move", "games"], [("e2e4", 12), ("d2d4", 7)]):
    ...     print(line)
    move  games
    ----  -----
    e2e4     12
    d2d4      7
    """
    texts = [[_text(name) for name in names], *([_text(value) for value in row] for row in rows)]
    is_number = [
        any(value is not None for value in column) and all(isinstance(v, (int, float, type(None))) for v in column)
        for column in zip(*rows)
    ] or [False] * len(names)
    widths = [max(map(_width, column)) for column in zip(*texts)]
    hidden = 0
    if width is not None:
        while sum(widths) + 2 * (len(widths) - 1) > width:
            widest = max(widths)
            if widest > NARROW:
                next_ = max([NARROW, *(w for w in widths if w < widest)])
                over = sum(widths) + 2 * (len(widths) - 1) - width
                widths[widths.index(widest)] = max(next_, widest - over, NARROW)
            elif len(widths) > 1:
                widths.pop()
                hidden += 1
            else:
                break

    def line(cells: Sequence[str]) -> str:
        return "  ".join(_fit(*cell) for cell in zip(cells, widths, is_number)).rstrip()

    lines = [line(texts[0]), "  ".join("-" * width for width in widths), *map(line, texts[1:])]
    if hidden:
        lines.append(f"({hidden} more columns: {', '.join(texts[0][-hidden:])})")
    return lines


def _text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, (list, dict)):
        return json.dumps(value, default=_text, ensure_ascii=False)
    # Texts of a game cannot control the terminal.
    return "".join(c if unicodedata.category(c)[0] != "C" else f"\\x{ord(c):02x}" for c in str(value))


def _width(text: str) -> int:
    return len(text) + sum(unicodedata.east_asian_width(c) in "WF" for c in text)


def _fit(text: str, width: int, is_number: bool) -> str:
    if _width(text) > width:
        while _width(text) > width - 1:
            text = text[:-1]
        text += "…"
    space = " " * (width - _width(text))
    return space + text if is_number else text + space


def _fail(error: BaseException) -> int:
    print(f"error: {error}".rstrip(), file=sys.stderr)
    return 1


Rows = Iterator[list[Any]]
Show = Callable[[list[str], Rows, "int | None"], int]


def _table(names: list[str], rows: Rows, most: int | None) -> int:
    shown, number = [], 0
    for number, row in enumerate(rows, 1):
        if most is None or number <= most:
            shown.append(row)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    print("\n".join(drawn(names, shown, width)))
    return number


def _csv(names: list[str], rows: Rows, _: int | None) -> int:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(names)
    number = 0
    for number, row in enumerate(rows, 1):
        writer.writerow("" if value is None else _plain(value) for value in row)
    return number


def _plain(value: Any) -> Any:
    return _text(value) if isinstance(value, (bytes, list, dict)) else value


def _json(names: list[str], rows: Rows, _: int | None) -> int:
    number = 0
    for number, row in enumerate(rows, 1):
        text = json.dumps(dict(zip(names, row)), default=_number_or_text, ensure_ascii=False)
        print("[\n" if number == 1 else ",\n", text, sep="", end="")
    print("\n]" if number else "[]")
    return number


def _number_or_text(value: Any) -> Any:
    from decimal import Decimal

    return float(value) if isinstance(value, Decimal) else _text(value)


def _run(connection: DuckDBPyConnection, text: str, show: Show, most: int | None = None) -> int:
    """Runs statements, or a command that begins with a backslash; returns 1 after an error."""
    import duckdb

    try:
        if text.lstrip().startswith("\\"):
            _command(connection, text.strip().rstrip(";").rstrip(), show)
            return 0
        for statement in connection.extract_statements(text):
            start = time.monotonic()
            connection.execute(statement)
            if connection.description:
                names = [column[0] for column in connection.description]
                number = show(names, _rows(connection), most)
                _footer(number, most, time.monotonic() - start)
    except (duckdb.Error, OSError, ValueError) as error:
        return _fail(error)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 1
    return 0


def _rows(connection: DuckDBPyConnection) -> Rows:
    while rows := connection.fetchmany(1024):
        yield from map(list, rows)


def _footer(number: int, most: int | None, seconds: float) -> None:
    if most is None and not sys.stdout.isatty():
        return
    shown = f", {most} shown" if most is not None and number > most else ""
    print(f"({number:,} row{'' if number == 1 else 's'}{shown}, {seconds:.2f} s)", flush=True)


_COPY = re.compile(r"\\copy\s*(?P<query>\(.*\))\s*to\s+(?P<file>'[^']+'|\S+)", re.DOTALL | re.IGNORECASE)


def _command(connection: DuckDBPyConnection, text: str, show: Show) -> None:
    word, _, rest = text.partition(" ")
    if copy := _COPY.fullmatch(text):
        path = Path(copy["file"].strip("'"))
        kind = path.suffix[1:].lower()
        if kind not in ("parquet", "csv", "json"):
            raise ValueError(f"{path}: expected a file .parquet, .csv or .json")
        name = str(path).replace("'", "''")
        (number,) = connection.execute(f"copy {copy['query']} to '{name}' (format {kind})").fetchall()[0]
        print(f"{number:,} rows written to {path}")
    elif word == "\\d" and rest:
        quoted = rest.strip().replace('"', '""')
        found = connection.sql(f'describe "{quoted}"').fetchall()
        show(["column", "type"], iter([list(row[:2]) for row in found]), None)
    elif word == "\\d":
        tables = connection.sql("select view_name from duckdb_views() where not internal order by 1").fetchall()
        for (table,) in tables:
            rows = connection.sql(f'select count(*) from "{table}"').fetchall()[0][0]
            print(f"table {table}: {rows:,} rows")
        for function in FUNCTIONS:
            names = ", ".join(argument.name for argument in function.arguments)
            print(f"{function.name}({names}): {function.meaning}")
    elif word in ("\\?", "\\h", "\\help"):
        print(HELP)
    elif word == "\\copy":
        raise ValueError(r"expected \copy (QUERY) to FILE")
    else:
        raise ValueError(f"there is no command {word}; \\? lists them")


def _prompt(connection: DuckDBPyConnection, show: Show) -> int:
    """Reads statements until the end, and returns 0."""
    ask = _reader(connection)
    if sys.stdin.isatty():
        rows = connection.sql("select count(*) from games").fetchall()[0][0]
        print(rf"{rows:,} games; \? for help, \q to leave")
    text = ""
    while True:
        try:
            text += ask("   ...> " if text else "partie> ") + "\n"
        except EOFError:
            break
        except KeyboardInterrupt:
            text = ""
            continue
        words = text.strip()
        if words in ("\\q", "\\q;"):
            return 0
        if not words or words.startswith("\\") or words.endswith(";"):
            if words:
                _run(connection, words, show, ROWS)
            text = ""
    if text.strip():
        _run(connection, text, show, ROWS)
    return 0


def _reader(connection: DuckDBPyConnection) -> Callable[[str], str]:
    """Returns what asks for a line: of prompt_toolkit, with completion, if it is there and a person types."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return lambda _: _line(sys.stdin)
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
    except ImportError:
        return input
    completer = WordCompleter(words(connection), ignore_case=True, WORD=False)
    session: PromptSession[str] = PromptSession(completer=completer, complete_while_typing=False)
    return lambda prompt: session.prompt(prompt)


def _line(source: TextIO) -> str:
    line = source.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


def words(connection: DuckDBPyConnection) -> list[str]:
    """The words that the prompt completes: tables, columns, functions and keywords."""
    own = "select view_name from duckdb_views() where not internal"
    columns = "select column_name from duckdb_columns() where not internal"
    keywords = "select keyword_name from duckdb_keywords() where keyword_category <> 'unreserved'"
    functions = r"select function_name from duckdb_functions() where regexp_full_match(function_name, '[a-z]\w+')"
    found = connection.sql(" union ".join([own, columns, keywords, functions])).fetchall()
    return sorted({word for (word,) in found} | {function.name for function in FUNCTIONS})


if __name__ == "__main__":
    sys.exit(main())
