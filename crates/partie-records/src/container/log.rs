//! Sessions with a chess server in the logs of programs, which write something before each line: a
//! time, `[12:30:01] <12> ...`; a direction, `<- {Game 7 ...`; a line number; or which keep each
//! line as a string of JSON or Python.

use std::ops::Range;

use serde_json::Value;

use super::{quoted, unpacked::Unpacking};
use crate::{
    hidden,
    log_prefix::{LONGEST_PREFIX, Shape, matching, shapes},
};
use partie_formats::decode;

/// Length of the beginning of a text in which the first line of a game is searched, in bytes.
const HEAD: usize = 64 << 10;

/// Words with which a server's lines about games begin.
const BEGINNINGS: [&[u8]; 4] = [b"<12> ", b"{Game ", b"fics% ", b"aics% "];

/// Kind of a log.
enum Kind {
    /// The same kind of text stands before each line.
    Prefixed(Vec<Shape>),
    /// Each line is an object of JSON with the server's line as a member.
    Json(String),
}

/// Returns true if a text is a log in which something stands before the server's lines.
pub(super) fn is_log(text: &[u8]) -> bool {
    kind(text).is_some()
}

/// Adds the server's lines.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    let Some(kind) = kind(source) else { return out.copy(0..source.len()) };
    for line in lines(source) {
        match &kind {
            Kind::Prefixed(shapes) => match matching(&source[line.clone()], shapes) {
                // A string of Python begins with the last sign before the line.
                Some(length)
                    if matches!(shapes[..], [.., Shape::Letters, Shape::Other(b'\'' | b'"')]) =>
                {
                    quoted::string(&source[..line.end], line.start + length - 1, out);
                    out.end_line(line.end);
                }
                // The number of a move is no line number.
                Some(length) if !hidden::begins_game(&decode::lossy(&source[line.clone()])) => {
                    out.copy(line.start + length..line.end);
                }
                _ => out.copy(line),
            },
            Kind::Json(member) => {
                let Ok(object) = serde_json::from_slice::<Value>(&source[line.clone()]) else {
                    // A torn line, or none of the log.
                    out.copy(line);
                    continue;
                };
                if let Some(said) = object.get(member).and_then(Value::as_str) {
                    out.put(said.as_bytes(), line.start);
                    out.end_line(line.end);
                }
            }
        }
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    text.split_inclusive(|b| *b == b'\n').map(move |line| {
        let start = at;
        at += line.len();
        start..at
    })
}

/// Returns the place of the words with which a line about a game begins.
fn beginning(line: &[u8]) -> Option<usize> {
    let found = |words: &&[u8]| {
        let at = memchr::memmem::find(line, words)?;
        // `{Game 7 (Oak vs. Elm) ...`; others may number games in braces.
        let rest = &line[at + words.len()..];
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let names_players = rest[digits..].starts_with(b" (");
        (**words != *b"{Game " || digits > 0 && names_players).then_some(at)
    };
    BEGINNINGS.iter().filter_map(found).min()
}

/// Number of lines about games whose beginnings are tried: the first may be torn.
const TRIED: usize = 8;

fn kind(text: &[u8]) -> Option<Kind> {
    let head = &text[..text.len().min(HEAD)];
    let of_games = lines(head).filter_map(|line| {
        let line = &head[line];
        Some((line, beginning(line)?))
    });
    let of_games: Vec<_> = of_games.collect();
    of_games.iter().take(TRIED).enumerate().find_map(|(i, (line, at))| {
        if line.starts_with(b"{\"") || line.starts_with(b"{ \"") {
            return json_member(line).map(Kind::Json);
        }
        // Logs of xboard and of proxies hold pieces of the stream, which may begin within a line.
        let is_of_pieces = line.starts_with(b"<ICS: ") || line.starts_with(b"S>");
        let is_control = line[..*at].iter().all(u8::is_ascii_control);
        if is_control || is_of_pieces || *at > LONGEST_PREFIX {
            return None;
        }
        let shapes = shapes(&line[..*at])?;
        // The next line of a game has the same before it.
        let (next, at) = of_games.get(i + 1)?;
        (matching(next, &shapes) == Some(*at)).then_some(Kind::Prefixed(shapes))
    })
}

/// Returns the name of the member in which a line about a game stands.
fn json_member(line: &[u8]) -> Option<String> {
    let object: Value = serde_json::from_slice(line).ok()?;
    let mut members = object.as_object()?.iter();
    let (name, _) = members.find(|(_, value)| {
        let said = value.as_str().unwrap_or_default();
        beginning(said.as_bytes()) == Some(0)
    })?;
    Some(name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpacked(text: &str) -> String {
        let mut out = Unpacking::new(text.as_bytes());
        unpack(text.as_bytes(), &mut out);
        String::from_utf8(out.finished().text).expect("UTF-8")
    }

    #[test]
    fn texts_before_lines() {
        for prefixes in [
            ["[12:30:00] ", "[12:30:01] "],
            ["(9:59) ", "(10:00) "],
            ["[2026-11-28T12:30:00Z] ", "[2026-11-28T12:30:01Z] "],
            ["2026-11-28 12:30:00,123 INFO recv: ", "2026-11-28 12:30:01,007 DEBUG recv: "],
            ["Nov 28 12:30:00 host partie[7]: ", "Nov 28 12:30:01 host partie[7]: "],
            ["12:30:00.123 chess::ics | ", "12:30:01.007 chess::ics | "],
            ["<- ", "<- "],
            ["> ", "> "],
            ["    ", "    "],
            ["   9  ", "  10  "],
            ["\u{1b}[32m", "\u{1b}[32m"],
        ] {
            let [first, second] = prefixes;
            let text = format!("{first}{{Game 7 (a vs. b) x\n{second}<12> board\nother\n");
            assert!(is_log(text.as_bytes()), "{first}");
            assert_eq!(unpacked(&text), "{Game 7 (a vs. b) x\n<12> board\nother\n", "{first}");
        }
        for text in [
            "{Game 7 (a vs. b) x\n<12> board\n",
            "a says: {Game 7 (a vs. b) x\na says: <12> board\n",
            "[12:30] a says: {Game 7 (a vs. b) x\n[12:31] a says: <12> board\n",
            "[12:30] {Game 7 (a vs. b) x\n<12> board\n",
            "> e4 e5 1-0 | {Game 1}\n> d4 d5 0-1 | {Game 2}\n",
        ] {
            assert!(!is_log(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn lines_in_strings() {
        let json =
            "{\"t\": 0, \"line\": \"{Game 7 (a vs. b) x\"}\n{\"t\": 1, \"line\": \"<12> \\\"b\"}\n";
        assert_eq!(unpacked(json), "{Game 7 (a vs. b) x\n<12> \"b\n");
        let python = "0.1 b'{Game 7 (a vs. b) x\\n'\n0.2 b'<12> it\\'s\\n'\n";
        assert_eq!(unpacked(python), "{Game 7 (a vs. b) x\n<12> it's\n");
    }
}
