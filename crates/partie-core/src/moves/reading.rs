//! Result of reading one move: the ply and its quirks, or an error.

use std::fmt;

use super::Ply;
use crate::{Message, Move, message};

/// A move as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The legal ply.
    pub ply: Ply,
    /// Quirks of the text.
    pub quirks: Quirks,
    /// The check mark that stood there.
    pub mark: CheckMark,
}

/// Check mark after a move, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CheckMark {
    /// None.
    #[default]
    None,
    /// `+`, `ch`, `†`.
    Check,
    /// `++`, which old books use for double check and others for mate; `dbl ch`.
    Double,
    /// `#`, `mate`, `‡`.
    Mate,
}

/// Deviations that a reader accepted in the text of one move.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Quirks(u32);

macro_rules! quirks {
    ($($(#[doc = $doc:literal])+ $name:ident = $bit:literal, $words:literal;)+) => {
        impl Quirks {
            /// No quirks.
            pub const NONE: Quirks = Quirks(0);
            $($(#[doc = $doc])+ pub const $name: Quirks = Quirks(1 << $bit);)+

            /// Each quirk in words.
            #[must_use]
            pub fn words(self) -> Vec<&'static str> {
                [$((Quirks::$name, $words)),+]
                    .into_iter()
                    .filter(|(q, _)| self.contains(*q))
                    .map(|(_, words)| words)
                    .collect()
            }
        }
    };
}

quirks! {
    /// Castling with zeros: `0-0`.
    ZERO_CASTLING = 0, "castling written with zeros";
    /// Castling with small letters, without dashes, with other dashes.
    NONSTANDARD_CASTLING = 1, "castling written unusually";
    /// A piece letter in lower case.
    LOWERCASE_PIECE = 2, "piece letter in lower case";
    /// A promotion that is not written `=Q`.
    NONSTANDARD_PROMOTION = 3, "promotion not written as =Q";
    /// No piece named for a promotion; a queen was taken.
    MISSING_PROMOTION = 4, "promotion piece missing";
    /// `e.p.` after the move.
    EN_PASSANT_MARK = 5, "en passant marked";
    /// A check mark other than `+` and `#`.
    NONSTANDARD_CHECK_MARK = 6, "unusual check mark";
    /// More disambiguation than needed.
    OVER_DISAMBIGUATED = 7, "more disambiguation than needed";
    /// `:` or `×` for a capture.
    NONSTANDARD_CAPTURE_SIGN = 8, "unusual capture sign";
    /// A capture without its sign.
    MISSING_CAPTURE_SIGN = 9, "capture sign missing";
    /// A capture sign where nothing is captured.
    FALSE_CAPTURE_SIGN = 10, "capture sign, but nothing is captured";
    /// `P` for a pawn.
    PAWN_LETTER = 11, "pawn named by a letter";
    /// Both squares, as `Ng1-f3` or `e2e4`.
    LONG_FORM = 12, "both squares written";
    /// The target's rank is missing, as in `ed`.
    MISSING_RANK = 13, "rank of the target missing";
    /// A figurine for a piece letter.
    FIGURINE = 14, "figurine for a piece letter";
    /// Castling written as a move of the king.
    CASTLING_AS_KING_MOVE = 15, "castling written as a king's move";
    /// A null move that is not written `--`.
    NONSTANDARD_NULL = 16, "null move not written as --";
    /// A pawn drop without its `P`.
    BARE_DROP = 17, "drop without a piece letter";
    /// Invisible or look-alike characters inside the move.
    LOOKALIKES = 18, "look-alike characters";
    /// A pawn capture without the file it comes from, as `xd5`.
    MISSING_FILE = 19, "file of the capturing pawn missing";
    /// Disambiguated by the rank where the file would do and comes first, as `N1d2`.
    NONSTANDARD_DISAMBIGUATION = 20, "disambiguated by rank, where the file comes first";
    /// Spaces inside the move.
    SPACES = 21, "spaces inside the move";
    /// Long notation without a dash between the squares.
    MISSING_DASH = 22, "dash between the squares missing";
    /// Both squares, but no letter for the piece.
    MISSING_PIECE_LETTER = 23, "piece letter missing";
    /// A square in capitals.
    CAPITALS = 24, "square in capitals";
    /// An English piece letter in a record of another language.
    ENGLISH_LETTER = 25, "English piece letter";
    /// Long notation without the source square.
    SHORT_FORM = 26, "source square missing";
    /// The captured piece differs from the one named.
    WRONG_CAPTURED_PIECE = 27, "another piece is captured than the one named";
    /// Words for signs: `takes`, `to`, `castles`.
    WORDS = 28, "words where signs are usual";
    /// Smith notation's castling mark for the other side, or in the other case.
    NONSTANDARD_CASTLING_MARK = 29, "castling mark does not fit the castling";
}

impl Quirks {
    /// Returns true if all of `other` are set.
    #[must_use]
    pub const fn contains(self, other: Quirks) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns true if a word is too far from a move to be made of words that stand apart.
    #[must_use]
    pub const fn are_doubtful(self) -> bool {
        const DOUBTFUL: u32 = Quirks::LOWERCASE_PIECE.0
            | Quirks::CAPITALS.0
            | Quirks::FALSE_CAPTURE_SIGN.0
            | Quirks::MISSING_RANK.0
            | Quirks::MISSING_FILE.0
            | Quirks::ENGLISH_LETTER.0;
        self.0 & DOUBTFUL != 0
    }

    /// Returns true if there are no quirks.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds quirks.
    pub const fn insert(&mut self, other: Quirks) {
        self.0 |= other.0;
    }

    /// Takes quirks away.
    #[must_use]
    pub const fn without(self, other: Quirks) -> Quirks {
        Quirks(self.0 & !other.0)
    }
}

impl std::ops::BitOr for Quirks {
    type Output = Quirks;

    fn bitor(self, other: Quirks) -> Quirks {
        Quirks(self.0 | other.0)
    }
}

impl fmt::Debug for Quirks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.words()).finish()
    }
}

/// Reason why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// The text is not a move of the notation at all.
    NotAMove,
    /// Move that is not legal.
    Illegal,
    /// Text that matches several legal moves.
    Ambiguous(Vec<Move>),
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl NotRead {
    /// Returns the reason as a clause.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            NotRead::NotAMove => message!("this is not a move"),
            NotRead::Illegal => message!("this move is not legal here"),
            NotRead::Ambiguous(moves) => {
                let moves: Vec<_> = moves.iter().map(|m| Ply::Move(*m).to_string()).collect();
                message!("this move is ambiguous: {moves}", moves = moves.join(", "))
            }
        }
    }
}

impl std::error::Error for NotRead {}

/// The only one of some moves, or why there is none.
pub(crate) fn only(moves: &[Move]) -> Result<Move, NotRead> {
    match moves {
        [] => Err(NotRead::Illegal),
        [m] => Ok(*m),
        several => Err(NotRead::Ambiguous(several.to_vec())),
    }
}
