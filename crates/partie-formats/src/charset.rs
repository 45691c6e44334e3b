//! Encodings of text: those of the web, and the code pages of DOS that the web has forgotten.

use encoding_rs::{Encoding, GB18030, WINDOWS_1252};
use oem_cp::code_table::{DECODING_TABLE_CP437, DECODING_TABLE_CP850, DECODING_TABLE_CP852};

/// An encoding in which ASCII is ASCII.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Charset {
    /// One of the Encoding Standard.
    Web(&'static Encoding),
    /// A code page of DOS: its name and the characters from 0x80 on.
    Dos(&'static str, &'static [char; 128]),
}

impl PartialEq for Charset {
    fn eq(&self, other: &Charset) -> bool {
        self.name() == other.name()
    }
}

/// The code pages of DOS, with the names they are known by. Of two that fit alike the first
/// one is taken.
const DOS: [(&str, &[&str], &[char; 128]); 3] = [
    ("IBM852", &["cp852", "852", "ibm852"], &DECODING_TABLE_CP852),
    ("IBM850", &["cp850", "850", "ibm850", "cp858", "ibm858"], &DECODING_TABLE_CP850),
    ("IBM437", &["cp437", "437", "ibm437"], &DECODING_TABLE_CP437),
];

impl Charset {
    /// The encoding with a label: of the Encoding Standard
    /// (<https://encoding.spec.whatwg.org/#names-and-labels>), or as `cp852` and `ibm852`.
    pub(crate) fn for_label(label: &str) -> Option<Charset> {
        let web = || Encoding::for_label(label.as_bytes()).map(Charset::Web);
        let dos = || {
            let known = |names: &[&str]| names.iter().any(|n| n.eq_ignore_ascii_case(label.trim()));
            DOS.iter().find(|(_, names, _)| known(names)).map(|(n, _, t)| Charset::Dos(n, t))
        };
        web().or_else(dos)
    }

    /// The name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Charset::Web(encoding) => encoding.name(),
            Charset::Dos(name, _) => name,
        }
    }

    /// The character at the start of bytes that begin beyond ASCII, and its length.
    pub(crate) fn character(self, bytes: &[u8]) -> (char, usize) {
        match self {
            Charset::Dos(_, table) => (table[usize::from(bytes[0] & 0x7f)], 1),
            Charset::Web(encoding) if encoding.is_single_byte() => (one(encoding, &bytes[..1]), 1),
            Charset::Web(encoding) => {
                let longest = bytes.len().min(4);
                let whole = (2..=longest)
                    .map(|length| (one(encoding, &bytes[..length]), length))
                    .find(|(c, _)| *c != char::REPLACEMENT_CHARACTER);
                whole.unwrap_or((char::REPLACEMENT_CHARACTER, 1))
            }
        }
    }

    /// The likeliest encoding of words that are not UTF-8, of which the bytes beyond ASCII
    /// tell.
    pub(crate) fn guess(words: &[u8]) -> Charset {
        let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
        detector.feed(words, true);
        let guess = detector.guess(None, chardetng::Utf8Detection::Deny);
        if guess == encoding_rs::GBK && is_chinese(words) {
            return Charset::Web(GB18030);
        }
        // Chess records are European; another multi-byte guess on a few bytes is a mistake.
        let web = Charset::Web(if guess.is_single_byte() { guess } else { WINDOWS_1252 });
        let dos = DOS.iter().map(|(name, _, table)| Charset::Dos(name, table));
        let strange = Fit::of(web, words);
        // What the detector finds is only doubted if it makes no words.
        if strange.wrong == 0 {
            return web;
        }
        dos.map(|charset| (Fit::of(charset, words), charset))
            .filter(|(fit, _)| fit.wrong == 0 && fit.letters > 0)
            .max_by_key(|(fit, charset)| (fit.usual, *charset == Charset::Dos("IBM437", DOS[2].2)))
            .map_or(web, |(_, charset)| charset)
    }
}

/// One character of an encoding; the replacement character if the bytes are not just one.
fn one(encoding: &'static Encoding, bytes: &[u8]) -> char {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Whether all that is not ASCII is Chinese in GB18030, and more than a character or two.
fn is_chinese(words: &[u8]) -> bool {
    let (text, malformed) = GB18030.decode_without_bom_handling(words);
    let beyond = || text.chars().filter(|c| !c.is_ascii());
    let han = |c: char| matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}');
    !malformed && beyond().count() >= 4 && beyond().all(han)
}

