//! Words that are moves.

/// Returns true if a word can only be a move: `e4`, `exd5`, `e2e4`, `e2-e4`, `Nf3`, `Nbd7`, `e8=Q`,
/// `bxa8q`, `O-O`, `o-o-o`, `P@e4`, with marks of check or praise after it or without;
/// also a piece that is put on a square or taken off in a set-up (`bk@e8`, `x@e4`).
///
/// ```
/// use partie_wire::command::is_move;
/// for word in ["e4", "e2e4", "e7e8q", "e8=Q+", "Nf3", "R1xe2", "O-O", "0-0-0", "P@f7", "bc3", "x@e4"] {
///     assert!(is_move(word), "{word}");
/// }
/// for word in ["e", "draw", "f4f", "say", "b", "Nf9", "a", "games"] {
///     assert!(!is_move(word), "{word}");
/// }
/// ```
#[must_use]
pub fn is_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let castling = word.replace(['0', 'O'], "o");
    if matches!(castling.as_str(), "o-o" | "o-o-o" | "oo" | "ooo") {
        return true;
    }
    if !word.is_ascii() {
        return false;
    }
    // A drop: piece, sign, square.
    if let Some((piece, square)) = word.split_once('@') {
        let put = piece.eq_ignore_ascii_case("x") || super::examine::put(word).is_some();
        return put && is_square(square);
    }
    // A promotion after the square: `=Q`, `q`, `(Q)`.
    let core = word.trim_end_matches(')');
    let bare = match core.char_indices().next_back() {
        Some((i, c)) if is_piece(&core[i..]) && c != 'P' && i >= 2 => {
            core[..i].trim_end_matches(['=', '/', '('])
        }
        _ => core,
    };
    let Some((before, square)) = bare.len().checked_sub(2).and_then(|at| bare.split_at_checked(at))
    else {
        return false;
    };
    let promoted = bare.len() < word.len();
    if !is_square(square) || (promoted && !square.ends_with(['1', '8'])) {
        return false;
    }
    let before = before.trim_end_matches(['x', '-', ':']);
    let (piece, from) = match before.chars().next() {
        Some(c) if "KQRBNP".contains(c) => (true, &before[1..]),
        // `bc3` is a pawn's move unless no pawn can do it: the position decides.
        Some(c) if "kqrn".contains(c) => (true, &before[1..]),
        _ => (false, before),
    };
    match from.as_bytes() {
        [] => true,
        [f] if f.is_ascii_lowercase() => (b'a'..=b'h').contains(f),
        [r] => piece && (b'1'..=b'8').contains(r),
        [f, r] => (b'a'..=b'h').contains(f) && (b'1'..=b'8').contains(r),
        _ => false,
    }
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

fn is_piece(text: &str) -> bool {
    text.len() == 1 && "KQRBNPkqrbnp".contains(text)
}
