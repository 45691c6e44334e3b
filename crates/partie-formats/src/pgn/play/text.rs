//! Small changes of text on its way into a comment, and words that are glued together.

use partie_core::Nag;

/// A text on one line: line ends with the blanks around them become one blank.
pub(crate) fn unwrap_lines(text: &str) -> String {
    let line_end = |text: &str| memchr::memchr2(b'\n', b'\r', text.as_bytes());
    let Some(end) = line_end(text) else { return text.to_owned() };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..end]);
    let mut rest = &text[end + 1..];
    loop {
        while out.ends_with([' ', '\t']) {
            out.pop();
        }
        let end = line_end(rest);
        let line = rest[..end.unwrap_or(rest.len())].trim_start_matches([' ', '\t']);
        if !line.is_empty() {
            out.push(' ');
            out.push_str(line);
        }
        let Some(end) = end else { break };
        rest = &rest[end + 1..];
    }
    if rest.is_empty() {
        out.push(' ');
    }
    out
}

/// A text that can stand in a comment: its braces become parentheses.
pub(super) fn without_braces(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((i, _)) => format!("{}...", &text[..i]),
        None => text.to_owned(),
    }
}

/// `0:14`, `1:02:03`, `0:00.751`.
pub(super) fn is_clock(text: &str) -> bool {
    text.contains(':')
        && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.'))
        && partie_core::time::clock_milliseconds(text).is_some()
}

/// A clock with its hours.
pub(super) fn long_clock(text: &str) -> String {
    match text.matches(':').count() {
        1 => match text.split_once(':') {
            Some((minutes, seconds)) => format!("0:{minutes:0>2}:{seconds}"),
            None => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}

/// A sign at the end of a word, as `Kh1+-`, and where it begins.
pub(crate) fn glued_glyph(word: &str) -> Option<(usize, Nag)> {
    word.char_indices()
        .skip(2)
        .filter(|(i, _)| word.len() - i <= 6)
        .find_map(|(i, _)| Some((i, Nag::from_glyph(&word[i..])?)))
}
