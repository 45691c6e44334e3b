//! Czech. One takes in the accusative (`bere pěšce`, `bere věž`), and counts in the
//! genitive from five on (`5 pěšců`).

use partie_core::{CastlingSide, Role, Square};

use crate::action::Action;

pub(crate) const fn name(role: Role) -> &'static str {
    match role {
        Role::King => "král",
        Role::Queen => "dáma",
        Role::Rook => "věž",
        Role::Bishop => "střelec",
        Role::Knight => "jezdec",
        Role::Pawn => "pěšec",
    }
}

/// Plural after two, three and four.
pub(crate) const fn names(role: Role) -> &'static str {
    match role {
        Role::King => "králové",
        Role::Queen => "dámy",
        Role::Rook => "věže",
        Role::Bishop => "střelci",
        Role::Knight => "jezdci",
        Role::Pawn => "pěšci",
    }
}

/// Genitive plural, after five and more.
pub(crate) const fn names_of_many(role: Role) -> &'static str {
    match role {
        Role::King => "králů",
        Role::Queen => "dam",
        Role::Rook => "věží",
        Role::Bishop => "střelců",
        Role::Knight => "jezdců",
        Role::Pawn => "pěšců",
    }
}

/// The accusative.
const fn object(role: Role) -> &'static str {
    match role {
        Role::King => "krále",
        Role::Queen => "dámu",
        Role::Rook => "věž",
        Role::Bishop => "střelce",
        Role::Knight => "jezdce",
        Role::Pawn => "pěšce",
    }
}

pub(crate) fn action(action: &Action, at: impl Fn(Square) -> String) -> String {
    match *action {
        Action::Pass => "vynechává tah".to_owned(),
        Action::Castle(CastlingSide::KingSide) => "malá rošáda".to_owned(),
        Action::Castle(CastlingSide::QueenSide) => "velká rošáda".to_owned(),
        Action::Drop(role, to) => format!("nasazuje {} na {}", object(role), at(to)),
        Action::Step { role, from, to, taken, en_passant, promotion } => {
            let mut text = name(role).to_owned();
            if let Some(from) = from {
                text += &format!(" z {}", at(from));
            }
            text += &match taken {
                _ if en_passant => format!(" bere mimochodem na {}", at(to)),
                Some(taken) => format!(" bere {} na {}", object(taken), at(to)),
                None => format!(" na {}", at(to)),
            };
            if let Some(role) = promotion {
                // `v` takes an `e` before `vě` and `stř`.
                let into = if matches!(role, Role::Rook | Role::Bishop) { "ve" } else { "v" };
                text += &format!(", proměna {into} {}", object(role));
            }
            text
        }
    }
}
