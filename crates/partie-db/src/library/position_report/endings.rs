//! Endings of games by the pieces that are left.

use partie_core::{Color, Role, Square, rules::replay::Material};
use strum::{Display, IntoStaticStr, VariantArray};

/// An ending, by the pieces besides kings and pawns. Pawns do not count, but an ending has at least one.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Endgame {
    /// Only pawns.
    Pawns,
    /// A queen each.
    Queens,
    /// A rook each.
    Rooks,
    /// Two rooks each.
    DoubleRooks,
    /// A rook and a bishop or knight each.
    RookAndMinor,
    /// A queen and another piece each.
    QueenAndPiece,
    /// A bishop each, on squares of one colour.
    SameBishops,
    /// A bishop each, on squares of opposite colours.
    OppositeBishops,
    /// A knight each.
    Knights,
    /// A bishop against a knight.
    BishopKnight,
    /// Two bishops or knights each.
    TwoMinors,
    /// Other pieces, at most two each.
    Other,
}

impl Endgame {
    /// All endings.
    pub const ALL: &[Endgame] = Self::VARIANTS;

    /// Number of plies in a row that make an ending: exchanges pass through shorter ones.
    pub const LASTS: u32 = 4;

    /// Returns its name in English, as in `rook endings`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Endgame::Pawns => "pawn endings",
            Endgame::Queens => "queen endings",
            Endgame::Rooks => "rook endings",
            Endgame::DoubleRooks => "endings with two rooks each",
            Endgame::RookAndMinor => "rook and minor piece each",
            Endgame::QueenAndPiece => "queen and another piece each",
            Endgame::SameBishops => "bishops of one colour",
            Endgame::OppositeBishops => "bishops of opposite colours",
            Endgame::Knights => "knight endings",
            Endgame::BishopKnight => "bishop against knight",
            Endgame::TwoMinors => "two minor pieces each",
            Endgame::Other => "other endings",
        }
    }

    /// Returns the ending of a position; `None` if a side has more than two pieces besides king and
    /// pawns, or no pawn is left.
    pub(super) fn of(
        material: Material,
        bishops: impl FnOnce() -> [Option<Square>; 2],
    ) -> Option<Endgame> {
        const ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let sides = Color::ALL.map(|color| ROLES.map(|role| material.count(color, role)));
        if sides.iter().any(|side| side.iter().sum::<u32>() > 2)
            || Color::ALL.iter().all(|color| material.count(*color, Role::Pawn) == 0)
        {
            return None;
        }
        let each = |is: fn([u32; 4]) -> bool| sides.iter().all(|side| is(*side));
        Some(match sides {
            [[0, 0, 0, 0], [0, 0, 0, 0]] => Endgame::Pawns,
            [[1, 0, 0, 0], [1, 0, 0, 0]] => Endgame::Queens,
            [[0, 1, 0, 0], [0, 1, 0, 0]] => Endgame::Rooks,
            [[0, 2, 0, 0], [0, 2, 0, 0]] => Endgame::DoubleRooks,
            [[0, 0, 0, 1], [0, 0, 0, 1]] => Endgame::Knights,
            [[0, 0, 1, 0], [0, 0, 0, 1]] | [[0, 0, 0, 1], [0, 0, 1, 0]] => Endgame::BishopKnight,
            [[0, 0, 1, 0], [0, 0, 1, 0]] => match bishops() {
                [Some(white), Some(black)] if white.is_light() != black.is_light() => {
                    Endgame::OppositeBishops
                }
                _ => Endgame::SameBishops,
            },
            _ if each(|[q, r, b, n]| q == 0 && r == 1 && b + n == 1) => Endgame::RookAndMinor,
            _ if each(|[q, r, b, n]| q == 1 && r + b + n == 1) => Endgame::QueenAndPiece,
            _ if each(|[q, r, b, n]| q + r == 0 && b + n == 2) => Endgame::TwoMinors,
            _ => Endgame::Other,
        })
    }
}

/// The endings that a game came to, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EndingSet(u16);

impl EndingSet {
    pub(super) const fn contains(self, ending: Endgame) -> bool {
        self.0 >> (ending as u16) & 1 == 1
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Finds the endings that last long enough among the positions of a game.
#[derive(Debug, Default)]
pub(super) struct EndingFinder {
    now: Option<Endgame>,
    /// Number of positions in a row.
    lasting: u32,
    pub(super) found: EndingSet,
}

impl EndingFinder {
    /// Adds the next position.
    pub(super) fn add(&mut self, ending: Option<Endgame>) {
        self.lasting = if ending == self.now { self.lasting + 1 } else { 1 };
        self.now = ending;
        if let Some(ending) = ending.filter(|_| self.lasting > Endgame::LASTS) {
            self.found.0 |= 1 << (ending as u16);
        }
    }
}
