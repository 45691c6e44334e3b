//! Lines that name two players without saying who is who: `Adams - Short`,
//! `Müller,J (2100) - Böhm,U (1900) [B33]`, `Miles vs. Nunn, 1-0`.

use std::ops::Range;

use super::{
    dates::date,
    header::{Facts, eco, squeezed},
    vocabulary::{is_against, is_game, is_of_openings, tag},
};
use crate::pgn::result;

/// Longest name of a player, in words.
const MOST_WORDS: usize = 6;

/// Reads a line of two players; nothing else may be in it than their ratings, a result, an
/// opening's code, a date, and the number of the game.
pub(super) fn pairing(line: &str) -> Option<Facts> {
    let mut facts = Facts { is_pairing: true, ..Facts::default() };
    let start = game_number(line);
    let mut end = line.len();
    while let Some(shorter) = last_fact(&line[start..end], &mut facts) {
        end = start + shorter;
    }
    let words = &line[start..end];
    let certain = facts.outcome.is_some() || !facts.tags.is_empty();
    let (white, black) = sides(words, certain)?;
    let mut black_span = black.clone();
    // `Anderssen - Kieseritzky, London 1851`: the place stays text.
    if !words[white.clone()].contains(',')
        && let Some(comma) = words[black.clone()].find(',')
        && words[black.start + comma..black.end].contains(|c: char| c.is_ascii_digit())
    {
        black_span.end = black.start + comma;
        facts.consumed.push(end..line.len());
        end = start + black_span.end;
    } else {
        end = line.len();
    }
    let (white_name, white_elo) = with_rating(words[white].trim());
    let (black_name, black_elo) = with_rating(words[black_span].trim());
    let rated = white_elo.is_some() || black_elo.is_some();
    if !is_name(white_name, certain || rated) || !is_name(black_name, certain || rated) {
        return None;
    }
    facts.tags.insert(0, ("Black", black_name.to_owned()));
    facts.tags.insert(0, ("White", white_name.to_owned()));
    facts.tags.extend(white_elo.map(|elo| ("WhiteElo", elo.to_owned())));
    facts.tags.extend(black_elo.map(|elo| ("BlackElo", elo.to_owned())));
    facts.consumed.push(start..end);
    Some(facts)
}

/// Where the words behind `Game 2:` or `2.` begin; these stay text.
fn game_number(line: &str) -> usize {
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if let Some(rest) = unnumbered.strip_prefix(". ")
        && unnumbered.len() < line.len()
    {
        return line.len() - rest.len();
    }
    let mut words = line.split_inclusive(char::is_whitespace);
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return 0 };
    let word = first.trim_end().trim_end_matches('.');
    let number = second.trim_end().trim_end_matches(['.', ':', ',', ')', '-']);
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let known = is_game(word) || matches!(tag(word), Some("Round" | "Board"));
    if known && is_number { first.len() + second.len() } else { 0 }
}

/// Whether a line is nothing but the number of a game: `Game 2`, `Partie Nr. 3`.
pub(super) fn is_game_number(line: &str) -> bool {
    let words: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || ".:,()#".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let is_number = |word: &&str| {
        word.len() <= 4
            && (word.bytes().all(|b| b.is_ascii_digit())
                || word.bytes().all(|b| matches!(b, b'I' | b'V' | b'X' | b'L' | b'C')))
    };
    matches!(words.len(), 2 | 3)
        && words.last().is_some_and(is_number)
        && words[..words.len() - 1].iter().all(|word| is_game(word))
}

/// Takes a result, a code, a date or the marks between them off the end of a line; the
/// answer is the length that is left.
fn last_fact(words: &str, facts: &mut Facts) -> Option<usize> {
    let bare = words.trim_end_matches(|c: char| c.is_whitespace() || ",;:|*_".contains(c));
    if bare.len() < words.len() {
        return Some(bare.len());
    }
    if facts.outcome.is_none()
        && let Some((at, outcome)) = result_at_end(bare)
    {
        facts.outcome = Some(outcome);
        return Some(at);
    }
    let at = match bare.chars().next_back()? {
        ')' => bare.rfind('(')?,
        ']' => bare.rfind('[')?,
        _ => {
            let (at, space) = bare.char_indices().rfind(|(_, c)| c.is_whitespace())?;
            at + space.len_utf8()
        }
    };
    let has = |name: &str| facts.tags.iter().any(|(tag, _)| *tag == name);
    if let Some(code) = eco(&bare[at..]).filter(|_| !has("ECO")) {
        facts.tags.push(("ECO", code.to_owned()));
        return Some(at);
    }
    if has("Date") {
        return None;
    }
    // `14.03.2024` is one word, `14. 3. 2024` are three.
    let mut from = bare.len();
    for _ in 0..3 {
        from = bare[..from].trim_end().rfind([' ', ',', '(']).map(|i| i + 1)?;
        let words = bare[from..].trim_matches(|c: char| "() ".contains(c));
        if let Some(day) = date(words) {
            facts.tags.push(("Date", day));
            return Some(from);
        }
    }
    None
}

/// A result at the end of some words, also one with spaces in it or in parentheses.
fn result_at_end(words: &str) -> Option<(usize, partie_core::Outcome)> {
    let inner = words.strip_suffix([')', ']']).unwrap_or(words);
    let mut at = inner.len();
    let mut longest = None;
    // `½ : ½` are three words.
    for _ in 0..3 {
        let is_border = |c: char| c.is_whitespace() || "([".contains(c);
        let Some(before) = inner[..at].trim_end().rfind(is_border) else { break };
        at = before;
        let word = inner[at..].trim_start_matches(['(', '[']);
        let outcome = result::from_spelling(&squeezed(word));
        let outcome = outcome.filter(|_| !matches!(word.trim(), "1/2" | "+-" | "-+"));
        longest = outcome.map(|outcome| (at, outcome)).or(longest);
    }
    longest
}

