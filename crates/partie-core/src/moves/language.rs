//! The piece letters of the languages that chess is written in.
//!
//! Source: PGN standard (1994), section 8.2.3.2, table of languages; Russian after
//! the Russian chess press (`Кр` for the king, `К` for the knight).

use crate::Role;

/// A language of chess records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// English, the letters of SAN.
    #[default]
    English,
    /// Czech and Slovak.
    Czech,
    /// Danish, Norwegian and Swedish, which share German's letters.
    Danish,
    /// Dutch.
    Dutch,
    /// Estonian.
    Estonian,
    /// Finnish.
    Finnish,
    /// French.
    French,
    /// German.
    German,
    /// Hungarian.
    Hungarian,
    /// Icelandic.
    Icelandic,
    /// Italian.
    Italian,
    /// Norwegian.
    Norwegian,
    /// Polish.
    Polish,
    /// Portuguese.
    Portuguese,
    /// Romanian.
    Romanian,
    /// Russian.
    Russian,
    /// Spanish.
    Spanish,
    /// Swedish.
    Swedish,
    /// Figurines, white ones for both sides.
    Figurine,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 19] = [
        Language::English,
        Language::Czech,
        Language::Danish,
        Language::Dutch,
        Language::Estonian,
        Language::Finnish,
        Language::French,
        Language::German,
        Language::Hungarian,
        Language::Icelandic,
        Language::Italian,
        Language::Norwegian,
        Language::Polish,
        Language::Portuguese,
        Language::Romanian,
        Language::Russian,
        Language::Spanish,
        Language::Swedish,
        Language::Figurine,
    ];

    /// The ISO 639-1 code; `fan` for figurines.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Czech => "cs",
            Language::Danish => "da",
            Language::Dutch => "nl",
            Language::Estonian => "et",
            Language::Finnish => "fi",
            Language::French => "fr",
            Language::German => "de",
            Language::Hungarian => "hu",
            Language::Icelandic => "is",
            Language::Italian | Language::Spanish => "it",
            Language::Norwegian => "no",
            Language::Polish => "pl",
            Language::Portuguese => "pt",
            Language::Romanian => "ro",
            Language::Russian => "ru",
            Language::Swedish => "sv",
            Language::Figurine => "fan",
        }
    }

    /// The language of a code; `sk` is the same as `cs`.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Language> {
        if code == "sk" {
            return Some(Language::Czech);
        }
        Language::ALL.into_iter().find(|l| l.code() == code)
    }

    /// The letters for pawn, knight, bishop, rook, queen and king.
    #[must_use]
    pub const fn letters(self) -> [&'static str; 6] {
        match self {
            Language::English => ["P", "N", "B", "R", "Q", "K"],
            Language::Czech => ["P", "J", "S", "V", "D", "K"],
            Language::Danish | Language::German | Language::Norwegian | Language::Swedish => {
                ["B", "S", "L", "T", "D", "K"]
            }
            Language::Dutch => ["O", "P", "L", "T", "D", "K"],
            Language::Estonian => ["P", "R", "O", "V", "L", "K"],
            Language::Finnish => ["P", "R", "L", "T", "D", "K"],
            Language::French => ["P", "C", "F", "T", "D", "R"],
            Language::Hungarian => ["G", "H", "F", "B", "V", "K"],
            Language::Icelandic => ["P", "R", "B", "H", "D", "K"],
            Language::Italian | Language::Spanish => ["P", "C", "A", "T", "D", "R"],
            Language::Polish => ["P", "S", "G", "W", "H", "K"],
            Language::Portuguese => ["P", "C", "B", "T", "D", "R"],
            Language::Romanian => ["P", "C", "N", "T", "D", "R"],
            Language::Russian => ["п", "К", "С", "Л", "Ф", "Кр"],
            Language::Figurine => ["♙", "♘", "♗", "♖", "♕", "♔"],
        }
    }

    /// The letter of a role.
    #[must_use]
    pub const fn letter(self, role: Role) -> &'static str {
        self.letters()[role as usize - 1]
    }

    /// The role whose letter a text begins with, and the length of the letter in bytes.
    /// Upper case only; the longest letter wins (`Кр` before `К`).
    #[must_use]
    pub fn role_at(self, text: &str) -> Option<(Role, usize)> {
        Role::ALL
            .into_iter()
            .filter(|r| text.starts_with(self.letter(*r)))
            .map(|r| (r, self.letter(r).len()))
            .max_by_key(|(_, length)| *length)
    }
}
