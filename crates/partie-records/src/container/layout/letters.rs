//! Pieces in the signs of fonts and in the letters of more languages.

use super::edit::{Edit, words_of};

/// The signs of knight, bishop, rook, queen and king; some have several.
type Signs = [&'static [&'static str]; 5];

const ENGLISH: [&str; 5] = ["N", "B", "R", "Q", "K"];

/// An alphabet of pieces that [`Language`](partie_core::Language) does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// The figurines of `ChessBase`'s fonts, in the encoding of their text.
    ChessBaseFont,
    /// Figurines whose UTF-8 was read as windows-1252.
    TwiceEncodedFigurines,
    /// Ukrainian.
    Ukrainian,
    /// Bulgarian.
    Bulgarian,
    /// Greek.
    Greek,
    /// Turkish.
    Turkish,
    /// Hebrew.
    Hebrew,
    /// Chinese, in simplified and traditional signs.
    Chinese,
    /// Lithuanian.
    Lithuanian,
    /// Latvian.
    Latvian,
    /// Letters and digits as wide as Chinese signs.
    FullWidth,
}

impl Alphabet {
    /// All alphabets.
    pub(super) const ALL: [Alphabet; 11] = [
        Alphabet::ChessBaseFont,
        Alphabet::TwiceEncodedFigurines,
        Alphabet::Ukrainian,
        Alphabet::Bulgarian,
        Alphabet::Greek,
        Alphabet::Turkish,
        Alphabet::Hebrew,
        Alphabet::Chinese,
        Alphabet::Lithuanian,
        Alphabet::Latvian,
        Alphabet::FullWidth,
    ];

    const fn signs(self) -> Signs {
        match self {
            Alphabet::ChessBaseFont => [&["¤"], &["¥"], &["¦"], &["£"], &["¢"]],
            Alphabet::TwiceEncodedFigurines => [
                &["â™˜", "â™ž"],
                &["â™—", "â™\u{9d}"],
                &["â™–", "â™œ"],
                &["â™•", "â™›"],
                &["â™”", "â™š"],
            ],
            Alphabet::Ukrainian => [&["К"], &["С"], &["Т"], &["Ф"], &["Кр"]],
            Alphabet::Bulgarian => [&["К"], &["О"], &["Т"], &["Д"], &["Ц"]],
            Alphabet::Greek => [&["Ι"], &["Α"], &["Π"], &["Β"], &["Ρ"]],
            Alphabet::Turkish => [&["A"], &["F"], &["K"], &["V"], &["Ş"]],
            Alphabet::Hebrew => [&["פ"], &["ר"], &["צ"], &["מה"], &["מ"]],
            Alphabet::Chinese => [&["马", "馬"], &["象"], &["车", "車"], &["后", "後"], &["王"]],
            Alphabet::Lithuanian => [&["Ž"], &["R"], &["B"], &["V"], &["K"]],
            Alphabet::Latvian => [&["Z"], &["L"], &["T"], &["D"], &["K"]],
            Alphabet::FullWidth => [&[], &[], &[], &[], &[]],
        }
    }

    /// Puts English letters in place of the signs that stand before a square.
    pub(super) fn edits(self, text: &str) -> Vec<Edit> {
        if self == Alphabet::FullWidth {
            return full_width(text);
        }
        let signs = self.signs();
        let mut known: Vec<_> = (0..5)
            .flat_map(|role| signs[role].iter().map(move |sign| (*sign, ENGLISH[role])))
            .collect();
        // `Кр` before `К`.
        known.sort_by_key(|(sign, _)| std::cmp::Reverse(sign.len()));
        let mut edits: Vec<Edit> = Vec::new();
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let promotes = text[..at].ends_with('=');
            let is_piece = |rest: &str| promotes || is_before_square(rest);
            let found =
                known.iter().find(|(sign, _)| text[at..].strip_prefix(sign).is_some_and(is_piece));
            // Signs of the same font after a move.
            let sign = match c {
                '²' => Some("⩲"),
                '³' => Some("⩱"),
                _ => None,
            };
            if let Some(sign) = sign.filter(|_| self == Alphabet::ChessBaseFont) {
                edits.push((at..at + c.len_utf8(), sign.into()));
                at += c.len_utf8();
                continue;
            }
            let follows_letter =
                text[..at].chars().next_back().is_some_and(|c| c.is_alphabetic() || c == '@');
            match found.filter(|_| !follows_letter) {
                Some((sign, letter)) => {
                    edits.push((at..at + sign.len(), (*letter).into()));
                    at += sign.len();
                }
                None => at += c.len_utf8(),
            }
        }
        edits
    }
}

/// Returns true if a text begins as a move does after its letter.
fn is_before_square(text: &str) -> bool {
    let rest = text.trim_start_matches(['x', ':', '-', '×']);
    let mut bytes = rest.bytes();
    matches!(
        (bytes.next(), bytes.next()),
        (Some(b'a'..=b'h'), Some(b'1'..=b'8' | b'a'..=b'h' | b'x' | b':'))
            | (Some(b'1'..=b'8'), Some(b'a'..=b'h' | b'x'))
    )
}

/// Puts ASCII in place of its wide forms.
fn full_width(text: &str) -> Vec<Edit> {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21),
        '\u{3000}' => Some(' '),
        _ => None,
    };
    let found = text.char_indices().filter_map(|(at, c)| Some((at, c.len_utf8(), narrow(c)?)));
    found.map(|(at, length, c)| (at..at + length, c.to_string().into())).collect()
}

/// Puts English descriptive notation in place of Spanish: `C3AR` is `N-KB3`.
pub(super) fn spanish_descriptive(text: &str) -> Vec<Edit> {
    const LETTERS: [(char, &str); 6] =
        [('P', "P"), ('C', "N"), ('A', "B"), ('T', "R"), ('D', "Q"), ('R', "K")];
    let english = |c: char| LETTERS.iter().find(|(spanish, _)| *spanish == c).map(|(_, e)| *e);
    let spelled = |word: &str| {
        let bare = word.trim_end_matches(['.', ',', ';', '+']);
        let mut letters = bare.chars();
        let piece = english(letters.next()?)?;
        if let Some(taken) = bare.get(1..).and_then(|rest| rest.strip_prefix('x')) {
            let taken: Option<String> = taken.chars().map(english).collect();
            return Some(format!("{piece}x{}", taken.filter(|taken| !taken.is_empty())?));
        }
        let rank = letters.next().filter(|c| matches!(c, '1'..='8'))?;
        // The file comes first in English, its wing first in Spanish: `AR` is `KB`.
        let file: Option<String> = letters.rev().map(english).collect();
        let file = file.filter(|file| matches!(file.len(), 1 | 2))?;
        Some(format!("{piece}-{file}{rank}"))
    };
    let edits = words_of(text).filter_map(|(place, word)| Some((place, spelled(word)?.into())));
    let edits: Vec<Edit> = edits.collect();
    if edits.len() < 4 { Vec::new() } else { edits }
}
