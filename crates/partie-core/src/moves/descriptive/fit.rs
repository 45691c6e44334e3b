//! Matches a description with legal moves.

use super::parse::{DescriptiveAction, DescriptiveText, Meaning, NamedPiece, SquarePattern};
use crate::{
    CastlingSide, Color, Move, MoveList, Ply, Position, Role, Square,
    moves::{CheckMark, NotRead, Quirks, Reading, only},
};

/// The legal move that a text means.
pub(super) fn resolve(position: &Position, text: &DescriptiveText) -> Result<Reading, NotRead> {
    let mut quirks = text.quirks;
    if text.en_passant {
        quirks.insert(Quirks::EN_PASSANT_MARK);
    }
    let m = match &text.action {
        DescriptiveAction::Castle(Some(side)) => only(&position.castling_moves(*side))?,
        DescriptiveAction::Castle(None) => {
            let mut both = position.castling_moves(CastlingSide::KingSide);
            both.extend(position.castling_moves(CastlingSide::QueenSide));
            only(&both)?
        }
        DescriptiveAction::Move(meanings) => {
            let mut moves = fitting(position, meanings, text.en_passant);
            if moves.iter().any(|m| m.is_promotion())
                && meanings.iter().all(|meaning| meaning.promotion.is_none())
            {
                quirks.insert(Quirks::MISSING_PROMOTION);
            }
            for meaning in meanings {
                prefer(&mut moves, |m, all| began(meaning.piece, position.turn(), m.from(), all));
                if let Some(captured) = meaning.captured {
                    prefer_target(&mut moves, captured, !position.turn());
                }
            }
            if text.mark != CheckMark::None {
                prefer(&mut moves, |m, _| gives_check(position, m));
            }
            only(&moves)?
        }
    };
    if text.en_passant && m.is_en_passant() {
        quirks = quirks.without(Quirks::EN_PASSANT_MARK);
    }
    Ok(Reading { ply: Ply::Move(m), quirks, mark: text.mark })
}

/// The legal moves that fit one of some meanings. Where no piece to promote to is
/// named, a queen is meant.
pub(super) fn fitting(position: &Position, meanings: &[Meaning], en_passant: bool) -> MoveList {
    let mut moves = position.legal_moves();
    let checked = position.is_check();
    let fits = |meaning: &Meaning, m: Move| {
        (checked || !meaning.interposes) && fits(*meaning, m, position.turn())
    };
    moves.retain(|m| meanings.iter().any(|meaning| fits(meaning, *m)));
    if en_passant {
        prefer(&mut moves, |m, _| m.is_en_passant());
    }
    moves
}

/// Keeps the moves that have a property, if any has.
fn prefer(moves: &mut MoveList, has: impl Fn(Move, &MoveList) -> bool) {
    if moves.len() < 2 {
        return;
    }
    let mut preferred = moves.clone();
    preferred.retain(|m| has(*m, moves));
    if !preferred.is_empty() {
        *moves = preferred;
    }
}

fn fits(meaning: Meaning, m: Move, mover: Color) -> bool {
    let (Some(from), false) = (m.from(), m.is_castle()) else {
        return false;
    };
    let captured = match meaning.captured {
        None => true,
        Some(NamedPiece { role, files, .. }) => {
            m.capture() == Some(role) && (role != Role::Pawn || files.contains(m.to().file()))
        }
    };
    m.role() == meaning.piece.role
        && meaning.piece.files.contains(from.file())
        && is_in(from, meaning.from, mover)
        && is_in(m.to(), meaning.to, mover)
        && m.is_capture() == meaning.capture
        && !(meaning.interposes && m.role() == Role::King)
        && meaning.steps.is_none_or(|steps| from.distance(m.to()) == u32::from(steps))
        && captured
        && m.promotion() == m.promotion().and(meaning.promotion.or(Some(Role::Queen)))
        && (m.is_promotion() || meaning.promotion.is_none())
}

fn is_in(square: Square, place: SquarePattern, mover: Color) -> bool {
    let rank = mover.relative_rank(square.rank()) as u8 + 1;
    place.files.contains(square.file()) && place.rank.is_none_or(|r| r == rank)
}

/// Returns true if the piece on `square` can be the piece that began on the named side, given `all`
/// matching moves.
fn began(piece: NamedPiece, color: Color, square: Option<Square>, all: &MoveList) -> bool {
    let (Some(side), Some(square)) = (piece.side, square) else {
        return true;
    };
    nearest(piece.role, side, color, square, all.iter().filter_map(|m| m.from()))
}

/// Prefers the moves that capture the piece that began on the named side.
fn prefer_target(moves: &mut MoveList, captured: NamedPiece, color: Color) {
    if let Some(side) = captured.side {
        prefer(moves, |m, all| {
            nearest(captured.role, side, color, m.to(), all.iter().map(|m| m.to()))
        });
    }
}

fn nearest(
    role: Role,
    side: CastlingSide,
    color: Color,
    square: Square,
    mut all: impl Iterator<Item = Square>,
) -> bool {
    match (role, side) {
        // White's king's bishop begins on a light square, Black's on a dark one.
        (Role::Bishop, side) => {
            square.is_light() == ((side == CastlingSide::KingSide) == (color == Color::White))
        }
        (_, CastlingSide::KingSide) => all.all(|other| other.file() <= square.file()),
        (_, CastlingSide::QueenSide) => all.all(|other| other.file() >= square.file()),
    }
}

fn gives_check(position: &Position, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_check() || after.is_variant_end()
}
