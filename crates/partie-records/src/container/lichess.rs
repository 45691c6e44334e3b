//! Exports of lichess other than PGN: games as JSON, and the table of puzzles.
//!
//! Sources: the schema `GameJson` of <https://lichess.org/api>, and the fields of the puzzles at
//! <https://database.lichess.org/#puzzles>.

use partie_core::{
    Color, Position,
    moves::{san, uci},
};
use serde_json::Value;
use time::OffsetDateTime;

use super::unpacked::Unpacking;
use crate::ndjson::place::{self, PathStep};
use partie_formats::fen;
use partie_pgn::tags;

/// Returns true if a text holds games, one object a line, whose moves are a single string.
pub(super) fn is_games(text: &[u8]) -> bool {
    let line = text.split(|b| *b == b'\n').next().unwrap_or_default();
    line.starts_with(b"{")
        && memchr::memmem::find(line, b"\"pgn\":").is_none()
        && moves_of(line).is_some()
        && [&b"\"players\""[..], b"\"variant\"", b"\"perf\""]
            .iter()
            .any(|field| memchr::memmem::find(line, field).is_some())
}

/// Returns the place of an object's moves, without the quotes.
fn moves_of(line: &[u8]) -> Option<std::ops::Range<usize>> {
    let value = place::find(line, &[PathStep::Member("moves")])?;
    let quoted = line.get(value.clone())?;
    let is_string = quoted.len() > 1 && quoted.starts_with(b"\"") && quoted.ends_with(b"\"");
    is_string.then_some(value.start + 1..value.end - 1)
}

/// Returns true if a text is the table of puzzles, with or without its header line.
pub(super) fn is_puzzle_table(text: &[u8]) -> bool {
    let line = text.split(|b| *b == b'\n').next().and_then(|l| str::from_utf8(l).ok());
    line.is_some_and(|line| line.starts_with("PuzzleId,FEN,Moves") || Puzzle::of(line).is_some())
}

/// Writes the tag pairs and moves of a line.
struct LineWriter<'a, 'b> {
    out: &'a mut Unpacking<'b>,
    at: usize,
}

impl LineWriter<'_, '_> {
    fn tag(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            let tag = format!("[{name} \"{}\"]\n", tags::escape(value));
            self.out.put(tag.as_bytes(), self.at);
        }
    }

    /// Adds numbered moves from a start position, each with the text after it, and the result.
    fn moves<'m>(
        &mut self,
        start: &Position,
        moves: impl Iterator<Item = (usize, &'m str, String)>,
        result: &str,
    ) {
        self.out.put(b"\n", self.at);
        let (mut number, mut turn) = (start.fullmoves(), start.turn());
        let mut numbered = false;
        for (at, word, after) in moves {
            let prefix = match turn {
                Color::White => format!("{number}. "),
                Color::Black if !numbered => format!("{number}... "),
                Color::Black => String::new(),
            };
            numbered = after.is_empty();
            self.out.put(prefix.as_bytes(), at);
            self.out.put(word.as_bytes(), at);
            self.out.put(after.as_bytes(), at);
            self.out.put(b" ", at);
            number += u32::from(turn == Color::Black);
            turn = !turn;
        }
        self.out.put(format!("{result}\n\n").as_bytes(), self.at);
    }
}

/// Adds the games of an answer.
pub(super) fn unpack_games(source: &[u8], out: &mut Unpacking<'_>) {
    let mut at = 0;
    for line in source.split_inclusive(|b| *b == b'\n') {
        match serde_json::from_slice::<Value>(line) {
            Ok(object) => game(line, &object, &mut LineWriter { out, at }),
            // The reader reports a line that is not an object.
            Err(_) => out.copy(at..at + line.len()),
        }
        at += line.len();
    }
}

