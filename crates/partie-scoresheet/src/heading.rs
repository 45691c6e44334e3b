//! Heading lines, `# 3 Anderssen - Kieseritzky`, and the moves that stand in some of them.

use partie_core::moves::descriptive;

use super::{evidence::is_move, spelled::begins_with_spelled, squares::begins_with_pair};

/// Returns the words of a heading of Markdown or of a list of games. A line that begins with moves
/// is not a heading, even after heading marks.
pub(super) fn heading(line: &str) -> Option<&str> {
    let words = ["# ", "## ", "### "].iter().find_map(|mark| line.strip_prefix(mark))?.trim();
    (!begins_with_move(words)).then_some(words)
}

/// Returns the names of the players in a heading's words.
pub(super) fn players(words: &str) -> Option<(&str, &str)> {
    let words = &words[..first_move(words).unwrap_or(words.len())];
    let words = words.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    let (white, black) = words.split_once(" - ")?;
    let black = black.trim_end_matches(|c: char| c.is_whitespace() || c == ':' || c == ',');
    Some((white.trim(), black.trim()))
}

/// Returns true if some heading of a text contains moves.
pub(super) fn has_moves(text: &str) -> bool {
    text.lines().filter_map(|line| heading(line.trim())).any(|words| first_move(words).is_some())
}

/// Returns the place of the first move in a line's words.
pub(super) fn first_move(words: &str) -> Option<usize> {
    // Moves have numbers or squares.
    if !words.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut before = true;
    words
        .char_indices()
        .filter(|(_, c)| std::mem::replace(&mut before, c.is_whitespace()) && !c.is_whitespace())
        .map(|(i, _)| i)
        .find(|i| begins_with_move(&words[*i..]))
}

/// Returns true if words begin with a move and its number, or with both squares of a move.
pub(super) fn begins_with_move(words: &str) -> bool {
    let unnumbered = words.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = unnumbered.trim_start_matches(['.', '…', ')']);
    if begins_with_pair(rest.trim_start()) {
        return true;
    }
    let numbered = unnumbered.len() < words.len() && rest.len() < unnumbered.len();
    let word = rest.split_whitespace().next().unwrap_or_default();
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?']);
    numbered
        && (is_move(word)
            || descriptive::length_of_first(rest.trim_start()).is_some()
            || begins_with_spelled(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_their_moves() {
        for (line, players_in, moves) in [
            ("# 3 Anderssen - Kieseritzky", Some(("Anderssen", "Kieseritzky")), None),
            ("# 3. Adams - de Firmian", Some(("Adams", "de Firmian")), None),
            ("# 12 Adams - Short: 1. e4 e5", Some(("Adams", "Short")), Some("1. e4 e5")),
            ("## The Immortal Game", None, None),
            ("## Sicilian, 1. e4 c5", None, Some("1. e4 c5")),
            ("# Moves: e2 - e4 e7-e5", None, Some("e2 - e4 e7-e5")),
            ("# Springer: 7. Sg5", None, Some("7. Sg5")),
            ("# 2. B-team - 3. C-team", Some(("B-team", "3. C-team")), None),
        ] {
            let words = heading(line).expect(line);
            assert_eq!(players(words), players_in, "{line}");
            assert_eq!(first_move(words).map(|i| &words[i..]), moves, "{line}");
        }
        for line in
            ["# 1. e4 e5", "# 2.Sf3", "# e2-e4", "# Sg1 - f3", "# 4. O-O", "# 1. P-K4", "e4", "#5"]
        {
            assert_eq!(heading(line), None, "{line}");
        }
    }
}
