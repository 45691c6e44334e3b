//! Lines that name two players without keys: `Adams - Short`,
//! `Müller,J (2100) - Böhm,U (1900) [B33]`, `Miles vs. Nunn, 1-0`.

use std::ops::Range;

use super::{
    dates::date,
    evidence::is_move,
    facts::{Facts, eco, squeezed},
    player::{Player, ratings},
    vocabulary::{self, is_against, is_game, is_of_openings, tag},
};
use partie_formats::result;

/// Titles of players.
const TITLES: [&str; 9] = ["GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM"];

/// Most words of a player's name.
const MOST_WORDS: usize = 6;

/// Reads a line that names two players. It may also hold their ratings, a result, an opening's
/// code, a date and the game's number, but no other words.
pub(super) fn pairing(line: &str) -> Option<Facts> {
    let mut facts = Facts { is_pairing: true, ..Facts::default() };
    let start = game_number(line);
    let mut end = line.len();
    while let Some(shorter) = last_fact(&line[start..end], start, &mut facts) {
        end = start + shorter;
    }
    let words = &line[start..end];
    let certain = facts.outcome.is_some() || !facts.tags.is_empty();
    let (white, black) = sides(words, certain)?;
    let mut black_span = black;
    // `Anderssen - Kieseritzky, London 1851`: the place stays text.
    let is_named = Player::of(&words[black_span.clone()]).rating.is_some_and(|r| r.is_named());
    let rated = is_named || Player::of(&words[white.clone()]).rating.is_some();
    if !words[white.clone()].contains(',')
        && let Some(comma) = words[black_span.clone()].find(',').filter(|_| !rated)
        && words[black_span.start + comma..black_span.end].contains(|c: char| c.is_ascii_digit())
    {
        black_span.end = black_span.start + comma;
        facts.consumed.push(end..line.len());
        end = start + black_span.end;
    } else {
        end = line.len();
    }
    let players = [white, black_span].map(|span| Player::of(&words[span]));
    let rated = ratings(&players);
    let certain = certain || rated.iter().any(Option::is_some);
    if players.iter().any(|player| !is_name(player.name, certain)) {
        return None;
    }
    let names = players.each_ref().map(|player| without_title(player.name));
    let named = ["White", "Black"].into_iter().zip(names);
    facts.tags.splice(0..0, named.map(|(tag, (_, name))| (tag, name.to_owned())));
    let titles = ["WhiteTitle", "BlackTitle"].into_iter().zip(names);
    facts.tags.extend(titles.filter_map(|(tag, (title, _))| Some((tag, title?.to_owned()))));
    let elos = ["WhiteElo", "BlackElo"].into_iter().zip(rated);
    facts.tags.extend(elos.filter_map(|(tag, elo)| Some((tag, elo?.to_owned()))));
    let mut at = start;
    for (player, elo) in players.iter().zip(rated) {
        // Returns the place of a part of the line.
        let begin = player.words.as_ptr().addr() - line.as_ptr().addr();
        for kept in player.kept(elo) {
            facts.consumed.push(at..begin + kept.start);
            at = begin + kept.end;
        }
    }
    facts.consumed.push(at..end);
    Some(facts)
}

/// Splits a title off a name: `GM Adams`.
fn without_title(name: &str) -> (Option<&str>, &str) {
    match name.split_once(' ') {
        Some((title, name)) if TITLES.contains(&title) => (Some(title), name.trim_start()),
        _ => (None, name),
    }
}

/// Returns the start of the words after `Game 2:`, `9. tábla:` or `2.`, which stays text.
fn game_number(line: &str) -> usize {
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if let Some(rest) = unnumbered.strip_prefix(". ")
        && unnumbered.len() < line.len()
    {
        let named = rest.split_once([':', ',']).filter(|(word, _)| numbers_games(word.trim()));
        let rest = named.map_or(rest, |(_, rest)| rest.trim_start());
        return line.len() - rest.len();
    }
    // A round and a board may both be numbered.
    let mut words = line.split_inclusive(char::is_whitespace);
    let mut start = 0;
    while let (Some(first), Some(second)) = (words.next(), words.next()) {
        let word = first.trim_end().trim_end_matches('.');
        let number = second.trim_end().trim_end_matches(['.', ':', ',', ')', '-']);
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if !(numbers_games(word) && is_number) {
            break;
        }
        start += first.len() + second.len();
    }
    line.len() - line[start..].trim_start().len()
}

/// Returns true if a word may stand beside the number of a game, a round or a board.
fn numbers_games(word: &str) -> bool {
    is_game(word) || matches!(tag(word), Some("Round" | "Board"))
}

/// Returns true if a line is only the number of a game: `Game 2`, `Partie Nr. 3`, `2. Partie`.
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
    let is_ordinal = |word: &&str| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        (1..=3).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
            && matches!(
                &word[digits.len()..],
                "" | "st" | "nd" | "rd" | "th" | "e" | "a" | "ª" | "ème"
            )
    };
    let all_of_games = |words: &[&str]| words.iter().all(|word| is_game(word));
    match &words[..] {
        [before @ .., number] if matches!(before.len(), 1 | 2) && is_number(number) => {
            all_of_games(before)
        }
        [number, word] => is_ordinal(number) && all_of_games(&[word]),
        _ => false,
    }
}