fn game(line: &[u8], object: &Value, out: &mut LineWriter<'_, '_>) {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let of = |path: &str| object.pointer(path).map(text).unwrap_or_default();
    let rated = object
        .get("rated")
        .and_then(Value::as_bool)
        .map(|rated| if rated { "Rated" } else { "Casual" });
    let event = rated.into_iter().map(str::to_owned).chain([of("/speed"), "game".to_owned()]);
    out.tag("Event", &event.filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" "));
    let id = of("/id");
    if !id.is_empty() {
        out.tag("Site", &format!("https://lichess.org/{id}"));
    }
    let created = object.get("createdAt").and_then(Value::as_i64).and_then(utc);
    let (date, time) = created.unwrap_or_default();
    out.tag("Date", &date);
    out.tag("Round", "-");
    let name = |side: &str| {
        let level = of(&format!("/players/{side}/aiLevel"));
        match of(&format!("/players/{side}/user/name")) {
            name if !name.is_empty() => name,
            _ if !level.is_empty() => format!("lichess AI level {level}"),
            _ => of(&format!("/players/{side}/name")),
        }
    };
    let or_unknown = |name: String| if name.is_empty() { "?".to_owned() } else { name };
    out.tag("White", &or_unknown(name("white")));
    out.tag("Black", &or_unknown(name("black")));
    let status = of("/status");
    let result = match (of("/winner").as_str(), status.as_str()) {
        ("white", _) => "1-0",
        ("black", _) => "0-1",
        (_, "draw" | "stalemate" | "outoftime" | "timeout" | "insufficientMaterialClaim") => {
            "1/2-1/2"
        }
        _ => "*",
    };
    out.tag("Result", result);
    out.tag("UTCDate", &date);
    out.tag("UTCTime", &time);
    for (tag, path) in [
        ("WhiteElo", "/players/white/rating"),
        ("BlackElo", "/players/black/rating"),
        ("WhiteRatingDiff", "/players/white/ratingDiff"),
        ("BlackRatingDiff", "/players/black/ratingDiff"),
        ("WhiteTitle", "/players/white/user/title"),
        ("BlackTitle", "/players/black/user/title"),
        ("ECO", "/opening/eco"),
        ("Opening", "/opening/name"),
        ("Termination", "/status"),
    ] {
        out.tag(tag, &of(path));
    }
    if let (Some(initial), Some(more)) = (
        object.pointer("/clock/initial").and_then(Value::as_u64),
        object.pointer("/clock/increment").and_then(Value::as_u64),
    ) {
        out.tag("TimeControl", &format!("{initial}+{more}"));
    }
    let variant = of("/variant");
    if !matches!(variant.as_str(), "" | "standard" | "fromPosition") {
        out.tag("Variant", &variant);
    }
    let start = of("/initialFen");
    let mut position = Position::default();
    if !matches!(start.as_str(), "" | "startpos") {
        out.tag("FEN", &start);
        out.tag("SetUp", "1");
        position = fen::parse_position(&start, None).value;
    }
    let rest = rest_of(object);
    if !rest.is_null() {
        out.tag("LichessJSON", &rest.to_string());
    }
    let evaluations = object.get("analysis").and_then(Value::as_array);
    let evaluation = |ply: usize| evaluations.and_then(|all| command(all.get(ply)?));
    let clocks = object.get("clocks").and_then(Value::as_array);
    let clock = |ply: usize| {
        let hundredths = clocks.and_then(|clocks| clocks.get(ply)?.as_u64());
        hundredths.map(|clock| {
            let (s, rest) = (clock / 100, clock % 100);
            let fraction = if rest > 0 { format!(".{rest:02}") } else { String::new() };
            format!("[%clk {}:{:02}:{:02}{fraction}]", s / 3600, s / 60 % 60, s % 60)
        })
    };
    let comment = |ply: usize| {
        let commands: Vec<_> = evaluation(ply).into_iter().chain(clock(ply)).collect();
        if commands.is_empty() { String::new() } else { format!(" {{{}}}", commands.join(" ")) }
    };
    for lost in place::repeated(line) {
        let words = String::from_utf8_lossy(&line[lost.clone()]).replace('}', ")");
        out.out.put(format!("{{Not read: {words}}}\n").as_bytes(), out.at + lost.start);
    }
    let range = moves_of(line).unwrap_or(0..0);
    let moves = str::from_utf8(&line[range.clone()]).unwrap_or_default();
    let first = out.at + range.start;
    let moves = words(moves).enumerate();
    out.moves(&position, moves.map(|(ply, (at, word))| (first + at, word, comment(ply))), result);
}

