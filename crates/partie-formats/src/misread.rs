//! Characters that optical recognition takes for others.

use partie_core::{Language, moves::san::San};

/// Returns true if a character may have been taken for another one.
#[must_use]
pub fn looks_like(written: char, meant: char) -> bool {
    let taken_for = match meant {
        '0' => "Oo",
        '1' => "lI|i!",
        '2' => "Zz",
        '5' => "Ss",
        '6' => "bG",
        '7' => "T",
        '8' => "B",
        'B' => "8E",
        'K' => "X",
        'N' => "MHW",
        'O' => "oQ",
        'Q' => "O0GC",
        '4' | 'R' => "A",
        'b' => "6",
        'g' => "9q",
        _ => "",
    };
    taken_for.contains(written)
}

/// Returns the rank that a letter was meant for. Letters that also end ordinary words (`s`, `z`)
/// stand for none.
#[must_use]
pub fn rank(written: char) -> Option<char> {
    let letter = written.is_ascii_uppercase() || matches!(written, 'l' | '|');
    ('1'..='8').find(|rank| letter && looks_like(written, *rank))
}

/// Returns true if a word is a move in which a scanner took a digit for a letter, such as `Nbl`
/// for `Nb1` or `dS` for `d5`.
#[must_use]
pub fn looks_misread(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?', '.', ',']);
    let last = word.char_indices().rev().find_map(|(at, c)| Some((at, rank(c)?)));
    // The first letter is a piece's, if any.
    let Some((at, rank)) = last.filter(|(at, _)| *at > 0 && word.is_ascii()) else { return false };
    San::parse(&format!("{}{rank}{}", &word[..at], &word[at + 1..]), Language::English).is_some()
}
