//! English.

use partie_core::{CastlingSide, Role, Square};

use super::deed::Act;

pub(super) const fn name(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

pub(super) const fn names(role: Role) -> &'static str {
    match role {
        Role::King => "kings",
        Role::Queen => "queens",
        Role::Rook => "rooks",
        Role::Bishop => "bishops",
        Role::Knight => "knights",
        Role::Pawn => "pawns",
    }
}

pub(super) fn act(act: &Act, at: impl Fn(Square) -> String) -> String {
    match *act {
        Act::Pass => "passes".to_owned(),
        Act::Castle(CastlingSide::KingSide) => "castles kingside".to_owned(),
        Act::Castle(CastlingSide::QueenSide) => "castles queenside".to_owned(),
        Act::Drop(role, to) => format!("drops a {} on {}", name(role), at(to)),
        Act::Step { role, from, to, taken, en_passant, promotion } => {
            let mut text = name(role).to_owned();
            if let Some(from) = from {
                text += &format!(" from {}", at(from));
            }
            text += &match taken {
                _ if en_passant => format!(" takes on {} en passant", at(to)),
                Some(taken) => format!(" takes {} on {}", name(taken), at(to)),
                None => format!(" to {}", at(to)),
            };
            if let Some(role) = promotion {
                text += &format!(", promotes to a {}", name(role));
            }
            text
        }
    }
}
