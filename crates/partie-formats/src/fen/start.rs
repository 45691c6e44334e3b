//! Start positions of games.

use partie_core::{
    Bitboard, CastlingMode, Color, File, Position, Rank, Square, Variant, rules::chess960,
};

use super::{codes, parse_position};
use crate::{Parsed, Severity, message};

/// Reads the start position of a game. A castling right whose king or rook stands elsewhere does
/// not make an unmarked game Chess960: more likely the right was left over.
#[must_use]
pub fn start_position(text: &str, rules: Option<Variant>) -> Parsed<Position> {
    let mut parsed = parse_position(text, rules);
    let position = &parsed.value;
    if rules.is_some() || !is_chess960_start(position) || shows_chess960(text, position) {
        return parsed;
    }
    let mut setup = position.setup();
    for color in Color::ALL {
        let rank = color.fold_wb(Rank::First, Rank::Eighth);
        let at_home = position.board().king_of(color) == Some(Square::from_coords(File::E, rank));
        let corners = [File::A, File::H].map(|file| Square::from_coords(file, rank));
        let kept = corners.into_iter().filter(|_| at_home).collect::<Bitboard>();
        setup.castling_rights &= !Bitboard::from_rank(rank) | kept;
    }
    parsed.value = Position::from_setup(Variant::Standard, setup).0;
    for d in &mut parsed.diagnostics {
        if d.code.id == codes::CHESS960.id {
            d.severity = Severity::Repaired;
            d.message = message!(
                "a castling right whose king or rook stands elsewhere was left over; it was dropped"
            );
        }
    }
    parsed
}

/// Returns true if a position is certainly Chess960: a start position of it, castling rights
/// named by files, or the same rights for both sides.
fn shows_chess960(text: &str, position: &Position) -> bool {
    let field = text.split([' ', '_']).filter(|field| !field.is_empty()).nth(2);
    let by_files =
        field.is_some_and(|rights| rights.contains(|c: char| "AaBbCcDdEeFfGgHh".contains(c)));
    let files = |color: Color| {
        let rank = color.fold_wb(Rank::First, Rank::Eighth);
        let rooks = position.castling_rights() & Bitboard::from_rank(rank);
        let king = position.board().king_of(color).map(Square::file);
        (king, rooks.into_iter().map(Square::file).collect::<Vec<_>>())
    };
    let (white, black) = (files(Color::White), files(Color::Black));
    by_files || chess960::number(position).is_some() || !white.1.is_empty() && white == black
}

/// Orthodox rules with castling from other squares are Chess960's.
#[must_use]
pub fn is_chess960_start(position: &Position) -> bool {
    position.castling_mode() == CastlingMode::Chess960 && position.castling_rights().any()
}