/// Returns the evaluation after a ply as a command in a comment, with the judgment in words.
fn command(entry: &Value) -> Option<String> {
    let value = |name: &str| entry.get(name).and_then(Value::as_i64);
    let command = match (value("mate"), value("eval")) {
        (Some(mate), _) => format!("[%eval #{mate}]"),
        (None, Some(centipawns)) => {
            let sign = if centipawns < 0 { "-" } else { "" };
            let (pawns, rest) = (centipawns.abs() / 100, centipawns.abs() % 100);
            format!("[%eval {sign}{pawns}.{rest:02}]")
        }
        (None, None) => return None,
    };
    let judgment = entry.pointer("/judgment/comment").and_then(Value::as_str).unwrap_or_default();
    Some([command.as_str(), &judgment.replace('}', ")")].join(" ").trim_end().to_owned())
}

/// Returns the fields of an object that have no place in PGN; null if there are none.
fn rest_of(object: &Value) -> Value {
    let mut rest = object.clone();
    let same = |a: &str, b: &str| {
        let text = |path: &str| object.pointer(path).and_then(Value::as_str);
        text(a).zip(text(b)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
    };
    let derived = [
        ("/perf", "/speed"),
        ("/players/white/user/id", "/players/white/user/name"),
        ("/players/black/user/id", "/players/black/user/name"),
    ];
    let derived = derived.into_iter().filter(|(a, b)| same(a, b)).map(|(a, _)| a);
    for path in USED.iter().copied().chain(derived) {
        let (parent, name) = path.rsplit_once('/').unwrap_or_default();
        if let Some(Value::Object(fields)) = rest.pointer_mut(parent) {
            fields.remove(name);
        }
    }
    for parent in [
        "/players/white/user",
        "/players/black/user",
        "/players/white",
        "/players/black",
        "/players",
        "/opening",
        "/clock",
        "",
    ] {
        let empty = |value: &Value| value.as_object().is_some_and(serde_json::Map::is_empty);
        if rest.pointer(parent).is_some_and(empty) {
            match parent.rsplit_once('/') {
                None => return Value::Null,
                Some((outer, name)) => {
                    if let Some(Value::Object(fields)) = rest.pointer_mut(outer) {
                        fields.remove(name);
                    }
                }
            }
        }
    }
    rest
}

/// Fields of lichess's API that become tags, moves or comments.
const USED: [&str; 28] = [
    "/id",
    "/rated",
    "/speed",
    "/createdAt",
    "/status",
    "/winner",
    "/variant",
    "/initialFen",
    "/moves",
    "/clocks",
    "/analysis",
    "/players/white/aiLevel",
    "/players/white/name",
    "/players/white/rating",
    "/players/white/ratingDiff",
    "/players/white/user/name",
    "/players/white/user/title",
    "/players/black/aiLevel",
    "/players/black/name",
    "/players/black/rating",
    "/players/black/ratingDiff",
    "/players/black/user/name",
    "/players/black/user/title",
    "/opening/eco",
    "/opening/name",
    "/opening/ply",
    "/clock/initial",
    "/clock/increment",
];

/// Splits a text into words, each with its offset.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_ascii_whitespace()
        .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Converts milliseconds since 1970 to a date and a time in UTC.
fn utc(milliseconds: i64) -> Option<(String, String)> {
    let moment = OffsetDateTime::from_unix_timestamp(milliseconds.div_euclid(1000)).ok()?;
    let (year, month, day) = moment.to_calendar_date();
    let (hour, minute, second) = moment.to_hms();
    let date = format!("{year:04}.{:02}.{day:02}", u8::from(month));
    Some((date, format!("{hour:02}:{minute:02}:{second:02}")))
}

/// A line of the table of puzzles.
struct Puzzle<'a> {
    id: &'a str,
    fen: &'a str,
    moves: &'a str,
    rest: Vec<&'a str>,
}

