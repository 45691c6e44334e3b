//! Text encodings: the web's encodings, and the DOS code pages that the web leaves out.

use encoding_rs::{Encoding, GB18030, MACINTOSH, WINDOWS_1252};
use oem_cp::code_table::{DECODING_TABLE_CP437, DECODING_TABLE_CP850, DECODING_TABLE_CP852};

/// An encoding that contains ASCII.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Charset {
    /// An encoding of the Encoding Standard.
    Web(&'static Encoding),
    /// A DOS code page: its name and its characters from 0x80 on.
    Dos(&'static str, &'static [char; 128]),
}

impl PartialEq for Charset {
    fn eq(&self, other: &Charset) -> bool {
        self.name() == other.name()
    }
}

/// DOS code pages, with the labels they are known by. If two fit equally well, the first is
/// taken.
const DOS: [(&str, &[&str], &[char; 128]); 3] = [
    ("IBM852", &["cp852", "852", "ibm852"], &DECODING_TABLE_CP852),
    ("IBM850", &["cp850", "850", "ibm850", "cp858", "ibm858"], &DECODING_TABLE_CP850),
    ("IBM437", &["cp437", "437", "ibm437"], &DECODING_TABLE_CP437),
];

impl Charset {
    /// Returns the encoding with a label: one of the Encoding Standard
    /// (<https://encoding.spec.whatwg.org/#names-and-labels>), or one such as `cp852` or `ibm852`.
    pub(crate) fn for_label(label: &str) -> Option<Charset> {
        let web = || Encoding::for_label(label.as_bytes()).map(Charset::Web);
        let dos = || {
            let known = |names: &[&str]| names.iter().any(|n| n.eq_ignore_ascii_case(label.trim()));
            DOS.iter().find(|(_, names, _)| known(names)).map(|(n, _, t)| Charset::Dos(n, t))
        };
        web().or_else(dos)
    }

    /// Name under which the encoding is reported.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Charset::Web(encoding) => encoding.name(),
            Charset::Dos(name, _) => name,
        }
    }

    /// Decodes the first character of bytes that do not begin with ASCII, and returns its length.
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

    /// Guesses the encoding of words that are not UTF-8 from their bytes beyond ASCII.
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
        let others = dos.chain([Charset::Web(MACINTOSH)]);
        let strange = Fit::of(web, words);
        // The detector's answer is doubted only if it does not give words.
        if strange.wrong == 0 {
            return web;
        }
        others
            .map(|charset| (Fit::of(charset, words), charset))
            .filter(|(fit, _)| fit.wrong == 0 && fit.letters > 0)
            .max_by_key(|(fit, charset)| (fit.usual, *charset == Charset::Dos("IBM437", DOS[2].2)))
            .map_or(web, |(_, charset)| charset)
    }
}

/// Decodes bytes that are one character; returns the replacement character if they are not.
fn one(encoding: &'static Encoding, bytes: &[u8]) -> char {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Returns true if all that is not ASCII is Chinese in GB18030, and more than a few characters.
fn is_chinese(words: &[u8]) -> bool {
    let (text, malformed) = GB18030.decode_without_bom_handling(words);
    let beyond = || text.chars().filter(|c| !c.is_ascii());
    let han = |c: char| matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}');
    !malformed && beyond().count() >= 4 && beyond().all(han)
}

/// Measure of how well the characters of an encoding make words.
#[derive(Default)]
struct Fit {
    /// Letters among the characters beyond ASCII.
    letters: u32,
    /// Those letters that occur in European names.
    usual: u32,
    /// Characters inside words that are not letters, capitals after small letters, and bytes
    /// without a meaning.
    wrong: u32,
}

/// Letters beyond ASCII that occur in European names, in lower case.
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
                // A byte without a meaning says little about the words if it stands alone.
                let nothing = c == char::REPLACEMENT_CHARACTER || c.is_control() && inside;
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

    /// Encodes a text in a DOS code page.
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
            ("x-mac-roman", "Hübner Müller Käßmann Björn"),
            ("x-mac-roman", "Françoise à Besançon, José, Muñoz"),
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
            ("x-mac-roman", "macintosh"),
        ] {
            assert_eq!(Charset::for_label(label).map(Charset::name), Some(name), "{label}");
        }
        assert!(Charset::for_label("cp9999").is_none());
    }
}
