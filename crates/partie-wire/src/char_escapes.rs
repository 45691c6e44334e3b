//! Text over a 7-bit wire: non-ASCII characters are sent as `&#x263a;`.
//!
//! FICS and its interfaces only know ASCII; other characters are written as hexadecimal HTML
//! entities. Reading takes decimal entities (`&#9786;`) too.
//!
//! Not carried: a text that itself contains an entity of a non-ASCII character reads back as that
//! character. An entity of an ASCII or a control character is *not* read, so that it cannot smuggle
//! a line end or an escape sequence through a filter.
//!
//! ```
//! use partie_wire::char_escapes;
//!
//! assert_eq!(char_escapes::encode("Ding–Nepo ☺"), "Ding&#x2013;Nepo &#x263a;");
//! assert_eq!(char_escapes::decode("Ding&#x2013;Nepo &#9786;"), "Ding–Nepo ☺");
//! assert_eq!(char_escapes::decode("&#x0a;shutdown"), "&#x0a;shutdown");
//! ```

use std::borrow::Cow;

/// The most digits of an entity.
const DIGITS: usize = 7;

/// The text with every character beyond ASCII as an entity.
#[must_use]
pub fn encode(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            out.push_str(&format!("&#x{:x};", u32::from(c)));
        }
    }
    Cow::Owned(out)
}

/// The text with every entity of a printable character beyond ASCII as that character.
#[must_use]
pub fn decode(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find("&#") {
        let start = at + found;
        if let Some((c, length)) = entity(&text[start..]) {
            out.push_str(&text[copied..start]);
            out.push(c);
            copied = start + length;
            at = copied;
        } else {
            at = start + 2;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// The character of the entity at the start of the text, and the entity's length.
fn entity(text: &str) -> Option<(char, usize)> {
    let (radix, start) = if text.starts_with("&#x") { (16, 3) } else { (10, 2) };
    let digits = text[start..].bytes().take(DIGITS + 1).position(|b| b == b';')?;
    let number = &text[start..start + digits];
    if !number.bytes().all(|b| char::from(b).is_digit(radix)) {
        return None;
    }
    let c = char::from_u32(u32::from_str_radix(number, radix).ok()?)?;
    (!c.is_ascii() && !partie_formats::decode::steers_terminal(c))
        .then_some((c, start + digits + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn both_ways() {
        for (text, wire) in [
            ("plain & simple", "plain & simple"),
            ("♘f3", "&#x2658;f3"),
            ("Grünfeld", "Gr&#xfc;nfeld"),
            ("🙂", "&#x1f642;"),
        ] {
            assert_eq!(encode(text), wire);
            assert_eq!(decode(wire), text);
        }
    }

    #[test]
    fn what_is_no_entity_stays() {
        for text in [
            "&#",
            "&#;",
            "&#x;",
            "&#x263a",
            "&#x00263a00;",
            "&#xd800;",
            "&#x110000;",
            "&#+9786;",
            "&#x1b;",
            "&#x85;",
            "&#x202e;",
            "&#65;",
            "&amp;",
            "&#☺;",
        ] {
            assert_eq!(decode(text), text);
        }
        assert_eq!(decode("&#&#x263a;;"), "&#☺;");
    }

    proptest! {
        #[test]
        fn text_without_entities_comes_back(text in "[^&\u{7f}-\u{9f}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}]*") {
            let wire = encode(&text);
            prop_assert!(wire.is_ascii());
            prop_assert_eq!(decode(&wire).into_owned(), text);
        }

        #[test]
        fn text_without_entities_is_left_alone(text in "[^#]*") {
            prop_assert_eq!(decode(&text).into_owned(), text);
        }

        #[test]
        fn nothing_panics(text in "[&#x0-9a-f;☺]*") {
            let _ = decode(&text);
        }
    }
}
