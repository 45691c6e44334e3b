//! Records in Rich Text Format (RTF Specification 1.9.1).

use encoding_rs::{Encoding, WINDOWS_1252};

use super::unpacked::Unpacking;

/// Groups whose text is not shown.
const HIDDEN: [&[u8]; 10] = [
    b"fonttbl",
    b"colortbl",
    b"stylesheet",
    b"info",
    b"pict",
    b"header",
    b"footer",
    b"object",
    b"listtable",
    b"generator",
];

/// Words that stand for text.
const WORDS: [(&[u8], &str); 11] = [
    (b"par", "\n"),
    (b"line", "\n"),
    (b"sect", "\n"),
    (b"page", "\n"),
    (b"tab", "\t"),
    (b"emdash", "—"),
    (b"endash", "–"),
    (b"lquote", "‘"),
    (b"rquote", "’"),
    (b"ldblquote", "“"),
    (b"rdblquote", "”"),
];

/// Settings that hold up to the end of a group.
#[derive(Clone, Copy)]
struct GroupSettings {
    hidden: bool,
    /// Number of bytes that follow a Unicode character, for readers without Unicode.
    instead: usize,
}

/// Adds the text.
pub(super) fn unpack(source: &[u8], out: &mut Unpacking<'_>) {
    let mut encoding = WINDOWS_1252;
    let mut state = GroupSettings { hidden: false, instead: 1 };
    let mut outer: Vec<GroupSettings> = Vec::new();
    // Number of characters still to skip.
    let mut skipped = 0;
    let mut at = 0;
    while let Some(byte) = source.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'{' => outer.push(state),
            b'}' => state = outer.pop().unwrap_or(state),
            b'\r' | b'\n' => {}
            b'\\' => {
                let control = Control::at(&source[at..]);
                at += control.length;
                match (control.word, control.number) {
                    (b"*", _) => state.hidden = true,
                    (word, _) if HIDDEN.contains(&word) => state.hidden = true,
                    (b"ansicpg", Some(page)) => {
                        let label = format!("windows-{page}");
                        encoding = Encoding::for_label(label.as_bytes()).unwrap_or(encoding);
                    }
                    (b"uc", Some(number)) => {
                        state.instead = usize::try_from(number).unwrap_or(1).min(8);
                    }
                    _ if state.hidden => {}
                    (b"'", Some(_)) if skipped > 0 => skipped -= 1,
                    (b"'", Some(byte)) => {
                        let bytes = [u8::try_from(byte).unwrap_or(b'?')];
                        let (text, _) = encoding.decode_without_bom_handling(&bytes);
                        out.put(text.as_bytes(), start);
                    }
                    (b"u", Some(number)) => {
                        // Numbers above 32767 are written as negative ones.
                        let code = u32::try_from(number.rem_euclid(0x1_0000)).unwrap_or(0);
                        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                        out.put(c.encode_utf8(&mut [0; 4]).as_bytes(), start);
                        skipped = state.instead;
                    }
                    (b"~", _) => out.put(b" ", start),
                    (b"_", _) => out.put(b"-", start),
                    (sign @ (b"\\" | b"{" | b"}"), _) => out.put(sign, start),
                    (word, _) => {
                        if let Some((_, text)) = WORDS.iter().find(|(w, _)| *w == word) {
                            out.put(text.as_bytes(), start);
                        }
                    }
                }
            }
            _ if state.hidden => {}
            _ if skipped > 0 => skipped -= 1,
            _ => out.copy(start..at),
        }
    }
}

/// A control word or control symbol.
struct Control<'a> {
    word: &'a [u8],
    number: Option<i64>,
    /// Its length after the backslash, with the space that ends it.
    length: usize,
}

impl Control<'_> {
    fn at(text: &[u8]) -> Control<'_> {
        let letters = text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
        if letters == 0 {
            let word = &text[..text.len().min(1)];
            if word == b"'" {
                let digits = text.get(1..3).and_then(|d| str::from_utf8(d).ok());
                let number = digits.and_then(|d| i64::from_str_radix(d, 16).ok());
                return Control { word, number, length: text.len().min(3) };
            }
            return Control { word, number: None, length: word.len() };
        }
        let rest = &text[letters..];
        let digits = rest
            .iter()
            .enumerate()
            .take_while(|(i, b)| b.is_ascii_digit() || *i == 0 && **b == b'-')
            .count();
        let number = str::from_utf8(&rest[..digits]).ok().and_then(|d| d.parse().ok());
        let space = usize::from(rest.get(digits) == Some(&b' '));
        Control { word: &text[..letters], number, length: letters + digits + space }
    }
}