/// Takes a result, a code, a date or the marks between them off the end of words that begin at a
/// place of a line. Returns the length that is left.
pub(super) fn last_fact(words: &str, begin: usize, facts: &mut Facts) -> Option<usize> {
    let bare = words.trim_end_matches(|c: char| c.is_whitespace() || ",;:|*_".contains(c));
    if bare.len() < words.len() {
        return Some(bare.len());
    }
    if facts.outcome.is_none()
        && let Some((at, outcome)) = result_at_end(bare)
    {
        facts.outcome = Some(outcome);
        facts.outcome_at = begin + at..begin + bare.len();
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

/// Finds a result at the end of words, also with spaces in it or in parentheses.
fn result_at_end(words: &str) -> Option<(usize, partie_core::Outcome)> {
    let inner = words.strip_suffix([')', ']']).unwrap_or(words);
    let mut at = inner.len();
    let mut longest = None;
    // `½ : ½` are three words.
    for _ in 0..3 {
        let is_border = |c: char| c.is_whitespace() || "([".contains(c);
        let Some(before) = inner[..at].trim_end().rfind(is_border) else { break };
        at = before;
        let word = inner[at..].trim_start_matches(is_border);
        let spelled = result::from_spelling(&squeezed(word));
        // `Tal - Keres remis` and `Tal - Keres, Remis`; but there is a player Pat.
        let names = &inner[..at];
        let apart = names.ends_with([',', ' ', '\t']) || inner[at..].starts_with(['(', '[']);
        let certain = apart || word.starts_with(char::is_lowercase);
        let outcome = spelled.filter(|_| !matches!(word, "+-" | "-+"));
        let outcome = outcome.or_else(|| vocabulary::outcome(word).filter(|_| certain));
        longest = outcome.map(|outcome| (at, outcome)).or(longest);
    }
    longest
}

/// Returns the two sides of a line, if exactly one mark or word separates them.
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
    let is_titled = || {
        let title = |word: &str| TITLES.contains(&word.trim_start_matches(['-', '–', '—']));
        let mut starts = words.split([' ', '-', '–', '—']).filter(|word| title(word));
        title(words.split(' ').next().unwrap_or_default()) && starts.by_ref().count() == 2
    };
    if places.is_empty() && (certain || is_titled()) {
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

/// Returns true if words can be a player's name; `certain` if the line has other facts that only
/// a line of players has.
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
        // `Anna1`, as players call themselves on servers.
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let numbered = letters.chars().count() >= 3
            && letters.chars().all(char::is_alphabetic)
            && !is_move(word);
        let figures = word.contains(|c: char| c.is_ascii_digit()) && !numbered && !certain;
        // `Dvořák st.`, the elder.
        let short = word.strip_suffix('.');
        let short = short.is_some_and(|w| w.len() <= 4 && w.chars().all(char::is_alphabetic));
        (tall || short || PARTICLES.contains(&word.to_lowercase().as_str()))
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
            ("GM Adams-GM Short", "White Adams, Black Short, WhiteTitle GM, BlackTitle GM"),
            ("Rd 3 Bd 1   Adams – Short   1–0", "White Adams, Black Short, 1-0"),
            ("Adams, M vs. Short, N", "White Adams, M, Black Short, N"),
            (
                "Müller,J (2100) - Böhm,U (1900) [B33]",
                "White Müller,J, Black Böhm,U, ECO B33, WhiteElo 2100, BlackElo 1900",
            ),
            ("Anderssen - Kieseritzky, London 1851", "White Anderssen, Black Kieseritzky"),
            ("Game 2: Tal – Keres ½ : ½", "White Tal, Black Keres, 1/2-1/2"),
            ("9. tábla: Nagy - Kis 1-0", "White Nagy, Black Kis, 1-0"),
            ("Clark - Davis 1/2", "White Clark, Black Davis, 1/2-1/2"),
            ("Tal - Keres remis", "White Tal, Black Keres, 1/2-1/2"),
            ("Tal - Keres (Remis)", "White Tal, Black Keres, 1/2-1/2"),
            ("Tal - Jan Pat", "White Tal, Black Jan Pat"),
            (
                "Müller (DWZ 1850) - Maier (DWZ 1790)",
                "White Müller, Black Maier, WhiteElo 1850, BlackElo 1790",
            ),
            (
                "Anand (IND, 2786) – Schmidt (GER, 2455)",
                "White Anand, Black Schmidt, WhiteElo 2786, BlackElo 2455",
            ),
            (
                "Novák, ELO 1835 - Dvořák st., ELO 1902",
                "White Novák, Black Dvořák st., WhiteElo 1835, BlackElo 1902",
            ),
            ("Tal, M (1960) - Botvinnik, M (1960)", "White Tal, M, Black Botvinnik, M"),
            ("Tal - Botvinnik 1960", "White Tal, Black Botvinnik"),
            (
                "Tal 2700 - Botvinnik 2690",
                "White Tal, Black Botvinnik, WhiteElo 2700, BlackElo 2690",
            ),
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
