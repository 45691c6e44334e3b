//! The piece letters of the languages that chess is written in.
//!
//! Source: PGN standard (1994), section 8.2.3.2, table of languages; Russian after
//! the Russian chess press (`Кр` for the king, `К` for the knight).

use crate::{Color, Piece, Role, named, variants};

variants! {
    /// A language of chess records.
    ///
    /// It is displayed as its code, and read from a code in any letter case. `sk` is read as `cs`,
    /// which has the same letters; `nb` and `nn` as `no`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Language {
        /// English, the letters of SAN.
        #[default]
        English = "en" "English",
        /// Czech and Slovak.
        Czech = "cs" "Czech",
        /// Danish. Norwegian and Swedish have the same letters, and so has German.
        Danish = "da" "Danish",
        /// Dutch.
        Dutch = "nl" "Dutch",
        /// Estonian.
        Estonian = "et" "Estonian",
        /// Finnish.
        Finnish = "fi" "Finnish",
        /// French.
        French = "fr" "French",
        /// German.
        German = "de" "German",
        /// Hungarian.
        Hungarian = "hu" "Hungarian",
        /// Icelandic.
        Icelandic = "is" "Icelandic",
        /// Italian.
        Italian = "it" "Italian",
        /// Norwegian.
        Norwegian = "no" "Norwegian",
        /// Polish.
        Polish = "pl" "Polish",
        /// Portuguese.
        Portuguese = "pt" "Portuguese",
        /// Romanian.
        Romanian = "ro" "Romanian",
        /// Russian.
        Russian = "ru" "Russian",
        /// Spanish.
        Spanish = "es" "Spanish",
        /// Swedish.
        Swedish = "sv" "Swedish",
        /// Figurines, white ones for both sides.
        Figurine = "fan" "figurines",
        /// Figurines, white ones for White and black ones for Black.
        ColouredFigurine = "fan-coloured" "coloured figurines",
    }
    /// All languages.
    ALL
    /// The ISO 639-1 code; `fan` and `fan-coloured` for figurines.
    code
    /// The English name.
    name
}

impl Language {
    /// One language for each set of letters, the likeliest first: German stands for Danish,
    /// Norwegian and Swedish, Italian for Spanish. Figurines are understood in all.
    pub const DISTINCT: [Language; 14] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Czech,
        Language::Italian,
        Language::Portuguese,
        Language::Dutch,
        Language::Polish,
        Language::Hungarian,
        Language::Romanian,
        Language::Russian,
        Language::Estonian,
        Language::Finnish,
        Language::Icelandic,
    ];

    /// Returns true if castling is printed with zeros, `0-0`, as in the FIDE Laws of Chess
    /// (appendix C) and books in all languages but English, which uses the letter of SAN (PGN
    /// standard, 8.2.3.3). Figurines are SAN with other pieces.
    #[must_use]
    pub const fn castles_with_zeros(self) -> bool {
        !matches!(self, Language::English | Language::Figurine | Language::ColouredFigurine)
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
            Language::Figurine | Language::ColouredFigurine => ["♙", "♘", "♗", "♖", "♕", "♔"],
        }
    }

    /// The letter of a role.
    #[must_use]
    pub const fn letter(self, role: Role) -> &'static str {
        self.letters()[role as usize - 1]
    }

    /// The letter of a piece. Only coloured figurines differ by the colour.
    #[must_use]
    pub const fn letter_of(self, piece: Piece) -> &'static str {
        const BLACK: [&str; 6] = ["♟", "♞", "♝", "♜", "♛", "♚"];
        match (self, piece.color) {
            (Language::ColouredFigurine, Color::Black) => BLACK[piece.role as usize - 1],
            _ => self.letter(piece.role),
        }
    }

    /// Returns true if its letters are figurines.
    #[must_use]
    pub const fn is_figurine(self) -> bool {
        matches!(self, Language::Figurine | Language::ColouredFigurine)
    }

    /// The role whose letter a text begins with, and the length of the letter in bytes.
    /// The letter as it is printed; the longest wins (`Кр` before `К`).
    #[must_use]
    pub fn role_at(self, text: &str) -> Option<(Role, usize)> {
        let first = text.as_bytes().first()?;
        if self == Language::English {
            return Some((english_role(*first)?, 1));
        }
        // Letters of ASCII stand alone.
        if first.is_ascii() {
            let is_letter = |role: &Role| self.letter(*role).as_bytes()[0] == *first;
            return Role::ALL.into_iter().find(is_letter).map(|role| (role, 1));
        }
        self.longest(|letter| text.starts_with(letter).then_some(letter.len()))
    }

    /// Like [`Language::role_at`], with the letter in lower case (or `КР` in capitals).
    pub(crate) fn small_role_at(self, text: &str) -> Option<(Role, usize)> {
        if self == Language::English && text.is_char_boundary(1) {
            return Some((english_role(text.as_bytes()[0].to_ascii_uppercase())?, 1));
        }
        self.longest(|letter| {
            let mut chars = text.chars();
            let mut length = 0;
            for wanted in letter.chars() {
                let c = chars.next()?;
                if !c.to_lowercase().eq(wanted.to_lowercase()) {
                    return None;
                }
                length += c.len_utf8();
            }
            Some(length)
        })
    }

    /// The role whose letter a text ends with, as [`Language::role_at`] for its beginning.
    pub(crate) fn role_at_end(self, text: &str) -> Option<(Role, usize)> {
        if self == Language::English {
            return Some((english_role(*text.as_bytes().last()?)?, 1));
        }
        self.longest(|letter| text.ends_with(letter).then_some(letter.len()))
    }

    /// The role whose letter has the greatest length that `fits` gives.
    fn longest(self, fits: impl Fn(&str) -> Option<usize>) -> Option<(Role, usize)> {
        Role::ALL
            .into_iter()
            .filter_map(|role| Some((role, fits(self.letter(role))?)))
            .max_by_key(|(_, length)| *length)
    }
}