/// The two sides of a line, if exactly one mark or word parts them.
fn sides(words: &str, certain: bool) -> Option<(Range<usize>, Range<usize>)> {
    let mut places: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for word in words.split_inclusive(char::is_whitespace) {
        let bare = word.trim_end();
        let is_dash = matches!(bare, "-" | "–" | "—" | "--" | "−");
        if at > 0 && (is_dash || is_against(bare)) {
            places.push(at..at + word.len());
        }
        at += word.len();
    }
    if places.is_empty() && certain {
        // `Adams-Short 1-0`.
        let dashes: Vec<_> = words.match_indices(['-', '–', '—']).collect();
        let [(at, dash)] = dashes[..] else { return None };
        let is_long = |side: &str| side.chars().filter(|c| c.is_alphabetic()).count() >= 3;
        let sides = (0..at, at + dash.len()..words.len());
        return (is_long(&words[sides.0.clone()]) && is_long(&words[sides.1.clone()]))
            .then_some(sides);
    }
    let [place] = &places[..] else { return None };
    Some((0..place.start, place.end..words.len()))
}

/// Takes a rating off a name: `Müller,J (2100)`.
pub(super) fn with_rating(name: &str) -> (&str, Option<&str>) {
    let name = without_full_stop(name);
    let bare = name.trim_end_matches([')', ']']);
    let digits = bare.len() - bare.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (before, rating) = bare.split_at(bare.len() - digits);
    let known = rating.parse::<u16>().is_ok_and(|rating| (800..3300).contains(&rating));
    let stands_alone = before.ends_with([' ', '(', '[']);
    if !known || !stands_alone {
        return (name, None);
    }
    (before.trim_end_matches([' ', '(', '[', ',']), Some(rating))
}

/// A name without the full stop of a sentence; that of an initial or `Jr.` stays.
fn without_full_stop(name: &str) -> &str {
    let Some(bare) = name.strip_suffix('.') else { return name };
    let last = bare.rsplit([' ', '.', ',']).next().unwrap_or_default();
    if last.chars().count() > 2 { bare } else { name }
}

/// Whether some words can be a player's name; `certain` if the line says more that only a
/// line of players does.
pub(super) fn is_name(name: &str, certain: bool) -> bool {
    const PARTICLES: [&str; 24] = [
        "de", "da", "di", "del", "della", "der", "den", "van", "von", "vom", "zu", "la", "le",
        "du", "dos", "das", "ter", "ten", "af", "av", "al", "el", "y", "st",
    ];
    let words: Vec<&str> =
        name.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
    let is_part = |word: &&str| {
        let first = word.trim_start_matches(['(', '\'', '"', '’']).chars().next();
        let tall =
            first.is_some_and(|c| c.is_uppercase() || c.is_alphabetic() && !c.is_lowercase());
        // A full stop stands after initials and titles, not after a sentence.
        let sentence = word.ends_with(['!', '?', ':']) || word.ends_with('.') && word.len() > 5;
        let genitive = word.ends_with("'s") || word.ends_with("’s");
        let figures = word.contains(|c: char| c.is_ascii_digit()) && !certain;
        (tall || PARTICLES.contains(&word.to_lowercase().as_str()))
            && !sentence
            && !figures
            && !genitive
    };
    (1..=MOST_WORDS).contains(&words.len())
        && name.len() <= 80
        && name.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && words.iter().all(is_part)
        && !words.iter().any(|word| is_of_openings(word) || tag(word).is_some_and(|t| t != "Site"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_two_players() {
        for (line, found) in [
            ("Adams - Short", "White Adams, Black Short"),
            ("Adams-Short 1-0", "White Adams, Black Short, 1-0"),
            ("Caro-Kann", ""),
            ("Adams, M vs. Short, N", "White Adams, M, Black Short, N"),
            (
                "Müller,J (2100) - Böhm,U (1900) [B33]",
                "White Müller,J, Black Böhm,U, ECO B33, WhiteElo 2100, BlackElo 1900",
            ),
            ("Anderssen - Kieseritzky, London 1851", "White Anderssen, Black Kieseritzky"),
            ("Game 2: Tal – Keres ½ : ½", "White Tal, Black Keres, 1/2-1/2"),
            (
                "Eriksson, L (1850) vs Berg, P (1790)  1-0",
                "White Eriksson, L, Black Berg, P, 1-0, WhiteElo 1850, BlackElo 1790",
            ),
            ("Иванов - Петров 0:1", "White Иванов, Black Петров, 0-1"),
            ("Tal - Keres, 14.3.1959", "White Tal, Black Keres, Date 1959.03.14"),
            ("van der Wiel - de Firmian", "White van der Wiel, Black de Firmian"),
            ("Sicilian Defence - Najdorf", ""),
            ("It was a fine game - my best.", ""),
            ("A - ", ""),
            ("e4 - e5", ""),
        ] {
            let facts = pairing(line).unwrap_or_default();
            let mut words: Vec<String> =
                facts.tags.iter().map(|(tag, value)| format!("{tag} {value}")).collect();
            words.extend(facts.outcome.map(|outcome| outcome.as_pgn().to_owned()));
            words.sort();
            let mut wanted: Vec<&str> = found.split(", ").filter(|word| !word.is_empty()).collect();
            wanted.sort_unstable();
            let joined = words.join(", ");
            let mut parts: Vec<&str> = joined.split(", ").filter(|word| !word.is_empty()).collect();
            parts.sort_unstable();
            assert_eq!(parts, wanted, "{line}");
        }
    }
}
