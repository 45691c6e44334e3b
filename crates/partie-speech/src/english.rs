//! English.

use partie_core::{CastlingSide, Role, Square};

use crate::action::Action;

pub(crate) const fn name(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

pub(crate) const fn names(role: Role) -> &'static str {
    match role {
        Role::King => "kings",
        Role::Queen => "queens",
        Role::Rook => "rooks",
        Role::Bishop => "bishops",
        Role::Knight => "knights",
        Role::Pawn => "pawns",
    }
}

pub(crate) fn action(action: &Action, at: impl Fn(Square) -> String) -> String {
    match *action {
        Action::Pass => "passes".to_owned(),
        Action::Castle(CastlingSide::KingSide) => "castles kingside".to_owned(),
        Action::Castle(CastlingSide::QueenSide) => "castles queenside".to_owned(),
        Action::Drop(role, to) => format!("drops a {} on {}", name(role), at(to)),
        Action::Step { role, from, to, taken, en_passant, promotion } => {
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
