//! Characters that optical recognition takes for others.

/// Returns true if a character may have been taken for another one.
pub(crate) fn looks_like(written: char, meant: char) -> bool {
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
pub(crate) fn rank(written: char) -> Option<char> {
    let letter = written.is_ascii_uppercase() || matches!(written, 'l' | '|');
    ('1'..='8').find(|rank| letter && looks_like(written, *rank))
}
