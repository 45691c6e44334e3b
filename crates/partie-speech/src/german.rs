//! German. `Bauer` is a weak noun: one takes a `Bauern`.

use partie_core::{CastlingSide, Role, Square};

use crate::action::Action;

pub(crate) const fn name(role: Role) -> &'static str {
    match role {
        Role::King => "König",
        Role::Queen => "Dame",
        Role::Rook => "Turm",
        Role::Bishop => "Läufer",
        Role::Knight => "Springer",
        Role::Pawn => "Bauer",
    }
}

pub(crate) const fn names(role: Role) -> &'static str {
    match role {
        Role::King => "Könige",
        Role::Queen => "Damen",
        Role::Rook => "Türme",
        Role::Bishop => "Läufer",
        Role::Knight => "Springer",
        Role::Pawn => "Bauern",
    }
}

/// The accusative.
const fn object(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Bauern",
        other => name(other),
    }
}

/// The indefinite article in the accusative.
const fn article(role: Role) -> &'static str {
    match role {
        Role::Queen => "eine",
        _ => "einen",
    }
}

pub(crate) fn action(action: &Action, at: impl Fn(Square) -> String) -> String {
    match *action {
        Action::Pass => "setzt aus".to_owned(),
        Action::Castle(CastlingSide::KingSide) => "kurze Rochade".to_owned(),
        Action::Castle(CastlingSide::QueenSide) => "lange Rochade".to_owned(),
        Action::Drop(role, to) => {
            format!("setzt {} {} auf {} ein", article(role), object(role), at(to))
        }
        Action::Step { role, from, to, taken, en_passant, promotion } => {
            let mut text = name(role).to_owned();
            if let Some(from) = from {
                text += &format!(" von {}", at(from));
            }
            text += &match taken {
                _ if en_passant => format!(" schlägt im Vorbeigehen auf {}", at(to)),
                Some(taken) => format!(" schlägt {} auf {}", object(taken), at(to)),
                None => format!(" nach {}", at(to)),
            };
            if let Some(role) = promotion {
                text += &format!(", Umwandlung in {} {}", article(role), object(role));
            }
            text
        }
    }
}
