//! Moves in comments, with the piece letters of a language.

use partie_core::{Language, Position, Role, moves::san};

/// Characters that may stand before a move in a sentence.
const BEFORE: [char; 8] = ['(', '[', '"', '\'', '“', '„', '«', '…'];

/// Replaces the English piece letters of moves in a comment by a language's. A word counts as a
/// move if it is legal in one of the positions that the comment may refer to, or after earlier
/// moves in it.
pub(crate) fn lettered(text: String, language: Language, positions: &[&Position]) -> String {
    if language == Language::English || !text.contains(['K', 'Q', 'R', 'B', 'N', 'O']) {
        return text;
    }
    let mut line: Option<(Position, Position)> = None;
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let (before, word_move, after) = parted(word);
        let known = line
            .iter()
            .flat_map(|(last, earlier)| [last, earlier])
            .chain(positions.iter().copied());
        let played = known.into_iter().find_map(|position| {
            let ply = san::read(position, word_move).ok()?.ply;
            let mut next = position.clone();
            next.play(ply).ok()?;
            Some((next, position.clone()))
        });
        out.push_str(before);
        if played.is_some() {
            out.push_str(&letters(word_move, language));
            line = played;
        } else {
            out.push_str(word_move);
        }
        out.push_str(after);
    }
    out
}

/// Splits a word into the text before a move, such as its number, the possible move, and the rest.
fn parted(word: &str) -> (&str, &str, &str) {
    let rest = word.trim_start_matches(BEFORE);
    let unnumbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match unnumbered.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches(['.', '…']),
        None => rest.trim_start_matches('.'),
    };
    let is_of_move = |c: char| "KQRBNOabcdefgh12345678x=-+#".contains(c);
    let end = rest.find(|c| !is_of_move(c)).unwrap_or(rest.len());
    let (made, after) = rest.split_at(end);
    // A dash after a move belongs to the sentence.
    let made_end = made.trim_end_matches(['-', '=']).len();
    let start = word.len() - rest.len();
    let is_move = san::San::is_move(&made[..made_end]) && !after.starts_with(char::is_alphanumeric);
    let end = start + if is_move { made_end } else { 0 };
    (&word[..start], &word[start..end], &word[end..])
}

/// Replaces the letters of pieces in a move.
fn letters(word: &str, language: Language) -> String {
    let letter = |c: char| match Role::from_char(c).filter(|_| c.is_ascii_uppercase()) {
        Some(role) => language.letter(role).to_owned(),
        None if c == 'O' && language.castles_with_zeros() => "0".to_owned(),
        None => c.to_string(),
    };
    word.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_that_can_be_played_have_other_letters() {
        let mut after = Position::default();
        let before = after.clone();
        after.play(san::read(&after, "e4").expect("a move").ply).expect("legal");
        let positions = [&after, &before];
        for (text, expected) in [
            ("Better is Nf3.", "Better is Sf3."),
            (
                "1...Nf6 2.Nc3 d5 (2...Bb4) is Alekhine's",
                "1...Sf6 2.Sc3 d5 (2...Bb4) is Alekhine's",
            ),
            ("1... e5 2. Qh5!? Nc6 3. Bc4 g6", "1... e5 2. Dh5!? Sc6 3. Lc4 g6"),
            ("Not Ke3, Bf9 or Q, but King", "Not Ke3, Bf9 or Q, but King"),
            ("Nf3-e5 and (Nc6)", "Nf3-e5 and (Sc6)"),
            ("B R Kasparov N. Short", "B R Kasparov N. Short"),
        ] {
            assert_eq!(lettered(text.to_owned(), Language::German, &positions), expected);
        }
    }
}
