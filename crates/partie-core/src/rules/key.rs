//! Keys of positions: 64 bits that are equal for equal positions, and hardly ever for others.
//!
//! A key is the exclusive or of random numbers (Zobrist, 1970), one for each fact of a position.
//! The numbers are Polyglot's, so that keys can be compared with the keys of other programs.
//!
//! | fact | counted by [`PositionKey::of`] | by [`polyglot_key`] |
//! |---|---|---|
//! | pieces, castling rights | yes | yes |
//! | White is to move | yes | yes |
//! | en passant file | if a capture is legal | if a pawn stands beside the pushed pawn |
//! | pockets, promoted pieces (crazyhouse, bughouse) | yes | no |
//! | checks left (three-check) | yes | no |
//! | variant | yes | no |
//!
//! Move counters never count. Of castling rights, only the side counts and not the rook, as in
//! Polyglot. A diagram, which cannot be played, has neither castling rights nor an en passant
//! square.
//!
//! Keys are stored in files, so they never change. Equal positions have equal keys in
//! [`Variant::Standard`], [`Variant::Chess960`] and [`Variant::FromPosition`]; every other variant
//! mixes in a number of its own.

use std::{fmt, sync::LazyLock};

use shakmaty::{
    EnPassantMode, Position as _,
    zobrist::{Zobrist64, ZobristValue},
};

use super::pieces::{EMPTY, kind};
use crate::{CastlingSide, Color, File, Piece, Position, RemainingChecks, Role, Square, Variant};

/// Key of a position, ordered as a signed number.
///
/// ```
/// use partie_core::{Position, rules::PositionKey};
/// let key = PositionKey::of(&Position::default());
/// assert_eq!(key.to_string(), "463b96181691fc9c");
/// assert_eq!(PositionKey::from_i64(key.as_i64()), key);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(i64);

impl PositionKey {
    /// Returns the key of a position.
    #[must_use]
    pub fn of(position: &Position) -> PositionKey {
        let en_passant = position.playable().and_then(|p| p.ep_square(EnPassantMode::Legal));
        let mut key = hash(position, en_passant) ^ of_variant(position.variant());
        for square in position.promoted() {
            key ^= Zobrist64::zobrist_for_promoted(square).0;
        }
        for (color, pocket) in position.pockets().iter().flat_map(|p| p.zip_color()) {
            for (role, count) in pocket.zip_role() {
                key ^= Zobrist64::zobrist_for_pocket(color, role, count).0;
            }
        }
        for (color, left) in position.remaining_checks().iter().flat_map(|c| c.zip_color()) {
            key ^= checks_left(color, left);
        }
        PositionKey::from_u64(key)
    }

    /// Returns the key as a signed number.
    #[inline]
    #[must_use]
    pub const fn as_i64(self) -> i64 {
        self.0
    }

    /// Makes a key of a signed number.
    #[inline]
    #[must_use]
    pub const fn from_i64(number: i64) -> PositionKey {
        PositionKey(number)
    }

    /// Returns the bits of the key.
    #[inline]
    #[must_use]
    pub const fn as_u64(self) -> u64 {
        self.0.cast_unsigned()
    }

    /// Makes a key of its bits.
    #[inline]
    #[must_use]
    pub const fn from_u64(bits: u64) -> PositionKey {
        PositionKey(bits.cast_signed())
    }
}

impl fmt::Display for PositionKey {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.as_u64())
    }
}

/// Returns the key of a position in Polyglot's opening books.
///
/// The rule is Polyglot's, which counts an en passant file even if the capture is illegal. Two
/// positions that differ only in that have the same [`PositionKey`].
#[must_use]
pub fn polyglot_key(position: &Position) -> u64 {
    hash(position, position.pseudo_legal_en_passant())
}

/// Pieces, side to move, castling rights and an en passant square.
fn hash(position: &Position, en_passant: Option<Square>) -> u64 {
    let mut key = 0;
    for (square, piece) in position.board().clone() {
        key ^= Zobrist64::zobrist_for_piece(square, piece).0;
    }
    if position.turn().is_white() {
        key ^= Zobrist64::zobrist_for_white_turn().0;
    }
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if position.castling_rook(color, side).is_some() {
                key ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    key ^ en_passant.map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
}

/// Returns the number of the checks that a side still has to give.
pub(super) fn checks_left(color: Color, left: RemainingChecks) -> u64 {
    Zobrist64::zobrist_for_remaining_checks(color, left).0
}

/// Returns the number of a variant; it is stored in files by way of the keys.
const fn of_variant(variant: Variant) -> u64 {
    match variant {
        Variant::Standard | Variant::Chess960 | Variant::FromPosition => 0,
        Variant::WildCastle => 0x1c67_9d2e_35b8_f041,
        Variant::Crazyhouse => 0x2fa4_c013_96e7_5d8b,
        Variant::Bughouse => 0x3e91_57b6_0ad4_c82f,
        Variant::Atomic => 0x48d3_e672_f19b_350c,
        Variant::Antichess => 0x5b0e_8af4_6c21_d793,
        Variant::Suicide => 0x6d72_19c5_a83f_4eb0,
        Variant::Losers => 0x79b8_43fd_52c6_01ea,
        Variant::KingOfTheHill => 0x8a5f_d061_e794_b32c,
        Variant::ThreeCheck => 0x96ec_2b48_0df7_5a13,
        Variant::Horde => 0xa70d_f5be_4381_96c2,
        Variant::RacingKings => 0xb3c6_8e17_d95a_240f,
    }
}

/// The numbers in tables, for keys that are updated move by move.
#[derive(Debug)]
pub(super) struct Numbers {
    /// By 64 times the kind of a piece plus its square; 0 for [`EMPTY`].
    pub(super) pieces: [u64; 1024],
    /// By castling rights: White's on the king's and queen's side are bits 0 and 1, Black's are
    /// 2 and 3.
    pub(super) castling: [u64; 16],
    /// By file.
    pub(super) en_passant: [u64; 8],
    /// White is to move.
    pub(super) turn: u64,
}

/// Returns the numbers.
pub(super) fn numbers() -> &'static Numbers {
    static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
        let mut numbers = Numbers {
            pieces: [0; 1024],
            castling: [0; 16],
            en_passant: File::ALL.map(|file| Zobrist64::zobrist_for_en_passant_file(file).0),
            turn: Zobrist64::zobrist_for_white_turn().0,
        };
        for color in Color::ALL {
            for role in Role::ALL {
                for square in Square::ALL {
                    let piece = Piece { color, role };
                    numbers.pieces[kind(color, role) * 64 + usize::from(square)] =
                        Zobrist64::zobrist_for_piece(square, piece).0;
                }
            }
        }
        debug_assert!(numbers.pieces[EMPTY * 64..].iter().all(|number| *number == 0));
        let rights = Color::ALL.into_iter().flat_map(|c| CastlingSide::ALL.map(|side| (c, side)));
        for (bit, (color, side)) in rights.enumerate() {
            let number = Zobrist64::zobrist_for_castling_right(color, side).0;
            let with = (0..16).filter(|rights| rights >> bit & 1 == 1);
            with.for_each(|rights| numbers.castling[rights] ^= number);
        }
        numbers
    });
    &NUMBERS
}
