//! Writing a position as FEN.

use std::fmt::Write as _;

use partie_core::{
    Bitboard, Board, BoardId, Boards, ByColor, ByRole, Color, Piece, Position, Rank, Role, Square,
    Variant,
};

use crate::{
    WriteOptions,
    options::{CastlingStyle, EnPassant},
};

/// Returns a position as FEN, with all of its fields.
///
/// Castling rights and the en passant square are written as the options say; the
/// pieces in hand stand in brackets after the first rank (`[]` if there are none, but
/// only in variants with drops), promoted pieces carry `~` there, and the checks still
/// to give (`3+3`) stand before the counters. This is the form of python-chess and lichess.
/// A position that could not be read is `?`.
///
/// ```
/// use partie_core::Position;
/// use partie_formats::{WriteOptions, fen};
/// let start = Position::default();
/// assert_eq!(
///     fen::position(&start, &WriteOptions::default()),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
/// );
/// ```
#[must_use]
pub fn position(position: &Position, options: &WriteOptions) -> String {
    if position.is_unread() {
        return "?".to_owned();
    }
    let mut text = without_counters(position, options);
    // Writing to a String cannot fail.
    let _ = write!(text, " {} {}", position.halfmoves(), position.fullmoves());
    text
}

/// Returns the board of a game as FEN, or the two of bughouse as `board A | board B`.
#[must_use]
pub fn boards(boards: &Boards, options: &WriteOptions) -> String {
    match boards {
        Boards::One(board) => position(board, options),
        Boards::Two(two) => format!(
            "{} | {}",
            position(two.board(BoardId::A), options),
            position(two.board(BoardId::B), options)
        ),
    }
}

/// Returns the fields that FEN and EPD share.
pub(crate) fn without_counters(position: &Position, options: &WriteOptions) -> String {
    let mut text = String::with_capacity(96);
    push_placement(&mut text, position);
    text.push(' ');
    text.push(position.turn().char());
    text.push(' ');
    text.push_str(&castling(position.board(), position.castling_rights(), options.castling));
    text.push(' ');
    match en_passant(position, options.en_passant) {
        Some(square) => text.push_str(&square.to_string()),
        None => text.push('-'),
    }
    if let Some(checks) =
        position.remaining_checks().filter(|_| position.variant() == Variant::ThreeCheck)
    {
        let _ = write!(text, " {}+{}", u32::from(checks.white), u32::from(checks.black));
    }
    text
}

fn push_placement(text: &mut String, position: &Position) {
    let drops = position.variant().has_drops();
    let promoted = if drops { position.promoted() } else { Bitboard::EMPTY };
    let mut letters = [0; 64];
    let (roles, colors) = position.board().clone().into_bitboards();
    for role in Role::ALL {
        for color in Color::ALL {
            for square in *roles.get(role) & *colors.get(color) {
                letters[u32::from(square) as usize] = Piece { color, role }.char() as u8;
            }
        }
    }
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0_u8;
        for square in Bitboard::from_rank(rank) {
            match letters[u32::from(square) as usize] {
                0 => empty += 1,
                letter => {
                    push_empty(text, &mut empty);
                    text.push(char::from(letter));
                    if promoted.contains(square) {
                        text.push('~');
                    }
                }
            }
        }
        push_empty(text, &mut empty);
        if rank != Rank::First {
            text.push('/');
        }
    }
    if drops {
        push_pockets(text, &position.pockets().unwrap_or_default());
    }
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

fn push_pockets(text: &mut String, pockets: &ByColor<ByRole<u8>>) {
    text.push('[');
    for color in Color::ALL {
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            for _ in 0..pockets.get(color)[role] {
                text.push(Piece { color, role }.char());
            }
        }
    }
    text.push(']');
}

/// Returns the castling field.
pub(super) fn castling(board: &Board, rights: Bitboard, style: CastlingStyle) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let back_rank = color.fold_wb(Rank::First, Rank::Eighth);
        let king = board.king_of(color).filter(|k| k.rank() == back_rank);
        let back_rank = Bitboard::from_rank(back_rank);
        let rooks = board.by_piece(Piece { color, role: Role::Rook }) & back_rank;
        for rook in (rights & back_rank).into_iter().rev() {
            let outermost = match king {
                Some(king) if rook < king && rooks.first() == Some(rook) => Some('q'),
                Some(king) if king < rook && rooks.last() == Some(rook) => Some('k'),
                _ => None,
            };
            let letter = match (style, outermost) {
                (CastlingStyle::XFen, Some(letter)) => letter,
                _ => rook.file().char(),
            };
            text.push(color.fold_wb(letter.to_ascii_uppercase(), letter));
        }
    }
    if text.is_empty() {
        text.push('-');
    }
    text
}

fn en_passant(position: &Position, style: EnPassant) -> Option<Square> {
    // What is legal in a diagram cannot be said: what stands there must do.
    let diagram = position.problem().is_some();
    match style {
        EnPassant::Always => position.en_passant(),
        EnPassant::Legal if !diagram => position.legal_en_passant(),
        EnPassant::PseudoLegal if !diagram => position.pseudo_legal_en_passant(),
        _ => position.en_passant().filter(|square| has_capturer(position, *square)),
    }
}

/// Returns true if a pawn of the side to move stands beside the pawn that passed a square.
fn has_capturer(position: &Position, square: Square) -> bool {
    let turn = position.turn();
    let rank = turn.fold_wb(Rank::Fifth, Rank::Fourth);
    let pawns = position.board().by_piece(Piece { color: turn, role: Role::Pawn });
    (pawns & Bitboard::from_rank(rank))
        .into_iter()
        .any(|pawn| pawn.file().distance(square.file()) == 1)
}
