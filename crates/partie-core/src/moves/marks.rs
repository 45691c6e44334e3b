//! Text around a move in any notation: check marks, `e.p.`, look-alikes, spaces.

use std::borrow::Cow;

use super::{CheckMark, Quirks};

/// Replaces look-alikes, and drops invisible characters and spaces.
pub(crate) fn fold<'a>(text: &'a str, quirks: &mut Quirks) -> Cow<'a, str> {
    let trimmed = text.trim_matches([' ', '\t']);
    if trimmed.is_ascii() && !trimmed.contains([' ', '\t']) {
        return trimmed.into();
    }
    let mut folded = String::with_capacity(trimmed.len());
    let mut chars = trimmed.chars().peekable();
    while let Some(c) = chars.next() {
        let before_rank = matches!(chars.peek(), Some('1'..='8'));
        let plain = match c {
            ' ' | '\t' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => {
                quirks.insert(Quirks::SPACES);
                continue;
            }
            '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => {
                quirks.insert(Quirks::LOOKALIKES);
                continue;
            }
            // The selectors of text and emoji form, which go with figurines.
            '\u{fe0e}' | '\u{fe0f}' => continue,
            c if c != '-' && is_dash(c) => '-',
            '✕' | '✖' | 'х' | 'Х' => '×',
            // Cyrillic letters that look like files.
            'а' if before_rank => 'a',
            'с' if before_rank => 'c',
            'е' if before_rank => 'e',
            c => {
                folded.push(c);
                continue;
            }
        };
        quirks.insert(Quirks::LOOKALIKES);
        folded.push(plain);
    }
    folded.into()
}

/// Returns true for a hyphen, a dash or a minus sign, as typed by keyboards and word processors.
///
/// ```
/// use partie_core::moves::is_dash;
/// assert!("-‐‑‒–—―⁃−﹘﹣－".chars().all(is_dash));
/// assert!(!is_dash('_'));
/// ```
#[must_use]
pub const fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{2010}'
            ..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}

/// Cuts check marks and `e.p.` off the end.
pub(crate) fn strip(rest: &mut &str, quirks: &mut Quirks) -> CheckMark {
    let mut mark = CheckMark::None;
    loop {
        // Most words end with a digit or another sign that ends no mark.
        if !rest.ends_with(|c: char| !c.is_ascii() || "+#xhkslte.)pP".contains(c)) {
            return mark;
        }
        if let Some((text, meaning, odd)) = mark_at_end(rest) {
            *rest = &rest[..rest.len() - text.len()];
            mark = meaning;
            if odd {
                quirks.insert(Quirks::NONSTANDARD_CHECK_MARK);
            }
        } else if let Some(stripped) = en_passant_at_end(rest) {
            *rest = stripped;
            quirks.insert(Quirks::EN_PASSANT_MARK);
        } else {
            return mark;
        }
    }
}

/// The longest check mark at the end of a text, its meaning, and whether it is unusual.
fn mark_at_end(text: &str) -> Option<(&'static str, CheckMark, bool)> {
    const MARKS: [(&str, CheckMark, bool); 32] = [
        ("+", CheckMark::Check, false),
        ("#", CheckMark::Mate, false),
        ("++", CheckMark::Double, true),
        ("+#", CheckMark::Mate, true),
        ("#+", CheckMark::Mate, true),
        ("##", CheckMark::Mate, true),
        ("+mate", CheckMark::Mate, true),
        ("⁺", CheckMark::Check, true),
        ("⁺⁺", CheckMark::Double, true),
        ("†", CheckMark::Check, true),
        ("††", CheckMark::Double, true),
        ("‡", CheckMark::Mate, true),
        ("≠", CheckMark::Mate, true),
        ("x", CheckMark::Mate, true),
        ("×", CheckMark::Mate, true),
        ("ch", CheckMark::Check, true),
        ("ch.", CheckMark::Check, true),
        ("check", CheckMark::Check, true),
        ("disch", CheckMark::Check, true),
        ("dis.ch", CheckMark::Check, true),
        ("dis.ch.", CheckMark::Check, true),
        ("disch.", CheckMark::Check, true),
        ("dis", CheckMark::Check, true),
        ("dbl", CheckMark::Double, true),
        ("dblch", CheckMark::Double, true),
        ("dblch.", CheckMark::Double, true),
        ("dbl.ch", CheckMark::Double, true),
        ("dbl.ch.", CheckMark::Double, true),
        ("mate", CheckMark::Mate, true),
        ("mat", CheckMark::Mate, true),
        ("matt", CheckMark::Mate, true),
        ("checkmate", CheckMark::Mate, true),
    ];
    MARKS
        .into_iter()
        .filter(|(mark, _, _)| text.len() > mark.len() && text.ends_with(mark))
        // `x` for mate follows a rank, never a file letter: `exd` is half a capture.
        .filter(|(mark, _, _)| {
            !matches!(*mark, "x" | "×")
                || text[..text.len() - mark.len()].ends_with(|c: char| c.is_ascii_digit())
        })
        .max_by_key(|(mark, _, _)| mark.len())
}

/// The text before an `e.p.` at its end.
fn en_passant_at_end(text: &str) -> Option<&str> {
    ["(e.p.)", "(ep)", "e.p.", "e.p", "ep.", "ep", "EP", "E.P."]
        .iter()
        .find_map(|mark| text.strip_suffix(mark))
        .map(|before| before.trim_end_matches('.'))
}
