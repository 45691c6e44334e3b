//! The content of a move, before it is put into words.

use partie_core::{CastlingSide, Move, Ply, Position, Role, Square, Variant, moves::san};

/// A move and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpokenMove {
    pub(crate) action: Action,
    pub(crate) ending: Ending,
}

/// Action of the moving side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A null move.
    Pass,
    /// King and rook.
    Castle(CastlingSide),
    /// A piece from the hand to a square.
    Drop(Role, Square),
    /// A piece from a square to another.
    Step {
        role: Role,
        /// `None` if it need not be said.
        from: Option<Square>,
        to: Square,
        taken: Option<Role>,
        en_passant: bool,
        promotion: Option<Role>,
    },
}

/// Situation of the opponent afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    None,
    Check,
    DoubleCheck,
    Mate,
    Stalemate,
    /// The mover has won by a rule of the variant.
    Win,
}

impl SpokenMove {
    /// A move. In brief the square it comes from is left out unless another piece
    /// of its kind could go there, too.
    pub(crate) fn new(before: &Position, ply: Ply, brief: bool) -> SpokenMove {
        let Some(m) = ply.any_move() else {
            return SpokenMove { action: Action::Pass, ending: Ending::None };
        };
        let from_of = |role, from, to| {
            let others = before.moves_to(role, to);
            let other = |m: &Move| m.from() != Some(from);
            (!brief || others.iter().any(other)).then_some(from)
        };
        let action = match m {
            Move::Castle { .. } => {
                Action::Castle(before.castling_side(m).unwrap_or(CastlingSide::KingSide))
            }
            Move::Put { role, to } => Action::Drop(role, to),
            Move::EnPassant { from, to } => Action::Step {
                role: Role::Pawn,
                from: from_of(Role::Pawn, from, to),
                to,
                taken: Some(Role::Pawn),
                en_passant: true,
                promotion: None,
            },
            Move::Normal { role, from, capture, to, promotion } => Action::Step {
                role,
                from: from_of(role, from, to),
                to,
                taken: capture,
                en_passant: false,
                promotion,
            },
        };
        let mut after = before.clone();
        after.play_known(ply);
        SpokenMove { action, ending: Ending::of(&after) }
    }
}

impl Ending {
    fn of(after: &Position) -> Ending {
        match san::check_mark(after) {
            "#" if after.is_checkmate() => Ending::Mate,
            "#" if after.is_stalemate() => Ending::Stalemate,
            "#" => Ending::Win,
            "+" if after.checkers().count() > 1 => Ending::DoubleCheck,
            "+" => Ending::Check,
            // In bughouse who has no move waits for a piece.
            _ if after.is_stalemate() && after.variant() != Variant::Bughouse => Ending::Stalemate,
            _ => Ending::None,
        }
    }
}
