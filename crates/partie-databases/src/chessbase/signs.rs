//! Text of annotations.
//!
//! It is UTF-8 with figurines among the characters of private use, or of eight bits a character. In a
//! Western text some of these are figurines and signs of the program's own font, of which those that
//! real annotations show without doubt are read; the others stay characters of windows-1252. Texts in
//! other alphabets are in the code page of their author, which is guessed from all texts of a game.

use std::borrow::Cow;

use partie_formats::decode;

/// Figurines and signs in Western texts.
const SIGNS: [(u8, char); 14] = [
    (0x82, '→'),
    (0x83, '↑'),
    (0x84, '⇆'),
    (0x85, '∆'),
    (0xa2, '♔'),
    (0xa3, '♕'),
    (0xa4, '♘'),
    (0xa5, '♗'),
    (0xa6, '♖'),
    (0xa7, '♙'),
    (0xb2, '⩲'),
    (0xb3, '⩱'),
    (0xb5, '∓'),
    (0xb9, '⌓'),
];

/// Figurines and signs in UTF-8.
const PRIVATE: [(char, char); 7] = [
    ('\u{e00d}', '∆'),
    ('\u{e024}', '♔'),
    ('\u{e025}', '♕'),
    ('\u{e026}', '♖'),
    ('\u{e027}', '♗'),
    ('\u{e028}', '♘'),
    ('\u{e029}', '♙'),
];

fn sign(byte: u8) -> Option<char> {
    SIGNS.iter().find(|(known, _)| *known == byte).map(|(_, sign)| *sign)
}

/// Fewest letters of another alphabet by which it is recognised.
const FEW: usize = 8;

/// Returns the code page of texts in another alphabet.
pub(super) fn charset<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Option<&'static str> {
    let mut all = Vec::new();
    for text in texts.filter(|text| str::from_utf8(text).is_err()) {
        all.extend(text.iter().copied().filter(|byte| sign(*byte).is_none()));
        all.push(b' ');
    }
    let letters = all.iter().filter(|byte| **byte >= 0xc0).count();
    // Letters with accents are few among the others.
    if letters < FEW || letters * 3 < all.iter().filter(|byte| byte.is_ascii_alphabetic()).count() {
        return None;
    }
    Some(decode::decode(&all, None).label())
}

/// Decodes a text.
pub(super) fn decode(text: &[u8], charset: Option<&'static str>) -> String {
    let text = text.trim_ascii();
    let decoded = match (str::from_utf8(text), charset) {
        (Ok(text), _) if text.is_ascii() => text.to_owned(),
        (Ok(text), _) => {
            let read =
                |c| PRIVATE.iter().find(|(known, _)| *known == c).map_or(c, |(_, sign)| *sign);
            text.chars().map(read).collect()
        }
        (Err(_), Some(charset)) => decode::decode(text, Some(charset)).text.into_owned(),
        (Err(_), None) => {
            let mut out = String::with_capacity(text.len());
            for byte in text {
                match sign(*byte) {
                    Some(sign) => out.push(sign),
                    None => out += &decode::utf8_or_western(&[*byte]),
                }
            }
            out
        }
    };
    // Marks of the program's own, such as that of a diagram, have no character.
    let decoded = decoded.replace("\r\n", "\n");
    let written = |c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
    decoded.chars().map(written).filter(|c| !c.is_control()).collect()
}

/// Decodes a name or a title. One that is all of letters with the high bit is Russian.
pub(super) fn decode_name(name: &[u8]) -> Cow<'_, str> {
    let high = name.iter().filter(|byte| **byte >= 0xc0).count();
    let low = name.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    if high > low.max(2) && str::from_utf8(name).is_err() {
        return Cow::Owned(decode::decode(name, Some("windows-1251")).text.into_owned());
    }
    decode::utf8_or_western(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for (name, decoded) in [
            (&b"G\xf6tz"[..], "Götz"),
            (b"\xca\xe0\xf0\xef\xee\xe2", "Карпов"),
            (b"\xd6\xd8", "ÖØ"),
            ("Čeněk".as_bytes(), "Čeněk"),
        ] {
            assert_eq!(decode_name(name), decoded);
        }
    }

    #[test]
    fn texts_of_annotations() {
        let russian = b"\xcd\xe5 \xe1\xf3\xe4\xe5\xec \xef\xee\xea\xe0";
        for (text, decoded) in [
            (&b"a plan"[..], "a plan"),
            (b"\x85 \xa4g1 \xb5/-+", "∆ ♘g1 ∓/-+"),
            (b"G\xf6tz", "Götz"),
            ("für \u{e028}e4".as_bytes(), "für ♘e4"),
            (russian, "Не будем пока"),
            (b"lost.\r\n", "lost."),
        ] {
            let charset = charset(std::iter::once(text));
            assert_eq!(decode(text, charset), decoded);
        }
    }
}
