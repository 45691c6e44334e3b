//! Small edits of text that becomes a comment.

/// Prefix of comments that hold moves that could not be read.
pub(crate) const CUT: &str = "Not read:";

/// Returns a text that can stand in a comment: its braces become parentheses.
pub(crate) fn without_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// Returns the first characters of a text, and dots for the others.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((i, _)) => format!("{}...", &text[..i]),
        None => text.to_owned(),
    }
}

/// `0:14`, `1:02:03`, `0:00.751`.
pub(crate) fn is_clock(text: &str) -> bool {
    text.contains(':')
        && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.'))
        && partie_core::time::clock_milliseconds(text).is_some()
}

/// Returns a clock with its hours.
pub(crate) fn long_clock(text: &str) -> String {
    match text.matches(':').count() {
        1 => match text.split_once(':') {
            Some((minutes, seconds)) => format!("0:{minutes:0>2}:{seconds}"),
            None => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}

/// Returns the offset of full stops that end a move as they end a sentence, as in `Kh1.`.
pub(crate) fn full_stop(word: &str) -> Option<usize> {
    let bare = word.trim_end_matches(['.', '…']);
    (!bare.is_empty() && bare.len() < word.len()).then_some(bare.len())
}
