//! The notations, by name.

use super::{
    CheckMark, Language, NotRead, Ply, Quirks, Reading, descriptive, iccf, long, san, smith, uci,
};
use crate::{Move, Position, Role, named};

/// A notation that moves are read and written in.
///
/// A name is read in any letter case, in English where there is a choice of languages;
/// [`Notation::in_language`] changes that:
///
/// ```
/// use partie_core::{Language, Notation};
/// assert_eq!("long".parse(), Ok(Notation::Long(Language::English)));
/// assert_eq!("fan".parse(), Ok(Notation::San(Language::Figurine)));
/// assert!("morse".parse::<Notation>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Notation {
    /// Short algebraic with the piece letters of a language; English is SAN proper,
    /// [`Language::Figurine`] and [`Language::ColouredFigurine`] are figurine notation.
    San(Language),
    /// Long algebraic with the piece letters of a language.
    Long(Language),
    /// UCI.
    Uci,
    /// The numeric notation of correspondence chess.
    Iccf,
    /// Smith notation: coordinates with the captured piece.
    Smith,
    /// English descriptive.
    Descriptive(descriptive::Knight),
}

impl Notation {
    /// One notation of each name, in English where there is a choice.
    pub const ALL: [Notation; 9] = [
        Notation::San(Language::English),
        Notation::Long(Language::English),
        Notation::San(Language::Figurine),
        Notation::San(Language::ColouredFigurine),
        Notation::Uci,
        Notation::Iccf,
        Notation::Smith,
        Notation::Descriptive(descriptive::Knight::N),
        Notation::Descriptive(descriptive::Knight::Kt),
    ];

    /// The name by which a user asks for it. The language is not part of it:
    /// `san` and [`Language::code`] say it together.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::San(Language::Figurine) => "fan",
            Notation::San(Language::ColouredFigurine) => "fan-coloured",
            Notation::San(_) => "san",
            Notation::Long(_) => "lan",
            Notation::Uci => "uci",
            Notation::Iccf => "iccf",
            Notation::Smith => "smith",
            Notation::Descriptive(descriptive::Knight::N) => "descriptive",
            Notation::Descriptive(descriptive::Knight::Kt) => "descriptive-kt",
        }
    }

    /// Returns the notation with other piece letters. Notations without piece letters, and
    /// descriptive, which is English only, are unchanged.
    #[must_use]
    pub const fn in_language(self, language: Language) -> Notation {
        match self {
            Notation::San(_) => Notation::San(language),
            Notation::Long(_) => Notation::Long(language),
            other => other,
        }
    }

    /// The language of its piece letters, if it has a choice of them.
    #[must_use]
    pub const fn language(self) -> Option<Language> {
        match self {
            Notation::San(language) | Notation::Long(language) => Some(language),
            _ => None,
        }
    }

    /// Returns true if the notation can express a ply, so that it can be read back. Short
    /// and long algebraic and UCI can express every ply; Smith, ICCF and descriptive have no null
    /// moves and no illegal ones, ICCF and descriptive have no drops, and ICCF has no promotion to
    /// king (antichess).
    #[must_use]
    pub const fn can_carry(self, ply: Ply) -> bool {
        match self {
            Notation::San(_) | Notation::Long(_) | Notation::Uci => true,
            Notation::Smith => !matches!(ply, Ply::Null | Ply::Illegal(_)),
            Notation::Descriptive(_) => {
                !matches!(ply, Ply::Null | Ply::Illegal(_) | Ply::Move(Move::Put { .. }))
            }
            Notation::Iccf => !matches!(
                ply,
                Ply::Null
                    | Ply::Illegal(_)
                    | Ply::Move(
                        Move::Put { .. } | Move::Normal { promotion: Some(Role::King), .. }
                    )
            ),
        }
    }

    /// Reads one move.
    ///
    /// # Errors
    ///
    /// [`NotRead`] if the text is no move, no legal move, or several.
    pub fn read(self, position: &Position, text: &str) -> Result<Reading, NotRead> {
        match self {
            Notation::San(language) => san::read_in(position, text, language),
            Notation::Long(language) => long::read_in(position, text, language),
            Notation::Uci => uci::read(position, text),
            Notation::Iccf => iccf::read(position, text),
            Notation::Smith => smith::read(position, text),
            Notation::Descriptive(_) => descriptive::read(position, text),
        }
    }

    /// Writes one legal move as books print it: as [`write`](Notation::write), but castling
    /// with [zeros](Language::castles_with_zeros) in languages that have them. It is not for
    /// PGN, where castling has the letter O in every language.
    ///
    /// ```
    /// use partie_core::{Language, Notation, Position, moves::san};
    /// let mut position = Position::default();
    /// for word in "e4 e5 Nf3 Nc6 Bc4 Bc5".split(' ') {
    ///     let ply = san::read(&position, word).expect("legal").ply;
    ///     position.play(ply).expect("legal");
    /// }
    /// let ply = san::read(&position, "O-O").expect("legal").ply;
    /// let print = |language| Notation::San(language).print(&position, ply);
    /// assert_eq!([print(Language::German), print(Language::English)], ["0-0", "O-O"]);
    /// ```
    #[must_use]
    pub fn print(self, position: &Position, ply: Ply) -> String {
        let text = self.write(position, ply);
        let zeros = self.language().is_some_and(Language::castles_with_zeros);
        let castles = matches!(ply, Ply::Move(Move::Castle { .. }));
        if zeros && castles { text.replace('O', "0") } else { text }
    }

    /// Writes one legal move. What the notation [cannot carry](Notation::can_carry) is
    /// written as in SAN.
    #[must_use]
    pub fn write(self, position: &Position, ply: Ply) -> String {
        match self {
            Notation::San(language) => san::write_in(position, ply, language),
            Notation::Long(language) => long::write_in(position, ply, language),
            Notation::Uci => uci::write(position, ply),
            Notation::Iccf => iccf::write(position, ply),
            Notation::Smith => smith::write(position, ply),
            Notation::Descriptive(knight) => descriptive::write_in(position, ply, knight),
        }
    }
}

