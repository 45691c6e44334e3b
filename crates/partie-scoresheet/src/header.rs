//! Lines above a game that say who played, where and when, and in which notation the moves
//! are written.

use std::ops::Range;

use partie_core::{Language, Notation};

use super::{
    dates::date,
    facts::{Facts, eco, squeezed},
    heading::begins_with_move,
    pairing::{last_fact, pairing},
    player::{Player, is_of_moves},
    start_line,
    vocabulary::{outcome, tag},
};
use partie_formats::result;

/// Longest line, in bytes, that is read for facts.
const LONGEST: usize = 250;

/// Reads the facts in a line above a game, if it is such a line.
pub(super) fn facts(line: &str) -> Option<Facts> {
    if line.len() > LONGEST {
        return None;
    }
    let (start, words) = undecorated(line);
    if words.is_empty() {
        return None;
    }
    let found = start_line::facts(words)
        .or_else(|| tag_pair(words))
        .or_else(|| keyed(words))
        .or_else(|| pairing(words))
        .or_else(|| occasion(words))?;
    let mut found = found.shifted(start);
    found.consumed.extend([0..start, start + words.len()..line.len()]);
    found.consumed.retain(|span| !span.is_empty());
    Some(found)
}

/// Returns true if a line is a single tag such as `Event: X`, with any value.
pub(super) fn is_single_tag(line: &str) -> bool {
    let Some((name, value)) = line.split_once(':') else { return false };
    let name = name.trim();
    (tag(name).is_some() || name.eq_ignore_ascii_case(NOTATION))
        && !value
            .split_whitespace()
            .any(|word| word.strip_suffix(':').is_some_and(|w| tag(w).is_some()))
        && !begins_with_move(value.trim())
}

/// Removes the marks of lists, quotes and headings around a line; returns where the rest begins.
pub(super) fn undecorated(line: &str) -> (usize, &str) {
    let is_mark = |c: char| c.is_whitespace() || "#>*•|".contains(c);
    let mut words = line.trim_start_matches(is_mark);
    if let Some(item) = words.strip_prefix(['-', '–', '+'])
        && item.starts_with(char::is_whitespace)
    {
        words = item.trim_start();
    }
    // `(2) Adams - Short` and `2. 1. e4 e5`, but not `2. e4`.
    let number = words.strip_prefix('(').unwrap_or(words);
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
    if (1..=3).contains(&(number.len() - rest.len()))
        && let Some(item) = rest.strip_prefix(['.', ')'])
        && item.starts_with(char::is_whitespace)
        && (rest.starts_with(')') || begins_with_move(item.trim_start()))
        && !begins_with_move(words)
    {
        words = item.trim_start();
    }
    let words = words.trim_start_matches(['*', '_']);
    let start = line.len() - words.len();
    (start, words.trim_end_matches(|c: char| c.is_whitespace() || "*_|#".contains(c)))
}

/// Finds the keys of a line such as `White: X`, with the tags that they name and the starts of
/// their values.
pub(super) fn keys(line: &str) -> Vec<(Range<usize>, &'static str, usize)> {
    let mut keys = Vec::new();
    for (colon, _) in line.match_indices(':') {
        let before = line[..colon].trim_end();
        let Some(at) = key_before(before, keys.is_empty()) else { continue };
        let word = &before[at..];
        let found = if word.eq_ignore_ascii_case(NOTATION) { Some(NOTATION) } else { tag(word) };
        if let Some(found) = found {
            keys.push((at..before.len(), found, colon + 1));
        }
    }
    keys
}

/// Reads a tag pair of PGN: `[White "Adams"]`.
fn tag_pair(line: &str) -> Option<Facts> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.trim().split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let (name, whole) = (tag(name)?, 0..line.len());
    let mut facts = Facts::default();
    match name {
        "Result" => {
            facts.outcome = Some(result::from_spelling(value)?);
            facts.outcome_at = whole.clone();
            facts.consumed.push(whole);
        }
        "Date" => facts.add(name, &date(value).unwrap_or_else(|| value.to_owned()), whole),
        _ => facts.add(name, value, whole),
    }
    Some(facts)
}

