//! Words around moves: sides, Roman numbers, spoken moves, times.

use partie_scoresheet::vocabulary;

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

/// Puts squares in place of spoken ones, `f three` and `echo four`. Names of pieces are read as
/// they are.
pub(super) fn spoken(text: &str) -> Vec<Edit> {
    const FILES: [&str; 8] =
        ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];
    const RANKS: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
    /// Fewest squares of a text of spoken moves.
    const LEAST: usize = 4;
    let file = |word: &str| match word.as_bytes() {
        [file @ b'a'..=b'h'] => Some(*file),
        _ => FILES.iter().zip(b'a'..).find(|(name, _)| **name == word).map(|(_, file)| file),
    };
    let rank = |word: &str| RANKS.iter().zip('1'..).find(|(name, _)| **name == word);
    let words: Vec<_> = words_of(text).map(|(place, word)| (place, word.to_lowercase())).collect();
    let squares = words.windows(2).filter_map(|pair| {
        let [(first, from), (last, to)] = pair else { return None };
        let bare = to.trim_end_matches([',', '.', ';']);
        let (file, (_, rank)) = (file(from)?, rank(bare)?);
        let end = last.end - (to.len() - bare.len());
        Some((first.start..end, format!("{}{rank}", char::from(file)).into()))
    });
    let edits: Vec<Edit> = squares.collect();
    if edits.len() < LEAST { Vec::new() } else { edits }
}

/// Puts heads with colons in place of heads in capitals: `EVENT Club Ch  ROUND 2`.
pub(super) fn capital_heads(text: &str) -> Vec<Edit> {
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
                let is_head = word.len() > 1 && word.chars().all(char::is_uppercase);
                let name = vocabulary::tag(word).filter(|_| is_head && !value.is_empty())?;
                Some((*start, word, name))
            })
            .collect();
        for (start, word, name) in &heads {
            let begin = place.start + start;
            let head = if *start == 0 { format!("{name}:") } else { format!("\n{name}:") };
            edits.push((begin..begin + word.len(), head.into()));
        }
    }
    if edits.len() < 2 { Vec::new() } else { edits }
}

/// Removes the number and the mark before each line. `None` unless all lines have them, in order, and
/// more than moves stands behind.
pub(super) fn line_numbers(text: &str) -> Option<Vec<Edit>> {
    /// Fewest lines whose numbers tell.
    const LEAST: usize = 3;
    let mut edits: Vec<Edit> = Vec::new();
    let mut expected: Option<(u32, char)> = None;
    let mut first = None;
    // The last line of the beginning of a file may be cut.
    let lines: Vec<_> = lines_of(text).collect();
    let whole = lines.len() - usize::from(!text.ends_with('\n') && lines.len() > LEAST);
    for (place, line) in lines.into_iter().take(whole) {
        let digits = line.trim_start();
        let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let number: u32 = digits[..digits.len() - rest.len()].parse().ok()?;
        let rest = rest.trim_start_matches(' ');
        let mark = rest.chars().next().filter(|c| matches!(c, '|' | ':' | '\t' | '│'))?;
        // A listing of another game begins at 1 again.
        if expected.is_some_and(|expected| expected != (number, mark) && number != 1) {
            return None;
        }
        expected = Some((number + 1, mark));
        let rest = &rest[mark.len_utf8()..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        first.get_or_insert(rest);
        edits.push((place.start..place.end - rest.len(), "".into()));
    }
    let tells = first.is_some_and(|first| first.trim_start().starts_with(['[', '1']));
    (edits.len() >= LEAST && tells).then_some(edits)
}
