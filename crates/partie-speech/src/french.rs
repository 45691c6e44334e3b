//! French. `dame` and `tour` are feminine.

use partie_core::{CastlingSide, Role, Square};

use crate::action::Action;

pub(crate) const fn name(role: Role) -> &'static str {
    match role {
        Role::King => "roi",
        Role::Queen => "dame",
        Role::Rook => "tour",
        Role::Bishop => "fou",
        Role::Knight => "cavalier",
        Role::Pawn => "pion",
    }
}

pub(crate) const fn names(role: Role) -> &'static str {
    match role {
        Role::King => "rois",
        Role::Queen => "dames",
        Role::Rook => "tours",
        Role::Bishop => "fous",
        Role::Knight => "cavaliers",
        Role::Pawn => "pions",
    }
}

const fn is_feminine(role: Role) -> bool {
    matches!(role, Role::Queen | Role::Rook)
}

/// The name with its article.
fn the(role: Role) -> String {
    format!("{} {}", if is_feminine(role) { "la" } else { "le" }, name(role))
}

pub(crate) fn action(action: &Action, at: impl Fn(Square) -> String) -> String {
    match *action {
        Action::Pass => "coup nul".to_owned(),
        Action::Castle(CastlingSide::KingSide) => "petit roque".to_owned(),
        Action::Castle(CastlingSide::QueenSide) => "grand roque".to_owned(),
        Action::Drop(role, to) => {
            let dropped = if is_feminine(role) { "parachutée" } else { "parachuté" };
            format!("{} {dropped} en {}", name(role), at(to))
        }
        Action::Step { role, from, to, taken, en_passant, promotion } => {
            let mut text = the(role);
            if let Some(from) = from {
                text += &format!(" de {}", at(from));
            }
            text += &match taken {
                _ if en_passant => format!(" prend en passant en {}", at(to)),
                Some(taken) => format!(" prend {} en {}", the(taken), at(to)),
                None => format!(" en {}", at(to)),
            };
            if let Some(role) = promotion {
                text += &format!(", promotion en {}", name(role));
            }
            text
        }
    }
}