/// Reads `White: X`, and several such on one line.
fn keyed(line: &str) -> Option<Facts> {
    let keys = keys(line);
    // `(Ruy Lopez.) White: A. Black: B.`: the words before stay text.
    let first = keys.first()?.0.start;
    let both = matches!(keys[..], [(_, "White", _), (_, "Black", _), ..]);
    let sentence = line[..first].trim_end().ends_with(['.', ')', ']', ';']);
    if first != 0 && !(both && sentence) {
        return None;
    }
    let mut facts = Facts::default();
    for (i, (key, name, start)) in keys.iter().enumerate() {
        let end = keys.get(i + 1).map_or(line.len(), |(next, ..)| next.start);
        let between = |c: char| c.is_whitespace() || ",;/|-–—".contains(c);
        let several = keys.len() > 1;
        let value = line[*start..end].trim();
        let value = if several { value.trim_end_matches(between) } else { value };
        // `White: 1. e4` and `White: Kg1, Qd1` are about moves or pieces.
        let of_player = matches!(*name, "White" | "Black");
        let no_player = of_player && (is_of_moves(value) || is_shade(value));
        if value.is_empty() || value.len() > 200 || begins_with_move(value) || no_player {
            return None;
        }
        let span = key.start..end;
        match *name {
            NOTATION => {
                read_notation(value)?;
                facts.add(NOTATION, value, span);
            }
            "Result" => {
                let spelled = result::from_spelling(&squeezed(value));
                facts.outcome = Some(spelled.or_else(|| outcome(value))?);
                facts.outcome_at = *start..end;
                facts.consumed.push(span);
            }
            "Date" => facts.add("Date", &date(value).unwrap_or_else(|| value.to_owned()), span),
            "White" | "Black" => {
                // `Nero: De Santis; Genova`: text after a semicolon stays text.
                let value = &value[..value.find(';').unwrap_or(value.len())];
                let value_at = *start + line[*start..].len() - line[*start..].trim_start().len();
                let mut length = value.len();
                while let Some(shorter) = last_fact(&value[..length], value_at, &mut facts) {
                    length = shorter;
                }
                let player = Player::of(&value[..length]);
                facts.add(name, player.name, 0..0);
                if let Some(elo) = player.certain_rating() {
                    facts.add(if *name == "White" { "WhiteElo" } else { "BlackElo" }, elo, 0..0);
                }
                let semicolon = line[value_at + value.len()..].starts_with(';');
                let value_end = value_at + value.len() + usize::from(semicolon);
                let mut at = key.start;
                for kept in player.kept(player.certain_rating()) {
                    facts.consumed.push(at..value_at + kept.start);
                    at = value_at + kept.end;
                }
                facts.consumed.push(at..value_end);
            }
            _ => facts.add(name, value, span),
        }
    }
    Some(facts)
}

/// Returns true if a value is a colour of a style or of a palette: `#ffffff`, `rgb(0, 0, 0)`, `255,0,0`.
fn is_shade(value: &str) -> bool {
    let value = value.trim_matches(|c: char| "\"'; ".contains(c));
    let is_hex = |digits: &str| digits.len() >= 3 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let hex = value.strip_prefix('#').or_else(|| value.strip_prefix("0x"));
    hex.is_some_and(|digits| is_hex(digits.split(char::is_whitespace).next().unwrap_or_default()))
        || ["rgb(", "rgba(", "hsl(", "hsla("].iter().any(|name| value.starts_with(name))
        || !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit() || b", .%".contains(&b))
}

