//! Writing: exactly as the PGN standard's export format says.

use super::as_written;
use crate::{
    CastlingSide, Language, Move, Outcome, Piece, Ply, Position, Role, Square, Variant,
    moves::push_square,
};

/// Writes a legal move with its check mark.
#[must_use]
pub fn write(position: &Position, ply: Ply) -> String {
    write_in(position, ply, Language::English)
}

/// Writes a legal move with its check mark, with the letters of a language.
#[must_use]
pub fn write_in(position: &Position, ply: Ply, language: Language) -> String {
    let mut text = write_plain(position, ply, language);
    push_check_mark(&mut text, position, ply);
    text
}

/// Adds the check mark of a legal move.
pub(crate) fn push_check_mark(text: &mut String, position: &Position, ply: Ply) {
    if ply.any_move().is_some() {
        let mut after = position.clone();
        after.play_known(ply);
        text.push_str(check_mark(&after));
    }
}

/// The mark for the position after a move: `+`, `#` or nothing. As in python-chess
/// and on lichess, a move that wins by the rules of a variant gets `#` as mate does.
#[must_use]
pub fn check_mark(after: &Position) -> &'static str {
    let check = after.is_check();
    // Without a check a game is won only by a goal of its variant, or by having no move left.
    let may_win = check
        || after.is_variant_end()
        || matches!(after.variant(), Variant::Antichess | Variant::Suicide | Variant::Losers);
    let decided = may_win && matches!(after.end(), Some((Outcome::Win(_), _)));
    if decided && !is_open_bughouse_mate(after) {
        "#"
    } else if check {
        "+"
    } else {
        ""
    }
}

/// Returns true if a mate on a board of bughouse could still be met by a piece from the
/// partner. A queen may be dropped on any square, so it stands for every piece.
fn is_open_bughouse_mate(after: &Position) -> bool {
    if after.variant() != Variant::Bughouse {
        return false;
    }
    let mut setup = after.setup();
    setup.pockets.get_or_insert_default().get_mut(after.turn()).queen += 1;
    Position::from_setup_with(Variant::Bughouse, setup, after.castling_mode()).0.has_legal_move()
}

/// Writes a legal move without a check mark.
#[must_use]
pub fn write_plain(position: &Position, ply: Ply, language: Language) -> String {
    let m = match ply {
        Ply::Move(m) => m,
        Ply::Illegal(m) => return as_written::write(position, m, language),
        Ply::Null => return "--".to_owned(),
    };
    let letter = |role| language.letter_of(Piece { color: position.turn(), role });
    let mut text = String::with_capacity(8);
    match m {
        Move::Castle { .. } => {
            let short = position.castling_side(m) == Some(CastlingSide::KingSide);
            text.push_str(if short { "O-O" } else { "O-O-O" });
        }
        Move::Put { role, to } => {
            text.push_str(letter(role));
            text.push('@');
            push_square(&mut text, to);
        }
        Move::EnPassant { from, to } => {
            text.push(from.file().char());
            text.push('x');
            push_square(&mut text, to);
        }
        Move::Normal { role: Role::Pawn, from, capture, to, promotion } => {
            if capture.is_some() {
                text.push(from.file().char());
                text.push('x');
            }
            push_square(&mut text, to);
            if let Some(role) = promotion {
                text.push('=');
                text.push_str(letter(role));
            }
        }
        Move::Normal { role, from, capture, to, .. } => {
            text.push_str(letter(role));
            // Moves are only looked at where another piece could come at all.
            let (file, rank) = if position.rivals(role, from, to).is_empty() {
                (false, false)
            } else {
                disambiguation(from, &position.moves_to(role, to))
            };
            if file {
                text.push(from.file().char());
            }
            if rank {
                text.push(from.rank().char());
            }
            if capture.is_some() {
                text.push('x');
            }
            push_square(&mut text, to);
        }
    }
    text
}

/// Returns true if a text is the export format of a legal move, apart from its check mark,
/// as far as this is known without a list of moves: not for castling, drops, captures en
/// passant, or if another piece of the kind could reach the square.
///
/// The spelling is read as that move, by any rules.
#[must_use]
pub fn spells(text: &str, position: &Position, m: Move) -> bool {
    let Move::Normal { role, from, capture, to, promotion } = m else { return false };
    let mut word = [0_u8; 8];
    let mut length = 0;
    let mut push = |letter: char| {
        word[length] = letter as u8;
        length += 1;
    };
    if role != Role::Pawn {
        if position.rivals(role, from, to).any() {
            return false;
        }
        push(role.upper_char());
    } else if capture.is_some() {
        push(from.file().char());
    }
    if capture.is_some() {
        push('x');
    }
    push(to.file().char());
    push(to.rank().char());
    if let Some(role) = promotion {
        push('=');
        push(role.upper_char());
    }
    let text = text.as_bytes();
    text.strip_prefix(&word[..length]).is_some_and(|mark| matches!(mark, b"" | b"+" | b"#"))
}

/// Returns whether the file and the rank of the origin are needed.
pub(crate) fn disambiguation(from: Square, moves: &[Move]) -> (bool, bool) {
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    for other in moves.iter().filter_map(|m| match m {
        Move::Normal { from: other, .. } if *other != from => Some(*other),
        _ => None,
    }) {
        others = true;
        same_file |= other.file() == from.file();
        same_rank |= other.rank() == from.rank();
    }
    (others && (!same_file || same_rank), same_file)
}
