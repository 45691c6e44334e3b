//! Mutated texts, for the tests that no input may break.

use crate::random::Chance;

/// Pieces of text that make readers stumble.
const WORDS: [&[u8]; 44] = [
    b"{",
    b"}",
    b"(",
    b")",
    b"[Event \"",
    b"\"]\n",
    b"\n\n",
    b"\r",
    b"1-0",
    b"1.",
    b"0-0-0",
    b"e8=Q",
    b"@",
    b"\\",
    b"$",
    b"%",
    b";",
    b"<12> ",
    b"fics% ",
    b"\xff\xfb\x01",
    b"\x15",
    b"/8/8/",
    b" w KQkq - ",
    b"Kt(QKt1)-Q2",
    b"++",
    b"{Game 1 (",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"((((((((",
    b"<b1> game 1 white [",
    b"1/2-1/2",
    "½-½".as_bytes(),
    b"0.5-0.5",
    b"1:0",
    b"*",
    b"...",
    "…".as_bytes(),
    "∞".as_bytes(),
    b"+/-",
    b"+=",
    b"N",
    "–".as_bytes(),
    b" 1A. ",
    b"exd4...1/2-1/2",
];

/// A text changed in up to six places; pieces of another text come in.
pub fn mutate(seed: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut text = seed.to_vec();
    for _ in 0..=chance.below(6) {
        let at = chance.below(text.len() + 1);
        match chance.below(7) {
            0 if !text.is_empty() => {
                let at = at.min(text.len() - 1);
                text[at] ^= 1 << chance.below(8);
            }
            1 => {
                let end = (at + chance.below(40)).min(text.len());
                text.drain(at..end);
            }
            2 => {
                let word = WORDS[chance.below(WORDS.len())];
                text.splice(at..at, word.iter().copied());
            }
            3 => {
                let end = (at + chance.below(80)).min(text.len());
                let copy = text[at..end].to_vec();
                text.splice(at..at, copy);
            }
            4 => {
                let from = chance.below(other.len() + 1);
                let to = (from + chance.below(120)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            5 => text.truncate(at),
            _ => text.insert(at, u8::try_from(chance.below(256)).expect("a byte")),
        }
    }
    text
}
