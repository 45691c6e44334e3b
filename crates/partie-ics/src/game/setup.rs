//! Setting pieces up: every change gives a new position, which need not be playable until
//! the set-up is done.

use partie_core::{
    Bitboard, Board, ByColor, ByRole, CastlingSide, Color, File, Piece, Position, Rank, Role,
    Setup, Square, Variant,
};

/// Changes a position as a set-up.
fn changed(position: &Position, change: impl FnOnce(&mut Setup)) -> Position {
    let mut setup = position.setup();
    change(&mut setup);
    Position::from_setup(position.variant(), setup).0
}

/// Puts a piece on a square, or empties it. Rights and squares that no longer fit are dropped.
pub(crate) fn put(position: &Position, square: Square, piece: Option<Piece>) -> Position {
    changed(position, |setup| {
        match piece {
            Some(piece) => setup.board.set_piece_at(square, piece),
            None => setup.board.discard_piece_at(square),
        }
        setup.castling_rights.discard(square);
        setup.ep_square = None;
    })
}

/// Moves a piece to any square. `None` if the source square is empty.
pub(crate) fn shift(position: &Position, from: Square, to: Square) -> Option<Position> {
    let piece = position.piece_at(from)?;
    Some(put(&put(position, from, None), to, Some(piece)))
}

/// An empty board, White to move.
pub(crate) fn clear(position: &Position) -> Position {
    changed(position, |setup| {
        let pockets = setup.pockets.map(|_| ByColor::default());
        *setup = Setup { pockets, ..Setup::empty() };
        setup.board = Board::empty();
    })
}

/// Another side to move.
pub(crate) fn to_move(position: &Position, color: Color) -> Position {
    changed(position, |setup| {
        setup.turn = color;
        setup.ep_square = None;
    })
}

/// Sets the castling rights of a side: with the outermost rook of each requested wing.
pub(crate) fn castle(position: &Position, color: Color, sides: &[CastlingSide]) -> Position {
    changed(position, |setup| {
        let home = Bitboard::from_rank(color.backrank());
        setup.castling_rights &= !home;
        let Some(king) = setup.board.king_of(color).filter(|k| home.contains(*k)) else { return };
        let rooks = setup.board.rooks() & setup.board.by_color(color) & home;
        for side in sides {
            let rook = match side {
                CastlingSide::KingSide => rooks.into_iter().rfind(|r| *r > king),
                CastlingSide::QueenSide => rooks.into_iter().find(|r| *r < king),
            };
            if let Some(rook) = rook {
                setup.castling_rights.add(rook);
            }
        }
    })
}

/// Reads castling rights: `kq`, `k`, `q`, `none`; `None` for other text.
pub(crate) fn castling_sides(text: &str) -> Option<Vec<CastlingSide>> {
    let low = text.to_ascii_lowercase();
    if matches!(low.as_str(), "none" | "-") {
        return Some(Vec::new());
    }
    low.chars()
        .map(|letter| match letter {
            'k' => Some(CastlingSide::KingSide),
            'q' => Some(CastlingSide::QueenSide),
            _ => None,
        })
        .collect()
}

/// The file of a pawn that has just gone two squares.
pub(crate) fn en_passant(position: &Position, file: Option<File>) -> Position {
    changed(position, |setup| {
        let rank = if setup.turn.is_white() { Rank::Sixth } else { Rank::Third };
        setup.ep_square = file.map(|file| Square::from_coords(file, rank));
    })
}

/// Sets the pieces that a side holds.
pub(crate) fn hold(position: &Position, color: Color, pieces: &str) -> Option<Position> {
    let mut hand = ByRole::<u8>::default();
    for letter in pieces.chars() {
        let role = Role::from_char(letter).filter(|role| *role != Role::King)?;
        let count = hand.get_mut(role);
        *count = count.saturating_add(1);
    }
    position.variant().has_drops().then(|| {
        changed(position, |setup| {
            *setup.pockets.get_or_insert_default().get_mut(color) = hand;
        })
    })
}

/// The same pieces by other rules.
pub(crate) fn by_rules(position: &Position, variant: Variant) -> Position {
    let mut setup = position.setup();
    setup.pockets = variant.has_drops().then(ByColor::default);
    setup.remaining_checks = None;
    Position::from_setup(variant, setup).0
}

/// A board, or a whole FEN.
pub(crate) fn fen(text: &str, variant: Variant) -> Option<Position> {
    let text = text.trim();
    let board_only = !text.contains(' ');
    let whole = if board_only { format!("{text} w - - 0 1") } else { text.to_owned() };
    let parsed = partie_formats::fen::parse_position(&whole, Some(variant));
    let doubtful = partie_formats::fen::is_doubtful(&parsed.diagnostics);
    (!doubtful && parsed.value.board().occupied().any()).then_some(parsed.value)
}

/// Returns the reason why a position cannot be played; `None` if it can.
pub(crate) fn problem(position: &Position) -> Option<String> {
    position.problem().map(|problem| {
        let reasons: Vec<_> = problem.reasons().iter().map(ToString::to_string).collect();
        reasons.join(", ")
    })
}

/// The position as a game begins from it: the counters start again.
pub(crate) fn settled(position: &Position) -> Position {
    changed(position, |setup| {
        setup.halfmoves = 0;
        setup.fullmoves = std::num::NonZeroU32::MIN;
    })
}
