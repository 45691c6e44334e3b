//! Moves in calls of programs, one a call, and in members of JSON, one an object:
//! `board.push_san("e4")`, `chess.move({ from: 'e2', to: 'e4' })`, `[{"san": "e4"}, {"san": "e5"}]`.

use std::ops::Range;

use super::{moves, unpacked::Unpacking};
use crate::detect;

/// Methods of chess libraries that play a move.
const METHODS: [&str; 11] = [
    "push_san",
    "push_uci",
    "push_lan",
    "push_xboard",
    "from_uci",
    "parse_san",
    "parse_uci",
    "move",
    "make_move",
    "makeMove",
    "playMove",
];

/// Functions that set up a board, whose argument may be the start position.
const BOARDS: [&str; 6] = ["Board", "Chess", "Game", "Position", "load", "reset"];

/// Length of the longest argument that is looked at.
const LONGEST_ARGUMENT: usize = 100;

/// Moves of a game, each as the parts of the source that make it up.
#[derive(Default)]
struct Game {
    start: Option<Range<usize>>,
    moves: Vec<Vec<Range<usize>>>,
}

/// Adds the games whose moves are arguments of calls, or members of the objects of a list.
/// Returns the places of the games, in the unpacked text and in the source.
pub(super) fn unpack(
    source: &[u8],
    range: Range<usize>,
    out: &mut Unpacking<'_>,
) -> Vec<(usize, Range<usize>)> {
    let mut found = Vec::new();
    let games = in_calls(source, range.clone());
    let games = if games.is_empty() { in_members(source, range) } else { games };
    for Game { start, moves } in games {
        let Some(first) = moves.first().and_then(|parts| parts.first()) else { continue };
        out.end_line(first.start);
        let last = moves.last().and_then(|parts| parts.last()).unwrap_or(first);
        found.push((out.length(), first.start..last.end));
        if let Some(start) = start {
            out.put(b"[FEN \"", start.start);
            out.copy(start.clone());
            out.put(b"\"]\n\n", start.end);
        }
        let end = last.end;
        for parts in moves {
            let end = parts.last().map_or(0, |part| part.end);
            for part in parts {
                out.copy(part);
            }
            out.put(b" ", end);
        }
        out.put(b"*\n\n", end);
    }
    found
}

/// Finds games in calls; each board that is set up begins one.
fn in_calls(source: &[u8], range: Range<usize>) -> Vec<Game> {
    let mut games = vec![Game::default()];
    for open in memchr::memchr_iter(b'(', &source[range.clone()]).map(|i| range.start + i) {
        let is_part = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
        let length = source[range.start..open].iter().rev().take_while(is_part).count();
        let Ok(name) = str::from_utf8(&source[open - length..open]) else { continue };
        let (plays, sets_up) = (METHODS.contains(&name), BOARDS.contains(&name));
        if !plays && !sets_up || is_remark(&source[range.start..open]) {
            continue;
        }
        let end = range.end.min(open + 1 + LONGEST_ARGUMENT);
        let argument = string(source, open + 1..end);
        if sets_up {
            let is_board =
                |at: &Range<usize>| str::from_utf8(&source[at.clone()]).is_ok_and(detect::is_board);
            games.push(Game { start: argument.filter(is_board), moves: Vec::new() });
        } else if let (Some(game), Some(parts)) = (
            games.last_mut(),
            argument.map(|at| vec![at]).or_else(|| object(source, open + 1..end)),
        ) {
            game.moves.push(parts);
        }
    }
    games.retain(|game| is_game(source, game));
    games
}

/// Finds games in lists of objects with a move each. Returns nothing if an object has a list, which
/// may hold a variation.
fn in_members(source: &[u8], range: Range<usize>) -> Vec<Game> {
    let name = [&b"\"san\""[..], b"\"uci\"", b"\"move\""]
        .into_iter()
        .find(|name| memchr::memmem::find(&source[range.clone()], name).is_some());
    let Some(name) = name else { return Vec::new() };
    let mut games = vec![Game::default()];
    let mut last: Option<usize> = None;
    for at in memchr::memmem::find_iter(&source[range.clone()], name).map(|i| range.start + i) {
        let after = at + name.len();
        let colon = source[after..range.end].iter().position(|b| !b.is_ascii_whitespace());
        let Some(colon) = colon.filter(|i| source[after + i] == b':') else { continue };
        let end = range.end.min(after + colon + 1 + LONGEST_ARGUMENT);
        let Some(value) = string(source, after + colon + 1..end) else { continue };
        if let Some(last) = last {
            let between = &source[last..at];
            if between.contains(&b'[') && !between.contains(&b']') {
                return Vec::new();
            }
            if between.contains(&b']') {
                games.push(Game::default());
            }
        }
        last = Some(value.end);
        if let Some(game) = games.last_mut() {
            game.moves.push(vec![value]);
        }
    }
    if games.iter().all(|game| is_game(source, game)) { games } else { Vec::new() }
}

/// Returns true if the moves can be played, or their start is given.
fn is_game(source: &[u8], game: &Game) -> bool {
    let word = |parts: &Vec<Range<usize>>| {
        parts.iter().map(|part| String::from_utf8_lossy(&source[part.clone()])).collect::<String>()
    };
    let words: Vec<String> = game.moves.iter().map(word).collect();
    words.iter().all(|word| !word.contains(char::is_whitespace))
        && (game.start.is_some() && words.iter().any(|word| partie_scoresheet::is_of_moves(word))
            || moves::begin_a_game(words.iter().map(String::as_str)))
}

/// Returns true if a line of a program is a remark up to its end.
fn is_remark(before: &[u8]) -> bool {
    let line = memchr::memrchr(b'\n', before).map_or(0, |i| i + 1);
    let line = before[line..].trim_ascii_start();
    line.starts_with(b"//") || line.starts_with(b"#") || line.starts_with(b"*")
}

/// Returns the content of the string with which a part begins.
fn string(source: &[u8], part: Range<usize>) -> Option<Range<usize>> {
    let text = &source[part.clone()];
    let start = text.len() - text.trim_ascii_start().len();
    let quote = *text.get(start).filter(|b| matches!(b, b'"' | b'\'' | b'`'))?;
    let length = memchr::memchr(quote, &text[start + 1..])?;
    let start = part.start + start + 1;
    (length > 0).then_some(start..start + length)
}

/// Returns the squares of a move that is an object: `{ from: 'e2', to: 'e4' }`.
fn object(source: &[u8], part: Range<usize>) -> Option<Vec<Range<usize>>> {
    let text = &source[part.clone()];
    let text = &text[..memchr::memchr(b'}', text)?];
    let member = |name: &[u8]| {
        let at = memchr::memmem::find(text, name)? + name.len();
        let colon = at + memchr::memchr(b':', &text[at..])? + 1;
        string(source, part.start + colon..part.start + text.len())
    };
    if !text.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let squares = [member(b"from")?, member(b"to")?];
    let promotion = member(b"promotion").filter(|piece| piece.len() == 1);
    squares.iter().all(|square| square.len() == 2).then(|| {
        let mut parts = squares.to_vec();
        // Interfaces name a queen for all moves.
        let is_last = matches!(source[parts[1].clone()].last(), Some(b'1' | b'8'));
        parts.extend(promotion.filter(|_| is_last && is_seventh(&source[parts[0].clone()])));
        parts
    })
}

/// Returns true for a square from which a pawn may promote.
fn is_seventh(square: &[u8]) -> bool {
    matches!(square.last(), Some(b'2' | b'7'))
}