/// Returns the role of an English letter.
const fn english_role(letter: u8) -> Option<Role> {
    Some(match letter {
        b'P' => Role::Pawn,
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        _ => return None,
    })
}

/// The role of a figurine of either colour.
#[must_use]
pub const fn figurine(c: char) -> Option<Role> {
    const ORDER: [Role; 6] =
        [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    match c {
        '♔'..='♟' => Some(ORDER[(c as usize - '♔' as usize) % ORDER.len()]),
        _ => None,
    }
}

named!(Language, code, "a language code", by_code);

fn by_code(code: &str) -> Option<Language> {
    if code.eq_ignore_ascii_case("sk") {
        return Some(Language::Czech);
    }
    if code.eq_ignore_ascii_case("nb") || code.eq_ignore_ascii_case("nn") {
        return Some(Language::Norwegian);
    }
    Language::ALL.into_iter().find(|l| l.code().eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_its_own() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse(), Ok(language));
        }
        assert_eq!("SK".parse(), Ok(Language::Czech));
        assert!("xx".parse::<Language>().is_err());
    }

    #[test]
    fn distinct_letters() {
        for language in Language::ALL.into_iter().filter(|l| !l.is_figurine()) {
            let same = |l: &&Language| l.letters() == language.letters();
            assert_eq!(Language::DISTINCT.iter().filter(same).count(), 1, "{language:?}");
        }
    }

    #[test]
    fn letters_of_ascii_stand_alone() {
        let letters = Language::ALL.into_iter().flat_map(Language::letters);
        assert!(letters.into_iter().all(|letter| letter.is_ascii() == (letter.len() == 1)));
    }

    #[test]
    fn the_longest_letter_wins() {
        assert_eq!(Language::Russian.role_at("Крe2"), Some((Role::King, "Кр".len())));
        assert_eq!(Language::Russian.role_at("Кe2"), Some((Role::Knight, "К".len())));
        assert_eq!(Language::Russian.small_role_at("КРe2"), Some((Role::King, "Кр".len())));
        assert_eq!(Language::Hungarian.role_at_end("e8=V"), Some((Role::Queen, 1)));
    }
}
