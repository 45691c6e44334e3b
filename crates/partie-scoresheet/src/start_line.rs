//! Lines that name the start position: `FEN: ...`, `[FEN "..."]`, `Variant: Chess960`, or a FEN
//! alone.

use partie_core::Variant;

use super::facts::Facts;

/// Reads a line that names the start: `FEN: ...`, `[FEN "..."]`, `Variant: Chess960`, or a
/// FEN alone.
pub(super) fn facts(line: &str) -> Option<Facts> {
    let tag = line.strip_prefix('[').and_then(|tag| tag.strip_suffix(']'));
    let pair = match tag {
        Some(tag) => tag.split_once(char::is_whitespace),
        None => line.split_once(':'),
    };
    let named = pair.and_then(|(name, value)| {
        let value = value.trim().trim_matches(['"', '“', '”']).trim();
        let is_phrase = !name.contains(['.', '/']);
        match name.trim().to_ascii_lowercase().as_str() {
            "variant" => value.parse::<Variant>().ok().map(|_| ("Variant", value)),
            _ if is_phrase && is_fen(value) => Some(("FEN", value)),
            "setup" if matches!(value, "0" | "1") => Some(("SetUp", value)),
            _ => None,
        }
    });
    let (tag, value) = named.or_else(|| is_fen(line).then_some(("FEN", line)))?;
    let mut facts = Facts::default();
    // A phrase before the position stays text.
    let is_key = |(name, _): (&str, &str)| {
        ["fen", "position"].contains(&name.trim().to_ascii_lowercase().as_str())
    };
    let from = match line.find(value) {
        Some(at) if tag == "FEN" && !pair.is_some_and(is_key) => at,
        _ => 0,
    };
    facts.add(tag, value, from..line.len());
    Some(facts)
}

/// Reads a FEN inside of a sentence.
pub(super) fn in_prose(line: &str) -> Option<Facts> {
    if line.bytes().filter(|b| *b == b'/').count() < 7 {
        return None;
    }
    let begins = |at: &usize| *at == 0 || line[..*at].ends_with([' ', '\t', '(', '"', ':']);
    let at =
        line.char_indices().map(|(at, _)| at).filter(begins).find(|at| is_fen(&line[*at..]))?;
    let is_field = |i: usize, field: &str| match i {
        0 | 1 => true,
        2 => field.len() <= 4 && field.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-'),
        3 => matches!(field.as_bytes(), [b'-'] | [b'a'..=b'h', b'3' | b'6']),
        _ => i < 6 && !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit()),
    };
    let (mut end, mut next) = (at, at);
    for (i, word) in line[at..].split(' ').enumerate() {
        let field = word.trim_end_matches(['.', ',', ';', ')', '"', ':']);
        if !is_field(i, field) {
            break;
        }
        end = next + field.len();
        next += word.len() + 1;
        if field.len() < word.len() {
            break;
        }
    }
    let mut facts = Facts::default();
    facts.add("FEN", &line[at..end], at..end);
    Some(facts)
}

/// Returns true if a line begins with a board of eight ranks and the side to move.
fn is_fen(line: &str) -> bool {
    let mut fields = line.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let ranks = board.split(['[', '~']).next().unwrap_or_default();
    ranks.bytes().filter(|b| *b == b'/').count() >= 7
        && matches!(fields.next(), Some("w" | "b" | "W" | "B"))
}