impl Puzzle<'_> {
    fn of(line: &str) -> Option<Puzzle<'_>> {
        let mut fields = line.trim_end().split(',');
        let (id, fen, moves) = (fields.next()?, fields.next()?, fields.next()?);
        let is_move = |word: &str| {
            matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..])
        };
        let is_puzzle =
            fen.matches('/').count() == 7 && !moves.is_empty() && moves.split(' ').all(is_move);
        is_puzzle.then(|| Puzzle { id, fen, moves, rest: fields.collect() })
    }
}

/// Tags for the fields after the moves; PGN has no names for the last two.
const PUZZLE_TAGS: [(usize, &str); 7] = [
    (0, "PuzzleRating"),
    (1, "PuzzleRatingDeviation"),
    (2, "PuzzlePopularity"),
    (3, "PuzzlePlays"),
    (4, "PuzzleThemes"),
    (6, "Opening"),
    (7, "PuzzleTags"),
];

/// Adds puzzles as games.
pub(super) fn unpack_puzzles(source: &[u8], out: &mut Unpacking<'_>) {
    let mut at = 0;
    for bytes in source.split_inclusive(|b| *b == b'\n') {
        let line = str::from_utf8(bytes).unwrap_or_default();
        if let Some(puzzle) = Puzzle::of(line) {
            let first = at + puzzle.moves.as_ptr() as usize - line.as_ptr() as usize;
            puzzle_game(&puzzle, first, &mut LineWriter { out, at });
        } else if !line.starts_with("PuzzleId,") && !bytes.trim_ascii().is_empty() {
            out.copy(at..at + bytes.len());
        }
        at += bytes.len();
    }
}

fn puzzle_game(puzzle: &Puzzle<'_>, first: usize, out: &mut LineWriter<'_, '_>) {
    out.tag("Event", &format!("Lichess puzzle {}", puzzle.id));
    out.tag("Site", puzzle.rest.get(5).unwrap_or(&"?"));
    for name in ["Date", "Round", "White", "Black"] {
        out.tag(name, if name == "Date" { "????.??.??" } else { "?" });
    }
    out.tag("Result", "*");
    out.tag("FEN", puzzle.fen);
    out.tag("SetUp", "1");
    for (i, tag) in PUZZLE_TAGS {
        out.tag(tag, puzzle.rest.get(i).unwrap_or(&""));
    }
    let start = fen::parse_position(puzzle.fen, None).value;
    let mut position = Some(start.clone());
    // Moves that cannot be played stay as they are; the reader reports them.
    let sans: Vec<_> = words(puzzle.moves)
        .map(|(at, word)| {
            let ply = position.as_ref().and_then(|p| uci::read(p, word).ok()).map(|r| r.ply);
            let written = ply.zip(position.as_ref()).map(|(ply, p)| san::write(p, ply));
            position = position.take().zip(ply).and_then(|(mut p, ply)| {
                p.play(ply).ok()?;
                Some(p)
            });
            (first + at, written.unwrap_or_else(|| word.to_owned()))
        })
        .collect();
    out.moves(&start, sans.iter().map(|(at, san)| (*at, san.as_str(), String::new())), "*");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (milliseconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_827_696_789, "2000.02.29", "12:34:56"),
            (1_709_164_800_000, "2024.02.29", "00:00:00"),
            (1_735_689_599_000, "2024.12.31", "23:59:59"),
            (-1000, "1969.12.31", "23:59:59"),
        ] {
            assert_eq!(utc(milliseconds), Some((date.to_owned(), time.to_owned())));
        }
    }
}
