//! Texts without what spellings differ in.

use std::borrow::Cow;

/// Returns a text without what spellings differ in: in small Latin letters without marks, other
/// scripts transliterated, `ae oe ue` (ä ö ü without their dots) as `a o u`.
#[must_use]
pub fn folded(text: &str) -> String {
    let plain = plain(text);
    let mut out = String::with_capacity(plain.len());
    out.extend(folded_bytes(&plain).map(char::from));
    out
}

/// A text in ASCII letters.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { deunicode::deunicode(text).into() }
}

/// The letters of a plain text, folded.
pub(crate) fn folded_bytes(plain: &str) -> impl Iterator<Item = u8> {
    let mut last = 0;
    plain.bytes().map(|byte| byte.to_ascii_lowercase()).filter(move |byte| {
        let passed = *byte == b'e' && matches!(last, b'a' | b'o' | b'u');
        if !passed {
            last = *byte;
        }
        !passed
    })
}

/// A name as plain text, without apostrophes (`O'Kelly`).
pub(crate) fn without_apostrophes(name: &str) -> Cow<'_, str> {
    let name: Cow<'_, str> = if name.contains(['\'', '’', '`']) {
        name.replace(['\'', '’', '`'], "").into()
    } else {
        name.into()
    };
    if name.is_ascii() { name } else { deunicode::deunicode(&name).into() }
}
/// Returns what spellings of one name have in common: its words in order, without case, accents and
/// punctuation.
pub(crate) fn name_key(name: &str) -> String {
    let folded = folded(name);
    let mut words: Vec<&str> =
        folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.sort_unstable();
    words.join(" ")
}
