"""Libraries: every condition and the explorer, counted by hand; adding, merging, upgrading; files and tables."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from conftest import PACKAGE, ROOT

import partie

pytest.importorskip("chess")
import chance  # noqa: E402
import club  # noqa: E402
from by_hand import (  # noqa: E402
    SPECIAL,
    Seen,
    castles_and_wins_a_queen,
    dated,
    ends,
    fits,
    known,
    lasting,
    lengths,
    played,
    rated,
    reached,
    seconds,
    somewhere,
    stands,
    tagged,
    timed,
)

ORACLE = ROOT / "testdata/oracle"
OPERA = ROOT / "examples/opera.pgn"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
OPEN_GAME = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
# After 1. e4 e5 2. Nf3 Nc6 3. Bb5, 3. ... Nf6 4. O-O and so on: castling is the king taking its rook.
BERLIN = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq -"

EVERYTHING = [ORACLE / f"{name}.pgn" for name in ("chess960", "crazyhouse", "atomic", "three-check", "racing-kings")]


def text_of_all() -> str:
    by_chance = "\n\n".join(map(str, chance.games(60, seed=3)))
    variants = "\n\n".join(path.read_text(encoding="utf-8") for path in EVERYTHING)
    return "\n\n".join([*club.games(120), by_chance, SPECIAL, variants])


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games of many kinds."""
    path = tmp_path_factory.mktemp("mixed") / "mixed.pgn"
    path.write_text(text_of_all(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def library(mixed: Path) -> partie.Library:
    return partie.Library(mixed.parent / "mixed", create=True).add(mixed)


@pytest.fixture(scope="module")
def seen(mixed: Path) -> list[Seen]:
    """The games of the file, as `partie.read` gives them."""
    return [Seen(game) for game in partie.read(mixed)]


def numbers(games: Iterable[partie.Game]) -> list[int]:
    return [game.number for game in games]


# Conditions.

Test = Callable[[Seen], Any]
TWO_ROOKS = "KR+B?N?P*"
CONDITIONS: list[tuple[dict[str, Any], Test]] = [
    ({}, lambda g: True),
    ({"white": "Adler, Nora"}, lambda g: g.tags.get("White") in ("Adler, Nora", "Adler, N")),
    ({"white": "nora adler"}, lambda g: g.tags.get("White") in ("Adler, Nora", "Adler, N")),
    ({"black": "ito"}, lambda g: g.tags.get("Black") == "Ito, Kenji"),
    ({"player": "Mueller"}, lambda g: "Müller" in g.tags.get("White", "") + g.tags.get("Black", "")),
    ({"player": ["Adler", "Ito"]}, lambda g: "Ito, Kenji" in g.tags.values() and "Adler" in str(g.tags.values())),
    ({"player": "okelly"}, tagged("Black", "o'kelly")),
    ({"white": "^A.*a$", "regex": True}, lambda g: re.fullmatch("A.*a", g.tags.get("White", ""), re.I)),
    ({"result": "1-0"}, lambda g: g.game.result == "1-0"),
    ({"result": ["0-1", "draw"]}, lambda g: g.game.result in ("0-1", "1/2-1/2")),
    ({"result": "decided"}, lambda g: g.game.result in ("0-1", "1-0")),
    ({"result": "*"}, lambda g: g.game.result == "*"),
    ({"elo": "1900.."}, rated(1900, 9999)),
    ({"elo": "1500..1900"}, rated(1500, 1900)),
    ({"either_elo": "2300.."}, rated(2300, 9999, both=False)),
    ({"white_elo": 2310}, rated(2310, 2310, sides=("White",))),
    ({"white_elo": "..1600"}, rated(0, 1600, sides=("White",))),
    ({"black_elo": "2000..2400"}, rated(2000, 2400, sides=("Black",))),
    ({"eco": "B"}, lambda g: g.eco.startswith("B")),
    ({"eco": "B20..C4"}, lambda g: "B20" <= g.eco[:3] <= "C49"),
    ({"eco": ["B", "B3"]}, lambda g: g.eco.startswith("B3")),
    ({"opening": "sicilian"}, lambda g: "sicilian" in g.opening),
    ({"opening": "pelikan"}, lambda g: "pelikan" in g.opening),
    ({"date": 2020}, dated("2020", "2020")),
    ({"date": "2020.02.10..2021.06"}, dated("2020.02.10", "2021.06")),
    ({"date": "..1999"}, dated("", "1999")),
    ({"date": "2022.03.."}, dated("2022.03", "")),
    ({"since": "2021-05"}, dated("2021.05", "")),
    ({"since": 2022, "until": "2023-04"}, dated("2022", "2023.04")),
    ({"until": "1995"}, dated("", "1995")),
    ({"event": "club"}, tagged("Event", "club")),
    ({"event": "^casual", "regex": True}, lambda g: g.tags.get("Event", "").startswith("Casual")),
    ({"site": "lodz"}, tagged("Site", "łódź")),
    ({"time_control": "180+2"}, lambda g: g.tags.get("TimeControl") == "180+2"),
    ({"time_control": "bullet"}, timed(0, 180)),
    ({"speed": ["blitz", "rapid"]}, timed(180, 3600)),
    ({"time_control": "classical"}, timed(3600, 86400)),
    ({"time_control": "correspondence"}, lambda g: g.tags.get("TimeControl") == "1/86400"),
    ({"termination": "forfeit"}, tagged("Termination", "forfeit")),
    ({"tag": "WhiteElo>=2000"}, rated(2000, 9999, sides=("White",))),
    ({"tag": "Annotator"}, lambda g: "Annotator" in g.tags),
    ({"tag": "WhiteTitle!=GM"}, lambda g: g.tags.get("WhiteTitle") != "GM"),
    ({"tag": ["Round=1", "Termination~time"]}, lambda g: g.tags.get("Round") == "1" and "Time" in g.tags["Termination"]),
    ({"tag": "Date<2020.02"}, lambda g: known(g.tags.get("Date")).replace("?", "0") < "2020.02" and known(g.tags.get("Date"))[:4].isdigit()),
    ({"where": "white_elo - black_elo > 200"}, lambda g: (g.elo("White") or 0) - (g.elo("Black") or 9999) > 200),
    ({"where_": "result = '0-1' and white like 'A%'"}, lambda g: g.game.result == "0-1" and g.tags.get("White", "").startswith(("A", "Å"))),
    ({"where": "id in (3, 5) or black_title is not null"}, lambda g: g.number in (3, 5) or "BlackTitle" in g.tags),
    ({"where": "plies between 20 and 40 and not result = '1-0'"}, lambda g: 20 <= g.game.plies <= 40 and g.game.result != "1-0"),
    ({"where": '"Annotator" = \'nobody\''}, lambda g: g.tags.get("Annotator") == "Nobody"),
    ({"text": "theory"}, lambda g: b"theory" in g.game.text),
    ({"text": "O'KELLY"}, lambda g: b"O'Kelly" in g.game.text),
    ({"plies": 8}, lengths(8, 8)),
    ({"plies": "..20"}, lengths(0, 20)),
    ({"plies": "60..80"}, lengths(60, 80)),
    ({"variant": "Crazyhouse"}, lambda g: g.game.variant == "Crazyhouse"),
    ({"variant": "Standard"}, lambda g: g.game.variant == "Standard"),
    ({"variant": "Chess960"}, lambda g: g.game.variant == "Chess960"),
    ({"fen": OPEN_GAME}, reached(OPEN_GAME)),
    ({"fen": BERLIN}, reached(BERLIN)),
    ({"fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"}, reached("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b", 2)),
    ({"fen": OPEN_GAME.split()[0]}, reached(OPEN_GAME, 1)),
    ({"fen": "4k3/8/8/8/8/8/4P3/R3K3 w - -"}, reached("4k3/8/8/8/8/8/4P3/R3K3 w - -")),
    ({"position": "*/*/*/*/*/*/*/???R1*"}, somewhere(lambda b: b.piece_at(4) is None and stands("d1", "R")(b))),
    ({"position": "*/*/*/?B??????/*/*/*/* b"}, somewhere(lambda b: stands("b5", "B")(b) and not b.turn)),
    (
        {"position": "*/*/*/?B??????/*/*/*/*", "either_colour": True},
        somewhere(lambda b: stands("b5", "B")(b) or stands("b4", "b")(b)),
    ),
    ({"material": "KR vs K"}, somewhere(fits("KR", "K"))),
    ({"material": "KQ.. vs k.."}, somewhere(fits("KQ.*", "K[^Q]*|KQ.*", either=False))),
    ({"material": "KR+B?N?P* vs KR+B?N?P*"}, somewhere(fits(TWO_ROOKS, TWO_ROOKS))),
    ({"material": "KR+B?N?P* vs KR+B?N?P*", "for_": 6}, lasting(fits(TWO_ROOKS, TWO_ROOKS), 6)),
    ({"moves": "e4 c5"}, played(r"^e4 c5( |$)")),
    ({"moves": "1.e4 e5 * O-O"}, played(r"^e4 e5 (\S+ )*O-O( |$)")),
    ({"moves": "e4|d4 ? !Nf3"}, played(r"^(e4|d4) \S+ (?!Nf3( |$))\S+")),
    ({"moves": "* Qxf7"}, played(r"(^| )Q[a-h]?[1-8]?xf7( |$)")),
    ({"moves": "* O-O-O"}, played(r"(^| )O-O-O( |$)")),
    ({"sequence": '{"sequence": [{"white-move": "O-O"}, {"captured": "Q"}]}'}, castles_and_wins_a_queen),
    ({"sequence": '{"material": "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPP"}'}, somewhere(fits("KQRRBBNNP{8}", "KQRRBBNNP{7}", either=False))),
    ({"comment": "the knight is bad"}, lambda g: "the knight is bad" in g.comments),
    ({"comment": "AND THE PAWN"}, lambda g: "and the pawn" in g.comments),
    ({"clock": "..10"}, lambda g: any(left <= 10 for left in g.clocks())),
    ({"clock": "1:30:00..2:00:00"}, lambda g: any(5400 <= left <= 7200 for left in g.clocks())),
    ({"white_clock": "..9.999"}, lambda g: any(left < 10 for left in g.clocks("white"))),
    ({"black_clock": "5.5"}, lambda g: 5.5 in g.clocks("black")),
    ({"ends": "checkmate"}, ends("checkmate")),
    ({"ends": "stalemate"}, ends("stalemate")),
    ({"ends": "insufficient-material"}, ends("insufficient-material")),
    ({"ends": "repetition"}, ends("repetition")),
    ({"ends": "fifty-moves"}, ends("fifty-moves")),
    # Several, any, none.
    ({"white": "Adler", "result": "1-0", "plies": "40.."}, lambda g: g.tags.get("White", "").startswith("Adler") and g.game.result == "1-0" and g.game.plies >= 40),
    ({"white": "Adler", "fen": OPEN_GAME, "any": True}, lambda g: g.tags.get("White", "").startswith("Adler") or reached(OPEN_GAME)(g)),
    ({"fen": OPEN_GAME, "invert": True}, lambda g: not reached(OPEN_GAME)(g)),
    ({"invert": True}, lambda g: False),
    ({"material": "KR vs K", "white": None}, somewhere(fits("KR", "K"))),
]  # fmt: skip


def name_of(value: Any) -> str | None:
    return re.sub(r"[^\w ,.:=<>*-]", "", str(value))[:60] if isinstance(value, dict) else ""


@pytest.mark.parametrize("conditions, test", CONDITIONS, ids=name_of)
def test_condition(conditions: dict[str, Any], test: Test, library: partie.Library, seen: list[Seen]) -> None:
    expected = [game.number for game in seen if test(game)]
    assert numbers(library.find(**conditions)) == expected
    assert library.count(**conditions) == len(expected)
    if conditions not in ({}, {"invert": True}):
        assert 0 < len(expected) < len(seen), "the condition says nothing of these games"


VARIATIONS: list[tuple[dict[str, Any], Callable[[Any], Any]]] = [
    ({"fen": "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq -"}, stands("g5", "N")),
    ({"position": "*/*/*/*/?????N??/*/*/*"}, stands("f4", "N")),
    ({"material": "KQRRBBNNP8 vs kqrrbbnnp7"}, fits("KQRRBBNNP{8}", "KQRRBBNNP{7}", either=False)),
]


@pytest.mark.parametrize("conditions, test", VARIATIONS, ids=name_of)
def test_variations(
    conditions: dict[str, Any], test: Callable[[Any], Any], library: partie.Library, seen: list[Seen]
) -> None:
    # Those by chance, and one with a variation that leaves the Spanish.
    some: dict[str, Any] = {"where": "id between 121 and 190", "variant": "Standard"}
    usual = [game for game in seen[120:190] if game.game.variant == "Standard"]
    found = numbers(library.find(**conditions, **some, variations=True))
    if "fen" in conditions:
        usual = [game for game in usual if "g8f6 f3g5" in variations_of(game)]
    assert found == [game.number for game in usual if any(map(test, game.nodes))]
    assert set(numbers(library.find(**conditions, **some))) < set(found)


def variations_of(game: Seen) -> str:
    lines = [line for move in game.game.moves() for line in move.variations]
    return "\n".join(" ".join(move.uci for move in line) for line in lines)


def test_every_condition_is_tested(library: partie.Library) -> None:
    with pytest.raises(ValueError) as error:
        library.count(whtie="Adler")
    known_ones = re.fullmatch(r"whtie: there is no such condition; there are (.*)", str(error.value))
    assert known_ones
    tested = {name.rstrip("_") for conditions, _ in CONDITIONS for name in conditions}
    assert set(known_ones[1].split(", ")) <= tested


# Order.

SORTS: dict[str, Callable[[Seen], Any]] = {
    "plies": lambda g: g.game.plies,
    "white-elo": lambda g: g.elo("White"),
    "elo": lambda g: (lambda known: sum(known) / len(known) if known else None)(
        [elo for elo in (g.elo("White"), g.elo("Black")) if elo]
    ),
    "result": lambda g: {"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(g.game.result),
    "white": lambda g: known(g.tags.get("White")) or None,
    "eco": lambda g: g.eco or None,
    "date": lambda g: (d if (d := g.tags.get("Date", g.tags.get("EventDate", "????")))[0] != "?" else g.tags.get("EventDate", "") or None),
}  # fmt: skip


def in_order(games: list[Seen], keys: list[str]) -> list[int]:
    """Sorts by hand: what is not known comes last, whichever way round."""
    made = list(games)
    for key in reversed(keys):
        value = SORTS[key.lstrip("-")]
        there = [game for game in made if value(game) is not None]
        there.sort(key=lambda g: folded(value(g)), reverse=key.startswith("-"))
        made = there + [game for game in made if value(game) is None]
    return [game.number for game in made]


def folded(value: Any) -> Any:
    return value.lower().replace("ü", "u").replace("?", "0") if isinstance(value, str) else value


@pytest.mark.parametrize("keys", [["plies"], ["-plies"], ["-white-elo"], ["elo"], ["result", "-plies"], ["-eco", "elo"]])
def test_sort(keys: list[str], library: partie.Library, seen: list[Seen]) -> None:
    expected = in_order(seen, keys)
    assert numbers(library.find(sort=keys)) == expected
    assert numbers(library.find(sort=keys, skip=7, limit=20)) == expected[7:27]


@pytest.mark.parametrize("keys", [["white"], ["-date"], ["white", "date"]])
def test_sort_by_words(keys: list[str], library: partie.Library, seen: list[Seen]) -> None:
    club_games = [game for game in seen if game.tags.get("Event") == "Club evening"]
    assert numbers(library.find(sort=keys, event="Club evening")) == in_order(club_games, keys)


@pytest.mark.parametrize("skip", [0, 1, 63, 64, 65, 130, 10_000])
@pytest.mark.parametrize("limit", [None, 0, 1, 64, 100, 2**63])
def test_skip_and_limit(skip: int, limit: int | None, library: partie.Library, seen: list[Seen]) -> None:
    decided = [game.number for game in seen if game.game.result != "1/2-1/2"]
    expected = decided[skip:] if limit is None else decided[skip : skip + limit]
    conditions: dict[str, Any] = {"result": ["1-0", "0-1", "*"], "skip": skip, "limit": limit}
    assert numbers(library.find(**conditions)) == expected
    assert numbers(library.find(sort=["plies"], **conditions)) == in_order(
        [game for game in seen if game.number in set(decided)], ["plies"]
    )[skip : len(decided) if limit is None else skip + limit]


# Games.


def test_games_are_those_of_the_file(library: partie.Library, seen: list[Seen]) -> None:
    assert len(library) == len(seen)
    for own, other in zip(library, (game.game for game in seen)):
        assert (own.number, own.line, own.byte) == (other.number, other.line, other.byte)
        assert (own.tags, own.result, own.variant, own.plies) == (other.tags, other.result, other.variant, other.plies)
        assert own.uci() == other.uci()
        assert (own.clocks(), own.evals()) == (other.clocks(), other.evals())
        assert own.write("pgn") == other.write("pgn")
        assert own.code == other.code


def test_numbers(library: partie.Library) -> None:
    assert [library[number].number for number in (1, 2, len(library))] == [1, 2, len(library)]
    for number in (0, -1, -len(library), len(library) + 1, 2**62, -(2**62)):
        with pytest.raises(IndexError, match=f"no game {number}; the last one has number {len(library)}$"):
            library[number]
    with pytest.raises(TypeError):
        library["1"]  # type: ignore[index]
    assert repr(library) == f"<partie.Library {library.path}, {len(library)} games>"


@pytest.mark.parametrize("number", [2**70, -(2**70)])
def test_numbers_of_any_size(number: int, library: partie.Library) -> None:
    with pytest.raises(IndexError):
        library[number]


def test_text_of_a_game(library: partie.Library) -> None:
    # A library keeps games, not the text of their files.
    assert (library[1].text, library[1].line, library[1].byte) == (b"", 1, 0)


def test_an_empty_library(tmp_path: Path) -> None:
    empty = partie.Library(tmp_path / "empty", create=True)
    assert (len(empty), list(empty), empty.count(), empty.files()) == (0, [], 0, [])
    assert list(empty.find(sort=["date"])) == []
    assert (empty.explore()["moves"], empty.explore()["white"]) == ([], 0)
    with pytest.raises(IndexError, match="no game 1; the last one has number 0"):
        empty[1]
    # It is there now.
    assert len(partie.Library(tmp_path / "empty", create=True)) == 0


# The explorer.


def explored(seen: list[Seen], position: str, test: Test = lambda game: True) -> dict[str, Any]:
    """What the explorer says of a position, counted by hand."""
    moves: dict[str, list[Seen]] = {}
    for game in seen:
        if game.game.variant not in ("Standard", "Chess960", "From Position") or not test(game):
            continue
        plies = [ply for ply, fen in enumerate(game.fens[:-1]) if fen == position]
        if plies:
            moves.setdefault(takes_rook(game, plies[-1]), []).append(game)
    finished = {uci: [game for game in games if game.game.result != "*"] for uci, games in moves.items()}
    order = sorted(finished, key=lambda uci: (-len(finished[uci]), len(finished[uci]) - len(moves[uci]), uci))
    side = position.split()[1]
    rows = []
    for uci in order:
        ratings = [elo for game in finished[uci] if (elo := game.elo("White" if side == "w" else "Black"))]
        mean = (sum(ratings) + len(ratings) // 2) // len(ratings) if ratings else 0
        if finished[uci]:
            rows.append((uci, *results(finished[uci]), mean))
    every = [game for games in finished.values() for game in games]
    return {"all": results(every), "moves": rows, "top": sorted((-mean_elo(g), -g.number) for g in every)[:4]}


def takes_rook(game: Seen, ply: int) -> str:
    uci, san = game.game.uci()[ply], game.san.split()[ply]
    if san in ("O-O", "O-O-O") and game.game.variant != "Chess960":
        return uci[:2] + ("h" if san == "O-O" else "a") + uci[3]
    return uci


def results(games: list[Seen]) -> tuple[int, int, int]:
    made = [game.game.result for game in games]
    return made.count("1-0"), made.count("1/2-1/2"), made.count("0-1")


def mean_elo(game: Seen) -> int:
    white, black = game.elo("White") or 0, game.elo("Black") or 0
    return (white + black) // (2 if white and black else 1)


def answered(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer of the explorer as `explored` says it."""
    moves = [(m["uci"], m["white"], m["draws"], m["black"], m["averageRating"]) for m in answer["moves"]]
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    top = []
    for game in answer.get("topGames", []):
        number = sum(digits.index(digit) * 62**place for place, digit in enumerate(reversed(game["id"])))
        known = [elo for elo in (game["white"]["rating"], game["black"]["rating"]) if elo]
        top.append((-(sum(known) // max(1, len(known))), -number))
    return {"all": (answer["white"], answer["draws"], answer["black"]), "moves": moves, "top": top}


SLOW = ("600+5", "5400+30")
FILTERS: list[tuple[dict[str, Any], Test]] = [
    ({}, lambda g: True),
    ({"since": "2021"}, lambda g: known(g.tags.get("Date")) >= "2021"),
    ({"since": "2020-05", "until": "2021/07"}, lambda g: "2020.05" <= known(g.tags.get("Date"))[:7] <= "2021.07"),
    ({"until": "1999"}, lambda g: "0" < known(g.tags.get("Date")) < "2000"),
    ({"speeds": ["ultraBullet", "blitz"]}, lambda g: (s := seconds(g.tags.get("TimeControl", ""))) is not None and (s < 30 or 180 <= s < 480)),
    ({"speeds": ("classical",)}, lambda g: g.tags.get("TimeControl", "5400+30") == "5400+30"),
    ({"speeds": ["correspondence"]}, lambda g: g.tags.get("TimeControl") == "1/86400"),
    ({"player": "Adler"}, lambda g: "Adler" in g.tags.get("White", "") + g.tags.get("Black", "")),
    ({"player": "Adler", "color": "white"}, lambda g: "Adler" in g.tags.get("White", "")),
    ({"player": "nora adler", "color": "black"}, lambda g: "Adler" in g.tags.get("Black", "")),
    ({"event": "club evening"}, lambda g: g.tags.get("Event") == "Club evening"),
    ({"titled": True}, lambda g: "WhiteTitle" in g.tags or "BlackTitle" in g.tags),
]  # fmt: skip


@pytest.mark.parametrize("position", [START, OPEN_GAME, BERLIN, START.replace(" w ", " b ")], ids=str)
@pytest.mark.parametrize("filters, test", FILTERS, ids=name_of)
def test_explore(
    position: str, filters: dict[str, Any], test: Test, library: partie.Library, seen: list[Seen]
) -> None:
    expected = explored(seen, position, test)
    assert answered(library.explore(f"{position} 0 1", moves=100, **filters)) == expected
    few = answered(library.explore(position, moves=2, games=1, **filters))
    assert few == {**expected, "moves": expected["moves"][:2], "top": expected["top"][:1]}
    if position == START:
        assert answered(library.explore(**filters)) == {**expected, "moves": expected["moves"][:12]}


def test_explore_says_openings(library: partie.Library) -> None:
    answer = library.explore(OPEN_GAME)
    assert answer["opening"] == {"eco": "C20", "name": "King's Pawn Game"}
    assert library.explore(START)["opening"] is None
    (last,) = library.explore(BERLIN)["moves"]
    assert (last["san"], last["uci"], last["game"]["white"]["name"]) == ("O-O", "e1h1", "Adler, N")


def test_explore_has_one_shape(library: partie.Library) -> None:
    assert library.explore(OPEN_GAME.replace(" w ", " b "))["topGames"] == []


def test_explore_of_a_board() -> None:
    library = partie.Library(ROOT / "testdata/library/format-1")
    assert library.explore(START.split()[0]) == library.explore()


# Adding.


def test_add(tmp_path: Path) -> None:
    first, second = OPERA, ORACLE / "standard.pgn"
    made = partie.Library(tmp_path / "made", create=True)
    both = made.add(first, str(second))
    # A library is what it was when it was opened.
    assert (len(made), len(both), len(partie.Library(made.path))) == (0, 31, 31)
    games = [game for path in (first, second) for game in partie.read(path)]
    assert [game.uci() for game in both] == [game.uci() for game in games]
    assert [game.number for game in both] == list(range(1, 32))
    assert len(both.add(first, second)) == 31
    renamed = shutil.copy(first, tmp_path / "renamed.pgn")
    assert len(both.add(renamed)) == 31
    more = tmp_path / "more.pgn"
    more.write_bytes(first.read_bytes() + b"\n\n1. d4 d5 *\n")
    # It is another file, with one game more.
    assert len(both.add(more)) == 32
    assert len(partie.Library(made.path).add(more.read_bytes(), keep_duplicates=True)) == 34
    assert both.count() == 31, "the library changed under its feet"


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_add_packed(pack: Callable[[bytes], bytes], threads: int, tmp_path: Path) -> None:
    packed = tmp_path / "games.pgn.packed"
    packed.write_bytes(pack((ORACLE / "standard.pgn").read_bytes()))
    made = partie.Library(tmp_path / "made", create=True).add(packed, threads=threads)
    plain = partie.Library(tmp_path / "plain", create=True).add(ORACLE / "standard.pgn")
    assert [game.write("pgn") for game in made] == [game.write("pgn") for game in plain]
    assert len(made.add(packed)) == 30


def test_add_knows_packed_files(tmp_path: Path) -> None:
    packed = tmp_path / "opera.pgn.gz"
    packed.write_bytes(gzip.compress(OPERA.read_bytes()))
    assert len(partie.Library(tmp_path / "made", create=True).add(OPERA, packed)) == 1


def test_add_other_formats(tmp_path: Path) -> None:
    names = ["session.log", "suite.epd", "tandem.bpgn", "messy.pgn", "partie_cz.txt"]
    paths = [ROOT / "examples" / name for name in names]
    made = partie.Library(tmp_path / "made", create=True).add(
        *paths, OPERA.read_bytes(), io.BytesIO(OPERA.read_bytes()), keep_duplicates=True
    )
    games = [game for path in [*paths, OPERA, OPERA] for game in partie.read(path)]
    assert [(game.uci(), game.fens(), game.result) for game in made] == [(g.uci(), g.fens(), g.result) for g in games]


def test_add_parquet(tmp_path: Path) -> None:
    partie.convert(OPERA, tmp_path / "opera.parquet")
    assert len(partie.Library(tmp_path / "made", create=True).add(tmp_path / "opera.parquet")) == 1


def test_merge(tmp_path: Path, library: partie.Library) -> None:
    one = partie.Library(tmp_path / "one", create=True).add(OPERA)
    both = one.merge(library)
    assert (len(one), len(both)) == (1, 1 + len(library))
    assert [game.write("pgn") for game in both][1:] == [game.write("pgn") for game in library]
    assert both.count(fen=OPEN_GAME) == library.count(fen=OPEN_GAME) + 1
    # The files that it came from are known, too.
    assert len(both.merge(partie.Library(tmp_path / "none", create=True))) == len(both)
    with pytest.raises(ValueError, match="is the library itself; name another"):
        both.merge(partie.Library(both.path))


def test_upgrade(tmp_path: Path) -> None:
    old = partie.Library(shutil.copytree(ROOT / "testdata/library/format-1", tmp_path / "old"))
    games = list(partie.read(ROOT / "testdata/library/format-1.pgn"))
    for library in (old, old.upgrade(), partie.Library(old.path)):
        assert [(game.uci(), game.fens(), game.tags) for game in library] == [
            (game.uci(), game.fens(), game.tags) for game in games
        ]
        assert library.count(fen=games[1].fen(2)) == 1
    with pytest.raises(ValueError, match="earlier version.*partie db upgrade.*upgrade()"):
        old.files()
    fresh = partie.Library(old.path)
    assert len(fresh.files()) == 1
    assert len(fresh.upgrade()) == 3
    assert rows(fresh.table("games", ["code"])) == [{"code": game.code} for game in games]


ADDS = """
import sys, partie, time
folder, *paths = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
for path in paths:
    while True:
        try:
            partie.Library(folder).add(path)
            break
        except ValueError as error:
            assert "is being changed by another program; wait until it has finished" in str(error), error
            time.sleep(0.002)
"""


def test_two_processes_add(tmp_path: Path) -> None:
    text = (ORACLE / "standard.pgn").read_text(encoding="utf-8").split("[Event ")
    paths = []
    for number in range(24):
        path = tmp_path / f"{number}.pgn"
        path.write_text("[Event " + text[1 + number], encoding="utf-8")
        paths.append(str(path))
    folder = partie.Library(tmp_path / "made", create=True).path
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    # The last ones are given to both.
    started = [
        subprocess.Popen(
            [sys.executable, "-c", ADDS, str(folder), *own],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for own in (paths[:12] + paths[20:], paths[12:])
    ]
    for process in started:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in started:
        process.communicate(timeout=60)
        assert process.returncode == 0
    made = partie.Library(folder)
    expected = [next(partie.read(path)).uci() for path in paths]
    assert sorted(game.uci() for game in made) == sorted(expected)
    assert sum(made.explore(moves=100)[result] for result in ("white", "draws", "black")) <= 24


# Files and tables.


def rows(table: Any) -> list[dict[str, Any]]:
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.table(table).to_pylist()  # type: ignore[no-any-return]


def manifest(library: partie.Library) -> list[str]:
    """The files of games that the newest manifest lists."""
    import json

    newest = max(library.path.glob("manifest-*.json"))
    segments = json.loads(newest.read_text())["library"]["segments"]
    files = [file["path"] for segment in segments for file in segment["files"]]
    return [str(library.path / file) for file in files if file.startswith("games/")]


def test_files(tmp_path: Path, library: partie.Library) -> None:
    duckdb = pytest.importorskip("duckdb")
    made = partie.Library(tmp_path / "made", create=True)
    for path in (OPERA, ORACLE / "standard.pgn", ORACLE / "chess960.pgn"):
        made = made.add(path)
        # What no manifest lists does not count.
        (made.path / "games/000077.parquet").write_bytes(made.files()[0].read_bytes())
        assert [str(file) for file in made.files()] == manifest(made)
    for own in (made, library):
        files = [str(file) for file in own.files()]
        counted = duckdb.sql(f"select count(*), count(distinct id), sum(plies) from read_parquet({files})").fetchall()
        assert counted == [(len(own), len(own), sum(game.plies for game in own))]
        (white,) = duckdb.sql(f"select count(*) from read_parquet({files}) where result = '1-0'").fetchall()[0]
        assert white == own.count(result="1-0")
        kinds = ("positions", "tails", "rollup", "digests", "players", "words")
        assert all(file.exists() for kind in kinds for file in own.files(kind))
    with pytest.raises(ValueError, match="there are games, .*, players and words, not moves"):
        made.files("moves")


def test_tables_are_the_games(library: partie.Library, mixed: Path) -> None:
    own, read = rows(library.table()), rows(partie.table(mixed))
    assert [row["id"] for row in own] == list(range(1, len(library) + 1))
    # Dates are texts there.
    dates = ("date", "event_date", "utc_date", "tags")
    shared = [name for name in read[0] if name in own[0] and name not in dates]
    assert {"white", "plies", "clocks", "evals", "opening", "unread", "byte"} <= set(shared)
    assert [{name: row[name] for name in shared} for row in own] == [{name: row[name] for name in shared} for row in read]
    assert [row["date"] for row in own] == [game.tags.get("Date") for game in partie.read(mixed)]
    assert [row["code"] for row in own] == [game.code for game in partie.read(mixed)]


def test_tables_of_positions(library: partie.Library, mixed: Path, seen: list[Seen]) -> None:
    own = rows(library.table("positions"))
    assert own == rows(partie.positions(mixed))
    assert [row["fen"] for row in own] == [fen for game in seen for fen in game.game.fens()]


@pytest.mark.parametrize("columns", [["white"], ["id", "result", "plies"], ["date", "clocks", "tags", "code"]])
def test_columns_of_games(columns: list[str], library: partie.Library) -> None:
    assert rows(library.table("games", columns)) == [
        {name: row[name] for name in columns} for row in rows(library.table())
    ]


@pytest.mark.parametrize("columns", [["fen"], ["game", "ply", "move"], ["key", "eval", "material"]])
def test_columns_of_positions(columns: list[str], library: partie.Library) -> None:
    assert rows(library.table("positions", columns)) == [
        {name: row[name] for name in columns} for row in rows(library.table("positions"))
    ]


@pytest.mark.parametrize("table", ["games", "positions"])
def test_columns_in_another_order(table: Any, library: partie.Library) -> None:
    columns = {"games": ["white", "date", "event"], "positions": ["fen", "ply", "game"]}[table]
    assert library.table(table, columns).columns == columns


def test_unknown_columns_of_positions(library: partie.Library) -> None:
    with pytest.raises(ValueError, match="there is no column `whte`"):
        library.table("positions", ["whte"])


# Errors.

ERRORS: list[tuple[str, Callable[[partie.Library], object], type[Exception], str]] = [
    ("no library", lambda l: partie.Library(ROOT / "docs"), FileNotFoundError, r"docs is not a library of games; make one with `partie db init .*docs`; in Python, Library.path, create=True. makes it$"),
    ("missing", lambda l: partie.Library(l.path / "none"), FileNotFoundError, "none is not a library of games; make one"),
    ("a file", lambda l: partie.Library(OPERA), ValueError, r"opera\.pgn is a file; a library is a folder, name another"),
    ("not empty", lambda l: partie.Library(ROOT / "docs", create=True), ValueError, "docs exists and is not empty; a library is made in a new folder"),
    ("missing file", lambda l: l.add("none.pgn"), FileNotFoundError, r"none\.pgn: No such file"),
    ("no source", lambda l: l.add(3), TypeError, "expected a path, bytes or a file, not <class 'int'>"),  # type: ignore[arg-type]
    ("fen", lambda l: l.find(fen="nothing"), ValueError, "fen: expected the eight ranks of a position, but found `nothing`"),
    ("date", lambda l: l.find(date="soon"), ValueError, r"date: expected a date or a range, such as 1990\.\.1995\.06, 1990\.\. or 1995\.06\.21"),
    ("since", lambda l: l.find(since="2000-13"), ValueError, "since: expected a year or a month, such as 2000 or 2000-05"),
    ("backwards", lambda l: l.find(date="1995..1990"), ValueError, "date: 1995.* is later than 1990"),
    ("elo", lambda l: l.find(elo="strong"), ValueError, r"elo: expected a number or a range, such as 2500\.\., \.\.40 or 40\.\.60"),
    ("plies", lambda l: l.find(plies=-1), ValueError, "plies: expected a number or a range"),
    ("result", lambda l: l.find(result="2-0"), ValueError, r"result: give 1-0, 0-1, 1/2-1/2, \*, white, black, draw or decided"),
    ("eco", lambda l: l.find(eco="Z99"), ValueError, r"eco: expected codes such as B33, C4 or B20\.\.B99"),
    ("where", lambda l: l.find(where="whte = 'x'"), ValueError, "where: expected a column, such as file, event, .*but found `whte`"),
    ("position", lambda l: l.find(position="8/8"), ValueError, "position: expected 8 ranks separated by /, but found 2"),
    ("material", lambda l: l.find(material="KRP"), ValueError, "material: expected both sides, such as `KRP vs KR`"),
    ("moves", lambda l: l.find(moves="e4 Zz9"), ValueError, "moves: expected a move such as Nf3, but found `Zz9`"),
    ("sequence", lambda l: l.find(sequence="{"), ValueError, "sequence: expected a query in JSON such as"),
    ("ends", lambda l: l.find(ends="draw"), ValueError, "ends: give checkmate, stalemate, insufficient-material, repetition, fifty-moves"),
    ("clock", lambda l: l.find(clock="soon"), ValueError, r"clock: expected a time or a range, such as \.\.10 or 0:30\.\.1:00:00"),
    ("variant", lambda l: l.find(variant="Fairy"), ValueError, "variant: expected a variant, but found `Fairy`"),
    ("player", lambda l: l.find(player=" , "), ValueError, "player: expected a name or part of one"),
    ("tag", lambda l: l.find(tag="=3"), ValueError, "tag: expected a tag and an optional value"),
    ("regex", lambda l: l.find(white="(", regex=True), ValueError, "white: regex parse error"),
    ("any", lambda l: l.find(any="yes"), TypeError, "bool"),
    ("sort", lambda l: l.find(sort=["strength"]), ValueError, "expected a tag such as Event, or one of: date, white, .*; prefix it with - to reverse it"),
    ("explore kings", lambda l: l.explore("8/8/8/8/8/8/8/8 w - - 0 1"), ValueError, "the board is empty, and a king is missing"),
    ("explore since", lambda l: l.explore(since="soon"), ValueError, "expected a year or a month, such as 2000 or 2000-05"),
    ("explore speed", lambda l: l.explore(speeds=["fast"]), ValueError, "expected a speed, but found `fast`"),
    ("explore color", lambda l: l.explore(color="red"), ValueError, "color: expected white or black, not red"),  # type: ignore[arg-type]
    ("table", lambda l: l.table("moves"), ValueError, "there are games and positions, not moves"),  # type: ignore[arg-type]
    ("column", lambda l: l.table("games", ["whte"]), ValueError, "there is no column `whte`; there are file, game, .*id"),
]  # fmt: skip


@pytest.mark.parametrize("call, kind, message", [row[1:] for row in ERRORS], ids=[row[0] for row in ERRORS])
def test_errors(
    call: Callable[[partie.Library], object], kind: type[Exception], message: str, library: partie.Library
) -> None:
    with pytest.raises(kind, match=message):
        call(library)


WORDLESS: dict[str, tuple[Callable[[partie.Library], object], str]] = {
    "position": (lambda l: l.explore("nothing"), "position: .*`nothing`"),
    "since": (lambda l: l.explore(since="soon"), "since: .*`soon`"),
    "speeds": (lambda l: l.explore(speeds=["fast"]), "speeds: .*`fast`.*ultraBullet"),
    "variant": (lambda l: l.find(variant="Fairy"), "variant: .*Crazyhouse"),
    "sort": (lambda l: l.find(sort="height"), "sort: expected a tag such as Event"),
    "skip": (lambda l: l.find(skip=-1), "skip: "),
}


@pytest.mark.parametrize("call, message", WORDLESS.values(), ids=WORDLESS)
def test_errors_say_what_to_do(call: Callable[[partie.Library], object], message: str, library: partie.Library) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        call(library)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    made = partie.Library(tmp_path / "made", create=True).add(OPERA, ORACLE / "standard.pgn")
    first = made.files()[0]
    content = bytearray(first.read_bytes())
    content[len(content) // 3] ^= 0xFF
    first.write_bytes(content)
    again = partie.Library(made.path)
    for read in (lambda: list(again), lambda: list(again.find(sort=["plies"])), lambda: rows(again.table())):
        with pytest.raises(ValueError, match=r"games/00000\d\.parquet is damaged: "):
            read()
    first.unlink()
    with pytest.raises((ValueError, OSError), match=r"games/00000\d\.parquet"):
        list(partie.Library(made.path))


def test_a_manifest_is_damaged(tmp_path: Path) -> None:
    made = partie.Library(tmp_path / "made", create=True).add(OPERA)
    newest = max(made.path.glob("manifest-*.json"))
    newest.write_text("{")
    with pytest.raises(ValueError, match=rf"{newest.name} is damaged: .*; `partie db check --rebuild` makes it anew"):
        partie.Library(made.path)