/// Returns the start of the key that ends here: the line's first word or two, or a word after
/// spaces and separators.
fn key_before(before: &str, first: bool) -> Option<usize> {
    let whole = before.trim_end();
    if first && (tag(whole).is_some() || whole.eq_ignore_ascii_case(NOTATION)) {
        return Some(0);
    }
    let at = before.rfind(|c: char| c.is_whitespace() || ",;/|.".contains(c))?;
    let length = before[at..].chars().next().map_or(1, char::len_utf8);
    Some(at + length)
}

/// Reads a line that says where and when: `Club championship, round 3, 14.03.2024`.
fn occasion(line: &str) -> Option<Facts> {
    let mut facts = Facts::default();
    let mut unknown: Vec<Range<usize>> = Vec::new();
    if let Some(day) = date(line) {
        facts.add("Date", &day, 0..line.len());
        return Some(facts);
    }
    let mut at = 0;
    for part in line.split([',', ';', '|', '•', '(', ')']) {
        let words = part.trim();
        let start = at + part.len() - part.trim_start().len();
        let span = start..start + words.len();
        at += part.len() + line[at + part.len()..].chars().next().map_or(0, char::len_utf8);
        if words.is_empty() {
            continue;
        }
        if let Some((tag, number)) = numbered(words) {
            facts.add(tag, number, span);
        } else if let Some(day) = date(words) {
            facts.add("Date", &day, span);
        } else if let Some(code) = eco(words) {
            facts.add("ECO", code, span);
        } else {
            unknown.push(span);
        }
    }
    if facts.tags.is_empty() || unknown.len() > 1 {
        return None;
    }
    let has = |name: &str| facts.tags.iter().any(|(tag, _)| *tag == name);
    if let Some(span) = unknown.pop() {
        let words = &line[span.clone()];
        let titled = words.starts_with(char::is_uppercase) && words.len() <= 60;
        if !titled {
            return None;
        }
        if span.start == 0 && has("Round") {
            facts.add("Event", words, span);
        } else {
            // Everything else stays text.
            return Some(facts);
        }
    }
    facts.consumed.push(0..line.len());
    Some(facts)
}

/// Reads `Round 3`, `3. Runde` and `Brett 2`.
fn numbered(words: &str) -> Option<(&'static str, &str)> {
    let (first, second) = words.split_once(char::is_whitespace)?;
    let second = second.trim();
    let is_number = |word: &str| {
        let digits = word.trim_end_matches(['.', ':']);
        (1..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let (name, number) = match (is_number(first), is_number(second)) {
        (false, true) => (first, second),
        (true, false) => (second, first),
        _ => return None,
    };
    let tag = tag(name).filter(|tag| matches!(*tag, "Round" | "Board"))?;
    Some((tag, number.trim_end_matches(['.', ':'])))
}

/// The name of the line that says how the moves are written; no tag of a game.
pub(super) const NOTATION: &str = "Notation";

/// Returns the notation that the first lines of a text name.
pub fn notation_named(text: &str) -> Option<Notation> {
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty());
    let mut head = lines.take_while(|line| !line.is_empty());
    head.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case(NOTATION).then(|| read_notation(value.trim()))?
    })
}

/// Writes the line that names a notation: `Notation: san in German`.
pub(super) fn notation_line(notation: Notation) -> String {
    match notation.language().filter(|_| !notation.name().starts_with("fan")) {
        Some(language) => format!("{NOTATION}: {} in {}", notation.name(), language.name()),
        None => format!("{NOTATION}: {}", notation.name()),
    }
}

fn read_notation(value: &str) -> Option<Notation> {
    let Some((name, language)) = value.split_once(" in ") else {
        return value.parse::<Notation>().ok();
    };
    let language = language.trim();
    let named = |l: &Language| l.name().eq_ignore_ascii_case(language);
    let language =
        Language::ALL.into_iter().find(named).or_else(|| language.parse::<Language>().ok())?;
    Some(name.trim().parse::<Notation>().ok()?.in_language(language))
}