impl Reading {
    /// A ply that was read as it should be written.
    #[must_use]
    pub const fn clean(ply: Ply) -> Reading {
        Reading { ply, quirks: Quirks::NONE, mark: CheckMark::None }
    }
}

named!(Notation, name, "a notation", by_name);

fn by_name(name: &str) -> Option<Notation> {
    Some(match name.to_ascii_lowercase().as_str() {
        "san" | "short" | "algebraic" => Notation::San(Language::English),
        "lan" | "long" => Notation::Long(Language::English),
        "fan" | "figurine" => Notation::San(Language::Figurine),
        "fan-coloured" | "fan-colored" => Notation::San(Language::ColouredFigurine),
        "uci" => Notation::Uci,
        "iccf" | "numeric" => Notation::Iccf,
        "smith" => Notation::Smith,
        "descriptive" | "descriptive-n" => Notation::Descriptive(descriptive::Knight::N),
        "descriptive-kt" => Notation::Descriptive(descriptive::Knight::Kt),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_back() {
        for notation in Notation::ALL {
            assert_eq!(notation.name().parse(), Ok(notation));
        }
        assert_eq!(
            "SAN".parse::<Notation>().ok().map(|n| n.in_language(Language::Czech)),
            Some(Notation::San(Language::Czech))
        );
        assert_eq!(Notation::Uci.in_language(Language::Czech), Notation::Uci);
    }

    /// Plies that a notation cannot express are written as in SAN and not read back.
    #[test]
    fn what_some_cannot_carry() {
        let mut setup = crate::Setup::empty();
        setup.board = "7k/P7/8/8/8/8/8/8".parse().expect("board");
        let antichess = Position::from_setup(crate::Variant::Antichess, setup.clone()).0;
        let king = uci::read(&antichess, "a7a8k").expect("antichess has it").ply;
        setup.board = "7k/8/8/8/8/8/8/7K".parse().expect("board");
        setup.pockets.get_or_insert_default().white.knight = 1;
        let crazyhouse = Position::from_setup(crate::Variant::Crazyhouse, setup).0;
        let drop = uci::read(&crazyhouse, "N@f3").expect("crazyhouse has it").ply;
        for notation in Notation::ALL {
            for (position, ply) in
                [(&antichess, king), (&crazyhouse, drop), (&Position::default(), Ply::Null)]
            {
                let text = notation.write(position, ply);
                let read = notation.read(position, &text).map(|r| r.ply);
                if notation.can_carry(ply) {
                    assert_eq!(read, Ok(ply), "{} {text}", notation.name());
                } else {
                    assert_eq!(read, Err(NotRead::NotAMove), "{} {text}", notation.name());
                    assert_eq!(text, san::write(position, ply), "{}", notation.name());
                }
            }
        }
        assert_eq!(Notation::Smith.write(&antichess, king), "a7a8K");
        assert!(!Notation::Iccf.can_carry(king));
    }
}
