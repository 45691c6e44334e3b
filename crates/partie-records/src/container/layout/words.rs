//! Words around moves: sides, Roman numbers, spoken moves, times.

use super::edit::{Edit, lines_of, words_of};

/// Removes the names of the sides before moves, `White: e4, Black: e5`, and the commas after these.
pub(super) fn sides(text: &str) -> Vec<Edit> {
    const SIDES: [&str; 4] = ["white:", "black:", "w:", "b:"];
    let mut edits: Vec<Edit> = Vec::new();
    for (place, word) in words_of(text) {
        let lower = word.to_lowercase();
        if SIDES.contains(&&*lower) {
            edits.push((place, "".into()));
        } else if let Some(bare) = word.strip_suffix([',', ';']) {
            edits.push((place.start + bare.len()..place.end, "".into()));
        }
    }
    let count = edits.iter().filter(|(range, _)| text[range.clone()].ends_with(':')).count();
    if count < 4 { Vec::new() } else { edits }
}

/// Returns the value of a Roman number.
fn roman(word: &str) -> Option<u32> {
    const DIGITS: [(&str, u32); 9] = [
        ("C", 100),
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
    ];
    let (mut rest, mut value) = (word, 0);
    for (digit, worth) in DIGITS {
        while let Some(after) = rest.strip_prefix(digit) {
            (rest, value) = (after, value + worth);
        }
    }
    (rest.is_empty() && value > 0).then_some(value)
}

/// Puts Arabic numbers in place of Roman ones, if they count from 1.
pub(super) fn roman_numbers(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut next = 1;
    for (place, word) in words_of(text) {
        let bare = word.trim_end_matches(['.', ')', ':']);
        if bare.len() < word.len() && roman(bare) == Some(next) {
            edits.push((place, format!("{next}.").into()));
            next += 1;
        }
    }
    if edits.len() < 2 { Vec::new() } else { edits }
}

/// Removes times that stand alone on a line.
pub(super) fn times(text: &str) -> Vec<Edit> {
    let is_time = |line: &str| {
        let line = line.trim();
        line.contains(':')
            && line.split([':', '.']).all(|part| {
                (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
            })
    };
    let mut edits: Vec<Edit> = Vec::new();
    for (place, line) in lines_of(text) {
        if is_time(line) {
            edits.push((place, "".into()));
        }
    }
    if edits.len() < 2 { Vec::new() } else { edits }
}

/// Part of a spoken move.
enum Part {
    Piece(&'static str),
    File(char),
    Rank(char),
    Takes,
    Towards,
}

fn part(word: &str) -> Option<Part> {
    const PIECES: [(&str, &str); 6] = [
        ("pawn", ""),
        ("knight", "N"),
        ("bishop", "B"),
        ("rook", "R"),
        ("queen", "Q"),
        ("king", "K"),
    ];
    const FILES: [&str; 8] =
        ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];
    const RANKS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    let lower = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let nth = |words: &[&str]| words.iter().position(|word| *word == lower);
    if let Some((_, letter)) = PIECES.iter().find(|(name, _)| *name == lower) {
        return Some(Part::Piece(letter));
    }
    if let Some(n) = nth(&FILES) {
        return Some(Part::File(char::from(b'a' + n as u8)));
    }
    if let Some(n) = nth(&RANKS) {
        return Some(Part::Rank(char::from(b'1' + n as u8)));
    }
    match lower.as_bytes() {
        [file @ b'a'..=b'h'] => Some(Part::File(char::from(*file))),
        [rank @ b'1'..=b'8'] => Some(Part::Rank(char::from(*rank))),
        _ if matches!(&*lower, "takes" | "captures" | "takes-on") => Some(Part::Takes),
        _ if matches!(&*lower, "to" | "on") => Some(Part::Towards),
        _ => None,
    }
}

/// Puts letters in place of spoken moves: `knight f three`, `echo four`.
pub(super) fn spoken(text: &str) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let words: Vec<_> = words_of(text).collect();
    let mut at = 0;
    while at < words.len() {
        let mut spelled = String::new();
        let mut squares = 0;
        let mut end = at;
        for (i, (_, word)) in words[at..].iter().enumerate() {
            match part(word) {
                Some(Part::Piece(letter)) if i == 0 => spelled.push_str(letter),
                Some(Part::File(file)) => spelled.push(file),
                Some(Part::Rank(rank)) => {
                    spelled.push(rank);
                    squares += 1;
                    end = at + i + 1;
                    break;
                }
                Some(Part::Takes) if i > 0 => spelled.push('x'),
                Some(Part::Towards) if i > 0 => {}
                _ => break,
            }
        }
        let is_move = squares == 1 && end - at >= 2 && spelled.len() >= 2;
        if is_move {
            let range = words[at].0.start..words[end - 1].0.end;
            edits.push((range, spelled.into()));
        }
        at = end.max(at + 1);
    }
    if edits.len() < 4 { Vec::new() } else { edits }
}

/// Puts heads with colons in place of heads in capitals: `EVENT Club Ch  ROUND 2`.
pub(super) fn capital_heads(text: &str) -> Vec<Edit> {
    const HEADS: [(&str, &str); 10] = [
        ("EVENT", "Event"),
        ("SITE", "Site"),
        ("PLACE", "Site"),
        ("DATE", "Date"),
        ("ROUND", "Round"),
        ("BOARD", "Board"),
        ("WHITE", "White"),
        ("BLACK", "Black"),
        ("RESULT", "Result"),
        ("ECO", "ECO"),
    ];
    let mut edits: Vec<Edit> = Vec::new();
    for (place, line) in lines_of(text) {
        // Heads stand at the start of a line, or after a wide space with a value before it.
        let mut at = 0;
        let mut parts = Vec::new();
        for part in line.split("  ") {
            let start = at + part.len() - part.trim_start().len();
            at += part.len() + 2;
            parts.push((start, part.trim()));
        }
        let heads: Vec<_> = parts
            .iter()
            .filter_map(|(start, part)| {
                let (word, value) = part.split_once(' ')?;
                let (_, name) = HEADS.iter().find(|(head, _)| *head == word)?;
                Some((*start, word, *name, value))
            })
            .collect();
        for (start, word, name, _) in &heads {
            let begin = place.start + start;
            let head = if *start == 0 { format!("{name}:") } else { format!("\n{name}:") };
            edits.push((begin..begin + word.len(), head.into()));
        }
    }
    if edits.len() < 2 { Vec::new() } else { edits }
}

/// Puts ranks in place of squares of the first rank, and hyphens in place of `to`: `K to R square` is
/// `K-R1`.
pub(super) fn first_rank(text: &str) -> Vec<Edit> {
    const PIECES: [&str; 15] =
        ["K", "Q", "R", "B", "N", "Kt", "P", "KR", "KB", "KN", "KKt", "QR", "QB", "QN", "QKt"];
    let is_piece = |word: &str| PIECES.contains(&word.trim_end_matches(['.', '\'', '’', 's']));
    let words: Vec<_> = words_of(text).collect();
    let mut edits: Vec<Edit> = Vec::new();
    for three in words.windows(3) {
        let [(first, piece), (_, to), (last, _)] = three else { continue };
        if *to == "to" && is_piece(piece) {
            edits.push((first.end..last.start, "-".into()));
        }
        let bare = to.trim_end_matches([',', ';', '.']);
        if matches!(bare, "square" | "sq") && is_piece(piece) {
            edits.push((first.end..first.end + 1 + bare.len(), "1".into()));
        }
    }
    let ranks = edits.iter().filter(|(_, text)| text == "1").count();
    if ranks == 0 { Vec::new() } else { edits }
}