/// How well characters of an encoding make words.
#[derive(Default)]
struct Fit {
    /// Letters among the characters beyond ASCII.
    letters: u32,
    /// Those of them that the names of Europe have.
    usual: u32,
    /// Characters inside words that are no letters, capitals after small letters, and bytes
    /// that mean nothing.
    wrong: u32,
}

/// Letters of European names beyond ASCII, in lower case.
const USUAL: &str = "áàâäãåąăçćčďđéèêëęěíìîïłñńňóòôöõőøřśšşťţúùûüůűýžźżßæœ";

impl Fit {
    fn of(charset: Charset, words: &[u8]) -> Fit {
        let mut fit = Fit::default();
        let (mut before, mut at) = (' ', 0);
        while let Some(byte) = words.get(at) {
            if byte.is_ascii() {
                before = char::from(*byte);
                at += 1;
                continue;
            }
            let (c, length) = charset.character(&words[at..]);
            at += length;
            let next = words.get(at).map_or(' ', |b| char::from(*b));
            let inside = before.is_alphabetic() || next.is_ascii_alphabetic();
            let small = c.to_lowercase().next().unwrap_or(c);
            if c.is_alphabetic() {
                fit.letters += 1;
                fit.usual += u32::from(USUAL.contains(small));
                let capital = c.is_uppercase() && before.is_lowercase();
                fit.wrong +=
                    u32::from(capital || !USUAL.contains(small) && small.is_ascii_graphic());
            } else {
                let nothing = c == char::REPLACEMENT_CHARACTER || c.is_control();
                fit.wrong += u32::from(
                    nothing || inside && before.is_alphabetic() && next.is_ascii_alphabetic(),
                );
            }
            before = c;
        }
        fit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in a code page of DOS.
    fn dos(label: &str, text: &str) -> Vec<u8> {
        let Some(Charset::Dos(_, table)) = Charset::for_label(label) else { panic!("{label}") };
        let byte = |c: char| match table.iter().position(|other| *other == c) {
            Some(i) => u8::try_from(i + 128).expect("128 characters"),
            None => u8::try_from(c).expect("ASCII"),
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn names_tell_the_encoding() {
        for (label, name, text) in [
            ("cp852", "IBM852", "Novák Jiří Šťastný Luboš Řehoř"),
            ("cp852", "IBM852", "Hort, Vlastimil; Pachman, Luděk; Kaválek, Lubomír"),
            ("cp437", "IBM437", "Hübner Müller Käßmann Björn"),
            ("cp437", "IBM437", "Françoise à Besançon, José, Muñoz"),
            ("cp850", "IBM850", "João Conceição Simões"),
        ] {
            let bytes = dos(label, text);
            assert_eq!(Charset::guess(&bytes).name(), name, "{text}");
        }
        for (label, text) in [
            ("windows-1250", "Novák Jiří Šťastný Luboš Řehoř"),
            ("windows-1252", "Hübner Müller Käßmann Björn"),
            ("windows-1251", "Иванов Петров Спасский Борис"),
            ("koi8-r", "Иванов Петров Спасский Борис"),
            ("ibm866", "Иванов Петров Спасский Борис"),
            ("gb18030", "谢军 侯逸凡 丁立人"),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
            let (bytes, _, _) = encoding.encode(text);
            // KOI8-U has the letters of KOI8-R.
            let decoded = crate::decode::decode(&bytes, None);
            assert_eq!(decoded.text, text, "{}", decoded.encoding);
        }
    }

    #[test]
    fn labels() {
        for (label, name) in [
            ("cp437", "IBM437"),
            ("IBM850", "IBM850"),
            ("852", "IBM852"),
            ("cp866", "IBM866"),
            ("gb18030", "gb18030"),
            ("latin2", "ISO-8859-2"),
        ] {
            assert_eq!(Charset::for_label(label).map(Charset::name), Some(name), "{label}");
        }
        assert!(Charset::for_label("cp9999").is_none());
    }
}
