//! Writing: the shortest form that fits no other legal move.

use super::{
    Knight,
    fit::fitting,
    parse::{self, DescriptiveAction},
};
use crate::{Color, Move, Ply, Position, Role, Square, moves::san};

/// Writes a legal move with `N` for knights. Drops and null moves, which the notation
/// has not, as in SAN.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    write_in(position, ply, Knight::N)
}

/// Writes a legal move with a choice of the letter for knights.
#[must_use]
pub fn write_in(position: &Position, ply: Ply, knight: Knight) -> String {
    let mut text = match ply {
        Ply::Move(m @ (Move::Normal { .. } | Move::EnPassant { .. })) => {
            let text = shortest(position, m);
            match knight {
                Knight::N => text,
                Knight::Kt => text.replace('N', "Kt"),
            }
        }
        Ply::Move(Move::Castle { .. }) => san::write_plain(position, ply, crate::Language::English),
        Ply::Move(Move::Put { .. }) | Ply::Null | Ply::Illegal(_) => {
            return san::write(position, ply);
        }
    };
    if let Ply::Move(m) = ply {
        let mut after = position.clone();
        after.play_unchecked(m);
        text.push_str(match san::check_mark(&after) {
            "+" => " ch",
            "#" => " mate",
            none => none,
        });
    }
    text
}

fn shortest(position: &Position, m: Move) -> String {
    let forms = forms(position, m);
    forms
        .iter()
        .filter(|text| is_unique(position, text))
        .min_by_key(|text| text.len())
        .or(forms.last())
        .cloned()
        .unwrap_or_default()
}

fn is_unique(position: &Position, text: &str) -> bool {
    match parse::parse(text) {
        Some(parse::DescriptiveText {
            action: DescriptiveAction::Move(meanings),
            en_passant,
            ..
        }) => fitting(position, &meanings, en_passant).len() == 1,
        _ => false,
    }
}

/// Returns all forms of a move by length, the preferred one first; the last is unambiguous.
fn forms(position: &Position, m: Move) -> Vec<String> {
    let mover = position.turn();
    let Some(from) = m.from() else {
        return Vec::new();
    };
    let letter = m.role().upper_char();
    let mut sources = vec![letter.to_string()];
    if m.role() == Role::Pawn {
        sources.extend(file_names(from).into_iter().map(|file| format!("{file}P")));
    }
    sources.push(format!("{letter}({})", full(from, mover)));
    let targets: Vec<String> = match m.capture() {
        None => file_names(m.to())
            .into_iter()
            .map(|file| format!("-{file}{}", rank(m.to(), mover)))
            .collect(),
        Some(role) => {
            let letter = role.upper_char();
            let mut targets = vec![format!("x{letter}")];
            if role == Role::Pawn {
                targets.extend(file_names(m.to()).into_iter().map(|file| format!("x{file}P")));
            }
            targets.push(format!("x{letter}({})", full(m.to(), mover)));
            targets
        }
    };
    let mut end = m.promotion().map_or_else(String::new, |role| format!("({})", role.upper_char()));
    if m.is_en_passant() {
        end.push_str(" e.p.");
    }
    sources
        .iter()
        .flat_map(|source| targets.iter().map(move |target| (source, target)))
        .map(|(source, target)| format!("{source}{target}{end}"))
        .collect()
}

/// The names of a square's file, the short one first.
fn file_names(square: Square) -> Vec<&'static str> {
    match square.file() as u8 {
        0 => vec!["R", "QR"],
        1 => vec!["N", "QN"],
        2 => vec!["B", "QB"],
        3 => vec!["Q"],
        4 => vec!["K"],
        5 => vec!["B", "KB"],
        6 => vec!["N", "KN"],
        _ => vec!["R", "KR"],
    }
}

fn rank(square: Square, mover: Color) -> u8 {
    mover.relative_rank(square.rank()) as u8 + 1
}

/// Writes a square in full: `KB3`.
fn full(square: Square, mover: Color) -> String {
    let file = file_names(square).pop().unwrap_or_default();
    format!("{file}{}", rank(square, mover))
}
