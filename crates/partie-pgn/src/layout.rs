//! Checks of a text's layout, as far as it makes other programs fail, and of letters that were
//! encoded twice.

use std::ops::Range;

use super::{
    codes,
    fix::FixCollector,
    token::{Token, TokenKind},
};
use partie_formats::{Code, Confidence, Diagnostic, Message, message};

/// A kind of diagnostic that is reported once, however often it occurs.
struct Once<'a> {
    out: &'a mut Vec<Diagnostic>,
    fixes: &'a mut FixCollector,
    reported: Vec<&'static str>,
}

impl Once<'_> {
    fn add(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        fix: (Range<usize>, &str),
        message: Message,
    ) {
        self.fixes.add(code, None, fix.0, fix.1, Confidence::Safe);
        if !self.reported.contains(&code.id) {
            self.reported.push(code.id);
            self.out.push(Diagnostic::new(code, span, message));
        }
    }
}

/// Looks at spaces and lines.
pub(crate) fn check(
    text: &str,
    tokens: &[Token],
    out: &mut Vec<Diagnostic>,
    fixes: &mut FixCollector,
) {
    let mut once = Once { out, fixes, reported: Vec::new() };
    if text.starts_with('\u{feff}') {
        once.add(
            &codes::BYTE_ORDER_MARK,
            0..3,
            (0..3, ""),
            message!("the text begins with a byte order mark"),
        );
    }
    if memchr::memchr(b'\r', text.as_bytes()).is_some() {
        lone_returns(text, &mut once);
    }
    let is_tag = |token: &Token| matches!(token.kind, TokenKind::Tag(_));
    let last_tag = tokens.iter().rposition(is_tag);
    for (i, pair) in tokens.windows(2).enumerate() {
        // Two tokens, with whitespace between them or none.
        let [before, next] = pair else { continue };
        let (after, place) = match (&next.kind, tokens.get(i + 2)) {
            (TokenKind::Whitespace, Some(after)) => (after, next.span.clone()),
            (TokenKind::Tag(_), _) => (next, next.span.start..next.span.start),
            _ => continue,
        };
        let lines = line_ends(&text[place.clone()]);
        match (&before.kind, &after.kind) {
            (TokenKind::Tag(_), TokenKind::Tag(_)) if lines == 0 => once.add(
                &codes::TAGS_ON_LINE,
                after.span.clone(),
                (place, "\n"),
                message!("this tag stands on one line with the one before"),
            ),
            (TokenKind::Tag(_), TokenKind::Tag(_)) if lines > 1 => once.add(
                &codes::GAP_IN_TAGS,
                after.span.clone(),
                (place, "\n"),
                message!("an empty line stands before this tag"),
            ),
            (TokenKind::Tag(_), _) | (_, TokenKind::Tag(_)) => {}
            _ if lines > 1 && last_tag.is_none_or(|t| t <= i) => once.add(
                &codes::GAP_IN_MOVES,
                after.span.start..after.span.start,
                (place, "\n"),
                message!("an empty line stands among the moves, before this place"),
            ),
            _ => {}
        }
    }
}

/// Returns the number of line ends in whitespace.
fn line_ends(whitespace: &str) -> usize {
    let mut before = 0;
    let mut count = 0;
    for byte in whitespace.bytes() {
        count += usize::from(byte == b'\r' || byte == b'\n' && before != b'\r');
        before = byte;
    }
    count
}

/// Carriage returns without a line feed after.
fn lone_returns(text: &str, once: &mut Once<'_>) {
    let bytes = text.as_bytes();
    for at in memchr::memchr_iter(b'\r', bytes) {
        if bytes.get(at + 1) != Some(&b'\n') {
            once.add(
                &codes::CARRIAGE_RETURNS,
                at..at + 1,
                (at..at + 1, "\n"),
                message!("a line ends with a carriage return alone"),
            );
        }
    }
}

/// Undoes a double encoding. Returns `None` if there was none.
///
/// All letters beyond ASCII must belong to such pairs, and turn into letters of
/// European scripts or typographic signs.
pub(crate) fn decoded_once(text: &str) -> Option<String> {
    if text.is_ascii() || has_lone_letter(text) {
        return None;
    }
    [encoding_rs::WINDOWS_1252, encoding_rs::WINDOWS_1250, encoding_rs::WINDOWS_1251]
        .into_iter()
        .find_map(|encoding| {
            let (bytes, _, unmappable) = encoding.encode(text);
            if unmappable {
                return None;
            }
            let once = String::from_utf8(bytes.into_owned()).ok()?;
            let plausible = |c: char| {
                c.is_ascii()
                    || matches!(c, '\u{a1}'..='\u{17f}' | '\u{218}'..='\u{21b}' | '\u{386}'..='\u{3ce}'
                        | '\u{400}'..='\u{45f}' | '\u{490}'..='\u{491}' | '\u{2013}'..='\u{2026}' | '€' | '\u{2654}'..='\u{265f}')
            };
            (once.chars().count() < text.chars().count() && once.chars().all(plausible))
                .then_some(once)
        })
}

/// Returns true if a single letter beyond ASCII stands between ASCII letters. A letter that was
/// encoded twice becomes at least two.
fn has_lone_letter(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.bytes().position(|b| !b.is_ascii()) {
        let run = &rest[start..];
        let end = run.bytes().position(|b| b.is_ascii()).unwrap_or(run.len());
        if run[..end].chars().nth(1).is_none() {
            return true;
        }
        rest = &run[end..];
    }
    false
}

/// Returns a diagnostic for a text that was encoded twice.
pub(crate) fn mojibake(text: &str, span: Range<usize>) -> Option<Diagnostic> {
    let once = decoded_once(text)?;
    Some(
        Diagnostic::new(
            &codes::MOJIBAKE,
            span.clone(),
            message!("the letters were encoded twice; they were `{word}`", word = shorten(&once)),
        )
        .fix(span, once, Confidence::Safe),
    )
}

fn shorten(text: &str) -> String {
    super::text::shorten(text)
}

#[cfg(test)]
mod tests {
    use super::decoded_once;

    #[test]
    fn encoded_twice() {
        for (twice, once) in [
            ("KoÅ¡ice", Some("Košice")),
            ("JiÅ™Ã\u{ad} NovÃ¡k", Some("Jiří Novák")),
            ("MÃ¼ller â€“ GrÃ¶ÃŸe", Some("Müller – Größe")),
            ("JiĹ™Ă\u{ad}", Some("Jiří")),
            ("РљР°СЂРїРѕРІ", Some("Карпов")),
            ("Müller", None),
            ("Карпов", None),
            ("Jiří", None),
            ("CAFÉ… and", None),
            ("Kasparov", None),
        ] {
            assert_eq!(decoded_once(twice).as_deref(), once, "{twice}");
        }
    }
}
